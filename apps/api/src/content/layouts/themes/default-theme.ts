import type { LayoutSource } from '@sitedesk/contract/layouts';
import { STYLE_SOURCE } from './default-style.js';

/**
 * What every site begins with, and what a new layout begins as. A page is a few landmarks on a grid of two columns, the first for what
 * stands beside the text; one style sheet, no script but the form's.
 */
export const DEFAULT_SOURCE: LayoutSource = {
  head: `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{page.full-title}}</title>
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfcfa">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101513">
{{style}}{{script}}
{{icon}}
{{meta}}`,
  bodyAttributes: '',
  header: `{{skip-link}}
<header class="site">{{home-link}}{{menu}}</header>`,
  footer: '<footer class="site"><a href="/" class="name">{{site.name}}</a>{{footer-menu}}{{feeds}}</footer>',
  css: STYLE_SOURCE,
  js: '',
};
