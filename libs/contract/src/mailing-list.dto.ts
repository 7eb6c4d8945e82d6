import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
import {
  CONSENT_RULES,
  type ConsentRule,
  MAILING_LIST_LIMITS,
  MAILING_LIST_PROVIDERS,
  MAILING_LIST_SOURCES,
  type MailingListProviderName,
  type MailingListSource,
} from './mailing-list.js';
import { IsCursor, IsId, IsLine, IsPageLimit, IsTypedSecret, IsWebAddress } from './rules.js';

/** `PUT /editor/mailing-list/connection`: connects, or exchanges the key. */
export class ConnectMailingListDto {
  @IsIn(MAILING_LIST_PROVIDERS)
  readonly provider: MailingListProviderName;

  @IsTypedSecret(MAILING_LIST_LIMITS.apiKey)
  readonly apiKey: string;

  /** Of a service with the same API; left out: that of the key's data centre. */
  @IsOptional()
  @IsWebAddress({ max: MAILING_LIST_LIMITS.url })
  readonly apiUrl?: string | null;
}

/** What a field of the list is filled with. */
export class MailingListMappingDto {
  @IsLine(MAILING_LIST_LIMITS.field)
  readonly field: string;

  @IsIn(MAILING_LIST_SOURCES)
  readonly source: MailingListSource;
}

/** Who is put on the list. */
export class MailingListConsentDto {
  @IsIn(CONSENT_RULES)
  readonly rule: ConsentRule;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAILING_LIST_LIMITS.pages)
  @IsLine(MAILING_LIST_LIMITS.page, { each: true })
  readonly pages?: readonly string[];

  @IsOptional()
  @IsLine(MAILING_LIST_LIMITS.statement)
  readonly statement?: string | null;
}

/** `PUT /editor/mailing-list/settings`, and `POST /editor/mailing-list/preview`: list, fields and rule. */
export class MailingListSettingsDto {
  @IsLine(MAILING_LIST_LIMITS.listId)
  readonly listId: string;

  @IsArray()
  @ArrayMaxSize(MAILING_LIST_LIMITS.mappings)
  @ValidateNested({ each: true })
  @Type(() => MailingListMappingDto)
  readonly mapping: readonly MailingListMappingDto[];

  @IsObject()
  @ValidateNested()
  @Type(() => MailingListConsentDto)
  readonly consent: MailingListConsentDto;
}

/** Query of `GET /editor/mailing-list/fields`. */
export class MailingListFieldsDto {
  @IsLine(MAILING_LIST_LIMITS.listId)
  readonly list: string;
}

/** Query of `GET /editor/mailing-list/failures`. */
export class MailingListFailuresDto {
  @IsOptional()
  @IsPageLimit(MAILING_LIST_LIMITS.failuresPage)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** `POST /editor/mailing-list/retry`: one contact, or all that failed. */
export class RetryMailingListDto {
  @IsOptional()
  @IsId()
  readonly id?: string;
}
