import { IsIn, IsOptional } from 'class-validator';
import { IDENTITY_LIMITS } from './identity.js';
import { OUTBOX_KINDS, OUTBOX_STATES, type OutboxKind, type OutboxState } from './outbox.js';
import { IsCursor, IsMailbox, IsPageLimit } from './rules.js';

const oneOf = (words: readonly string[]): { readonly message: string } => ({
  message: `$property must be one of ${words.join(', ')}`,
});

/** Query of `GET /editor/outbox`: a mail has to agree with every filter that is given. Newest first. */
export class OutboxListDto {
  @IsOptional()
  @IsIn(OUTBOX_STATES, oneOf(OUTBOX_STATES))
  readonly state?: OutboxState;

  @IsOptional()
  @IsIn(OUTBOX_KINDS, oneOf(OUTBOX_KINDS))
  readonly kind?: OutboxKind;

  /** A whole address. */
  @IsOptional()
  @IsMailbox()
  readonly recipient?: string;

  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}
