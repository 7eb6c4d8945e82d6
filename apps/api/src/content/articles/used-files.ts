import { MEDIA_PATH } from '@sitedesk/contract/files';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A quotation mark within a text is escaped, so nobody can write what looks like a member. HTML has its own, or none. */
const NAMED = new RegExp(
  String.raw`"file":"(?<block>${ID})"|(?:":"|=(?:\\"|')?)(?:https?://[^"/]+)?${MEDIA_PATH}/(?<url>${ID})/`,
  'g',
);

/**
 * Ids of the files that a draft names: in blocks, and as addresses of links and of the banner.
 * @param json its fields and its document
 * @returns null for none, which is how most drafts are and costs a save nothing
 */
export function usedFiles(json: readonly string[]): readonly string[] | null {
  const ids = new Set<string>();
  for (const text of json) {
    if (!text.includes('"file":') && !text.includes(`${MEDIA_PATH}/`)) continue;
    for (const { groups } of text.matchAll(NAMED)) ids.add(groups?.['block'] ?? groups?.['url'] ?? '');
  }
  return ids.size === 0 ? null : [...ids].toSorted();
}
