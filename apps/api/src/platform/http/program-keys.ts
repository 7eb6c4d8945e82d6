import { HttpStatus, Injectable } from '@nestjs/common';
import type { Message } from '@sitedesk/contract/messages';
import type { TokenPrincipal } from './principal.js';
import { ProblemException } from './problem.js';
import type { RequestContext } from './request-context.js';

/** Knows the keys of one feature. */
export interface ProgramKeyKind {
  /** What each of its keys begins with, such as `sdi_`. */
  readonly word: string;
  /** What is said to one that isn't right. */
  readonly refusal: Message;
  /** On whose behalf a key acts; undefined for one that isn't right, has expired, or whose owner is gone. */
  find(context: RequestContext, key: string): Promise<TokenPrincipal | undefined>;
}

/** A key that isn't right, or isn't for what it was sent to: one answer to all of it (401). */
export class ProgramKeyRefused extends ProblemException {
  constructor(text: Message) {
    super(HttpStatus.UNAUTHORIZED, 'sign-in-required', text);
  }
}

/** Keys of programs that are for one purpose, of whatever feature. */
@Injectable()
export class ProgramKeys {
  private readonly kinds: ProgramKeyKind[] = [];

  /** For features, in the constructor of a service. */
  add(kind: ProgramKeyKind): void {
    this.kinds.push(kind);
  }

  /** Whether a text begins as keys of some feature do. */
  knows(text: string): boolean {
    return this.kinds.some(({ word }) => text.startsWith(word));
  }

  /**
   * On whose behalf the key of a request acts; undefined for what no feature's keys begin with.
   * @throws ProgramKeyRefused
   */
  async find(context: RequestContext, key: string): Promise<TokenPrincipal | undefined> {
    const kind = this.kinds.find(({ word }) => key.startsWith(word));
    if (!kind) return undefined;
    const found = await kind.find(context, key);
    if (!found) throw new ProgramKeyRefused(kind.refusal);
    return found;
  }
}
