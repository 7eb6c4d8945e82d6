import { type Message, type MessageCodes, messages } from './messages.js';
import { characters, FORBIDDEN } from './text.js';

/*
 * The text of an article is a tree of blocks. One description of it, below, is what the server checks a document against,
 * what the editor builds its schema from, and what the renderer knows: a kind of block is added here first.
 */

/** Numbers of a document. */
export const DOCUMENT_LIMITS = {
  /** Octets of the document as JSON. */
  octets: 1_048_576,
  /** Blocks inside blocks, the document itself being the first. */
  depth: 24,
  blocks: 5_000,
} as const;

/** Identifies a block within its document, for merging, comments and comparison. */
export const BLOCK_ID = /^[A-Za-z0-9]{12}$/;

/** What an attribute may be. Without a default it must be there; with one, leaving it out means the default. */
export type AttributeRule = (
  | { readonly is: 'line' | 'text'; readonly max: number }
  | { readonly is: 'word'; readonly words: readonly string[] }
  | { readonly is: 'key'; readonly pattern: RegExp; readonly max: number }
  | { readonly is: 'integer'; readonly min: number; readonly max: number }
  | { readonly is: 'flag' }
  | { readonly is: 'address' }
) & { readonly default?: string | number | boolean | null };

/** What a block may hold, in the order it holds it. */
export type ContentRule =
  | { readonly inline: 'marked' | 'plain' }
  | {
      readonly blocks: readonly string[];
      readonly first?: string;
      readonly min: number;
      readonly max?: number;
    }
  | { readonly sequence: readonly string[] };

export interface NodeRule {
  readonly attributes?: Readonly<Record<string, AttributeRule>>;
  /** Nothing inside if absent. */
  readonly content?: ContentRule;
}

const LINE = 300;
const line = (max = LINE): AttributeRule => ({ is: 'line', max, default: null });
const ADDRESS = { is: 'address' } as const;
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

/** The id of a file of the site. */
const FILE = { is: 'key', pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, max: 36 } as const;

const LISTS = ['bulletList', 'orderedList', 'taskList'] as const;
/** What fits into a list item or the cell of a table. */
const SMALL = ['paragraph', ...LISTS, 'codeBlock'] as const;
const FLOW = [
  ...SMALL,
  'heading',
  'blockquote',
  'horizontalRule',
  'table',
  'callout',
  'details',
  'embed',
  'button',
  'postList',
  'contactForm',
  'tableOfContents',
  'image',
  'gallery',
  'file',
  'html',
] as const;

/** Where a video, map or post comes from; each is shown in a frame of ours, by its own id alone. */
export const EMBED_PROVIDERS = ['youtube', 'vimeo', 'spotify', 'openstreetmap', 'codepen'] as const;
export type EmbedProvider = (typeof EMBED_PROVIDERS)[number];

/** How much of a page's width a picture takes. */
export const IMAGE_LOOKS = ['normal', 'wide', 'full'] as const;

