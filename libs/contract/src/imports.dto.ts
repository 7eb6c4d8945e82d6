import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsOptional,
  Matches,
  ValidateNested,
} from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import {
  IMPORT_CONFLICTS,
  IMPORT_FORMATS,
  IMPORT_LIMITS as LIMITS,
  IMPORT_OUTCOMES,
  IMPORT_STATUSES,
  type ImportConflict,
  type ImportFormat,
  type ImportOutcome,
  type ImportStatus,
} from './imports.js';
import { IsId, IsLine, IsOneOf, IsText, PageDto } from './rules.js';

/** `POST /editor/import/runs`. */
export class CreateImportDto {
  /** Name of what is imported. The same name again is the same documents again. */
  @IsLine(LIMITS.source)
  readonly source: string;

  /** Key of the blog whose posts the documents become; pages when left out. */
  @IsOptional()
  @IsLine(ARTICLE_LIMITS.blogKey)
  readonly blogKey?: string | null;

  /** ID of the author profile of documents that name no author. */
  @IsOptional()
  @IsId()
  readonly author?: string | null;

  /** Drafts when left out. */
  @IsOptional()
  @IsOneOf(IMPORT_STATUSES)
  readonly status?: ImportStatus;

  /** What becomes of documents that were edited here: they stay when left out. */
  @IsOptional()
  @IsOneOf(IMPORT_CONFLICTS)
  readonly conflict?: ImportConflict;

  /** ID of the folder of files with the pictures, by the same paths as the documents. */
  @IsOptional()
  @IsId()
  readonly folder?: string | null;

  /** Hosts that the documents were published at. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.hosts)
  @ArrayUnique()
  @IsLine(LIMITS.host, { each: true })
  @Matches(/^[\w.-]+$/, { each: true, message: '$property must be hostnames' })
  readonly hosts?: readonly string[];
}

/** Member of `items`. */
export class ImportDocumentDto {
  /** Its name within the source, such as `guide/first-steps.md`. */
  @IsLine(LIMITS.externalId)
  readonly externalId: string;

  @IsOneOf(IMPORT_FORMATS)
  readonly format: ImportFormat;

  /** All of it, with its front matter. */
  @IsText({ min: 0, max: LIMITS.document }, true)
  readonly content: string;
}

/** `PUT /editor/import/runs/:id/items`. */
export class ImportDocumentsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.batch)
  @ValidateNested({ each: true })
  @Type(() => ImportDocumentDto)
  readonly items: readonly ImportDocumentDto[];
}

/** Query of `PUT /editor/import/runs/:id/file`. */
export class ImportFileDto {
  /** The name of the file, whose end says what it is: `.docx` (Word), `.zip` (a web page of Google Docs), `.xml` (WordPress) or `.json` (Ghost). */
  @IsLine(LIMITS.externalId)
  readonly name: string;
}

/** `POST /editor/import/runs/:id/import`. */
export class StartImportDto {
  /** Hash of the report that the import is held to. */
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: '$property must be the hash of a report' })
  readonly report?: string | null;
}

/** Query of `GET /editor/import/runs/:id/items`. */
export class ImportItemListDto extends PageDto {
  @IsOptional()
  @IsOneOf(IMPORT_OUTCOMES)
  readonly outcome?: ImportOutcome;
}
