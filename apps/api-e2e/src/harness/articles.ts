import type { ArticleAccess, ArticleDetails, ArticleFields } from '@sitedesk/contract/articles';
import type { PublicationPlan, PublicationPlanPage } from '@sitedesk/contract/publication-plans';
import { randomUUID } from 'node:crypto';
import type { EditorBrowser } from './editor.js';
import type { Answer } from './http.js';
import type { TwoEditorSites } from './people.js';

/** Creates a page, unless the input says otherwise. */
export async function createArticle(browser: EditorBrowser, input: object): Promise<ArticleDetails> {
  const answer = await browser.post('/articles', { type: 0, ...input });
  if (answer.status !== 201) throw new Error(`The article was answered ${answer.status}: ${answer.text}`);
  return answer.json() as ArticleDetails; // the contract's word
}

export const readArticle = async (browser: EditorBrowser, number: number): Promise<ArticleDetails> =>
  (await browser.get(`/articles/${number}`)).json() as ArticleDetails; // as above

/** The same article at both sites, where it has the same number; the first site's. */
export async function createAtBoth({ a, b }: TwoEditorSites, input: object): Promise<ArticleDetails> {
  const article = await createArticle(a, input);
  const { number } = await createArticle(b, input);
  if (number !== article.number)
    throw new Error(`It's ${article.number} at one site, ${number} at the other.`);
  return article;
}

/** `If-Match` with the draft as it is now. */
export const seenBy = async (
  browser: EditorBrowser,
  number: number,
): Promise<Readonly<Record<string, string>>> => ({
  'If-Match': `"v${(await readArticle(browser, number)).revision}"`,
});

export const publishArticle = async (browser: EditorBrowser, number: number): Promise<Answer> =>
  browser.post(`/articles/${number}/publish`, undefined, await seenBy(browser, number));

/** Schedules the first version to be published, unless the input says otherwise. */
export async function scheduleArticle(
  browser: EditorBrowser,
  number: number,
  input: object,
): Promise<PublicationPlan> {
  const answer = await browser.post(`/articles/${number}/plans`, { action: 'publish', version: 1, ...input });
  if (answer.status !== 201) throw new Error(`The plan was answered ${answer.status}: ${answer.text}`);
  return answer.json() as PublicationPlan; // as above
}

export const plansOf = async (browser: EditorBrowser, number: number): Promise<readonly PublicationPlan[]> =>
  ((await browser.get(`/articles/${number}/plans`)).json() as PublicationPlanPage).items; // as above

/** Saves other fields. @param reader someone who sees the article, if its editor may not */
export async function saveFields(
  browser: EditorBrowser,
  number: number,
  fields: Partial<ArticleFields>,
  reader = browser,
): Promise<Answer> {
  const { document, revision, fields: now } = await readArticle(reader, number);
  const body = { operation: randomUUID(), fields: { ...now, ...fields }, document };
  return browser.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
}

/** Changes some of who has access. @param reader someone who sees the article, if the browser's user may not */
export async function setAccess(
  browser: EditorBrowser,
  number: number,
  change: {
    readonly owner?: string | null;
    readonly restricted?: boolean;
    readonly grants?: readonly object[];
  },
  reader = browser,
): Promise<Answer> {
  const answer = await reader.get(`/articles/${number}/access`);
  const { owner, restricted, grants } = answer.json() as ArticleAccess; // as above
  const stated = grants.map(({ kind, id, provider, level }) => ({ kind, id, provider, level }));
  const body = { owner: owner?.id ?? null, restricted, grants: stated, ...change };
  return browser.put(`/articles/${number}/access`, body, { 'If-Match': String(answer.headers.etag) });
}
