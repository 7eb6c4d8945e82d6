import {
  BLOCK_ID,
  CALLOUTS,
  type DocumentMark,
  type NodeName,
  NODES,
  writableText,
} from '@sitedesk/contract/documents';
import { embedOf } from '@sitedesk/contract/embed-address';
import { createHash } from 'node:crypto';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, childrenOf, classesOf, isElement, isText, textOf, unlinkNotes } from './document-tree.js';
import { simplifyCards } from './ghost-cards.js';
import { BUTTON, FOREIGN, INLINE, MARK_OF, SILENT } from './html-elements.js';
import {
  checkbox,
  clipped,
  collapsed,
  find,
  firstOf,
  isHead,
  isIntroductionEnd,
  linesOf,
  oneLine,
  type RawNode,
  rowsOf,
  startOf,
  trimmed,
  withoutByline,
  withoutStart,
} from './html-parts.js';
import { isGoogleDocument, simplifyGoogle } from './google-document.js';
import { parsePage } from './parse-page.js';

/** What was read of a page. */
export interface ReadHtml {
  readonly content: readonly RawNode[];
  /** Names of headings in the source that links can lead to, by the ids of their blocks. */
  readonly headingNames: ReadonlyMap<string, readonly string[]>;
  /** The heading of the first level that the text begins with, which isn't in `content`; null for none. */
  readonly heading: { readonly text: string; readonly block: RawNode } | null;
  /** IDs of the other headings of the first level, which are of the second in an article. */
  readonly firstLevel: ReadonlySet<string>;
  /** Of the page's head. */
  readonly head: Readonly<Record<string, string>>;
  /** Kinds of elements that were left out, or moved behind the block that can't hold them, with their number. */
  readonly dropped: ReadonlyMap<string, number>;
  readonly moved: ReadonlyMap<string, number>;
}

/** Names of notes and of their marks: those of LibreOffice, Pandoc, Word, and of sites that show Markdown. */
const NOTE =
  /^(?:user-content-fn|fn(?:ref)?(?::|-?\d)|sd(?:foot|end)note\d|_(?:ftn|edn)(?:ref)?\d|(?:foot|end)note-(?:ref-)?\d)/;
/** Elements that say something of their page. */
const HEAD = new Set(['title', 'meta', 'link']);
const SMALL: readonly NodeName[] = ['paragraph', 'bulletList', 'orderedList', 'taskList', 'codeBlock'];
const rule = (name: NodeName): readonly NodeName[] => {
  const { content } = NODES[name] as { content?: { blocks?: readonly NodeName[] } }; // of those that hold blocks
  return content?.blocks ?? [];
};

/**
 * Reads a page or a part of one as blocks of an article. It keeps what articles have a block or a mark for, whatever that is wrapped in,
 * and counts the rest; nothing of the source reaches an article but text, and addresses that are checked later.
 * @param seed of the blocks' ids, so that the same text has the same blocks
 * @throws UnreadableDocument
 */
export async function readHtml(html: string, seed: string): Promise<ReadHtml> {
  const page = await parsePage(html);
  if (isGoogleDocument(page)) simplifyGoogle(page);
  if (html.includes('kg-')) simplifyCards(page);
  unlinkNotes(page, (name) => NOTE.test(name));
  const head: Record<string, string> = {};
  for (const element of find(page, ({ tagName }) => HEAD.has(tagName))) {
    if (element.tagName === 'link') {
      const isCanonical = attribute(element, 'rel').trim().toLowerCase() === 'canonical';
      if (isCanonical) head['canonical'] ??= attribute(element, 'href').trim();
      continue;
    }
    const name =
      element.tagName === 'title' ? 'title' : attribute(element, 'name') || attribute(element, 'property');
    const value = element.tagName === 'title' ? textOf(element) : attribute(element, 'content');
    const key = name.toLowerCase();
    if (!key || !value.trim()) continue;
    // A page of several authors names each in an element of its own.
    head[key] = key === 'author' && head[key] ? `${head[key]}, ${value.trim()}` : (head[key] ?? value.trim());
  }
  const [root = page] = [...firstOf(page, 'article'), ...firstOf(page, 'main'), ...firstOf(page, 'body')];
  const reader = new Reader(seed);
  const content = reader.document(root);
  const { heading, headingNames, firstLevel, dropped, moved } = reader;
  return { content, heading, headingNames, firstLevel, head, dropped, moved };
}

