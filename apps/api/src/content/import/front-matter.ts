import { IMPORT_LIMITS as LIMITS, IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';

/** A document that can't be read at all. */
export class UnreadableDocument extends Error {
  constructor(
    readonly reason: Message,
    readonly line: number | null = null,
  ) {
    super(reason.text);
  }
}

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** What comes behind it. */
  readonly body: string;
  /** Lines before the body. */
  readonly lines: number;
}

const FENCE = /^(?:---|\+\+\+)/;

/**
 * Takes the front matter off a Markdown file: YAML between lines of `---`, or lines of `Name: value` that have a title. Other libraries
 * run code that stands in front matter of another language; nothing here does.
 * @throws UnreadableDocument
 */
export async function splitFrontMatter(content: string): Promise<FrontMatter> {
  const text = content.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  if (!FENCE.test(text)) return splitHeader(text) ?? { data: {}, body: text, lines: 0 };
  const end = text.indexOf('\n');
  const first = (end < 0 ? text : text.slice(0, end)).trimEnd();
  if (first !== '---') {
    // A line of dashes or pluses is a rule or a list: only a name behind the dashes is another language.
    if (/^---\s*[a-z]\w*$/i.test(first) || first === '+++')
      throw new UnreadableDocument(TEXTS.frontMatterType, 1);
    return { data: {}, body: text, lines: 0 };
  }
  const close = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(
    text.slice(end < 0 ? text.length : end, LIMITS.frontMatter + 8),
  );
  if (!close) {
    if (text.length > LIMITS.frontMatter) throw new UnreadableDocument(TEXTS.frontMatterLarge, 1);
    // Without a second fence, the first one is a rule.
    if (!/^\s*[\w-]+\s*:/.test(text.slice(end + 1))) return { data: {}, body: text, lines: 0 };
    throw new UnreadableDocument(TEXTS.frontMatterOpen, 1);
  }
  const source = text.slice(end + 1, end + close.index + 1);
  const body = text.slice(end + close.index + close[0].length);
  return { data: await readYaml(source), body, lines: countLines(text) - countLines(body) };
}

/** Lines of names and values before the first blank one, as Pelican and MultiMarkdown have them. */
function splitHeader(text: string): FrontMatter | undefined {
  const [head = ''] = text.slice(0, LIMITS.frontMatter).split(/\n[ \t]*(?:\n|$)/, 1);
  const values = new Map<string, string>();
  let last = '';
  for (const line of head.split('\n')) {
    const [, name = '', value = ''] = /^([a-z][\w-]{0,50}):[ \t]*(.*)$/i.exec(line) ?? [];
    const isMore = name === '' && last !== '' && /^(?: {4}|\t)/.test(line);
    if (name === '' && !isMore) return undefined;
    if (!isMore) last = name.toLowerCase();
    values.set(last, isMore ? `${values.get(last)} ${line.trim()}` : value.trim());
  }
  if (!values.has('title')) return undefined;
  const body = text.slice(head.length);
  return { data: Object.fromEntries(values), body, lines: countLines(head) };
}

const countLines = (text: string): number => text.split('\n').length;

async function readYaml(source: string): Promise<Readonly<Record<string, unknown>>> {
  if (isTooDeep(source)) throw new UnreadableDocument(TEXTS.frontMatterLarge, 1);
  const { parseDocument } = await import('yaml');
  try {
    const document = parseDocument(source, {
      schema: 'core',
      strict: true,
      uniqueKeys: true,
      prettyErrors: true,
    });
    const [error] = [...document.errors, ...document.warnings]; // a tag of another schema is a warning
    if (error)
      throw new UnreadableDocument(
        TEXTS.frontMatterBroken({ reason: error.message.split('\n')[0] ?? '' }),
        (error.linePos?.[0].line ?? 0) + 1,
      );
    const data: unknown = document.toJS({ maxAliasCount: 10 });
    if (data === null || data === undefined) return {};
    if (typeof data !== 'object' || Array.isArray(data))
      throw new UnreadableDocument(TEXTS.frontMatterType, 1);
    return data as Record<string, unknown>; // checked: an object
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    throw new UnreadableDocument(TEXTS.frontMatterBroken({ reason }), 1);
  }
}

/** The parser takes long for what is nested deep, before it says so. */
function isTooDeep(source: string): boolean {
  const limit = LIMITS.frontMatterDepth;
  let open = 0;
  for (const sign of source) {
    if (sign === '[' || sign === '{') open += 1;
    if ((sign === ']' || sign === '}') && open > 0) open -= 1;
    if (open > limit) return true;
  }
  const indents: number[] = [];
  for (const line of source.split('\n')) {
    const [lead = ''] = /^[ \t]*(?:[-?:] +)*/.exec(line) ?? [];
    if (lead.length === line.length) continue;
    if (lead.split(/[-?:]/).length > limit) return true;
    while ((indents.at(-1) ?? -1) >= lead.length) indents.pop();
    indents.push(lead.length);
    if (indents.length > limit) return true;
  }
  return false;
}
