import type { FieldError } from '@sitedesk/contract/field-rules';
import type { ProblemCode } from '@sitedesk/contract/problems';
import { translatedField, translatedRefusal } from './server-texts';

/** One field that the server refuses, and what is wrong with it. */
interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** A refusal of the server (RFC 9457), or no answer at all (`status` 0). */
export class Problem extends Error {
  readonly status: number;
  /** What a program may react to; empty when the server names none. */
  readonly code: ProblemCode | '';
  readonly fields: readonly FieldProblem[];
  /** For looking the request up in the server's log. */
  readonly requestId: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** Seconds that the server asks to wait (`Retry-After`). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    members: Readonly<Record<string, unknown>>,
    requestId: string,
    retryAfterSeconds?: number,
  ) {
    const sentence = text(members['detail']) || text(members['title']) || `The server answered ${status}.`;
    const code = text(members['code']);
    const reason = text(members['reason']);
    super(translatedRefusal({ code, reason, params: members['params'] }, sentence));
    this.name = 'Problem';
    this.status = status;
    this.code = code as ProblemCode | ''; // an unknown word matches none of ours
    this.fields = fieldsOf(members['errors']);
    this.requestId = requestId;
    this.members = members;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the request never got an answer: the network, or the server, is away. */
  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** The person did not prove who it is, so the request was not sent again. */
export class NotConfirmed extends Error {}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function fieldsOf(errors: unknown): readonly FieldProblem[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((entry: unknown) =>
    isFieldError(entry) ? [{ field: entry.field, message: translatedField(entry) }] : [],
  );
}

/** The rest of it is ours: the server is. */
const isFieldError = (entry: unknown): entry is FieldError =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof (entry as { readonly field?: unknown }).field === 'string' &&
  typeof (entry as { readonly message?: unknown }).message === 'string';
