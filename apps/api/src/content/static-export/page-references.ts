import { MEDIA_PATH } from '@sitedesk/contract/files';

const FILE = String.raw`(?:${MEDIA_PATH}/[0-9a-f-]{36}/|/_sd/)`;
/** In a style sheet, or in a style of a page. */
const IN_STYLE = new RegExp(String.raw`url\(\s*["']?(${FILE}[^\s"'()\\]+)`, 'g');
/** In an attribute; `srcset` holds several. */
const IN_ATTRIBUTE = new RegExp(String.raw`(?<!url\(\s*["']?)(${FILE}[^\s"'<>\\]+)`, 'g');
/** Says again what the head says, in another spelling. */
const STRUCTURED_DATA = /<script type="application\/ld\+json">.*?<\/script>/gs;

/** Files of the site that a page or a style sheet names, as a browser would ask for them. */
export function referencesIn(text: string, type: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, path = ''] of text.matchAll(IN_STYLE)) found.add(unescaped(path));
  if (!type.startsWith('text/html')) return found;
  for (const [, path = ''] of text.replaceAll(STRUCTURED_DATA, '').matchAll(IN_ATTRIBUTE))
    found.add(unescaped(path).replace(/,$/, ''));
  return found;
}

const unescaped = (attribute: string): string =>
  attribute.replaceAll('&#39;', "'").replaceAll('&amp;', '&').split(/[?#]/, 1)[0] ?? '';
