import { IsOptional } from 'class-validator';

import { OUTBOX_KINDS, OUTBOX_STATES, type OutboxKind, type OutboxState } from './outbox.js';
import { IsMailbox, IsOneOf, PageDto } from './rules.js';

/** Query of `GET /editor/outbox`: an email has to agree with every filter that is given. Newest first. */
export class OutboxListDto extends PageDto {
  @IsOptional()
  @IsOneOf(OUTBOX_STATES)
  readonly state?: OutboxState;

  @IsOptional()
  @IsOneOf(OUTBOX_KINDS)
  readonly kind?: OutboxKind;

  /** A whole address. */
  @IsOptional()
  @IsMailbox()
  readonly recipient?: string;
}
