import type { Documents } from './imports.js';

const many = (text: string, count: number): string => text.repeat(count);

/** Each is cheap to write and costly for one parser or another to read. */
export const COSTLY_DOCUMENTS: Documents = {
  'quotes.md': many('> ', 5_000),
  'lists.md': Array.from({ length: 500 }, (_, at) => `${many(' ', 2 * at)}- x`).join('\n'),
  'brackets.md': many('[', 100_000),
  'images.md': many('![', 30_000),
  'emphasis.md': many('*a **b ', 20_000),
  'ticks.md': many('`', 200_001),
  'tags.md': many('<a href="', 20_000),
  'links.md': `${many('[a](', 20_000)}${many(')', 20_000)}`,
  'characters.md': many('&#x1F600;', 20_000),
  'table.md': `|${many('a|', 20_000)}\n|${many('-|', 20_000)}\n|${many('b|', 20_000)}`,
  'urls.md': many('http://a.b/ ', 10_000),
  'comments.md': many('<!--', 50_000),
  'returns.md': many('\r', 200_000),
  'yaml.md': `---\n${many('[', 60_000)}\n---\nText`,
  'aliases.md': `---\na: &a [x, x]\nb: &b [*a, *a]\nc: [${many('*b, ', 20)}*b]\n---\nText`,
  'divisions.html': many('<div>', 50_000),
  'marks.html': many('<b><i>', 30_000),
  'tables.html': many('<table><tr><td>', 10_000),
  'items.html': `<ul>${many('<li>x</li>', 20_000)}</ul>`,
  'line.html': `<p>${many('word ', 50_000)}</p>`,
};

/** Front matter that is refused before anything of it is done. */
export const HOSTILE_FRONT_MATTER = {
  code: '---js\nmodule.exports = process.exit(1)\n---\nText',
  bomb: `---\n${Array.from({ length: 12 }, (_, at) => `a${at}: &a${at} [${at > 0 ? `*a${at - 1}, *a${at - 1}, *a${at - 1}` : '1'}]`).join('\n')}\n---\nText`,
  deep: `---\na: ${many('[', 5_000)}${many(']', 5_000)}\n---\nText`,
  large: `---\na: ${many('x', 1_000_000)}\n---\nText`,
} as const;