export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/** Kinds of blocks. Names are those of the editor's library, so that a document passes between them as it is. */
export const NODES = {
  doc: { content: { blocks: [...FLOW, 'columns', 'introductionEnd'], min: 1 } },
  paragraph: { content: { inline: 'marked' } },
  heading: {
    attributes: { level: { is: 'integer', min: 2, max: 4 } },
    content: { inline: 'marked' },
  },
  bulletList: { content: { blocks: ['listItem'], min: 1 } },
  orderedList: {
    attributes: { start: { is: 'integer', min: 0, max: 999_999, default: 1 } },
    content: { blocks: ['listItem'], min: 1 },
  },
  listItem: { content: { blocks: [...SMALL, 'blockquote'], first: 'paragraph', min: 1 } },
  taskList: { content: { blocks: ['taskItem'], min: 1 } },
  taskItem: {
    attributes: { checked: { is: 'flag', default: false } },
    content: { blocks: SMALL, first: 'paragraph', min: 1 },
  },
  blockquote: {
    attributes: { source: line(), sourceAddress: { ...ADDRESS, default: null } },
    content: { blocks: [...SMALL, 'heading'], min: 1 },
  },
  codeBlock: {
    attributes: { language: { is: 'key', pattern: /^[a-z0-9+#.-]+$/, max: 32, default: null } },
    content: { inline: 'plain' },
  },
  horizontalRule: {},
  table: { attributes: { caption: line() }, content: { blocks: ['tableRow'], min: 1, max: 500 } },
  tableRow: { content: { blocks: ['tableCell', 'tableHeader'], min: 1, max: 50 } },
  tableCell: {
    attributes: {
      colspan: { is: 'integer', min: 1, max: 50, default: 1 },
      rowspan: { is: 'integer', min: 1, max: 500, default: 1 },
    },
    content: { blocks: SMALL, min: 1 },
  },
  tableHeader: {
    attributes: {
      colspan: { is: 'integer', min: 1, max: 50, default: 1 },
      rowspan: { is: 'integer', min: 1, max: 500, default: 1 },
    },
    content: { blocks: SMALL, min: 1 },
  },
  callout: {
    attributes: { kind: { is: 'word', words: CALLOUTS, default: 'note' } },
    content: { blocks: [...SMALL, 'heading', 'button'], min: 1 },
  },
  details: { content: { sequence: ['detailsSummary', 'detailsContent'] } },
  detailsSummary: { content: { inline: 'marked' } },
  detailsContent: {
    content: { blocks: [...SMALL, 'heading', 'blockquote', 'table', 'button', 'embed'], min: 1 },
  },
  columns: { content: { blocks: ['column'], min: 2, max: 4 } },
  column: { content: { blocks: FLOW, min: 1 } },
  embed: {
    attributes: {
      provider: { is: 'word', words: EMBED_PROVIDERS },
      key: { is: 'key', pattern: /^[A-Za-z0-9_./,:=&-]+$/, max: 200 },
      title: { is: 'line', max: LINE },
    },
  },
  button: {
    attributes: {
      label: { is: 'line', max: 100 },
      href: ADDRESS,
      look: { is: 'word', words: ['primary', 'secondary'], default: 'primary' },
    },
  },
  postList: {
    attributes: {
      stream: { is: 'key', pattern: /^[a-z0-9_-]+$/, max: 64 },
      count: { is: 'integer', min: 1, max: 50, default: 5 },
      look: { is: 'word', words: ['list', 'cards'], default: 'list' },
    },
  },
  contactForm: {},
  /** A picture of the library. Words of its own are for those who don't see it; a decorative one has none. */
  image: {
    attributes: {
      file: FILE,
      alt: line(),
      decorative: { is: 'flag', default: false },
      caption: line(500),
      look: { is: 'word', words: IMAGE_LOOKS, default: 'normal' },
      href: { ...ADDRESS, default: null },
    },
  },
  gallery: { content: { blocks: ['image'], min: 0, max: 50 } },
  /** A file of the library to download; without a label, its name is shown. */
  file: { attributes: { file: FILE, label: line(100) } },
  tableOfContents: {},
  /** HTML of people who may write it; `html-block.ts` says what it can have. */
  html: { attributes: { html: { is: 'text', max: 20_000 } } },
  /** What comes before it is the introduction of a post in lists and feeds. */
  introductionEnd: {},
} as const satisfies Record<string, NodeRule>;
export type NodeName = keyof typeof NODES;

/** Ways in which text can be marked. */
export const MARKS = {
  bold: {},
  italic: {},
  strike: {},
  code: {},
  subscript: {},
  superscript: {},
  highlight: {},
  link: { attributes: { href: ADDRESS, title: line() } },
  /** The language of a few words, which screen readers switch to. */
  language: { attributes: { lang: { is: 'key', pattern: LANGUAGE_TAG, max: 35 } } },
} as const satisfies Record<string, { readonly attributes?: Readonly<Record<string, AttributeRule>> }>;
export type MarkName = keyof typeof MARKS;

export interface DocumentMark {
  readonly type: MarkName;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** A block, a piece of text, or a line break. */
export interface DocumentNode {
  readonly type: NodeName | 'text' | 'hardBreak';
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly DocumentNode[];
  readonly text?: string;
  readonly marks?: readonly DocumentMark[];
}

/** A document that was checked. */
export interface ArticleDocument extends DocumentNode {
  readonly type: 'doc';
}

/** An article that nothing was written in yet. */
export const EMPTY_DOCUMENT: ArticleDocument = { type: 'doc', content: [{ type: 'paragraph' }] };

export const DOCUMENT_MESSAGES = messages('document', {
  tooLarge: 'The text is too long: {octets} of at most {limit} bytes',
  tooDeep: 'Blocks are nested too deep: at most {limit} levels',
  tooManyBlocks: 'There are too many blocks: at most {limit}',
  notANode: 'This isn’t a block',
  unknownNode: 'There’s no block "{name}"',
  notHere: 'A {name} block can’t be in a {parent} block',
  tooFew: 'A {name} block needs at least {limit} blocks inside',
  tooMany: 'A {name} block can hold at most {limit} blocks',
  noContent: 'A {name} block holds nothing',
  unknownMember: 'A {name} block has no "{member}"',
  attribute: '"{attribute}" of a {name} block isn’t valid',
  missing: 'A {name} block needs "{attribute}"',
  id: 'A block ID has 12 letters and digits, and no two blocks share one',
  text: 'Text can’t be empty or hold control characters',
  mark: 'There’s no mark "{name}"',
  markTwice: 'Text is marked "{name}" twice',
  markHere: 'Text in a {parent} block can’t be marked',
});
export type DocumentMessageCode = MessageCodes<typeof DOCUMENT_MESSAGES>;

/** What is wrong with a document, and where. */
export interface DocumentProblem {
  /** ID of the block, if it has one. */
  readonly block: string | null;
  /** Path in the document, such as `content.3.attrs.href`; empty for the document itself. */
  readonly path: string;
  readonly message: Message<DocumentMessageCode>;
}

/**
 * Checks a document as it came in. Anything that isn't described above is refused, so that nothing is ever removed silently.
 * @returns the first problem; undefined if it's an {@link ArticleDocument}
 */
export function documentProblem(value: unknown): DocumentProblem | undefined {
  const octets = new TextEncoder().encode(JSON.stringify(value) ?? '').length;
  if (octets > DOCUMENT_LIMITS.octets)
    return problem('', null, DOCUMENT_MESSAGES.tooLarge({ octets, limit: DOCUMENT_LIMITS.octets }));
  try {
    new Checker().check(value, ['doc'], 'doc', '', 1);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

class Refusal extends Error {
  constructor(readonly problem: DocumentProblem) {
    super(problem.message.text);
  }
}

const problem = (
  path: string,
  block: string | null,
  message: Message<DocumentMessageCode>,
): DocumentProblem => ({
  block,
  path,
  message,
});

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Checker {
  private blocks = 0;
  private readonly ids = new Set<string>();
  private block: string | null = null;

  /** @throws Refusal */
  check(value: unknown, allowed: readonly string[], parent: string, path: string, depth: number): void {
    if (!isObject(value) || typeof value['type'] !== 'string') this.refuse(path, DOCUMENT_MESSAGES.notANode);
    const name = value['type'];
    if (!Object.hasOwn(NODES, name)) this.refuse(path, DOCUMENT_MESSAGES.unknownNode({ name }));
    if (!allowed.includes(name)) this.refuse(path, DOCUMENT_MESSAGES.notHere({ name, parent }));
    if (depth > DOCUMENT_LIMITS.depth)
      this.refuse(path, DOCUMENT_MESSAGES.tooDeep({ limit: DOCUMENT_LIMITS.depth }));
    if ((this.blocks += 1) > DOCUMENT_LIMITS.blocks)
      this.refuse(path, DOCUMENT_MESSAGES.tooManyBlocks({ limit: DOCUMENT_LIMITS.blocks }));
    const rule: NodeRule = NODES[name as NodeName];
    const outer = this.block;
    this.takeId(name, value['attrs'], path);
    this.members(name, value, ['type', 'attrs', 'content'], path);
    this.attributes(name, rule.attributes ?? {}, value['attrs'], path, name === 'doc' ? [] : ['id']);
    this.content(name, rule.content, value['content'], path, depth);
    this.block = outer;
  }

  private takeId(name: string, attrs: unknown, path: string): void {
    if (name === 'doc' || !isObject(attrs) || !Object.hasOwn(attrs, 'id')) return;
    const { id } = attrs;
    if (id === null) return;
    if (typeof id !== 'string' || !BLOCK_ID.test(id) || this.ids.has(id))
      this.refuse(`${path}.attrs.id`, DOCUMENT_MESSAGES.id);
    this.ids.add(id);
    this.block = id;
  }

  private content(
    name: string,
    rule: ContentRule | undefined,
    value: unknown,
    path: string,
    depth: number,
  ): void {
    const children = value ?? [];
    const at = path === '' ? 'content' : `${path}.content`;
    if (!Array.isArray(children)) this.refuse(at, DOCUMENT_MESSAGES.notANode);
    if (!rule) {
      if (children.length > 0) this.refuse(at, DOCUMENT_MESSAGES.noContent({ name }));
      return;
    }
    if ('inline' in rule) {
      for (const [index, child] of children.entries())
        this.inline(child, name, rule.inline === 'marked', `${at}.${index}`);
      return;
    }
    const { min, max } = 'blocks' in rule ? rule : { min: rule.sequence.length, max: rule.sequence.length };
    if (children.length < min) this.refuse(at, DOCUMENT_MESSAGES.tooFew({ name, limit: min }));
    if (max !== undefined && children.length > max)
      this.refuse(`${at}.${max}`, DOCUMENT_MESSAGES.tooMany({ name, limit: max }));
    for (const [index, child] of children.entries()) {
      this.check(child, allowedAt(rule, index), name, `${at}.${index}`, depth + 1);
    }
  }

  private inline(value: unknown, parent: string, marked: boolean, path: string): void {
    if (!isObject(value)) this.refuse(path, DOCUMENT_MESSAGES.notANode);
    const { type, text, marks = [] } = value;
    if (type === 'hardBreak' && marked) {
      this.members('hardBreak', value, ['type', 'marks'], path);
    } else if (type === 'text') {
      this.members('text', value, ['type', 'text', 'marks'], path);
      if (typeof text !== 'string' || text === '' || !isWritable(text))
        this.refuse(`${path}.text`, DOCUMENT_MESSAGES.text);
    } else {
      const name = String(type);
      const known = Object.hasOwn(NODES, name) || name === 'hardBreak';
      this.refuse(
        path,
        known ? DOCUMENT_MESSAGES.notHere({ name, parent }) : DOCUMENT_MESSAGES.unknownNode({ name }),
      );
    }
    if (!Array.isArray(marks)) this.refuse(`${path}.marks`, DOCUMENT_MESSAGES.mark({ name: String(marks) }));
    if (!marked && marks.length > 0) this.refuse(`${path}.marks`, DOCUMENT_MESSAGES.markHere({ parent }));
    this.marks(marks, `${path}.marks`);
  }

  private marks(marks: readonly unknown[], path: string): void {
    const seen = new Set<string>();
    for (const [index, mark] of marks.entries()) {
      const name = isObject(mark) ? String(mark['type']) : '';
      if (!isObject(mark) || !Object.hasOwn(MARKS, name))
        this.refuse(`${path}.${index}`, DOCUMENT_MESSAGES.mark({ name }));
      if (seen.has(name)) this.refuse(`${path}.${index}`, DOCUMENT_MESSAGES.markTwice({ name }));
      seen.add(name);
      const rule: { attributes?: Readonly<Record<string, AttributeRule>> } = MARKS[name as MarkName];
      this.members(name, mark, ['type', 'attrs'], `${path}.${index}`);
      this.attributes(name, rule.attributes ?? {}, mark['attrs'], `${path}.${index}`, []);
    }
  }

  private attributes(
    name: string,
    rules: Readonly<Record<string, AttributeRule>>,
    value: unknown,
    path: string,
    besides: readonly string[],
  ): void {
    const at = path === '' ? 'attrs' : `${path}.attrs`;
    const given = value ?? {};
    if (!isObject(given)) this.refuse(at, DOCUMENT_MESSAGES.notANode);
    this.members(name, given, [...Object.keys(rules), ...besides], at);
    for (const [attribute, rule] of Object.entries(rules)) {
      const one = Object.hasOwn(given, attribute) ? given[attribute] : undefined;
      if (one === undefined) {
        if (rule.default === undefined) this.refuse(at, DOCUMENT_MESSAGES.missing({ name, attribute }));
      } else if (!(one === null && rule.default === null) && !isAttribute(rule, one)) {
        this.refuse(`${at}.${attribute}`, DOCUMENT_MESSAGES.attribute({ name, attribute }));
      }
    }
  }

  private members(name: string, value: Members, known: readonly string[], path: string): void {
    const member = Object.keys(value).find((each) => !known.includes(each));
    if (member !== undefined) this.refuse(path, DOCUMENT_MESSAGES.unknownMember({ name, member }));
  }

  private refuse(path: string, message: Message<DocumentMessageCode>): never {
    throw new Refusal(problem(path, this.block, message));
  }
}

function allowedAt(rule: Exclude<ContentRule, { inline: unknown }>, index: number): readonly string[] {
  if ('sequence' in rule) return rule.sequence.slice(index, index + 1);
  return index === 0 && rule.first !== undefined ? [rule.first] : rule.blocks;
}

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]|\p{Surrogate}/u;
const isWritable = (text: string): boolean => !CONTROL.test(text);

/** A text without the characters that no document may have. */
export const writableText = (text: string): string => text.replaceAll(new RegExp(CONTROL, 'gu'), '');

/** Whether an attribute may have this value. */
export function isAttribute(rule: AttributeRule, value: unknown): boolean {
  switch (rule.is) {
    case 'line':
      return (
        typeof value === 'string' &&
        value !== '' &&
        !FORBIDDEN.test(value) &&
        isWritable(value) &&
        characters(value) <= rule.max
      );
    case 'text':
      return typeof value === 'string' && isWritable(value) && characters(value) <= rule.max;
    case 'word':
      return typeof value === 'string' && rule.words.includes(value);
    case 'key':
      return typeof value === 'string' && value.length <= rule.max && rule.pattern.test(value);
    case 'integer':
      return Number.isInteger(value) && Number(value) >= rule.min && Number(value) <= rule.max;
    case 'flag':
      return typeof value === 'boolean';
    case 'address':
      return typeof value === 'string' && isLinkAddress(value);
  }
}

const ADDRESS_LIMIT = 2_000;
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Whether a link may lead there: http, https, mailto, tel, a path of the site, or a place on the page. Browsers drop tabs and
 * line ends before they look at the scheme, so an address with any is none.
 */
export function isLinkAddress(address: string): boolean {
  if (address === '' || address.length > ADDRESS_LIMIT || /[\s\\]/.test(address) || !isWritable(address))
    return false;
  if (address.startsWith('#')) return true;
  if (address.startsWith('/')) return !address.startsWith('//');
  try {
    const { protocol, username, password } = new URL(address);
    return SCHEMES.has(protocol) && username === '' && password === '';
  } catch {
    return false; // neither absolute nor a path of the site
  }
}

/** Up to here the editor's library counts. It makes a state of each number, and takes seconds for hundreds. */
const COUNTED = 10;

/** What a block may hold, as the editor's library writes it. A higher limit is checked when the document is saved. */
export function contentExpression(rule: ContentRule | undefined): string {
  if (!rule) return '';
  if ('inline' in rule) return rule.inline === 'marked' ? 'inline*' : 'text*';
  if ('sequence' in rule) return rule.sequence.join(' ');
  const any = `(${rule.blocks.join('|')})`;
  if (rule.first !== undefined) return `${rule.first} ${any}*`;
  const isCounted = rule.max !== undefined && rule.max <= COUNTED;
  return isCounted ? `${any}{${rule.min},${rule.max}}` : `${any}${rule.min > 0 ? '+' : '*'}`;
}
