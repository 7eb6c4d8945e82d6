import { IsInt, Max, Min } from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import { POSTS_PER_PAGE } from './blog-settings.js';
import { IsLine } from './rules.js';

/** Query of `GET /editor/articles/:number/blog/rename`. */
export class BlogKeyDto {
  @IsLine(ARTICLE_LIMITS.blogKey)
  readonly blogKey: string;
}

/** `POST /editor/articles/:number/blog/rename`. */
export class RenameBlogDto extends BlogKeyDto {
  /** The key that the caller has seen. */
  @IsLine(ARTICLE_LIMITS.blogKey)
  readonly from: string;
}

/** `PUT /editor/articles/:number/blog`. */
export class BlogSettingsDto {
  @IsInt()
  @Min(POSTS_PER_PAGE.min)
  @Max(POSTS_PER_PAGE.max)
  readonly postsPerPage: number;
}
