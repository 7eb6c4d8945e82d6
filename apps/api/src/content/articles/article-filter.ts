import type { ArticleFilterDto } from '@sitedesk/contract/articles.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { type Viewer, visibleTo } from './article-permissions.js';
import { needsPerson } from './needs-person.js';

/**
 * The articles `a` of the tenant `$1` that someone sees and that agree with a filter, as the condition of a statement. Lists and
 * counts ask here, so that they mean the same. Words are another matter: see `article-search.ts`.
 * @param value makes a placeholder of a value
 */
export function conditionOf(
  { caller }: Viewer,
  { status, needs, type, blog, owner, author, tag, template, comments, live }: ArticleFilterDto,
  value: (each: unknown) => string,
): string {
  const isTrash = status === 'trashed';
  const conditions = [
    'a.tenant_id = $1',
    visibleTo(caller, value),
    isTrash ? 'a.trashed_at IS NOT NULL' : 'a.trashed_at IS NULL',
    status !== undefined && !isTrash && `a.status = ${value(status)}`,
    needs !== undefined && caller && needsPerson(caller, value),
    live !== undefined && 'a.published_at IS NOT NULL',
    type !== undefined && `a.type = ${value(Number(type))}`,
    owner !== undefined && `a.owner_id = ${value(owner)}`,
    blog !== undefined && isPostOf(value(blog)),
  ];
  if (author !== undefined) conditions.push(ofDraft(`d.author_ids @> ARRAY[${value(author.toLowerCase())}]`));
  if (tag !== undefined) conditions.push(ofDraft(`d.tags @> ARRAY[${value(normaliseLine(tag))}]`));
  if (template !== undefined)
    conditions.push(
      ofDraft(
        `d.fields->'template' IS NOT NULL AND d.fields->'template'->>'id' = ${value(template.toLowerCase())}`,
      ),
    );
  if (comments !== undefined)
    conditions.push(`EXISTS (SELECT FROM comment_thread t
      WHERE t.tenant_id = a.tenant_id AND t.number = a.number AND t.resolved_at IS NULL)`);
  return conditions.filter((condition) => condition !== false && condition !== undefined).join(' AND ');
}

/**
 * Whether an article `a` of the tenant `$1` is a post of the blog with a key: one in the trash only when no other has it. Two lookups,
 * because each of them has an index.
 * @param key placeholder
 */
export const isPostOf = (key: string): string => {
  const blogs = `SELECT s.number FROM article s WHERE s.tenant_id = $1 AND s.type = 2 AND s.blog_key = ${key}`;
  return `a.type = 1 AND a.stream_number = coalesce((${blogs} AND s.trashed_at IS NULL),
    (${blogs} AND s.trashed_at IS NOT NULL ORDER BY s.trashed_at DESC LIMIT 1))`;
};

/** What is true of the draft of an article. Few have a rare tag, and an index finds them; of a frequent one, the list has enough soon. */
const ofDraft = (condition: string): string =>
  `EXISTS (SELECT FROM article_draft d WHERE d.tenant_id = a.tenant_id AND d.number = a.number AND ${condition})`;
