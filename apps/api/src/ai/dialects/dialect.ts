import type { AiFinish } from '@sitedesk/contract/ai';
import type { StreamEvent } from '@sitedesk/contract/event-stream';
import type { AiTarget } from '../settings/ai-settings.js';

/** What the model is told. */
export interface Prompt {
  readonly instructions: string;
  readonly input: string;
  /** A JPEG that it looks at. */
  readonly picture?: Buffer;
}

/** A request for an answer, before a dialect words it. */
export interface Question {
  readonly prompt: Prompt;
  readonly model: string;
  readonly temperature: number;
  readonly maxTokens: number;
  /** Texts that end the answer. */
  readonly stop: readonly string[];
}

/** A picture as the URL that OpenAI's APIs take. */
export const pictureUrl = (picture: Buffer): string => `data:image/jpeg;base64,${picture.toString('base64')}`;

/** Members of a request that a provider may refuse. */
export const NEGOTIABLE = ['max_tokens', 'temperature', 'stop', 'stream_options'] as const;
export type Negotiable = (typeof NEGOTIABLE)[number];

/** What this provider's model has refused. */
export type Refused = ReadonlySet<Negotiable>;

/** A request, ready to be sent. */
export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What a piece of an answer says; an answer that comes at once is a single piece. */
export interface Piece {
  readonly text?: string;
  readonly finish?: AiFinish;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  /** The model thinks, which nobody is shown. */
  readonly thinks?: boolean;
  /** The provider ends with an error. */
  readonly failed?: boolean;
  /** Nothing follows. */
  readonly done?: boolean;
}

/** How one kind of API is spoken. Pure: a request made, an answer read. */
export interface Dialect {
  ask(target: AiTarget, question: Question, refused: Refused): Call;
  /** Undefined where there is no list of models that would say which can be used. */
  list(target: AiTarget, after?: string): Call | undefined;
  /** A part of a streamed answer. Undefined for what isn't one. */
  readEvent(event: StreamEvent): Piece | undefined;
  /** An answer that came at once, parsed. Undefined for what isn't one. */
  readAnswer(answer: unknown): Piece | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** The members of a value that may be anything. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The first of a list that may be none. */
export const firstOf = (value: unknown): Members => membersOf(Array.isArray(value) ? value[0] : undefined);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A number of tokens. */
export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Undefined for what isn't JSON, or no object. */
export function objectOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Without the members that are undefined. */
export const piece = (parts: { readonly [Name in keyof Piece]: Piece[Name] | undefined }): Piece =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

/** Why an answer ended, in the words of any of these APIs. */
export function finishOf(reason: unknown): AiFinish | undefined {
  if (typeof reason !== 'string') return undefined;
  return FINISHES[reason] ?? 'stop';
}

const FINISHES: Readonly<Record<string, AiFinish>> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  content_filter: 'filter',
  refusal: 'filter',
};
