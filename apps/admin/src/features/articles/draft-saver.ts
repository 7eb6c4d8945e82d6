import type { ArticleFields, SavedDraft } from '@sitedesk/contract/articles';
import type { SaveDraftDto } from '@sitedesk/contract/articles.dto';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import { ref, shallowRef, type Ref } from 'vue';
import type { Answer } from '../../app/http';
import { Problem } from '../../app/problem';

/** What is written. */
export interface DraftContent {
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
}

/** What the server had when the text was begun from it, or saved to it last. */
export interface SavedBase {
  readonly etag: string | null;
  readonly content: DraftContent;
  /** Sent on top of it, without an answer so far. */
  readonly sent?: DraftContent | undefined;
}

/** How the draft stands: `refused` until it is changed, `conflict` when someone else has saved and a person has to decide. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'retrying' | 'refused' | 'conflict';

interface DraftSaverOptions {
  /** The draft that is edited. */
  readonly base: SavedBase;
  readonly savedAt: string;
  readonly content: () => DraftContent;
  readonly send: (body: SaveDraftDto, etag: string | null) => Promise<Answer<SavedDraft>>;
  /** Keeps it on this device. @returns whether that worked */
  readonly keep: (content: DraftContent, base: SavedBase) => Promise<boolean>;
  readonly forget: () => void;
  readonly done: (saved: SavedDraft) => void;
  readonly refused: (problem: Problem) => void;
  /**
   * Someone else has saved: brings their text and what is written here together.
   * @returns what to save upon; undefined when a person has to decide
   */
  readonly merge: (base: SavedBase) => Promise<SavedBase | undefined>;
}

/** Saves a draft while it is written. */
export interface DraftSaver {
  readonly state: Ref<SaveState>;
  readonly problem: Ref<unknown>;
  readonly savedAt: Ref<string>;
  /** Whether this device has what the server has not. */
  readonly isKept: Ref<boolean>;
  readonly etag: () => string | null;
  /** What the text is based on; with the text of an open conflict. */
  readonly base: () => SavedBase;
  /** What is written belongs on top of that, which may not be the newest. Ends a conflict. */
  basedOn(base: SavedBase): void;
  /** Something was typed. */
  changed(): void;
  /** Saves now. @returns whether everything is saved */
  flush(): Promise<boolean>;
  /** Tries again without waiting, as the connection is back. */
  retry(): void;
  stop(): void;
}

/** Milliseconds: after the last key, at most so long while someone types, until it is on this device, until another try. */
const PAUSE = 1_500;
const LONGEST = 10_000;
const JOURNAL = 300;
const RETRY = { first: 1_000, longest: 30_000 };

/**
 * One save at a time; the next one has everything typed since. A save whose answer was lost is sent again as it was, under
 * its own operation, so that the server knows it and nobody is told of a conflict with themselves.
 */
export function draftSaver(options: DraftSaverOptions): DraftSaver {
  const state = ref<SaveState>('saved');
  const problem = shallowRef<unknown>();
  const savedAt = ref(options.savedAt);
  const isKept = ref(false);
  let { base } = options;
  let isDirty = false;
  let dirtySince: number | undefined;
  let pending: SaveDraftDto | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let journal: ReturnType<typeof setTimeout> | undefined;

  function changed(): void {
    keepSoon();
    isDirty = true;
    if (state.value === 'conflict') return;
    dirtySince ??= Date.now();
    if (state.value === 'saved' || state.value === 'refused') state.value = 'saving';
    // A retry keeps its own time.
    if (state.value === 'saving') plan(Math.max(0, Math.min(PAUSE, dirtySince + LONGEST - Date.now())));
  }

  const baseNow = (): SavedBase => {
    const { fields, document } = pending ?? {};
    return fields && document ? { ...base, sent: { fields, document: document as ArticleDocument } } : base; // as it was taken
  };

  function keepSoon(): void {
    journal ??= setTimeout(() => {
      journal = undefined;
      void options.keep(options.content(), baseNow()).then((kept) => void (isKept.value = kept));
    }, JOURNAL);
  }

  function plan(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), wait);
  }

  function save(): Promise<void> {
    running ??= saveOnce().finally(() => (running = undefined));
    return running;
  }

  async function saveOnce(): Promise<void> {
    clearTimeout(timer);
    if (state.value === 'conflict' || (!isDirty && !pending)) return;
    if (!pending) {
      pending = { operation: newOperation(), ...options.content() };
      isDirty = false;
      dirtySince = undefined;
    }
    if (state.value === 'refused') state.value = 'saving';
    try {
      const answer = await options.send(pending, base.etag);
      const { fields, document } = pending;
      base = { etag: answer.etag, content: { fields, document: document as ArticleDocument } }; // as it was taken
      pending = undefined;
      failures = 0;
      problem.value = undefined;
      savedAt.value = answer.body.savedAt;
      options.done(answer.body);
      if (isDirty) {
        state.value = 'saving';
        plan(PAUSE);
      } else {
        state.value = 'saved';
        clearTimeout(journal);
        journal = undefined;
        isKept.value = false;
        options.forget();
      }
    } catch (reason) {
      if (reason instanceof Problem && reason.code === PROBLEM_CODES.conflict) await takeIn(reason);
      else failed(reason);
    }
  }

  async function takeIn(reason: Problem): Promise<void> {
    pending = undefined;
    isDirty = true;
    try {
      const merged = await options.merge(base);
      if (merged) basedOn(merged);
      else [state.value, problem.value] = ['conflict', reason];
    } catch (failure) {
      failed(failure);
    }
  }

  function basedOn(next: SavedBase): void {
    base = next;
    if (!isDirty) return;
    state.value = 'saving';
    plan(0);
  }

  function failed(reason: unknown): void {
    problem.value = reason;
    const { status, retryAfterSeconds } = reason instanceof Problem ? reason : NO_ANSWER;
    if (status === 0 || status === 429 || status >= 500) {
      state.value = status === 0 ? 'offline' : 'retrying';
      const wait = Math.min(RETRY.longest, RETRY.first * 2 ** failures);
      failures += 1;
      plan(Math.max(wait, (retryAfterSeconds ?? 0) * 1_000));
      return;
    }
    pending = undefined; // it was answered: the next save is another one
    isDirty = true;
    state.value = 'refused';
    if (reason instanceof Problem) options.refused(reason);
  }

  async function flush(): Promise<boolean> {
    const isOpen = (): boolean => isDirty || pending !== undefined;
    for (let tries = 0; tries < 3 && isOpen() && state.value !== 'conflict'; tries += 1) {
      await save();
      if (state.value !== 'saving') break;
    }
    return !isOpen() && state.value === 'saved';
  }

  return {
    state,
    problem,
    savedAt,
    isKept,
    etag: () => base.etag,
    base: () => base,
    basedOn,
    changed,
    flush,
    retry: () => {
      if (state.value === 'offline' || state.value === 'retrying') plan(0);
    },
    stop: () => {
      clearTimeout(timer);
      clearTimeout(journal);
    },
  };
}

/** What is no answer of the server, such as a sign-in that was left: it is not tried again unasked. */
const NO_ANSWER = { status: -1, retryAfterSeconds: undefined } as const;

/** A random UUID; `crypto.randomUUID` is missing where a page is not secure. */
export function newOperation(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
