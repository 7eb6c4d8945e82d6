import {
  type ArticleDocument,
  type DocumentMark,
  type DocumentNode,
  MARKS,
  type NodeName,
} from '@sitedesk/contract/documents';
import { frameAttributes, frameUrl } from '@sitedesk/contract/embed-frames';
import { readHtml } from '@sitedesk/contract/html-block';
import { escapeHtml } from '../../platform/core/escape-html.js';
import { CODE_LIMITS, coloredCode } from './colored-code.js';

/**
 * Stored with each publication. Raised with every change of what the renderer writes, so that a page can always be traced to
 * the code that made it, and changes only when it is published again or rendered again on purpose.
 */
export const RENDERER = 5;

/** What a page fills in when it is put together, because it changes without the article: posts of a stream, the contact form, files. */
export type Slot =
  | { readonly kind: 'posts'; readonly stream: string; readonly count: number; readonly look: string }
  | { readonly kind: 'contact-form' }
  | ImageSlot
  | { readonly kind: 'file'; readonly file: string; readonly label: string };

/** A picture of the library. */
export interface ImageSlot {
  readonly kind: 'image';
  readonly file: string;
  /** Empty for one that is decorative. */
  readonly alt: string;
  readonly caption: string;
  readonly look: string;
  readonly href: string;
  /** Where it stands in a gallery, whose pictures all have one shape. */
  readonly inGallery?: true;
}

export interface RenderedDocument {
  /** Escaped HTML; slots are where {@link slotMarker} is. */
  readonly html: string;
  readonly slots: readonly Slot[];
  /** What stands before the end of the introduction, as text; undefined without such a mark. */
  readonly introduction: string | undefined;
  /** Blocks, marks and providers of embeds that it doesn't know, each once: a page shows nothing of them. */
  readonly unknown: readonly string[];
}

/** Can't be forged: a comment never comes out of the renderer otherwise. */
export const slotMarker = (index: number): string => `<!--slot ${index}-->`;

/** Pure: the same document gives the same octets on every version of Node. */
export function renderDocument(document: ArticleDocument): RenderedDocument {
  const renderer = new Renderer(document);
  const blocks = document.content ?? [];
  const end = blocks.findIndex(({ type }) => type === 'introductionEnd');
  return {
    html: renderer.blocks(blocks),
    slots: renderer.slots,
    unknown: [...renderer.unknown],
    introduction: end < 0 ? undefined : blocks.slice(0, end).map(plainText).join('\n\n').trim(),
  };
}

/** The words of a block without their marks, a line per block. */
export function plainText({ type, text, content }: DocumentNode): string {
  if (type === 'text') return text ?? '';
  if (type === 'hardBreak') return '\n';
  const inline = content?.some((child) => child.type === 'text' || child.type === 'hardBreak') ?? false;
  return (content ?? []).map(plainText).join(inline ? '' : '\n');
}

/** What a link to a heading ends with, by the heading: its words, and a number where several have the same. */
export function headingIds(document: ArticleDocument): ReadonlyMap<DocumentNode, string> {
  const ids = new Map<DocumentNode, string>();
  const taken = new Map<string, number>();
  const visit = (node: DocumentNode): void => {
    for (const child of node.content ?? []) {
      if (child.type === 'heading') ids.set(child, freeId(child, taken));
      else if (child.type !== 'text') visit(child);
    }
  };
  visit(document);
  return ids;
}

/** @param taken ids, with the last number that was tried behind each: all below are taken as well */
function freeId(heading: DocumentNode, taken: Map<string, number>): string {
  const words = plainText(heading)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  const stem = words === '' ? 'section' : words;
  let [id, number] = [stem, taken.get(stem) ?? 1];
  while (taken.has(id)) {
    number += 1;
    id = `${stem}-${number}`;
  }
  taken.set(stem, number);
  if (id !== stem) taken.set(id, 1);
  return id;
}

interface Heading {
  readonly id: string;
  readonly level: number;
  readonly html: string;
}

class Renderer {
  readonly slots: Slot[] = [];
  private isGallery = false;
  private coloredCode = 0;
  readonly unknown = new Set<string>();
  private readonly headings = new Map<DocumentNode, Heading>();

  constructor(document: ArticleDocument) {
    for (const [node, id] of headingIds(document)) {
      const level = node.attrs?.['level'];
      this.headings.set(node, {
        id: escapeHtml(id),
        level: typeof level === 'number' ? level : 2,
        html: this.inline(node.content),
      });
    }
  }

  blocks(nodes: readonly DocumentNode[] | undefined): string {
    return (nodes ?? []).map((node) => this.block(node)).join('');
  }

