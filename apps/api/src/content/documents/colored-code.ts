import { CODE_LANGUAGES, codeLanguage } from '@sitedesk/contract/code-languages';
import { createRequire } from 'node:module';
import { escapeHtml } from '../../platform/core/escape-html.js';

/**
 * Code units up to which code is shown in colors: of a block, of each of its lines, and of all blocks of a document. By size and never by time, so
 * that the same document gives the same octets: some grammars take time with the square of what they read, most of them of a line.
 */
export const CODE_LIMITS = { block: 10_000, line: 500, document: 50_000 } as const;

/** What is used of the library. Its own types bring along those of a browser. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: true },
  ): { readonly value: string };
}

const LONG_LINE = new RegExp(`.{${CODE_LIMITS.line + 1}}`);

let loaded: Highlighter | undefined;

/**
 * Loaded with the first code that needs it: most sites have none. All languages at once, because some hold others, and what they
 * make of these depends on which are there.
 */
function highlighter(): Highlighter {
  if (loaded) return loaded;
  const load = createRequire(import.meta.url);
  const core = load('highlight.js/lib/core') as Highlighter;
  for (const name of Object.keys(CODE_LANGUAGES))
    core.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));
  return (loaded = core);
}

/**
 * Code as escaped HTML whose words are in elements with classes of highlight.js, such as `hljs-string`. Its text is the code, character by
 * character.
 * @returns undefined where the language isn't known or there's too much of it
 */
export function coloredCode(code: string, language: string): string | undefined {
  const name = codeLanguage(language);
  if (name === undefined || code.length > CODE_LIMITS.block || LONG_LINE.test(code)) return undefined;
  return rewritten(highlighter().highlight(code, { language: name, ignoreIllegals: true }).value, code);
}

const PIECE = /<span class="(?<classes>[\w -]+)">|<\/span>|[^<]+/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Written again, so that nothing but our own escaping decides what a browser takes for markup. */
function rewritten(highlighted: string, code: string): string | undefined {
  let [html, text, depth] = ['', '', 0];
  for (const { 0: piece, groups } of highlighted.matchAll(PIECE)) {
    if (groups?.['classes'] !== undefined) {
      html += `<span class="${groups['classes']}">`;
      depth += 1;
    } else if (piece === '</span>') {
      html += piece;
      if ((depth -= 1) < 0) return undefined;
    } else {
      const words = piece.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
      html += escapeHtml(words);
      text += words;
    }
  }
  return depth === 0 && text === code ? html : undefined;
}
