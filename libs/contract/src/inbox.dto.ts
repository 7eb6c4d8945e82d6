import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { CONTACT_ERRORS } from './contact.js';
import { IDENTITY_LIMITS } from './identity.js';
import {
  CONTACT_ACTIONS,
  CONTACT_ATTEMPT_STATUSES,
  CONTACT_COLUMNS,
  CONTACT_DELIVERIES,
  CONTACT_EXPORT_FORMATS,
  CONTACT_SORTS,
  CONTACT_VIEWS,
  type ContactAction,
  type ContactAttemptStatus,
  type ContactColumn,
  type ContactDelivery,
  type ContactExportFormat,
  type ContactRefusalReason,
  type ContactSort,
  type ContactView,
  INBOX_LIMITS,
} from './inbox.js';
import { IsCursor, IsId, IsInstant, IsLine, IsOneOf, IsPageLimit, Optional, PageDto } from './rules.js';
import { SORT_ORDERS, type SortOrder } from './users.js';

const YES_NO = ['true', 'false'] as const;

/** Which messages; a message has to agree with each that is given. The same for lists, exports and actions. */
export class ContactFilterDto {
  /** Left out: the inbox. */
  @Optional()
  @IsOneOf(CONTACT_VIEWS)
  readonly view?: ContactView;

  @Optional()
  @IsOneOf(YES_NO)
  readonly unread?: 'true' | 'false';

  @Optional()
  @IsOneOf(CONTACT_DELIVERIES)
  readonly delivery?: ContactDelivery;

  /** The first instant of interest. */
  @Optional()
  @IsInstant()
  readonly from?: string;

  /** The last instant of interest. */
  @Optional()
  @IsInstant()
  readonly to?: string;

  /** Beginnings of words, each of which stands in the name, the address, the receipt code or the message. */
  @Optional()
  @IsLine(INBOX_LIMITS.search)
  readonly q?: string;
}

/** `GET /editor/contacts`. */
export class ContactListDto extends ContactFilterDto {
  @Optional()
  @IsOneOf(CONTACT_SORTS)
  readonly sort?: ContactSort;

  @Optional()
  @IsOneOf(SORT_ORDERS)
  readonly order?: SortOrder;

  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** `GET /editor/contacts/export`: what the list with the same filters and order holds, all of it. */
export class ContactExportDto extends ContactFilterDto {
  @IsOneOf(CONTACT_EXPORT_FORMATS)
  readonly format: ContactExportFormat;

  /** Names of columns with commas between them; all of them when left out. */
  @Optional()
  @IsColumns()
  readonly columns?: string;

  @Optional()
  @IsOneOf(CONTACT_SORTS)
  readonly sort?: ContactSort;

  @Optional()
  @IsOneOf(SORT_ORDERS)
  readonly order?: SortOrder;
}

/**
 * `POST /editor/contacts/bulk`: messages by their ids, by a filter, or those that an earlier action has changed; by one of these.
 * A filter means the messages of the moment of the first request; what arrives later is left alone.
 */
export class BulkContactsDto {
  @IsOneOf(CONTACT_ACTIONS)
  readonly action: ContactAction;

  @ValidateIf(
    ({ filter, actionId }: BulkContactsDto, value) =>
      value !== undefined || (filter ?? actionId) === undefined,
  )
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(INBOX_LIMITS.ids)
  @ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id))
  @IsId({ each: true })
  readonly ids?: readonly string[];

  /** Every message that agrees with it. */
  @Optional()
  @ValidateNested()
  @Type(() => ContactFilterDto)
  readonly filter?: ContactFilterDto;

  /** Every message that this action has changed, and none has since: from the `undo` of its answer. */
  @Optional()
  @IsId()
  readonly actionId?: string;

  /** With a filter: how many messages the person was shown. It is refused when there are more or fewer. */
  @ValidateIf(({ filter }: BulkContactsDto, value) => value !== undefined || filter !== undefined)
  @Max(Number.MAX_SAFE_INTEGER)
  @Min(0)
  // The rule that is told first.
  @IsInt({ message: 'expected must be the number of messages that the person was shown' })
  readonly expected?: number;

  /** With a filter: the person was shown `expected` or more, because they were not counted to the end. */
  @Optional()
  @IsBoolean()
  readonly atLeast?: boolean;

  /** With a filter or an action: to go on where the request before this one has ended. */
  @Optional()
  @IsCursor()
  readonly cursor?: string;
}

/** `POST /editor/contacts/:id/actions`. */
export class ContactActionDto {
  @IsOneOf(CONTACT_ACTIONS)
  readonly action: ContactAction;
}

const REASONS: readonly ContactRefusalReason[] = Object.values(CONTACT_ERRORS);

/** `GET /editor/contacts/attempts`. */
export class ContactAttemptListDto extends PageDto {
  /** Left out: those that were refused. */
  @Optional()
  @IsOneOf(CONTACT_ATTEMPT_STATUSES)
  readonly status?: ContactAttemptStatus;

  /** What the visitor was told. */
  @Optional()
  @IsOneOf(REASONS)
  readonly error?: ContactRefusalReason;

  @Optional()
  @IsLine({ min: 2, max: 45 })
  readonly clientAddress?: string;

  @Optional()
  @IsInstant()
  readonly from?: string;

  @Optional()
  @IsInstant()
  readonly to?: string;
}

/** `PUT /editor/contacts/alerts`. */
export class SetContactAlertsDto {
  @IsBoolean()
  readonly enabled: boolean;
}

/** The columns that a text names, in the order of the export; undefined when it names one that there is not, or one twice. */
export function contactColumnsOf(text: string): readonly ContactColumn[] | undefined {
  const names = text.split(',');
  const known = CONTACT_COLUMNS.filter((column) => names.includes(column));
  return known.length === names.length ? known : undefined;
}

function IsColumns(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && contactColumnsOf(value) !== undefined;
  const message = `$property must be names with commas between them, each once: ${CONTACT_COLUMNS.join(', ')}`;
  return ValidateBy({ name: 'isColumns', validator: { validate } }, { message });
}