  private block(node: DocumentNode): string {
    const { type, content } = node;
    const text = (name: string): string => {
      const value = node.attrs?.[name];
      return typeof value === 'string' ? value : '';
    };
    const number = (name: string, otherwise: number): number => {
      const value = node.attrs?.[name];
      return typeof value === 'number' ? value : otherwise;
    };
    const inside = (): string => this.blocks(content);
    switch (type as NodeName) {
      case 'doc':
        return inside();
      case 'paragraph':
        return `<p>${this.inline(content)}</p>`;
      case 'heading': {
        const { id, level, html } = this.headings.get(node) ?? { id: '', level: 2, html: '' };
        return `<h${level} id="${id}">${html}</h${level}>`;
      }
      case 'bulletList':
        return `<ul>${inside()}</ul>`;
      case 'orderedList': {
        const start = number('start', 1);
        return `<ol${start === 1 ? '' : ` start="${start}"`}>${inside()}</ol>`;
      }
      case 'listItem':
        return `<li>${this.tight(content)}</li>`;
      case 'taskList':
        return `<ul class="tasks">${inside()}</ul>`;
      case 'taskItem': {
        const checked = node.attrs?.['checked'] === true;
        return `<li><input type="checkbox" disabled${checked ? ' checked' : ''} aria-label="${checked ? '✓' : '–'}"> ${this.tight(content)}</li>`;
      }
      case 'blockquote': {
        const [source, address] = [text('source'), text('sourceAddress')];
        const named = address
          ? `<a href="${escapeHtml(address)}">${escapeHtml(source || address)}</a>`
          : escapeHtml(source);
        const quote = `<blockquote${address ? ` cite="${escapeHtml(address)}"` : ''}>${inside()}</blockquote>`;
        return named ? `<figure class="quote">${quote}<figcaption>${named}</figcaption></figure>` : quote;
      }
      case 'codeBlock':
        return this.code(plainText(node), text('language'));
      case 'horizontalRule':
        return '<hr>';
      case 'table': {
        const caption = text('caption');
        return `<div class="table" role="region" tabindex="0"${caption ? ` aria-label="${escapeHtml(caption)}"` : ''}><table>${caption ? `<caption>${escapeHtml(caption)}</caption>` : ''}<tbody>${inside()}</tbody></table></div>`;
      }
      case 'tableRow':
        return `<tr>${inside()}</tr>`;
      case 'tableCell':
      case 'tableHeader': {
        const tag = type === 'tableCell' ? 'td' : 'th';
        const spans = ['colspan', 'rowspan'].map((name) =>
          number(name, 1) > 1 ? ` ${name}="${number(name, 1)}"` : '',
        );
        return `<${tag}${spans.join('')}>${this.tight(content)}</${tag}>`;
      }
      case 'callout': {
        const kind = text('kind') || 'note';
        return `<aside class="callout ${kind}">${inside()}</aside>`;
      }
      case 'details':
        return `<details>${inside()}</details>`;
      case 'detailsSummary':
        return `<summary>${this.inline(content)}</summary>`;
      case 'detailsContent':
        return `<div>${inside()}</div>`;
      case 'columns':
        return `<div class="columns columns-${content?.length ?? 2}">${inside()}</div>`;
      case 'column':
        return `<div>${inside()}</div>`;
      case 'embed':
        return this.embed(text('provider'), text('key'), text('title'));
      case 'button':
        return `<p><a class="button ${text('look') || 'primary'}" href="${escapeHtml(text('href'))}">${escapeHtml(text('label'))}</a></p>`;
      case 'postList':
        return this.slot({
          kind: 'posts',
          stream: text('stream'),
          count: number('count', 5),
          look: text('look') || 'list',
        });
      case 'contactForm':
        return this.slot({ kind: 'contact-form' });
      case 'image':
        return this.slot({
          kind: 'image',
          file: text('file'),
          alt: node.attrs?.['decorative'] === true ? '' : text('alt'),
          caption: text('caption'),
          look: text('look') || 'normal',
          href: text('href'),
          ...(this.isGallery ? { inGallery: true } : {}),
        });
      case 'gallery': {
        this.isGallery = true;
        const pictures = inside();
        this.isGallery = false;
        return `<div class="gallery">${pictures}</div>`;
      }
      case 'file':
        return this.slot({ kind: 'file', file: text('file'), label: text('label') });
      case 'tableOfContents':
        return tableOfContents([...this.headings.values()]);
      case 'html':
        return `<div class="html">${readHtml(text('html')).html ?? ''}</div>`;
      case 'introductionEnd':
        return '';
      default:
        this.unknown.add(type);
        return '';
    }
  }

