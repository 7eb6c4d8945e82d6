import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsNumber,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  FILE_FILTERS,
  FILE_KINDS,
  FILE_LIMITS as LIMITS,
  FILE_ORDERS,
  FILE_SIZES,
  SMALLEST_CROP,
  type FileFilter,
  type FileKind,
  type FileOrder,
  type FileSize,
} from './files.js';
import { IsDay, IsId, IsLine, IsOneOf, IsText, Optional, PageDto } from './rules.js';

/** Of a query: what it says is so; leaving it out is the opposite. */
const TRUE = ['true'] as const;

/** Query of `GET /editor/files`. */
export class FileListDto extends PageDto {
  /** Id of a folder; the top level without one. */
  @IsOptional()
  @IsId()
  readonly folder?: string;

  /** Words of names, of alternative texts and of credits, in all folders. */
  @IsOptional()
  @IsLine(LIMITS.search)
  readonly q?: string;

  @IsOptional()
  @IsOneOf(FILE_KINDS)
  readonly kind?: FileKind;

  /** Of all folders, in an order of its own. */
  @IsOptional()
  @IsOneOf(FILE_FILTERS)
  readonly filter?: FileFilter;

  /** Of all folders, the largest first: below 100 KB, 1 MB, 10 MB, and above. */
  @IsOptional()
  @IsOneOf(Object.keys(FILE_SIZES))
  readonly size?: FileSize;

  @IsOptional()
  @IsOneOf(FILE_ORDERS)
  readonly order?: FileOrder;

  /** What is in the trash, of all folders and without what is there with its folder. */
  @IsOptional()
  @IsOneOf(TRUE)
  readonly trash?: (typeof TRUE)[number];
}

/** Query of `GET /editor/folders`. */
export class FolderListDto extends PageDto {
  /** Id of the folder that they are in; the top level without one. */
  @IsOptional()
  @IsId()
  readonly parent?: string;

  /** What is in the trash, without what is there with a folder around it. */
  @IsOptional()
  @IsOneOf(TRUE)
  readonly trash?: (typeof TRUE)[number];
}

/** `POST /editor/folders`. */
export class CreateFolderDto {
  @IsLine(LIMITS.name)
  readonly name: string;

  /** Id of a folder; the top level without one. */
  @IsOptional()
  @IsId()
  readonly parent?: string | null;
}

/** `PATCH /editor/folders/:id`: what is left out stays. */
export class ChangeFolderDto {
  @Optional()
  @IsLine(LIMITS.name)
  readonly name?: string;

  /** Id of a folder; null for the top level. */
  @IsOptional()
  @IsId()
  readonly parent?: string | null;
}

/** Member `focus` of a file. */
export class FocalPointDto {
  @IsNumber({ allowNaN: false, allowInfinity: false })
  @Min(0)
  @Max(1)
  readonly x: number;

  @IsNumber({ allowNaN: false, allowInfinity: false })
  @Min(0)
  @Max(1)
  readonly y: number;
}

/** Member `crop` of a file. */
export class ImageAreaDto extends FocalPointDto {
  @IsNumber({ allowNaN: false, allowInfinity: false })
  @Min(SMALLEST_CROP)
  @Max(1)
  readonly width: number;

  @IsNumber({ allowNaN: false, allowInfinity: false })
  @Min(SMALLEST_CROP)
  @Max(1)
  readonly height: number;
}

/** `PATCH /editor/files/:id`: what is left out stays, null or an empty text removes. */
export class ChangeFileDto {
  @Optional()
  @IsLine(LIMITS.name)
  readonly name?: string;

  /** Id of a folder; null for the top level. */
  @IsOptional()
  @IsId()
  readonly folder?: string | null;

  /** What a picture shows, for those who don't see it: blocks begin with it. */
  @IsOptional()
  @IsLine(LIMITS.alt)
  readonly alt?: string | null;

  /** A picture that needs no such words. */
  @Optional()
  @IsBoolean()
  readonly decorative?: boolean;

  @IsOptional()
  @IsLine(LIMITS.caption)
  readonly caption?: string | null;

  @IsOptional()
  @IsLine(LIMITS.credit)
  readonly credit?: string | null;

  /** The last day on which it may be shown. */
  @IsOptional()
  @IsDay()
  readonly licenceUntil?: string | null;

  /** What a picture is about: parts of its width and height, from the top left. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => FocalPointDto)
  readonly focus?: FocalPointDto | null;

  /** What pages show of a picture: parts of its width and height, from the top left. Null for all of it. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ImageAreaDto)
  readonly crop?: ImageAreaDto | null;
}

/** `POST /editor/files/restore`. */
export class ChosenFilesDto {
  @Optional()
  @IsArray()
  @ArrayMaxSize(LIMITS.bulk)
  @IsId({ each: true })
  readonly files?: readonly string[];

  @Optional()
  @IsArray()
  @ArrayMaxSize(LIMITS.bulk)
  @IsId({ each: true })
  readonly folders?: readonly string[];
}

/** `POST /editor/files/trash`. */
export class TrashFilesDto extends ChosenFilesDto {
  /** Also what visitors see on pages. */
  @Optional()
  @IsBoolean()
  readonly evenIfUsed?: boolean;
}

/** Query of `DELETE /editor/files/:id`, and of folders. */
export class DeleteFileDto {
  /** Also what articles or layouts use. */
  @IsOptional()
  @IsOneOf(TRUE)
  readonly evenIfUsed?: (typeof TRUE)[number];
}

/** Query of `GET /editor/files/zip`. */
export class FileZipDto {
  /** Ids of files, with commas between them. */
  @IsOptional()
  @IsText({ min: 1, max: LIMITS.zipQuery })
  readonly files?: string;

  /** Ids of folders, with commas between them. */
  @IsOptional()
  @IsText({ min: 1, max: LIMITS.zipQuery })
  readonly folders?: string;
}

/** `POST /editor/files/move`. */
export class MoveFilesDto extends ChosenFilesDto {
  /** Id of the folder that they go into; the top level without one. */
  @IsOptional()
  @IsId()
  readonly into?: string | null;
}