class Reader {
  heading: ReadHtml['heading'] = null;
  readonly headingNames = new Map<string, readonly string[]>();
  readonly firstLevel = new Set<string>();
  readonly dropped = new Map<string, number>();
  readonly moved = new Map<string, number>();
  private blocks = 0;
  /** Blocks that their place can't hold: they come behind the block that they were in. */
  private overflow: RawNode[] = [];
  private isFirst = true;
  private hasIntroduction = false;

  constructor(private readonly seed: string) {}

  document(root: Tree.Node): readonly RawNode[] {
    const content = this.blocksIn(root, rule('doc'));
    const rest = this.overflow;
    this.overflow = [];
    return [...content, ...rest];
  }

  private id(): string {
    this.blocks += 1;
    const digest = createHash('sha256')
      .update(`${this.seed}\0${this.blocks}`)
      .digest('base64')
      .replaceAll(/[^A-Za-z0-9]/g, '');
    const id = digest.slice(0, 12);
    if (!BLOCK_ID.test(id)) throw new Error('A digest has too few letters and digits.');
    return id;
  }

  private drop(what: string): void {
    this.dropped.set(what, (this.dropped.get(what) ?? 0) + 1);
  }

  private node(
    type: NodeName,
    attrs: Readonly<Record<string, unknown>>,
    content?: readonly RawNode[],
  ): RawNode {
    return { type, attrs: { id: this.id(), ...attrs }, ...(content && { content }) };
  }

  /** Blocks of what an element holds, each of a kind that may stand there; the others go to the overflow. */
  private blocksIn(parent: Tree.Node, allowed: readonly NodeName[]): RawNode[] {
    const found: RawNode[] = [];
    let line: Tree.ChildNode[] = [];
    const place = (blocks: readonly RawNode[]): void => {
      for (const block of blocks) {
        const fitting = this.fitting(block, allowed);
        if (fitting) found.push(fitting);
        else {
          this.moved.set(block.type, (this.moved.get(block.type) ?? 0) + 1);
          this.overflow.push(block);
        }
      }
    };
    const flush = (): void => {
      if (line.length > 0) place(this.paragraphs(line));
      line = [];
    };
    const read = (nodes: readonly Tree.ChildNode[]): void => {
      for (const child of nodes) {
        const isMark = isIntroductionEnd(child);
        if (isMark && !this.hasIntroduction && allowed.includes('introductionEnd')) {
          flush();
          this.hasIntroduction = true;
          found.push(this.node('introductionEnd', {}));
        }
        if (isMark || child.nodeName === '#comment') continue;
        if (this.isInline(child)) {
          line.push(child);
          continue;
        }
        flush();
        if (!isElement(child)) continue;
        const blocks = this.block(child);
        if (blocks) place(blocks);
        else read(childrenOf(withoutByline(child)));
        flush();
      }
    };
    read(childrenOf(parent));
    flush();
    return found;
  }

  /** A heading where none can be is a paragraph in bold. */
  private fitting(block: RawNode, allowed: readonly NodeName[]): RawNode | undefined {
    if (allowed.includes(block.type as NodeName)) return block;
    if (block.type !== 'heading' || !allowed.includes('paragraph')) return undefined;
    const content = (block.content ?? []).map((each) =>
      each.type === 'text' && !each.marks?.some(({ type }) => type === 'bold')
        ? { ...each, marks: [{ type: 'bold' as const }, ...(each.marks ?? [])] }
        : each,
    );
    return { type: 'paragraph', attrs: { id: block.attrs?.['id'] }, content };
  }

  private isInline(node: Tree.ChildNode): boolean {
    if (isText(node)) return true;
    if (!isElement(node)) return false;
    if (node.tagName === 'img' || node.tagName === 'picture') return true;
    return (
      INLINE.has(node.tagName) && childrenOf(node).every((child) => this.isInline(child) || !isElement(child))
    );
  }

  /** Undefined for an element that is none, whose content stands in its place. */
  private block(element: Tree.Element): readonly RawNode[] | undefined {
    const before = this.overflow;
    this.overflow = [];
    const made = this.blockOf(element);
    const behind = this.overflow;
    this.overflow = before;
    return made && behind.length > 0 ? [...made, ...behind] : made;
  }

