import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';

/** Pairs of brackets within each other. What is nested deeper stays as the text that it was written as. */
const BRACKETS = 20;
/** Characters of a label (CommonMark 0.31.2, 6.3). */
const LABEL = 999;
/** Notes of one document. What is written as one more stays text. */
const MOST_NOTES = 2_000;

/**
 * The HTML of a Markdown text (CommonMark with tables, strikethrough and footnotes), as the programs that made it show it: braces that
 * say how something looks are left out, and those that name a heading are its id. Links aren't checked.
 */
export async function markdownToHtml(markdown: string): Promise<string> {
  const { default: Parser } = await import('markdown-it');
  const parser = new Parser({ html: true, linkify: true });
  parser.validateLink = () => true; // each is checked later, and named in the report
  boundLabels(parser);
  const notes = new Notes();
  parser.block.ruler.before('reference', 'note', (...at) => notes.define(...at), {
    alt: ['paragraph', 'reference'],
  });
  parser.inline.ruler.before('link', 'note', (...at) => notes.refer(...at));
  parser.inline.ruler.before('link', 'attributes', skipAttributes);
  parser.inline.ruler.before('link', 'small', raiseOrLower);
  const { maxNesting } = parser.options;
  // Blocks keep their depth: what is deeper would be lost.
  parser.core.ruler.before('block', 'blocks', () => void parser.set({ maxNesting }));
  parser.core.ruler.before('inline', 'brackets', () => void parser.set({ maxNesting: BRACKETS }));
  parser.core.ruler.before('inline', 'attributes', takeAttributes);
  parser.core.ruler.before('inline', 'definitions', readDefinitions);
  const env = {};
  const html = parser.render(markdown, env);
  const items = [...notes.inOrder((text) => parser.render(text, env))].map((note) => `<li>${note}</li>`);
  return items.length > 0 ? `${html}<ol>${items.join('')}</ol>` : html;
}

/**
 * Reads the second label of `[text][label]` as CommonMark has it: at most 999 characters, without brackets. The parser would look for its end
 * in all that follows, for each one again, which takes minutes for a megabyte of `![x][`.
 */
function boundLabels({ helpers }: MarkdownIt): void {
  const { parseLinkLabel } = helpers;
  helpers.parseLinkLabel = (state, start, disableNested) => {
    if (disableNested !== undefined) return parseLinkLabel(state, start, disableNested);
    const label = state.src.slice(start + 1, Math.min(start + 2 + LABEL, state.posMax));
    const end = /^(?:[^[\]\\]|\\[^])*(?=\])/.exec(label)?.[0].length;
    return end === undefined ? -1 : start + 1 + end;
  };
}

/** Footnotes: `[^name]` in the text, and `[^name]: What it says` on a line of its own, with further paragraphs indented below. */
class Notes {
  private readonly texts = new Map<string, string>();
  /** Numbers of those that the text refers to, in the order of it. */
  private readonly numbers = new Map<string, number>();

