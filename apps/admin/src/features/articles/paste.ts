import { isLinkAddress, NODES, writableText } from '@sitedesk/contract/documents';
import { Parser } from 'htmlparser2';

/** What came of pasted HTML. */
interface CleanPaste {
  readonly html: string;
  /** Pictures that were left out. */
  readonly images: number;
}

/**
 * Rewrites pasted HTML before the browser parses any of it: then no picture is fetched from a stranger, no style is applied, and
 * what word processors say by styles is said by elements. Only what an article can hold is left.
 */
export function cleanPaste(pasted: string): CleanPaste {
  const html = writableText(pasted);
  if (isOwn(html)) return { html, images: 0 };
  const root = parse(html);
  const writer = new Writer();
  writer.blocks(gatherLists(root.children), 'flow');
  return { html: writer.html(), images: writer.images };
}

/** Copied from an editor like this one, and with nothing in it that acts. */
const isOwn = (html: string): boolean =>
  /data-pm-slice=/.test(html) &&
  !/<(?:img|image|style|script|link|iframe|object|embed|svg|math|video|audio|source|input)\b|[\s/"'](?:style|on\w+|src|srcset|background|poster)\s*=/i.test(
    html,
  );

type Styles = ReadonlyMap<string, string>;
const NO_STYLES: Styles = new Map();

function stylesOf(style: string | undefined): Styles {
  if (style === undefined) return NO_STYLES;
  const entries = style.split(';').flatMap((rule) => {
    const [name = '', ...value] = rule.split(':');
    return value.length === 0
      ? []
      : [[name.trim().toLowerCase(), value.join(':').trim().toLowerCase()] as const];
  });
  return new Map(entries);
}

/** An element, or a piece of text. */
interface Piece {
  readonly tag: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly styles: Styles;
  readonly children: Piece[];
}

const piece = (tag: string, attributes: Readonly<Record<string, string>> = {}, text = ''): Piece => ({
  tag,
  text,
  attributes,
  styles: stylesOf(attributes['style']),
  children: [],
});

/** Elements deeper than that stand side by side. */
const DEEPEST = 200;

/** Reads elements that stand too deep as if they were empty: what it does for each takes longer the deeper it is. */
class ShallowParser extends Parser {
  private isClosing = false;
  private decided: boolean | undefined;

  constructor(
    private readonly depth: () => number,
    ...given: ConstructorParameters<typeof Parser>
  ) {
    super(...given);
  }

  override onclosetag(start: number, end: number): void {
    this.isClosing = true;
    super.onclosetag(start, end);
    this.isClosing = false;
  }

  /** Asked twice of each element that opens: before it is noted as open, and after. */
  protected override isVoidElement(name: string): boolean {
    if (this.isClosing || name === '') return super.isVoidElement(name);
    const isVoid = this.decided ?? (super.isVoidElement(name) || this.depth() >= DEEPEST);
    this.decided = this.decided === undefined ? isVoid : undefined;
    return isVoid;
  }
}

