/** Tags whose content is text of its own: lines around and inside of them are apart. */
const AROUND =
  'address|article|aside|blockquote|dd|details|div|dl|fieldset|figure|footer|form|header|li|main|nav|ol|section|table|tbody|td|tfoot|th|thead|tr|ul';
/** Tags that hold a line themselves. */
const LINES = 'dt|figcaption|h[1-6]|hr|iframe|p|pre|summary|style|script|textarea|video|audio|object';
const CONTAINER = new RegExp(`(</?(?:${AROUND})(?:\\s[^<>]*)?>)`, 'gi');
const LINE_START = new RegExp(`(<(?:${LINES})(?=[\\s/>]))`, 'gi');
const LINE_END = new RegExp(`(</(?:${LINES})\\s*>|<hr(?:\\s[^<>]*)?>)`, 'gi');
const BLOCK = new RegExp(`^</?(?:${AROUND}|${LINES})(?=[\\s/>])`, 'i');
/** Their white space means something. */
const VERBATIM = /<(pre|script|style|textarea)(?=[\s>])/gi;

/**
 * Text that was written with blank lines between its paragraphs and no tags around them, as HTML. Blocks in it stay; line breaks
 * within a paragraph become `br`. Takes time in proportion to its length, whatever is in it.
 */
export function classicParagraphs(source: string): string {
  const text = source.replaceAll(/\r\n?/g, '\n');
  const small = text.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  VERBATIM.lastIndex = 0;
  for (let found = VERBATIM.exec(text); found; found = VERBATIM.exec(text)) {
    const close = `</${found[1]?.toLowerCase()}`;
    const end = small.indexOf(close, found.index);
    if (end < 0) break; // the parser takes all that follows into it
    parts.push(paragraphs(text.slice(at, found.index)), text.slice(found.index, end));
    at = end;
    VERBATIM.lastIndex = end;
  }
  return [...parts, paragraphs(text.slice(at))].join('');
}

function paragraphs(text: string): string {
  return text
    .replaceAll(CONTAINER, '\n\n$1\n\n')
    .replaceAll(LINE_START, '\n\n$1')
    .replaceAll(LINE_END, '$1\n\n')
    .split(/\n[ \t]*\n/)
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk !== '')
    .map((chunk) =>
      BLOCK.test(chunk)
        ? chunk
        : `<p>${chunk
            .split('\n')
            .map((line) => line.trimEnd())
            .join('<br>')}</p>`,
    )
    .join('\n');
}
