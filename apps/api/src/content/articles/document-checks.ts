import { RESERVED_SEGMENTS } from '@sitedesk/contract/articles';
import type { ArticleDocument, DocumentNode } from '@sitedesk/contract/documents';
import type { Message } from '@sitedesk/contract/messages';
import { CHECK_MESSAGES } from '@sitedesk/contract/publication-checks';
import { headingIds } from '../documents/render-document.js';

/** Something in a text that deserves a look, and the ID of its block. */
export interface Finding {
  readonly message: Message;
  readonly block: string | null;
}

/** A link to a page of the same site. */
interface SiteLink {
  /** Canonical, decoded, without query and fragment. */
  readonly path: string;
  readonly block: string | null;
}

/** The beginning of any page (HTML, "select the indicated part"). */
const TOP = 'top';

/** What readers, and people who can't see, would stumble over. */
export function documentFindings(document: ArticleDocument): readonly Finding[] {
  const findings: Finding[] = [];
  const headings = new Set(headingIds(document).values());
  let before = 1;
  for (const { node, block } of blocksOf(document)) {
    for (const href of new Set(hrefsOf(node))) {
      const heading = href.startsWith('#') ? decoded(href.slice(1)) : '';
      if (heading !== '' && heading !== TOP && !headings.has(heading))
        findings.push({ message: CHECK_MESSAGES.noHeading({ heading }), block });
    }
    if (hasEmptyLink(node)) findings.push({ message: CHECK_MESSAGES.emptyLink, block });
    if (node.type === 'image' && !node.attrs?.['alt'] && node.attrs?.['decorative'] !== true)
      findings.push({ message: CHECK_MESSAGES.noAlt, block });
    if (node.type !== 'heading') continue;
    const level = Number(node.attrs?.['level']);
    if (textOf(node).trim() === '') findings.push({ message: CHECK_MESSAGES.emptyHeading, block });
    if (level > before + 1)
      findings.push({
        message:
          before === 1
            ? CHECK_MESSAGES.firstLevel({ level })
            : CHECK_MESSAGES.skippedLevel({ level, before }),
        block,
      });
    before = level;
  }
  return findings;
}

/** Links to pages of the same site, each once; to files and to what the product serves itself, none. */
export function siteLinks(document: ArticleDocument): readonly SiteLink[] {
  const links = new Map<string, SiteLink>();
  for (const { node, block } of blocksOf(document))
    for (const href of hrefsOf(node)) {
      const path = sitePath(href);
      if (path !== undefined && !links.has(path)) links.set(path, { path, block });
    }
  return [...links.values()];
}

/** Files that blocks show, and the first block that does. */
export function shownFiles(document: ArticleDocument): ReadonlyMap<string, string | null> {
  const files = new Map<string, string | null>();
  for (const { node, block } of blocksOf(document)) {
    const file = node.attrs?.['file'];
    if (typeof file === 'string' && !files.has(file)) files.set(file, block);
  }
  return files;
}

/** Whether a reader sees anything. */
export const hasText = (document: ArticleDocument): boolean =>
  [...blocksOf(document)].some(({ node }) => SHOWN.has(node.type) || textOf(node).trim() !== '');

/** Blocks that show something without words of their own. */
const SHOWN: ReadonlySet<string> = new Set([
  'embed',
  'button',
  'postList',
  'contactForm',
  'image',
  'file',
  'html',
]);

function* blocksOf(
  node: DocumentNode,
  outer: string | null = null,
): Generator<{ readonly node: DocumentNode; readonly block: string | null }> {
  const id = node.attrs?.['id'];
  const block = typeof id === 'string' ? id : outer;
  yield { node, block };
  for (const child of node.content ?? [])
    if (child.type !== 'text' && child.type !== 'hardBreak') yield* blocksOf(child, block);
}

const textOf = (node: DocumentNode): string =>
  (node.content ?? []).map((child) => (child.type === 'text' ? (child.text ?? '') : '')).join('');

/** Whether a link has no words that it could be selected by. */
function hasEmptyLink({ content = [] }: DocumentNode): boolean {
  const words = new Map<string, string>();
  for (const { text = '', marks = [] } of content)
    for (const { type, attrs } of marks)
      if (type === 'link')
        words.set(String(attrs?.['href']), (words.get(String(attrs?.['href'])) ?? '') + text);
  return [...words.values()].some((each) => each.trim() === '');
}

const hrefsOf = (node: DocumentNode): readonly string[] =>
  [node, ...(node.content ?? []).flatMap(({ marks = [] }) => marks)]
    .map(({ attrs }) => attrs?.['href'])
    .filter((href) => typeof href === 'string');

function sitePath(href: string): string | undefined {
  if (!href.startsWith('/')) return undefined;
  const [written = ''] = href.split(/[?#]/);
  const path = decoded(written).replace(/(?<=.)\/$/, '');
  const [, first = ''] = path.split('/');
  const isPage = path !== '/' && !RESERVED_SEGMENTS.includes(first) && !/\.\w+$|\/page\/\d+$/.test(path);
  return isPage ? path : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // no page has such an address
  }
}