  private code(code: string, language: string): string {
    const isOverLimit = this.coloredCode + code.length > CODE_LIMITS.document;
    const colored = isOverLimit ? undefined : coloredCode(code, language);
    if (colored !== undefined) this.coloredCode += code.length;
    const classes = [colored === undefined ? '' : 'hljs', language && `language-${escapeHtml(language)}`];
    const given = classes.filter(Boolean).join(' ');
    return `<pre><code${given && ` class="${given}"`}>${colored ?? escapeHtml(code)}</code></pre>`;
  }

  /** A paragraph that is alone needs no element of its own. */
  private tight(content: readonly DocumentNode[] | undefined): string {
    const [only, ...more] = content ?? [];
    return only?.type === 'paragraph' && more.length === 0 ? this.inline(only.content) : this.blocks(content);
  }

  private slot(slot: Slot): string {
    this.slots.push(slot);
    return slotMarker(this.slots.length - 1);
  }

  private inline(nodes: readonly DocumentNode[] | undefined): string {
    const open: OpenMark[] = [];
    let html = '';
    const closeTo = (depth: number): void => {
      for (const { close } of open.splice(depth).toReversed()) html += close;
    };
    for (const { type, text = '', marks = [] } of nodes ?? []) {
      const wanted = marks
        .filter((mark) => this.isKnown(mark))
        .toSorted((a, b) => MARK_ORDER.indexOf(a.type) - MARK_ORDER.indexOf(b.type));
      const keys = wanted.map(({ type: name, attrs }) => JSON.stringify([name, attrs]));
      const differs = open.findIndex(({ key }, depth) => key !== keys[depth]);
      closeTo(differs < 0 ? open.length : differs);
      for (const [depth, mark] of wanted.entries()) {
        if (depth < open.length) continue;
        const { start, close } = markTags(mark);
        html += start;
        open.push({ key: keys[depth] ?? '', close });
      }
      if (type === 'text') html += escapeHtml(text);
      else if (type === 'hardBreak') html += '<br>';
      else this.unknown.add(type);
    }
    closeTo(0);
    return html;
  }

  private isKnown({ type }: DocumentMark): boolean {
    if (MARK_ORDER.includes(type)) return true;
    this.unknown.add(type);
    return false;
  }

  private embed(provider: string, key: string, title: string): string {
    const url = frameUrl(provider, key);
    if (url !== undefined) return frame(provider, url, title);
    this.unknown.add(`embed ${provider}`);
    return '';
  }
}

function tableOfContents(headings: readonly Heading[]): string {
  if (headings.length === 0) return '';
  const items = headings.map(
    ({ id, level, html }) => `<li class="level-${level}"><a href="#${id}">${withoutLinks(html)}</a></li>`,
  );
  return `<nav class="contents"><ol>${items.join('')}</ol></nav>`;
}

const withoutLinks = (html: string): string => html.replaceAll(/<\/?a\b[^>]*>/g, '');

const FRAME_ATTRIBUTES = frameAttributes.map(([name, value]) => ` ${name}="${value}"`).join('');
const frame = (provider: string, url: string, title: string): string =>
  `<figure class="embed ${provider}"><iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}"${FRAME_ATTRIBUTES}></iframe></figure>`;

/** Outermost first, so that marks that go on over several pieces of text are one element. */
const MARK_ORDER = Object.keys(MARKS).toSorted((a, b) => rank(a) - rank(b));
function rank(name: string): number {
  return [
    'link',
    'language',
    'bold',
    'italic',
    'strike',
    'highlight',
    'subscript',
    'superscript',
    'code',
  ].indexOf(name);
}

const TAGS: Readonly<Record<Exclude<DocumentMark['type'], 'link' | 'language'>, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
  highlight: 'mark',
};

interface OpenMark {
  readonly key: string;
  readonly close: string;
}

function markTags({ type, attrs = {} }: DocumentMark): { readonly start: string; readonly close: string } {
  if (type === 'link') {
    const title = attrs['title'];
    const titled = typeof title === 'string' ? ` title="${escapeHtml(title)}"` : '';
    return { start: `<a href="${escapeHtml(String(attrs['href']))}"${titled}>`, close: '</a>' };
  }
  if (type === 'language')
    return { start: `<span lang="${escapeHtml(String(attrs['lang']))}">`, close: '</span>' };
  return { start: `<${TAGS[type]}>`, close: `</${TAGS[type]}>` };
}
