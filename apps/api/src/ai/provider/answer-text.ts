import type { AiFinish } from '@sitedesk/contract/ai';
import type { Piece } from '../dialects/dialect.js';
import type { Answer } from './ai-provider.service.js';

/** Octets of text, whatever the settings allow. */
const MOST = 64 * 1024;
/** Of a token; a provider that sends more ignores what it was told. */
const OCTETS_PER_TOKEN = 8;

/** An answer as its pieces come. */
export class AnswerText {
  text = '';
  interrupted = false;
  private octets = 0;
  private finish: AiFinish | undefined;
  private tokensIn: number | undefined;
  private tokensOut: number | undefined;
  private thinks = false;

  constructor(private readonly maxTokens: number) {}

  /** @returns whether more of it is wanted */
  add({ text = '', finish, tokensIn, tokensOut, thinks, failed, done }: Piece): boolean {
    this.text += text;
    this.octets += Buffer.byteLength(text);
    this.finish = finish ?? this.finish;
    this.tokensIn = tokensIn ?? this.tokensIn;
    this.tokensOut = tokensOut ?? this.tokensOut;
    this.thinks ||= thinks === true;
    this.interrupted ||= failed === true;
    if (this.octets > Math.min(MOST, this.maxTokens * OCTETS_PER_TOKEN)) {
      this.finish = 'length';
      return false;
    }
    return failed !== true && done !== true;
  }

  /** What ends without a reason was cut. */
  result(): Answer {
    const { text, tokensIn, tokensOut, thinks, interrupted } = this;
    const finish = interrupted ? 'cut' : (this.finish ?? 'cut');
    return { text, finish, tokensIn, tokensOut, thinks, interrupted };
  }
}
