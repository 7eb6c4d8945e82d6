import type { DefaultTreeAdapterTypes } from 'parse5';

/** What a page needs to work: `link` elements of these kinds, and whatever has a `src`. */
const LINKS = /\b(?:stylesheet|modulepreload|preload|icon|manifest)\b/i;

/** Addresses that a page loads and that begin at the root of the site, without query; each once. */
export async function rootReferences(html: string): Promise<readonly string[]> {
  const { parse } = await import('parse5'); // most starts never need it
  const found = new Set<string>();
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node) {
      const value = (name: string): string => node.attrs.find((each) => each.name === name)?.value ?? '';
      const address = node.tagName === 'link' && LINKS.test(value('rel')) ? value('href') : value('src');
      if (/^\/(?!\/)/.test(address)) found.add(address.replace(/[?#].*$/, ''));
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return [...found];
}
