import { isLinkAddress } from './documents.js';
import { FRAME_ORIGINS, frameAttributes } from './embed-frames.js';
import { type Message, type MessageCodes, messages } from './messages.js';

/*
 * HTML that people write themselves, in a block of its own. It's read strictly and written again: what isn't listed below is an
 * error that names it, so that nothing is removed silently and nothing but this is ever part of a page.
 */

export const HTML_MESSAGES = messages('html', {
  element: 'HTML blocks can’t have a <{name}>',
  attribute: 'A <{name}> in an HTML block can’t have "{attribute}"',
  value: '"{attribute}" of a <{name}> in an HTML block isn’t valid',
  missing: 'A <{name}> in an HTML block needs "{attribute}"',
  open: 'The <{name}> isn’t closed',
  closed: 'A <{name}> is closed that isn’t open',
  unreadable: 'This can’t be read as HTML: {text}',
  deep: 'Elements are nested too deep: at most {limit} levels',
  forbidden: 'Only people who may write HTML in pages can add or change HTML blocks',
});
export type HtmlMessageCode = MessageCodes<typeof HTML_MESSAGES>;

/** Elements in each other. */
const DEPTH = 32;

type Check = (value: string) => boolean;
const short: Check = (value) => value.length <= 1_000;
const whole: Check = (value) => /^\d{1,4}$/.test(value);
const flag: Check = () => true;
const words =
  (...list: readonly string[]): Check =>
  (value) =>
    list.includes(value);
/** Pictures come over HTTPS or from the site. */
const picture: Check = (value) => isLinkAddress(value) && /^(?:https:\/\/|\/)/.test(value);
const frame: Check = (value) =>
  URL.canParse(value) && value.startsWith('https://') && FRAME_ORIGINS.includes(new URL(value).origin);
/** Scripts of a page find elements by names of their own, which have other letters. */
const name: Check = (value) => /^[a-z][a-z0-9-]{0,99}$/.test(value);

type Checks = Readonly<Record<string, Check>>;
const EVERYWHERE: Checks = {
  'aria-describedby': short,
  'aria-hidden': words('true', 'false'),
  'aria-label': short,
  'aria-labelledby': short,
  class: (value) => /^[\w\s-]{0,300}$/.test(value),
  dir: words('ltr', 'rtl', 'auto'),
  hidden: flag,
  id: name,
  lang: (value) => /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(value),
  role: (value) => /^[a-z]{1,30}$/.test(value),
  title: short,
};
const CITED: Checks = { cite: isLinkAddress };
const CHANGED: Checks = { cite: isLinkAddress, datetime: short };
const CELL: Checks = { colspan: whole, headers: short, rowspan: whole };

/** Elements with attributes of their own. */
const SPECIAL: Readonly<Record<string, Checks>> = {
  a: { href: isLinkAddress, rel: short, target: words('_blank', '_self') },
  blockquote: CITED,
  col: { span: whole },
  colgroup: { span: whole },
  data: { value: short },
  del: CHANGED,
  details: { open: flag },
  iframe: { height: whole, src: frame, title: short, width: whole },
  img: { alt: short, height: whole, loading: words('lazy', 'eager'), src: picture, width: whole },
  ins: CHANGED,
  li: { value: whole },
  ol: { reversed: flag, start: whole, type: words('1', 'a', 'A', 'i', 'I') },
  q: CITED,
  td: CELL,
  th: { ...CELL, scope: words('row', 'col', 'rowgroup', 'colgroup') },
  time: { datetime: short },
};
const PLAIN =
  'abbr address article aside b bdi bdo br caption cite code dd dfn div dl dt em figcaption figure footer h2 h3 h4 h5 h6 header hr i kbd mark p pre rp rt ruby s samp section small span strong sub summary sup table tbody tfoot thead tr u ul var wbr';
const ELEMENTS: ReadonlyMap<string, Checks> = new Map([
  ...PLAIN.split(' ').map((tag): [string, Checks] => [tag, {}]),
  ...Object.entries(SPECIAL),
]);
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  iframe: ['src', 'title'],
  img: ['src', 'alt'],
};
/** Have no end tag. */
const VOID = new Set(['br', 'col', 'hr', 'img', 'wbr']);

