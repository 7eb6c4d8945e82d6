import { embedOf } from '@sitedesk/contract/embed-address';
import {
  IMPORT_LIMITS as LIMITS,
  IMPORT_MESSAGES as TEXTS,
  importNote,
  type ImportNote,
} from '@sitedesk/contract/imports';
import { classicParagraphs } from './classic-paragraphs.js';
import { MORE } from './html-elements.js';
import { count } from './prepared-document.js';

/** A picture of an export, and what it's called for those who don't see it. */
export interface Attachment {
  readonly address: string;
  readonly alt: string;
}

const BLOCK_NAME = /^<!--\s{1,9}wp:([a-z0-9/-]{1,60})/;
/** Blocks without HTML that nobody misses. */
const SILENT_BLOCKS = new Set(['more', 'nextpage', 'spacer', 'separator']);
/** As only shortcodes are: with a value, an end, or a name that WordPress brings along. */
const SHORTCODES =
  /\[(?:(audio|caption|embed|gallery|playlist|video|wp_caption)(?=[\s\]])|([a-z][\w-]{1,40})(?=\s+[\w-]+=["'\d])|\/([a-z][\w-]{1,40})\])/gi;
/** A second link to the same file, with a word for it. */
const DOWNLOAD = /<a\b[^<>]{0,1000}\bwp-block-file__button\b[^<>]{0,1000}>[^<]{0,200}<\/a>/gi;

/**
 * The HTML of a text of WordPress, of blocks or from before them. The shortcodes that WordPress brings along become what they show; others
 * stay, and are named.
 * @param attachments pictures of the export by their ids
 * @param notes gets what is left out
 */
export function wordPressHtml(
  content: string,
  attachments: ReadonlyMap<string, Attachment>,
  notes: ImportNote[],
): string {
  const hasBlocks = content.includes('<!-- wp:');
  const { html: text, blocks } = withoutComments(content);
  for (const [what, count] of blocks) notes.push(importNote('warning', TEXTS.dropped({ what, count })));
  const html = shown(text, attachments);
  const shortcodes = new Set(
    [...html.matchAll(SHORTCODES)].map(([, a, b, c]) => (a ?? b ?? c ?? '').toLowerCase()),
  );
  if (shortcodes.size > 0) {
    const names = [...shortcodes].slice(0, 2 * LIMITS.named).map((name) => `[${name}]`);
    notes.push(importNote('warning', TEXTS.shortcodes({ names: names.join(', ') })));
  }
  return hasBlocks ? html : classicParagraphs(withPlayers(html));
}

/** Comments say where blocks begin and end; some blocks are nothing else. */
function withoutComments(content: string): {
  readonly html: string;
  readonly blocks: ReadonlyMap<string, number>;
} {
  const blocks = new Map<string, number>();
  const parts: string[] = [];
  for (let at = 0; ;) {
    const start = content.indexOf('<!--', at);
    const end = start < 0 ? -1 : content.indexOf('-->', start + 4);
    if (end < 0) return { html: [...parts, content.slice(at)].join(''), blocks };
    parts.push(content.slice(at, start));
    if (/^<!--more\b/.test(content.slice(start, start + 10))) parts.push(`\n\n<hr class="${MORE}">\n\n`);
    // One that ends where it begins has no HTML: its site makes it when it's shown.
    const [, name] =
      content[end - 1] === '/' ? (BLOCK_NAME.exec(content.slice(start, start + 80)) ?? []) : [];
    if (name !== undefined && !SILENT_BLOCKS.has(name)) count(blocks, name);
    at = end + 3;
  }
}

/** What WordPress shows in the place of its own shortcodes and of verses. */
function shown(html: string, attachments: ReadonlyMap<string, Attachment>): string {
  let text = html.replaceAll(DOWNLOAD, '');
  // Lines of a verse are lines, but no code.
  text = between(
    text,
    /<pre class="wp-block-verse[^<>]{0,300}>/gi,
    '</pre>',
    (_, inside) => `<p>${inside.replaceAll(/\r?\n/g, '<br>')}</p>`,
  );
  text = between(text, /\[(?:wp_)?caption(?:\s[^\]]{0,2000})?\]/gi, 'caption]', captioned);
  text = between(text, /\[embed(?:\s[^\]]{0,200})?\]/gi, '[/embed]', (_, inside) => playerOf(inside.trim()));
  return text.replaceAll(/\[gallery(\s[^\]]{0,2000})?\]/gi, (whole, values = '') => {
    const ids = /\sids=["']?([\d,\s]+)/.exec(values)?.[1]?.split(',') ?? [];
    const found = ids.flatMap((id) => attachments.get(id.trim()) ?? []);
    if (found.length === 0) return whole;
    return `\n\n<figure>${found.map(({ address, alt }) => `<img src="${quoted(address)}" alt="${quoted(alt)}">`).join('')}</figure>\n\n`;
  });
}

/** A picture, maybe in a link, and its words behind it, or in a value of the shortcode. */
function captioned(start: string, inside: string): string {
  const content = inside.replace(/\[\/(?:wp_)?$/i, '');
  const [picture = ''] = /^\s*(?:<a\s[^<>]*>\s*)?<img\s[^<>]*>(?:\s*<\/a>)?/i.exec(content) ?? [];
  if (picture === '') return `${start}${inside}caption]`;
  const [, double, single] = /\scaption=(?:"([^"]*)"|'([^']*)')/i.exec(start) ?? [];
  const words = content.slice(picture.length).trim() || (double ?? single ?? '');
  return `\n\n<figure>${picture.trim()}<figcaption>${words}</figcaption></figure>\n\n`;
}

/** Addresses alone on a line are shown as players, too. */
const withPlayers = (html: string): string =>
  html.replaceAll(/^[ \t]*(https?:\/\/[^\s<>"']{1,500})[ \t]*$/gim, (whole, address: string) =>
    embedOf(address) ? playerOf(address) : whole,
  );

const playerOf = (address: string): string =>
  embedOf(address)
    ? `\n\n<iframe src="${quoted(address)}"></iframe>\n\n`
    : `<a href="${quoted(address)}">${quoted(address)}</a>`;

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Replaces what stands between a start and the next end. Takes time in proportion to the length. */
function between(
  text: string,
  start: RegExp,
  end: string,
  by: (start: string, inside: string) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const found of text.matchAll(start)) {
    if (found.index < at) continue;
    const from = found.index + found[0].length;
    const to = text.indexOf(end, from);
    if (to < 0) break;
    parts.push(text.slice(at, found.index), by(found[0], text.slice(from, to)));
    at = to + end.length;
  }
  return [...parts, text.slice(at)].join('');
}
