import type { MARKS } from '@sitedesk/contract/documents';

/* What elements of a page are to an article. */

/** Class of what stands in the place of a comment that ends the introduction. */
export const MORE = 'sitedesk-more';
/** Name of what stands in the place of a link that is shown as a button. */
export const BUTTON = 'sitedesk-button';
/** Elements whose content is none of the text. */
export const SILENT = new Set([
  'head',
  'title',
  'style',
  'template',
  'link',
  'meta',
  'base',
  'script',
  'noscript',
  'colgroup',
  'col',
  'source',
  'track',
  'param',
  'wbr',
]);
/** What is left out with all it holds, and reported. */
export const FOREIGN = new Set([
  'iframe',
  'object',
  'embed',
  'video',
  'audio',
  'canvas',
  'svg',
  'math',
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'script',
  'style',
  'applet',
  'frameset',
  'dialog',
  'map',
  'progress',
  'meter',
  'marquee',
  'nav',
]);
/** What elements in a line of text are marked as. */
export const MARK_OF: Readonly<Record<string, keyof typeof MARKS>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'highlight',
};
/** Elements that stand in a line of text. Any other unknown one is a block around its content. */
export const INLINE = new Set([
  ...Object.keys(MARK_OF),
  'a',
  'abbr',
  'acronym',
  'bdi',
  'bdo',
  'big',
  'br',
  'center',
  'data',
  'font',
  'ins',
  'label',
  'nobr',
  'q',
  'rp',
  'rt',
  'ruby',
  'small',
  'span',
  'time',
  'u',
]);