  define(state: StateBlock, start: number, end: number, silent: boolean): boolean {
    if ((state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
    const [whole = '', name = ''] = /^\[\^([^\s[\]]{1,100})\]:[ \t]*/.exec(lineOf(state, start)) ?? [];
    if (name === '' || this.texts.has(name) || this.texts.size >= MOST_NOTES) return false;
    if (silent) return true;
    let next = start + 1;
    for (let line = next; line < end; line += 1) {
      if (state.isEmpty(line)) continue;
      const isIndented = (state.sCount[line] ?? 0) - state.blkIndent >= 4;
      const goesOn =
        line === next && !/^(?:\[\^|[#>|]|[-*+] |\d{1,9}[.)] |```|~~~)/.test(lineOf(state, line));
      if (!isIndented && !goesOn) break;
      next = line + 1;
    }
    const rest = state.getLines(start + 1, next, state.blkIndent + 4, false);
    this.texts.set(name, `${lineOf(state, start).slice(whole.length)}\n${rest}`);
    state.line = next;
    return true;
  }

  refer(state: StateInline, silent: boolean): boolean {
    if (!state.src.startsWith('[^', state.pos)) return false;
    const [whole = '', name = ''] =
      /^\[\^([^\s[\]]{1,100})\]/.exec(state.src.slice(state.pos, state.pos + 104)) ?? [];
    if (!this.texts.has(name)) return false;
    if (!silent) state.push('html_inline', '', 0).content = `<sup>[${this.number(name)}]</sup>`;
    state.pos += whole.length;
    return true;
  }

  /** Those that nothing refers to come last; a note can refer to others. */
  *inOrder(render: (text: string) => string): Generator<string> {
    for (const name of this.numbers.keys()) yield render(this.texts.get(name) ?? '');
    for (const [name, text] of this.texts) {
      if (this.numbers.has(name)) continue;
      this.number(name);
      yield render(text);
    }
  }

  private number(name: string): number {
    const number = this.numbers.get(name) ?? this.numbers.size + 1;
    this.numbers.set(name, number);
    return number;
  }
}

const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]);

/** Names, classes and values of an element, as Pandoc, Kramdown and Hugo have them: `{#name .class width="50%"}`. */
const ATTRIBUTES =
  /^\{(?::[ \t]*)?((?:[#.][^\s{}"]{1,100}|-|toc|[\w-]{1,50}=(?:"[^"{}]{0,200}"|[^\s"{}]{1,200}))(?:[ \t]+|(?=\})))+\}/;
const LONGEST_ATTRIBUTES = 500;
const CLOSED = new Set(['image', 'link_close', 'code_inline']);

/** `H~2~O` and `m^2^`, as Pandoc writes them. */
function raiseOrLower(state: StateInline, silent: boolean): boolean {
  const [whole, mark, text = ''] =
    /^([~^])([\p{L}\p{N}+-]{1,20})\1(?![~^])/u.exec(state.src.slice(state.pos, state.pos + 23)) ?? [];
  if (whole === undefined || !/[\p{L}\p{N})]$/u.test(state.src.slice(Math.max(state.pos - 2, 0), state.pos)))
    return false;
  if (!silent) {
    const tag = mark === '~' ? 'sub' : 'sup';
    state.push(tag, tag, 1);
    state.push('text', '', 0).content = text;
    state.push(tag, tag, -1);
  }
  state.pos += whole.length;
  return true;
}

/** Terms with what explains them on lines that begin with a colon. */
function readDefinitions(state: StateCore): void {
  const made: Token[] = [];
  let isOpen = false;
  for (const token of state.tokens) {
    if (isOpen) {
      // In the place of the paragraph's end.
      isOpen = false;
      made.push(new state.Token('dl', 'dl', -1));
      continue;
    }
    const lines = token.type === 'inline' ? token.content.split('\n') : [];
    const first = lines.findIndex((line) => /^:[ \t]+\S/.test(line));
    if (first < 1 || made.at(-1)?.type !== 'paragraph_open') {
      made.push(token);
      continue;
    }
    made.pop();
    made.push(new state.Token('dl', 'dl', 1));
    const terms = lines.slice(0, first);
    const texts = lines
      .slice(first)
      .join('\n')
      .split(/^:[ \t]+/m)
      .slice(1);
    for (const [tag, content] of [
      ...terms.map((term) => ['dt', term] as const),
      ...texts.map((text) => ['dd', text.trim()] as const),
    ]) {
      const inline = new state.Token('inline', '', 0);
      inline.content = content;
      inline.children = [];
      made.push(new state.Token(tag, tag, 1), inline, new state.Token(tag, tag, -1));
    }
    isOpen = true;
  }
  state.tokens = made;
}

/** Those behind a picture, a link or code. */
function skipAttributes(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('{', state.pos) || state.pending !== '') return false;
  if (silent || !CLOSED.has(state.tokens.at(-1)?.type ?? '')) return false;
  const [whole] = ATTRIBUTES.exec(state.src.slice(state.pos, state.pos + LONGEST_ATTRIBUTES)) ?? [];
  if (whole === undefined) return false;
  state.pos += whole.length;
  return true;
}

/** Those at the end of a heading's line, those on a line of their own below a block, and those of code. */
function takeAttributes({ tokens }: StateCore): void {
  for (const [at, token] of tokens.entries()) {
    // The first line of code can say its language, which isn't shown.
    const [line, language] =
      token.type === 'code_block' ? (/^(?:#!|:::)([a-z][\w+-]{0,30})\n/i.exec(token.content) ?? []) : [];
    if (line !== undefined) {
      token.type = 'fence';
      token.info = language ?? '';
      token.content = token.content.slice(line.length);
    }
    if (token.type === 'fence' && token.info.startsWith('{'))
      token.info = /^\{[^}]*?\.([\w+#-]+)/.exec(token.info.slice(0, LONGEST_ATTRIBUTES))?.[1] ?? '';
    // What short forms mean is shown by no article.
    if (token.type === 'inline' && /^(?:\*\[[^\]\n]+\]: .*(?:\n|$))+$/.test(token.content))
      token.content = '';
    if (token.type !== 'inline' || !token.content.endsWith('}')) continue;
    const start = token.content.lastIndexOf('{');
    const before = token.content.slice(0, start);
    const [whole = ''] = ATTRIBUTES.exec(token.content.slice(start, start + LONGEST_ATTRIBUTES)) ?? [];
    const isHeading = tokens[at - 1]?.type === 'heading_open';
    const isLine = /^(?:[^]*\n)?$/.test(before) && token.content[start + 1] === ':';
    if (start + whole.length !== token.content.length || !(isHeading ? /\s$/.test(before) : isLine)) continue;
    token.content = before.trimEnd();
    const [, name] = /#([^\s{}"]+)/.exec(whole) ?? [];
    // A line of its own is a paragraph: opened, behind the heading's end, behind its text, behind its start.
    const heading = isHeading ? tokens[at - 1] : before === '' ? tokens[at - 4] : undefined;
    if (name !== undefined && heading?.type === 'heading_open') heading.attrSet('id', name);
    // A list with one item is where the table of contents is put.
    if (/[\s:]toc\b/.test(whole) && tokens[at - 3]?.type.endsWith('list_open')) {
      token.content = '';
      for (const each of tokens.slice(at - 3, at + 4)) each.hidden = true;
    }
  }
}
