import type { LayoutSource } from '@sitedesk/contract/layouts';
import { STYLE_SOURCE } from './default-style.js';
import { DEFAULT_SOURCE } from './default-theme.js';

/*
 * One column under a masthead, in old-style faces that systems bring along: for people who read to the end. Double rules instead of
 * surfaces, one accent, and small capitals for what stands beside the text. What isn't said here is as in the default theme.
 */
const STYLE = `
:root {
  --paper: #fffdf7; --raised: #f6f1e4; --ink: #1d1a16; --soft: #5c554a; --line: #ded6c6; --field: #857b69;
  --accent: #8c1d2f; --on-accent: #fff; --mark: #f9e6a0;
  --text: 'Iowan Old Style', Palatino, 'Palatino Linotype', 'Book Antiqua', 'URW Palladio L', 'Noto Serif', serif;
  --title: var(--text);
  --measure: calc(var(--size) * 32);
  --edge: max(var(--gutter), (100% - 62rem) / 2);
  --bar: 2px solid var(--accent);
  --rule: 3px double var(--ink);
  --capitals: 600 .8125rem/1.5 var(--sans);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14120f; --raised: #1f1c17; --ink: #ece5d8; --soft: #b3a998; --line: #3a342b; --field: #8a7f6d;
    --accent: #f0a08f; --on-accent: #2a0d0a; --mark: #5a4710;
  }
}
body { border-top: 0; hanging-punctuation: first last; font-variant-numeric: oldstyle-nums; }
h1, h2, h3, .post-title, .name { font-weight: 600; hyphens: manual; }
h1 { font-size: clamp(2.125rem, 1.4rem + 3vw, 3.5rem); max-width: 20ch; }
header.site { padding-block: 1.125rem; border-bottom: var(--rule); }
header.site > .name { font-size: clamp(1.375rem, 1.1rem + 1.4vw, 1.75rem); line-height: 1.15; }
.small nav { border-bottom: var(--rule); }
.title { justify-items: center; text-align: center; }
.crumbs, .meta, .more, time, .byline { font: var(--capitals); letter-spacing: .02em; }
time, .crumbs, .tags a { text-transform: uppercase; letter-spacing: .08em; }
.crumbs ol, .meta { justify-content: center; }
.lead { font-style: italic; text-wrap: balance; }
article, .error { grid-template-columns: minmax(0, 1fr); justify-items: center; }
article > *, .error > * { width: 100%; max-width: var(--measure); }
article > .title { max-width: 46rem; }
article > .banner { max-width: none; }
article > .body { max-width: 52rem; }
article > .meta { padding-block: .75rem; border-block: var(--hairline); }
.body > * { margin-inline: auto; }
.body a:not(.button) { color: inherit; text-decoration-color: var(--accent); }
.body a:not(.button):hover { color: var(--accent); }
.body hr { width: 7rem; border-top: var(--rule); }
.post .body > p:first-child::first-letter { float: inline-start; margin-inline-end: .08em; font: 600 3.3em/.84 var(--title); color: var(--accent); }
blockquote { padding-inline: 1.5em; border: 0; font-style: italic; font-size: 1.2em; }
figcaption { text-align: center; font-style: italic; }
.stream { width: 100%; max-width: 46rem; margin-inline: auto; }
.stream > .about { justify-content: center; }
.list > li { padding-block: 2em; }
.list time { padding: 0; }
.list .post-title { font-size: 1.6em; }
.stream > .list { border-block: var(--rule); }
.stream > .list > li:first-child { border-top: 0; }
.pages { justify-content: space-between; }
.cards > li { border-top: var(--rule); }
.more { text-align: center; border-top: var(--rule); }
.error { text-align: center; }
.error .status { font-weight: 600; }
footer.site { justify-items: center; text-align: center; background: none; border-top: var(--rule); }
footer.site nav > ul { display: flex; flex-wrap: wrap; justify-content: center; gap: .5rem 2rem; }
@media (min-width: 62rem) {
  header.site { display: flex; flex-direction: column; align-items: center; gap: 1.75rem; padding-block: 2.75rem 0; border-bottom: 0; }
  header.site > .name { align-self: auto; padding: 0; font-size: 3rem; letter-spacing: -.02em; }
  .wide { width: 100%; border-top: 1px solid var(--ink); border-bottom: var(--rule); }
  .wide > ul { justify-content: center; height: auto; gap: 0 2.5rem; }
  .wide > ul > li > a, .wide > ul > li summary { padding-block: .75rem .625rem; border-bottom: 0; font: var(--capitals); text-transform: uppercase; letter-spacing: .09em; }
  .wide > ul > li > [aria-current], .wide summary[aria-current] { color: var(--accent); }
  .wide ul ul { top: 100%; text-align: start; }
  article, .error, footer.site, .list > li { grid-template-columns: minmax(0, 1fr); }
  article > *, .error > *, footer.site > *, article > .meta, footer.site > .name { grid-column: 1; }
  article > .meta { flex-direction: row; align-items: baseline; gap: 0 1.25rem; padding-block: .75rem; }
  .meta .tags { flex-direction: row; margin: 0; }
  .error > .status { grid-row: auto; }
  .stream > :not(.list, .banner) { margin-inline-start: 0; }
}
@media print { header.site, footer.site { border: 0; } }
`;

export const JOURNAL_SOURCE: LayoutSource = {
  ...DEFAULT_SOURCE,
  head: DEFAULT_SOURCE.head.replace('#fbfcfa', '#fffdf7').replace('#101513', '#14120f'),
  css: STYLE_SOURCE + STYLE,
};