  private blockOf(element: Tree.Element): readonly RawNode[] | undefined {
    const { tagName } = element;
    switch (tagName) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.headings(element, Number(tagName.slice(1)));
      case 'ul':
      case 'menu':
      case 'dir':
      case 'ol':
        return this.list(element, tagName === 'ol');
      case 'blockquote':
        return this.quote(element);
      case 'pre':
      case 'listing':
      case 'xmp':
        return this.code(element);
      case 'hr':
        return [this.node('horizontalRule', {})];
      case 'table':
        return this.table(element);
      case 'details':
        return this.details(element);
      case 'figure':
        return this.figure(element);
      case 'dt':
        return this.term(element);
      case 'iframe':
        return this.embed(element);
      case BUTTON: {
        const attrs = { label: oneLine(textOf(element)), href: attribute(element, 'href').trim() };
        return [this.node('button', attrs)];
      }
      default:
        if (FOREIGN.has(tagName)) this.drop(tagName);
        return FOREIGN.has(tagName) || SILENT.has(tagName) ? [] : undefined;
    }
  }

  /** Paragraphs of a line of text; a picture in it is a block of its own between them. */
  private paragraphs(nodes: readonly Tree.ChildNode[]): readonly RawNode[] {
    const pieces = this.inline(nodes);
    const made: RawNode[] = [];
    let line: RawNode[] = [];
    const flush = (): void => {
      const content = trimmed(line);
      if (content.length > 0) made.push(this.node('paragraph', {}, content));
      line = [];
    };
    for (const piece of pieces) {
      if (piece.type !== 'image') {
        line.push(piece);
        continue;
      }
      flush();
      made.push(piece);
    }
    flush();
    if (made.some(({ type }) => type === 'paragraph')) this.isFirst = false;
    return made;
  }

  private inline(
    nodes: readonly Tree.ChildNode[],
    marks: readonly DocumentMark[] = [],
    pieces: RawNode[] = [],
  ): readonly RawNode[] {
    for (const node of nodes) {
      if (isText(node)) {
        const text = writableText(collapsed(node.value));
        if (text !== '') pieces.push({ type: 'text', text, ...(marks.length > 0 && { marks }) });
      } else if (isElement(node)) {
        this.inlineElement(node, marks, pieces);
      }
    }
    return pieces;
  }

  private inlineElement(element: Tree.Element, marks: readonly DocumentMark[], pieces: RawNode[]): void {
    const { tagName } = element;
    if (FOREIGN.has(tagName)) this.drop(tagName);
    if (FOREIGN.has(tagName) || SILENT.has(tagName)) return;
    if (tagName === 'br') pieces.push({ type: 'hardBreak' });
    else if (tagName === 'img') pieces.push(...this.image(element, marks));
    else this.inline(childrenOf(element), this.marksWith(element, marks), pieces);
  }

  private marksWith(element: Tree.Element, marks: readonly DocumentMark[]): readonly DocumentMark[] {
    const add = (mark: DocumentMark): readonly DocumentMark[] =>
      marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark];
    if (element.tagName === 'a') {
      const href = attribute(element, 'href').trim();
      const title = clipped(oneLine(attribute(element, 'title')), 300);
      return href === '' ? marks : add({ type: 'link', attrs: { href, ...(title && { title }) } });
    }
    const name = Object.hasOwn(MARK_OF, element.tagName) ? MARK_OF[element.tagName] : undefined;
    return name ? add({ type: name }) : marks;
  }

  private image(element: Tree.Element, marks: readonly DocumentMark[] = []): readonly RawNode[] {
    const src = attribute(element, 'src').trim() || attribute(element, 'data-src').trim();
    if (src === '') return [];
    const alt = clipped(oneLine(attribute(element, 'alt')), 300);
    const href = marks.find(({ type }) => type === 'link')?.attrs?.['href'];
    return [
      this.node('image', { file: src, ...(alt && { alt }), ...(typeof href === 'string' && { href }) }),
    ];
  }

  private headings(element: Tree.Element, level: number): readonly RawNode[] {
    const text = oneLine(textOf(element));
    if (level === 1 && this.heading === null && this.isFirst && text !== '') {
      const [line] = this.paragraphs(childrenOf(element));
      if (line)
        this.heading = { text, block: { ...line, type: 'heading', attrs: { ...line.attrs, level: 2 } } };
      return [];
    }
    this.isFirst = false;
    const names = [element, ...find(element, () => true)].flatMap((each) =>
      [attribute(each, 'id'), attribute(each, 'name')].filter((name) => name !== ''),
    );
    return this.paragraphs(childrenOf(element)).map((block) => {
      if (block.type !== 'paragraph') return block;
      if (names.length > 0) this.headingNames.set(String(block.attrs?.['id']), names);
      if (level === 1) this.firstLevel.add(String(block.attrs?.['id']));
      return {
        ...block,
        type: 'heading' as const,
        attrs: { ...block.attrs, level: Math.min(Math.max(level, 2), 4) },
      };
    });
  }

  private list(element: Tree.Element, isOrdered: boolean): readonly RawNode[] {
    const items = childrenOf(element).filter(isElement);
    const boxes = new Map(items.map((item) => [item, item.tagName === 'li' ? checkbox(item) : undefined]));
    // With an item that is no task among them, boxes are text.
    const isTasks = items.every((item) => boxes.get(item));
    if (isTasks) for (const box of boxes.values()) box?.remove();
    const read = items.flatMap((item) => {
      if (item.tagName === 'li') {
        const checked = boxes.get(item)?.isDone;
        return [{ content: this.blocksIn(item, rule('listItem')), checked }];
      }
      // A list in a list, without an item around it.
      const inside = this.blocksIn(
        { ...item, nodeName: 'div', childNodes: [item] } as Tree.Element,
        rule('listItem'),
      );
      return inside.length > 0 ? [{ content: inside, checked: undefined }] : [];
    });
    if (read.length === 0) return [];
    const itemOf = ({ content, checked }: (typeof read)[number]): RawNode => {
      const [first] = content;
      const whole = first?.type === 'paragraph' ? content : [this.node('paragraph', {}), ...content];
      if (!isTasks) return this.node('listItem', {}, whole);
      const kept = whole.filter(({ type }) => SMALL.includes(type as NodeName));
      this.overflow.push(...whole.filter((block) => !kept.includes(block)));
      return this.node('taskItem', { checked }, kept);
    };
    const content = read.map(itemOf);
    if (isTasks) return [this.node('taskList', {}, content)];
    const start = Number(attribute(element, 'start') || 1);
    const from = Number.isInteger(start) && start >= 0 && start <= 999_999 ? start : 1;
    return [
      isOrdered ? this.node('orderedList', { start: from }, content) : this.node('bulletList', {}, content),
    ];
  }

  /** A quotation, or a callout where its first line says so: `[!NOTE]`. */
  private quote(element: Tree.Element): readonly RawNode[] {
    const [, word = ''] = /^\s*\[!(\w+)\]/.exec(startOf(element)) ?? [];
    const kind = CALLOUTS.find((each) => each === word.toLowerCase());
    const content = this.blocksIn(element, rule(kind ? 'callout' : 'blockquote'));
    if (!kind) return content.length > 0 ? [this.node('blockquote', {}, content)] : [];
    const [first, ...rest] = content;
    const left = trimmed(withoutStart(first?.content ?? [], `[!${word}]`));
    const inside = [...(first && left.length > 0 ? [{ ...first, content: left }] : []), ...rest];
    return [this.node('callout', { kind }, inside.length > 0 ? inside : [this.node('paragraph', {})])];
  }

  private code(element: Tree.Element): readonly RawNode[] {
    const [code = element] = find(element, ({ tagName }) => tagName === 'code');
    const classes = `${attribute(code, 'class')} ${attribute(element, 'class')}`;
    const [, word = ''] =
      /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*|sourceCode\s+(?!sourceCode))([\w+#.-]+)/.exec(
        classes,
      ) ?? [];
    const language = word.toLowerCase();
    const { pattern, max } = NODES.codeBlock.attributes.language;
    const attrs = pattern.test(language) && language.length <= max ? { language } : {};
    const text = writableText(linesOf(element).replaceAll(/\r\n?/g, '\n')).replace(/\n$/, '');
    return [this.node('codeBlock', attrs, text === '' ? [] : [{ type: 'text', text }])];
  }

  private table(element: Tree.Element): readonly RawNode[] {
    const captioned = childrenOf(element).find(({ nodeName }) => nodeName === 'caption');
    const caption = captioned ? clipped(oneLine(textOf(captioned)), 300) : '';
    const rows: RawNode[] = [];
    for (const row of rowsOf(element)) {
      const cells = childrenOf(row)
        .filter(isElement)
        .filter(({ tagName }) => tagName === 'td' || tagName === 'th');
      const content = cells.map((cell) => {
        const inside = this.blocksIn(cell, SMALL);
        const span = (name: string, max: number): number => {
          const given = Number(attribute(cell, name) || 1);
          return Number.isInteger(given) && given >= 1 && given <= max ? given : 1;
        };
        return this.node(
          cell.tagName === 'th' || isHead(row) ? 'tableHeader' : 'tableCell',
          { colspan: span('colspan', 50), rowspan: span('rowspan', 500) },
          inside.length > 0 ? inside : [this.node('paragraph', {})],
        );
      });
      if (content.length > 0) rows.push(this.node('tableRow', {}, content));
    }
    return rows.length > 0 ? [this.node('table', caption ? { caption } : {}, rows)] : [];
  }

  private details(element: Tree.Element): readonly RawNode[] {
    const summary = childrenOf(element).find(
      (child): child is Tree.Element => isElement(child) && child.tagName === 'summary',
    );
    const line = summary
      ? trimmed(this.inline(childrenOf(summary)).filter(({ type }) => type !== 'image'))
      : [];
    const rest = {
      ...element,
      childNodes: childrenOf(element).filter((child) => child !== summary),
    } as Tree.Element;
    const inside = this.blocksIn(rest, rule('detailsContent'));
    return [
      this.node('details', {}, [
        this.node('detailsSummary', {}, line),
        this.node('detailsContent', {}, inside.length > 0 ? inside : [this.node('paragraph', {})]),
      ]),
    ];
  }

  /** Its caption goes to its picture; without exactly one picture it's a paragraph. */
  private figure(element: Tree.Element): readonly RawNode[] {
    const player = classesOf(element).includes('wp-block-embed') ? this.player(element) : undefined;
    if (player) return [player];
    const isCaption = (child: Tree.ChildNode): child is Tree.Element =>
      isElement(child) && child.tagName === 'figcaption';
    const captioned = childrenOf(element).find(isCaption);
    const rest = {
      ...element,
      childNodes: childrenOf(element).filter((child) => child !== captioned),
    } as Tree.Element;
    const blocks = this.gallery(this.blocksIn(rest, rule('doc')));
    if (!captioned) return blocks;
    const [only] = blocks;
    const text = oneLine(textOf(captioned));
    const caption =
      only?.type === 'table' ? only.attrs?.['caption'] || clipped(text, 300) : clipped(text, 500);
    if (blocks.length === 1 && (only?.type === 'image' || only?.type === 'table'))
      return [caption ? { ...only, attrs: { ...only.attrs, caption } } : only];
    return [...blocks, ...this.paragraphs(childrenOf(captioned))];
  }

  /** Several pictures in one figure are a gallery. */
  private gallery(blocks: readonly RawNode[]): readonly RawNode[] {
    const isGallery =
      blocks.length > 1 &&
      blocks.length <= NODES.gallery.content.max &&
      blocks.every(({ type }) => type === 'image');
    return isGallery ? [this.node('gallery', {}, blocks)] : blocks;
  }

  /** What WordPress shows in the place of an address; undefined for what articles have no player for. */
  private player(element: Tree.Element): RawNode | undefined {
    const parts = childrenOf(element).filter(isElement);
    const wrapper = parts.find((each) => classesOf(each).includes('wp-block-embed__wrapper'));
    const found = wrapper && embedOf(textOf(wrapper));
    const captioned = parts.find(({ tagName }) => tagName === 'figcaption');
    const title = captioned ? clipped(oneLine(textOf(captioned)), 300) : '';
    return found && this.node('embed', { ...found, title: title || found.provider });
  }

  /** A paragraph in bold, which is followed by what explains it. */
  private term(element: Tree.Element): readonly RawNode[] {
    return this.paragraphs(childrenOf(element)).flatMap(
      (block) => this.fitting({ ...block, type: 'heading' }, ['paragraph']) ?? [],
    );
  }

  private embed(element: Tree.Element): readonly RawNode[] {
    const found = embedOf(attribute(element, 'src'));
    if (!found) {
      this.drop('iframe');
      return [];
    }
    const title = clipped(oneLine(attribute(element, 'title')), 300) || found.provider;
    return [this.node('embed', { ...found, title })];
  }
}