function parse(html: string): Piece {
  const root = piece('');
  const open: Piece[] = [root];
  const parser = new ShallowParser(
    () => open.length,
    {
      onopentag: (tag, attributes) => {
        const child = piece(tag, attributes);
        open.at(-1)?.children.push(child);
        open.push(child);
      },
      ontext: (text) => void open.at(-1)?.children.push(piece('#text', {}, text)),
      onclosetag: () => void (open.length > 1 && open.pop()),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  return root;
}

const DROPPED = new Set(['script', 'style', 'head', 'title', 'meta', 'link', 'template', 'noscript', 'svg', 'math', 'object', 'iframe', 'embed', 'video', 'audio', 'canvas', 'button', 'select', 'input', 'textarea', 'xml', 'o:p']); // prettier-ignore
/** Of one table. */
const MOST_ROWS = NODES.table.content.max;
const BLOCKS = new Set(['p', 'div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'nav', 'figure', 'figcaption', 'address', 'center', 'form', 'fieldset', 'details', 'summary', 'body', 'html', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'table', 'caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'hr']); // prettier-ignore

const textOf = (one: Piece): string => one.text + one.children.map(textOf).join('');

/** Word has no lists in its HTML but paragraphs that look like items. */
const LIST_LEVEL = /\bl\d+ level(\d+)\b/;
const isMarker = (one: Piece): boolean => {
  const styles = one.styles;
  return /ignore/.test(styles.get('mso-list') ?? '') || styles.get('mso-special-format') === 'bullet';
};
/** What isn't part of the text, such as comments on it. */
const isApart = (one: Piece): boolean =>
  DROPPED.has(one.tag) ||
  isMarker(one) ||
  one.attributes['hidden'] !== undefined ||
  one.attributes['class'] === 'MsoCommentReference' ||
  one.styles.get('mso-element') === 'comment-list' ||
  /^none/.test(one.styles.get('display') ?? '');

function levelOf(one: Piece): number {
  if (one.tag !== 'p') return 0;
  return Number(LIST_LEVEL.exec(one.styles.get('mso-list') ?? '')?.[1] ?? 0);
}

/** An item of a list that isn't written as one. */
interface LooseItem {
  readonly level: number;
  readonly tag: string;
  readonly start: number;
  readonly children: readonly Piece[];
}

function looseItems(one: Piece): readonly LooseItem[] {
  const level = levelOf(one);
  if (level > 0) {
    const marker = one.children.map(markerText).join('').trim();
    const [isNumbered, number] = /^\(?(?:(\d{1,4})|[a-z]{1,4})[.)]/i.exec(marker) ?? [];
    const tag = isNumbered === undefined ? 'ul' : 'ol';
    return [{ level, tag, start: Number(number ?? 1), children: withoutMarkers(one.children) }];
  }
  // Word on the web writes each item as a list of its own.
  if (!/\bListContainerWrapper\b/.test(one.attributes['class'] ?? '')) return [];
  return one.children.flatMap(({ tag, attributes, children }) =>
    children
      .filter((item) => item.tag === 'li')
      .map((item) => ({
        level: Number(item.attributes['data-aria-level'] ?? 1),
        tag,
        start: Number(attributes['start'] ?? 1),
        children: inlineOrGathered(item),
      })),
  );
}

/** Puts items of one list into lists, in each element. */
function gatherLists(children: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  let lists: Piece[] = [];
  for (const child of children) {
    const items = looseItems(child);
    if (items.length === 0) {
      if (child.tag === '#text' && child.text.trim() === '') continue;
      lists = [];
      found.push({ ...child, children: inlineOrGathered(child) });
    }
    for (const { level, tag, start, children: content } of items) {
      lists = lists.slice(0, level);
      if (lists[level - 1]?.tag !== tag) lists = lists.slice(0, level - 1);
      while (lists.length < level) {
        const list = piece(tag, { start: String(start) });
        const above = lists.at(-1);
        if (above) {
          if (above.children.length === 0) above.children.push(piece('li'));
          above.children.at(-1)?.children.push(list);
        } else found.push(list);
        lists.push(list);
      }
      lists.at(-1)?.children.push({ ...piece('li'), children: [...content] });
    }
  }
  return found;
}

const inlineOrGathered = (one: Piece): Piece[] =>
  one.children.some((child) => looseItems(child).length > 0 || BLOCKS.has(child.tag))
    ? gatherLists(one.children)
    : one.children;
const markerText = (one: Piece): string =>
  isMarker(one) ? textOf(one) : one.children.map(markerText).join('');
const withoutMarkers = (children: readonly Piece[]): Piece[] =>
  children
    .filter((child) => !isMarker(child))
    .map((child) => ({ ...child, children: withoutMarkers(child.children) }));

/** Ways of marking text, as elements around it. */
type Marks = readonly string[];
const MARK_TAGS: Readonly<Record<string, string>> = { b: 'strong', strong: 'strong', i: 'em', em: 'em', s: 's', strike: 's', del: 's', code: 'code', kbd: 'code', samp: 'code', tt: 'code', sub: 'sub', sup: 'sup', mark: 'mark' }; // prettier-ignore

function marksOf(one: Piece, around: Marks): Marks {
  const styles = one.styles;
  const marks = new Set(around);
  const own = MARK_TAGS[one.tag];
  if (own) marks.add(own);
  const weight = styles.get('font-weight');
  // Documents of Google are wrapped into a bold element that says it is not.
  if (weight === 'normal' || Number(weight) < 600) marks.delete('strong');
  else if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) marks.add('strong');
  const style = styles.get('font-style');
  if (style === 'normal') marks.delete('em');
  else if (style === 'italic' || style === 'oblique') marks.add('em');
  if (/line-through/.test(styles.get('text-decoration') ?? styles.get('text-decoration-line') ?? ''))
    marks.add('s');
  const align = styles.get('vertical-align');
  if (align === 'sub') marks.add('sub');
  if (align === 'super') marks.add('sup');
  if (styles.has('mso-highlight')) marks.add('mark');
  if (one.tag === 'a') {
    const href = addressOf(one.attributes['href'] ?? '');
    if (href !== undefined) marks.add(`a href="${escaped(href)}"`);
  }
  return [...marks];
}

/** The address itself, where a search engine has put its own before it. */
function addressOf(href: string): string | undefined {
  const address = href.trim();
  const around = /^https:\/\/www\.google\.com\/url\?/.test(address)
    ? new URL(address).searchParams.get('q')
    : null;
  const whole = around ?? address;
  // A place in the document that it was copied from is nowhere here.
  return isLinkAddress(whole) && !/^#|^\//.test(whole) ? whole : undefined;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What may be written where one is: small blocks only in items and cells. */
type Place = 'flow' | 'small';

class Writer {
  images = 0;
  private readonly done: string[] = [];
  /** The paragraph that is written. */
  private line = '';

  html(): string {
    return this.done.join('');
  }

  blocks(children: readonly Piece[], place: Place, marks: Marks = []): void {
    for (const child of children) this.block(child, place, marks);
    this.endLine();
  }

  private block(one: Piece, place: Place, around: Marks): void {
    const { tag, children } = one;
    if (tag === '#text') return this.text(one.text, around);
    if (isApart(one)) return;
    if (tag === 'img' || tag === 'picture') return this.image(one);
    if (tag === 'br') return this.lineBreak();
    const marks = marksOf(one, around);
    if (!BLOCKS.has(tag)) {
      for (const child of children) this.block(child, place, marks);
      return;
    }
    this.endLine();
    const heading = headingOf(one);
    if (heading !== undefined && place === 'flow') {
      const level = Math.min(4, Math.max(2, heading));
      // Headings are bold by themselves.
      this.inside(`h${level}`, () =>
        this.inlines(
          children,
          marks.filter((mark) => mark !== 'strong'),
        ),
      );
    } else if (tag === 'ul' || tag === 'ol') this.list(one, marks);
    else if (tag === 'table') this.table(children, place, marks);
    else if (tag === 'pre' || isCode(one)) this.code(one);
    else if (tag === 'hr') {
      if (place === 'flow') this.done.push('<hr>');
    } else if (tag === 'blockquote' && place === 'flow')
      this.inside('blockquote', () => this.blocks(children, 'small', marks));
    else this.blocks(children, place, marks);
  }

  /** Text alone, whatever it stands in. */
  private inlines(children: readonly Piece[], marks: Marks): void {
    for (const child of children) {
      if (child.tag === '#text') this.text(child.text, marks);
      else if (child.tag === 'img') this.image(child);
      else if (!isApart(child)) {
        this.inlines(
          child.children,
          marksOf(child, marks).filter((mark) => mark !== 'strong' || marks.includes(mark)),
        );
      }
    }
    this.done.push(this.line.trim());
    this.line = '';
  }

  private image({ attributes }: Piece): void {
    if (attributes['aria-roledescription'] !== 'checkbox') this.images += 1;
  }

  /** Two of them end a paragraph. */
  private lineBreak(): void {
    if (this.line.trimEnd().endsWith('<br>')) this.endLine();
    else if (this.line !== '') this.line += '<br>';
  }

  private code(one: Piece): void {
    this.wrapped('pre', `<code>${escaped(writableText(linesIn(one)).replace(/\n$/, ''))}</code>`);
  }

  private text(text: string, marks: Marks): void {
    const words = writableText(text).replaceAll(/[ \t\r\n\f]+/g, ' ');
    if (words === '' || (words === ' ' && (this.line === '' || this.line.endsWith(' ')))) return;
    const start = marks.map((mark) => `<${mark}>`).join('');
    const end = marks
      .map((mark) => `</${mark.split(' ')[0] ?? ''}>`)
      .toReversed()
      .join('');
    this.line += words.trim() === '' ? words : start + escaped(words) + end;
  }

  /** Paragraphs in which nothing stands are left out: they are distances. */
  private endLine(): void {
    const line = this.line.trim().replace(/(?:\s*<br>)+$/, '');
    this.line = '';
    if (line.replaceAll(/<[^>]*>|&nbsp;|\u00A0|\u200B/g, '').trim() !== '') this.done.push(`<p>${line}</p>`);
  }

  private inside(tag: string, write: () => void): void {
    const start = this.done.length;
    write();
    const content = this.done.splice(start).join('');
    if (content.trim() !== '') this.wrapped(tag, content);
  }

  private wrapped(tag: string, content: string): void {
    this.done.push(`<${tag}>${content}</${tag.split(' ')[0] ?? ''}>`);
  }

  /** A list in a list stands in the item before it; some programs write it beside. */
  private list({ tag, attributes, children }: Piece, marks: Marks): void {
    const items: Piece[] = [];
    for (const child of children) {
      if (child.tag === 'li') items.push({ ...child, children: [...child.children] });
      else if (child.tag === 'ul' || child.tag === 'ol') {
        if (items.length === 0) items.push(piece('li'));
        items.at(-1)?.children.push(child);
      } else if (child.tag !== '#text' || child.text.trim() !== '')
        items.push({ ...piece('li'), children: [child] });
    }
    const isTasks = items.length > 0 && items.every((item) => checkOf(item) !== undefined);
    const start = /^\d{1,6}$/.exec(attributes['start'] ?? '')?.[0] ?? '1';
    const list = isTasks
      ? 'ul data-type="taskList"'
      : start === '1' || tag === 'ul'
        ? tag
        : `ol start="${start}"`;
    this.inside(list, () => {
      for (const item of items)
        this.inside(isTasks ? `li data-type="taskItem" data-checked="${checkOf(item) ?? false}"` : 'li', () =>
          this.blocks(item.children, 'small', marksOf(item, marks)),
        );
    });
  }

  private table(children: readonly Piece[], place: Place, marks: Marks): void {
    const rows = rowsOf(children);
    const cells = rows.flatMap((row) => row.children.filter(({ tag }) => tag === 'td' || tag === 'th'));
    // One that has a single cell only arranges.
    if (place === 'small' || cells.length <= 1) {
      for (const cell of cells) this.blocks(cell.children, place, marks);
      return;
    }
    // What one table can't hold goes on in another.
    for (let first = 0; first < rows.length; first += MOST_ROWS)
      this.inside('table', () => {
        for (const row of rows.slice(first, first + MOST_ROWS)) this.row(row, marks);
      });
  }

  private row({ children }: Piece, marks: Marks): void {
    this.inside('tr', () => {
      for (const cell of children.filter(({ tag }) => tag === 'td' || tag === 'th')) {
        const start = this.done.length;
        this.blocks(cell.children, 'small', marksOf(cell, marks));
        const content = this.done.splice(start).join('') || '<p></p>';
        this.done.push(
          `<${cell.tag}${span(cell, 'colspan', 50)}${span(cell, 'rowspan', MOST_ROWS)}>${content}</${cell.tag}>`,
        );
      }
    });
  }
}

/** Whether a task of a list is done; undefined for an item that is none. */
function checkOf({ attributes, children }: Piece): boolean | undefined {
  if (attributes['role'] === 'checkbox') return attributes['aria-checked'] === 'true';
  if (attributes['data-type'] === 'taskItem') return attributes['data-checked'] === 'true';
  const box = children.find(({ tag, text }) => tag !== '#text' || text.trim() !== '');
  const isBox = box?.tag === 'input' && box.attributes['type'] === 'checkbox';
  return isBox ? box.attributes['checked'] !== undefined : undefined;
}

function headingOf({ tag, attributes }: Piece): number | undefined {
  const level =
    /^h([1-6])$/.exec(tag)?.[1] ?? (attributes['role'] === 'heading' ? attributes['aria-level'] : undefined);
  return level === undefined ? undefined : Number(level);
}

/** Editors of code copy lines that are set as they stand. */
function isCode(one: Piece): boolean {
  const styles = one.styles;
  return /^pre$/.test(styles.get('white-space') ?? '') && /mono/.test(styles.get('font-family') ?? '');
}

/** Text as it stands, with a line for each element that begins one. */
const linesIn = (one: Piece): string =>
  one.children.reduce((text, child) => {
    if (child.tag === 'br') return `${text}\n`;
    const isLine = BLOCKS.has(child.tag) && text !== '' && !text.endsWith('\n');
    return `${text}${isLine ? '\n' : ''}${linesIn(child)}`;
  }, one.text);

const rowsOf = (children: readonly Piece[]): readonly Piece[] =>
  children.flatMap((child) =>
    child.tag === 'tr' ? [child] : child.tag === 'table' ? [] : rowsOf(child.children),
  );

function span({ attributes }: Piece, name: 'colspan' | 'rowspan', most: number): string {
  const value = Number(attributes[name] ?? attributes[`data-${name}`]);
  return Number.isInteger(value) && value > 1 && value <= most ? ` data-${name}="${value}"` : '';
}
