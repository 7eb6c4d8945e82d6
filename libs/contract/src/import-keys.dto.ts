import { IsOptional } from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import { IMPORT_KEY_LIMITS, IMPORT_KEY_SCOPES, type ImportKeyScope } from './import-keys.js';
import { CreateProgramKeyDto } from './program-keys.dto.js';
import { IsLine, IsOneOf } from './rules.js';

/** Body of `POST /editor/import/keys`. */
export class CreateImportKeyDto extends CreateProgramKeyDto {
  /** Drafts only when left out. */
  @IsOptional()
  @IsOneOf(IMPORT_KEY_SCOPES)
  readonly scope?: ImportKeyScope;

  /** Key of the only blog that it writes posts of. */
  @IsOptional()
  @IsLine(ARTICLE_LIMITS.blogKey)
  readonly blogKey?: string | null;

  /** Path that everything it writes is at or below, such as `/docs`. */
  @IsOptional()
  @IsLine(IMPORT_KEY_LIMITS.path)
  readonly path?: string | null;
}
