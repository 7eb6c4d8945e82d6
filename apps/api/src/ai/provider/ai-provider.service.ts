import { Injectable } from '@nestjs/common';
import { AI_FAILURE_TEXTS, type AiFinish } from '@sitedesk/contract/ai';
import { EventStreamReader } from '@sitedesk/contract/event-stream';
import type { Readable } from 'node:stream';
import type { OutboundStream } from '../../platform/outbound/outbound-call.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import type { Call, Dialect, Negotiable, Piece, Question } from '../dialects/dialect.js';
import { objectOf } from '../dialects/dialect.js';
import { DIALECTS } from '../dialects/dialects.js';
import type { AiTarget } from '../settings/ai-settings.js';
import {
  AiFailure,
  answerFailure,
  garbageFailure,
  isFiltered,
  outboundFailure,
  providerError,
  refusedMember,
} from './ai-failure.js';
import { AnswerText } from './answer-text.js';

/** Octets of an answer, with everything that isn't its text. */
const MAX_BYTES = 2 * 1024 * 1024;
const CONNECT_MS = 3_000;
const IDLE_MS = 10_000;
/** Attempts for what a model refuses of a request. */
const RETRIES = 2;
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
const MOST_REMEMBERED = 1_000;

/** How a call ends before the provider does. */
export interface CallLimits {
  /** Milliseconds for everything. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether a connection that fails is tried once more. */
  readonly retry?: boolean;
}

/** What a model wrote. */
export interface Answer {
  readonly text: string;
  readonly finish: AiFinish;
  /** Undefined where the provider doesn't say. */
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
  /** It thought before, which nobody is shown. */
  readonly thinks: boolean;
  /** The provider reported an error in the middle. */
  readonly interrupted: boolean;
}

interface Remembered {
  readonly refused: ReadonlySet<Negotiable>;
  readonly untilMs: number;
}

/** Asks AI providers, in whatever dialect they speak. Knows nothing of sites and people. */
@Injectable()
export class AiProviderService {
  private readonly remembered = new Map<string, Remembered>();

  constructor(private readonly outbound: OutboundService) {}

  /**
   * @param onText gets what has come so far, for those who count what an ended call has cost
   * @throws AiFailure
   */
  async ask(
    target: AiTarget,
    question: Question,
    limits: CallLimits,
    onText: (soFar: string) => void = () => undefined,
  ): Promise<Answer> {
    const dialect = DIALECTS[target.dialect];
    const place = `${target.dialect} ${target.base} ${question.model}`;
    let refused = this.refusedAt(place);
    const deadline = performance.now() + limits.timeout;
    for (let attempt = 0; ; attempt += 1) {
      const timeout = Math.max(deadline - performance.now(), 1);
      const stream = await this.open(dialect.ask(target, question, refused), { ...limits, timeout });
      if (stream.status === 200) return readAnswer(stream, dialect, question.maxTokens, onText);
      const error = providerError(await wholeText(stream.body));
      if (isFiltered(stream.status, error)) return FILTERED;
      const member = attempt < RETRIES ? refusedMember(stream.status, error) : undefined;
      if (member === undefined || refused.has(member))
        throw answerFailure(stream, error, { model: question.model, hasToken: target.token !== '' });
      refused = new Set([...refused, member]);
      this.remember(place, refused);
    }
  }

  /**
   * A list of models, or a page of it, as it came.
   * @throws AiFailure
   */
  async list(target: AiTarget, limits: CallLimits, after?: string): Promise<unknown> {
    const call = DIALECTS[target.dialect].list(target, after);
    if (!call) return undefined;
    const stream = await this.open(call, limits);
    const text = await wholeText(stream.body);
    if (stream.status !== 200)
      throw answerFailure(stream, providerError(text), { model: '', hasToken: target.token !== '' });
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw garbageFailure(stream.status);
    }
  }

  private async open(call: Call, limits: CallLimits): Promise<OutboundStream> {
    const { url, headers, body } = call;
    const { timeout, signal, retry = false } = limits;
    const content = body && { body: JSON.stringify(body), method: 'POST' as const };
    try {
      return await this.outbound.open({
        url,
        guarded: true,
        ...content,
        headers: {
          accept: body ? 'text/event-stream, application/json' : 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        signal,
        limits: { maxBytes: MAX_BYTES, connectMs: CONNECT_MS, idleMs: IDLE_MS, totalMs: timeout },
      });
    } catch (error) {
      const failure = outboundFailure(error);
      const isUnheard = failure instanceof AiFailure && failure.details.step === 'connection';
      if (retry && isUnheard) return this.open(call, { ...limits, retry: false });
      throw failure;
    }
  }

  private refusedAt(place: string): ReadonlySet<Negotiable> {
    const known = this.remembered.get(place);
    return known && known.untilMs > performance.now() ? known.refused : new Set();
  }

  private remember(place: string, refused: ReadonlySet<Negotiable>): void {
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(place, { refused, untilMs: performance.now() + REMEMBERED_MS });
  }
}

const FILTERED: Answer = {
  text: '',
  finish: 'filter',
  tokensIn: undefined,
  tokensOut: undefined,
  thinks: false,
  interrupted: false,
};

async function readAnswer(
  { status, headers, body }: OutboundStream,
  dialect: Dialect,
  maxTokens: number,
  onText: (soFar: string) => void,
): Promise<Answer> {
  const answer = new AnswerText(maxTokens);
  const add = (piece: Piece): boolean => {
    const goesOn = answer.add(piece);
    onText(answer.text);
    return goesOn;
  };
  if (!/^text\/event-stream\b/i.test(headers['content-type'] ?? '')) {
    const whole = dialect.readAnswer(objectOf(await wholeText(body)));
    if (!whole) throw garbageFailure(status);
    add(whole);
  } else await readStream(body, dialect, add, status);
  if (answer.interrupted && answer.text === '')
    throw new AiFailure('service', AI_FAILURE_TEXTS.interrupted, { step: 'answer', status });
  return answer.result();
}

/** Leaving the loop ends the call, so that the provider stops as well. */
async function readStream(
  body: Readable,
  dialect: Dialect,
  add: (piece: Piece) => boolean,
  status: number,
): Promise<void> {
  const events = new EventStreamReader();
  const take = (event: Parameters<Dialect['readEvent']>[0]): boolean => {
    const read = dialect.readEvent(event);
    if (!read) throw garbageFailure(status);
    return add(read);
  };
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>)
      for (const event of events.push(chunk)) if (!take(event)) return;
    for (const event of events.end()) if (!take(event)) return;
  } catch (error) {
    throw outboundFailure(error);
  }
}

/** @throws AiFailure */
async function wholeText(body: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  } catch (error) {
    throw outboundFailure(error);
  }
  return Buffer.concat(chunks).toString('utf8');
}