const TEXT = /[^<]+/y;
const COMMENT = /<!--(?!-?>)(?:(?!-->|--!>)[^])*-->/y;
const END = /<\/([A-Za-z][A-Za-z0-9]*)\s*>/y;
const START =
  /<([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z][\w:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z][\w:-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
/** A value as it was meant. Other references stay as they are written: an address that has one is none. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (reference) => {
    const [character = reference] = Object.entries(ESCAPES).find(([, each]) => each === reference) ?? [];
    return character;
  });
/** Text keeps its references, such as that of a space that doesn't break. */
const escapedText = (text: string): string =>
  text.replaceAll(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, '&amp;').replaceAll('>', '&gt;');

class Fault extends Error {
  constructor(readonly problem: Message<HtmlMessageCode>) {
    super(problem.text);
  }
}

/** What a page shows of HTML that someone wrote, or the first thing that can't be part of one. */
export type ReadHtml =
  | { readonly html: string; readonly problem?: undefined }
  | { readonly html?: undefined; readonly problem: Message<HtmlMessageCode> };

/** Reads HTML and writes it again: well-formed, with elements, attributes and addresses of the list. Comments go. */
export function readHtml(source: string): ReadHtml {
  try {
    return { html: new Reader(source).read() };
  } catch (fault) {
    if (fault instanceof Fault) return { problem: fault.problem };
    throw fault;
  }
}

class Reader {
  private at = 0;
  private readonly open: string[] = [];

  constructor(private readonly source: string) {}

  /** @throws Fault */
  read(): string {
    let html = '';
    while (this.at < this.source.length) html += this.next();
    const [outer] = this.open;
    if (outer !== undefined) throw new Fault(HTML_MESSAGES.open({ name: this.open.at(-1) ?? outer }));
    return html;
  }

  private next(): string {
    const text = this.taken(TEXT);
    if (text) return escapedText(text[0]);
    if (this.taken(COMMENT)) return '';
    const end = this.taken(END);
    if (end) return this.end((end[1] ?? '').toLowerCase());
    const start = this.taken(START);
    if (start) return this.start((start[1] ?? '').toLowerCase(), start[2] ?? '', start[3] === '/');
    throw new Fault(HTML_MESSAGES.unreadable({ text: this.source.slice(this.at, this.at + 40) }));
  }

  private taken(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private end(tag: string): string {
    if (this.open.at(-1) !== tag) {
      const inner = this.open.includes(tag) ? this.open.at(-1) : undefined;
      throw new Fault(inner ? HTML_MESSAGES.open({ name: inner }) : HTML_MESSAGES.closed({ name: tag }));
    }
    this.open.pop();
    return `</${tag}>`;
  }

  private start(tag: string, attributes: string, closes: boolean): string {
    const checks = ELEMENTS.get(tag);
    // What stands in a frame is text to a browser.
    if (!checks || this.open.at(-1) === 'iframe') throw new Fault(HTML_MESSAGES.element({ name: tag }));
    const given = this.attributes(tag, { ...EVERYWHERE, ...checks }, attributes);
    const missing = REQUIRED[tag]?.find((attribute) => !given.has(attribute));
    if (missing !== undefined) throw new Fault(HTML_MESSAGES.missing({ name: tag, attribute: missing }));
    if (tag === 'iframe') for (const [attribute, value] of frameAttributes) given.set(attribute, value);
    const written = [...given].map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join('');
    if (VOID.has(tag)) return `<${tag}${written}>`;
    if (closes) throw new Fault(HTML_MESSAGES.open({ name: tag }));
    if (this.open.length >= DEPTH) throw new Fault(HTML_MESSAGES.deep({ limit: DEPTH }));
    this.open.push(tag);
    return `<${tag}${written}>`;
  }

  private attributes(tag: string, checks: Checks, text: string): Map<string, string> {
    const given = new Map<string, string>();
    for (const [, written = '', quoted = ''] of text.matchAll(ATTRIBUTE)) {
      const attribute = written.toLowerCase();
      const value = unescaped(/^["']/.test(quoted) ? quoted.slice(1, -1) : quoted);
      if (!Object.hasOwn(checks, attribute) || given.has(attribute))
        throw new Fault(HTML_MESSAGES.attribute({ name: tag, attribute }));
      if (!checks[attribute]?.(value)) throw new Fault(HTML_MESSAGES.value({ name: tag, attribute }));
      given.set(attribute, value);
    }
    return given;
  }
}
