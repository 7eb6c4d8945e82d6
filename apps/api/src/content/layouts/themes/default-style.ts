/*
 * Fonts that every system brings along: one for reading, chosen so that each system has a face made for screens in it, and one
 * for everything that is operated. Two columns on wide screens, the first for what stands beside the text; `--side` is its
 * width. What is shown stays in place while the rest of a page arrives: the header is as high as its menu from the start, a
 * submenu is hidden until its label is there (browsers would show a label of their own), and the footer fills the rest of the
 * window below a short page. What has a start and an end says so in logical properties, so that it works from right to left.
 */
export const STYLE_SOURCE = `
:root {
  color-scheme: light dark;
  --paper: #fbfcfa; --raised: #f0f4ef; --ink: #16211c; --soft: #4d5a54; --line: #d5ddd7; --field: #7b8781;
  --accent: #0d5c46; --on-accent: #fff; --mark: #fdeb9c;
  --note: #1d56a0; --important: #6a3ba5; --warning: #7d4f08; --caution: #a3262a; --string: #0d5c46;
  --text: Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', serif;
  --title: Charter, 'Bitstream Charter', 'Sitka Heading', Cambria, 'Noto Serif', serif;
  --sans: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  --mono: ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace;
  --size: clamp(1.0625rem, .98rem + .4vw, 1.25rem);
  --small: .9375rem/1.5 var(--sans);
  --measure: calc(var(--size) * 33);
  --side: 11.5rem;
  --gap: clamp(2rem, 4vw, 4.5rem);
  --gutter: clamp(1.125rem, 4.5vw, 3rem);
  --edge: max(var(--gutter), (100% - 74rem) / 2);
  --hairline: 1px solid var(--line);
  --bar: 3px solid var(--accent);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #101513; --raised: #1a211e; --ink: #e6ece8; --soft: #a5b1ab; --line: #303a35; --field: #77837d;
    --accent: #74d2b0; --on-accent: #0a1f18; --mark: #5d4d0c;
    --note: #8fbcf5; --important: #c7a6f5; --warning: #ecc06a; --caution: #ff9d97; --string: #74d2b0;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1.5rem; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; border-top: 6px solid var(--accent); background: var(--paper); color: var(--ink); font: var(--size)/1.6 var(--text); overflow-wrap: break-word; hanging-punctuation: first; }
h1, h2, h3, h4, p, ul, ol, figure, blockquote, pre { margin: 0; }
h1, h2, h3, .post-title, .name { font: 700 1.22em/1.25 var(--title); letter-spacing: -.01em; text-wrap: balance; hyphens: auto; hyphenate-limit-chars: 14 5 5; -webkit-hyphenate-limit-before: 6; -webkit-hyphenate-limit-after: 6; }
h1 { font-size: clamp(2.125rem, 1.3rem + 3.7vw, 4rem); line-height: 1.06; letter-spacing: -.022em; max-width: 22ch; }
h2 { font-size: 1.6em; line-height: 1.18; }
h4 { font: 600 .94em/1.4 var(--sans); }
p, li { text-wrap: pretty; }
a { color: var(--accent); text-decoration-thickness: .06em; text-underline-offset: .2em; }
a:hover { text-decoration-thickness: .14em; }
:focus-visible { outline: var(--bar); outline-offset: 3px; }
main:focus { outline: 0; }
img, iframe { display: block; max-width: 100%; height: auto; }
.banner, .cards img, iframe { background: var(--raised); }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: "+" / ""; margin-inline-start: .6em; font-weight: 400; }
[open] > summary::after { content: "\\2013" / ""; }
header.site, main, footer.site { padding-inline: var(--edge); }
nav, .skip, .feeds, .more, .empty, .notice, .form-status, label, .button { font: 1rem/1.4 var(--sans); }
time, .byline, .crumbs, .meta, footer.site, figcaption, caption, table, .callout::before { font: var(--small); }
nav :is(ul, ol), .tags, .posts, .tasks, .about ul { list-style: none; padding: 0; }
nav a, .tags a, .about a { display: inline-block; padding-block: .2rem; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
.skip { position: absolute; inset-inline-start: var(--gutter); top: -9rem; z-index: 2; padding: .6em 1em; background: var(--ink); color: var(--paper); }
.skip:focus { top: 0; }
.name { min-width: 0; font-size: 1.1875rem; color: var(--ink); text-decoration: none; }
header.site { position: relative; box-sizing: content-box; min-height: calc(2.65rem + 2px); display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-block: 1rem; border-bottom: var(--hairline); }
header.site :is(nav a, summary) { display: block; padding-block: .625rem; color: var(--ink); text-decoration: none; }
header.site :is(a, summary):hover { color: var(--accent); }
header.site details:not(:has(> summary)) { display: none; }
header.site [aria-current=page] { font-weight: 600; }
.wide { display: none; }
.small > summary { padding-inline: .875rem; border: 1px solid var(--field); border-radius: 4px; font: 600 1rem/1.4 var(--sans); }
.small nav { position: absolute; z-index: 1; inset-inline: 0; top: 100%; padding: .5rem var(--gutter) 1.25rem; background: var(--paper); border-bottom: 6px solid var(--accent); }
.small :is(li + li, ul ul) { border-top: var(--hairline); }
.small ul ul { padding-inline-start: 1.25rem; }
main { padding-block: clamp(2rem, 6vw, 4.5rem) clamp(4rem, 10vw, 8rem); }
article, .stream, .error { display: grid; align-content: start; gap: clamp(1.75rem, 4vw, 3rem) var(--gap); }
article > *, .stream > *, .error > *, .title > *, .columns > * { min-width: 0; }
.title { display: grid; gap: clamp(1rem, 2vw, 1.5rem); }
.crumbs ol, .tags, .meta, .pages { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.crumbs li + li::before { content: "/" / ""; margin-inline-start: -.75em; margin-inline-end: .5em; color: var(--soft); }
.lead { font-size: 1.22em; line-height: 1.45; color: var(--soft); max-width: var(--measure); }
.about { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; }
.portrait { width: 7.5rem; aspect-ratio: 1; object-fit: cover; border-radius: 50%; }
.banner { width: 100%; height: auto; aspect-ratio: 9/4; object-fit: cover; }
.meta, time, .byline, .feeds, li::marker, figcaption, caption { color: var(--soft); font-variant-numeric: tabular-nums; }
.meta a { color: var(--ink); }
.meta time { white-space: nowrap; }
.body > * { max-width: var(--measure); }
.body > :is(.table, .columns, .cards, .embed) { max-width: 52rem; }
.body > * + *, .body :is(blockquote, .callout, details > div, .columns > div, li, td, th) > * + * { margin-top: 1.15em; }
.body > * + h2 { margin-top: 2.1em; }
.body > * + h3 { margin-top: 1.7em; }
.body > * + :is(figure, .table, .columns, .callout, pre, form, .posts, .contents), .body > :is(figure, .table, .columns, .callout, pre, form, .posts, .contents) + :not(h2, h3) { margin-top: 1.8em; }
.body.body :is(h2, h3, h4) + * { margin-top: .7em; }
.body > details + details { margin-top: 0; border-top: 0; }
.body :is(ul, ol):not([class], nav *) { padding-inline-start: 1.4em; }
.body li + li, .body.body li > :is(ul, ol) { margin-top: .35em; }
.body hr { width: 4rem; margin: 2.6em 0; border: 0; border-top: var(--bar); }
mark { background: var(--mark); color: inherit; }
sub, sup { font-size: .72em; line-height: 0; }
code, pre { font-family: var(--mono); font-size: .86em; background: var(--raised); }
code { padding: .1em .3em; border-radius: 3px; }
pre { padding: 1.1em 1.25em; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
pre code { padding: 0; font-size: 1em; }
.hljs-comment, .hljs-quote, .hljs-meta { color: var(--soft); }
.hljs-keyword, .hljs-literal, .hljs-section, .hljs-selector-tag, .hljs-doctag { color: var(--important); }
.hljs-string, .hljs-regexp, .hljs-code, .hljs-addition { color: var(--string); }
.hljs-title, .hljs-name, .hljs-built_in, .hljs-property, .hljs-selector-class, .hljs-selector-id, .hljs-link { color: var(--note); }
.hljs-number, .hljs-symbol, .hljs-bullet, .hljs-type, .hljs-attr, .hljs-attribute, .hljs-template-tag { color: var(--warning); }
.hljs-variable, .hljs-template-variable, .hljs-deletion { color: var(--caution); }
.hljs-strong { font-weight: 700; }
.hljs-emphasis { font-style: italic; }
blockquote { padding-inline-start: 1.25em; border-inline-start: var(--bar); font-size: 1.12em; line-height: 1.5; }
figcaption { margin-top: .75em; }
.quote figcaption { padding-inline-start: 1.5rem; }
.tasks li { position: relative; padding-inline-start: 1.8em; }
.tasks input { position: absolute; inset-inline-start: 0; top: .3em; width: 1em; height: 1em; margin: 0; font-size: inherit; accent-color: var(--accent); }
.table { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font-variant-numeric: tabular-nums lining-nums; }
caption { text-align: start; padding-bottom: .75em; }
th, td { padding-block: .7em; padding-inline: 0 1.5em; border-bottom: var(--hairline); text-align: start; vertical-align: top; min-width: 6rem; }
tr:first-child th { border-bottom: 2px solid; vertical-align: bottom; }
.image figcaption { margin-top: .5em; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 1rem; }
.gallery .image { margin: 0; }
.gallery img { width: 100%; height: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
.callout, .notice { --kind: var(--note); padding: 1.1em 1.25em 1.25em; background: var(--raised); border-top: 3px solid var(--kind); }
.callout::before { content: "Note"; display: block; margin-bottom: .35em; font-weight: 600; color: var(--kind); }
.callout.tip { --kind: var(--accent); }
.callout.important { --kind: var(--important); }
.callout.warning, .notice { --kind: var(--warning); }
.callout.caution { --kind: var(--caution); }
.tip::before { content: "Tip"; }
.important::before { content: "Important"; }
.warning::before { content: "Warning"; }
.caution::before { content: "Caution"; }
:lang(de) {
  &.note::before { content: "Hinweis"; }
  &.tip::before { content: "Tipp"; }
  &.important::before { content: "Wichtig"; }
  &.warning::before { content: "Warnung"; }
  &.caution::before { content: "Vorsicht"; }
}
.body details { border-block: var(--hairline); }
.body summary { display: flex; justify-content: space-between; padding-block: .8em; font: 600 1.0625rem/1.4 var(--sans); }
.body details > div { padding-bottom: 1.4em; }
.columns { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, var(--column, 16rem)), 1fr)); }
.columns-3 { --column: 13rem; }
.columns-4 { --column: 10rem; }
iframe { width: 100%; aspect-ratio: 16/9; border: 0; }
.spotify iframe { aspect-ratio: auto; height: 22rem; }
.button { display: inline-block; padding: .65em 1.4em; border: 1px solid var(--accent); border-radius: 4px; background: none; color: var(--accent); font-weight: 600; text-decoration: none; cursor: pointer; }
.button.primary { background: var(--accent); color: var(--on-accent); }
.button:hover { text-decoration: underline; }
.contents { padding-block: 1.1em; border-block: var(--hairline); }
.contents .level-3 { padding-inline-start: 1.5em; }
.contents .level-4 { padding-inline-start: 3em; }
.body :is(.posts, .contents) li, .body .posts li > * { margin: 0; }
.post-title a { color: var(--ink); text-decoration: none; }
.post-title a:hover { color: var(--accent); text-decoration: underline; }
.posts div > * + * { margin-top: .5em; }
.list > li { display: grid; gap: .4rem var(--gap); padding-block: 1.6em; border-top: var(--hairline); }
.list > li > div, .more { max-width: var(--measure); }
.list .post-title { font-size: 1.45em; }
.stream > .list { border-bottom: var(--hairline); }
.cards { display: grid; gap: 2.25rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
.cards > li { position: relative; display: flex; flex-direction: column; gap: .5rem; padding-top: .9rem; border-top: 2px solid; }
.cards img { width: 100%; height: auto; aspect-ratio: 3/2; object-fit: cover; }
.cards a::after { content: ""; position: absolute; inset: 0; }
.cards p + p:not(.byline) { font-size: .92em; }
.more { padding-top: 1.5rem; border-top: var(--hairline); }
.contact-form { display: grid; gap: 1.25rem; }
.search-form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; max-width: var(--measure); }
.search-form label { flex: 1 1 14rem; min-width: 0; }
.search .list > li > div { grid-column: -2; }
label { display: grid; gap: .35rem; font-weight: 600; }
label > * { width: 100%; padding: .65em .8em; border: 1px solid var(--field); border-radius: 4px; background: var(--paper); color: inherit; font: 1.0625rem/1.5 var(--sans); }
textarea { resize: vertical; min-height: 9rem; }
[aria-invalid=true] { border-color: var(--caution); box-shadow: inset 0 0 0 1px var(--caution); }
.contact-form .button { justify-self: start; }
.sc-pending .button { cursor: progress; opacity: .7; }
.form-status { min-height: 1.4em; font-weight: 600; }
.sc-success .form-status { color: var(--accent); }
.sc-error .form-status { color: var(--caution); }
.error { row-gap: 1.25rem; }
.error .status { font: 700 clamp(3rem, 8vw, 5rem)/.9 var(--title); color: var(--accent); }
footer.site { flex: 1; display: grid; align-content: start; gap: 1.5rem var(--gap); padding-block: 2.5rem 3rem; background: var(--raised); }
footer.site :is(nav, .feeds) { font: var(--small); }
footer.site nav > ul { display: grid; gap: 1rem 2rem; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); }
footer.site nav a { color: var(--ink); }
footer.site ul ul a { color: var(--soft); }
@media (min-width: 62rem) {
  header.site, footer.site, article, .error, .list > li { grid-template-columns: var(--side) minmax(0, 1fr); }
  header.site { display: grid; align-items: stretch; padding-block: 0; gap: 0 var(--gap); }
  header.site > .name { align-self: start; padding-block: 1.2rem .875rem; }
  .small { display: none; }
  .wide { display: block; }
  .wide > ul { display: flex; flex-wrap: wrap; align-items: end; height: calc(100% + 1px); gap: 0 1.875rem; }
  .wide > ul > li { position: relative; }
  .wide > ul > li > a, .wide > ul > li summary { padding-block: 1.25rem 1.0625rem; border-bottom: 3px solid transparent; }
  .wide > ul > li > [aria-current], .wide summary[aria-current] { border-bottom-color: var(--accent); font-weight: 600; }
  .wide ul ul { position: absolute; z-index: 1; inset-inline-start: -1.25rem; top: calc(100% - 3px); min-width: 14rem; padding: .625rem 1.25rem; background: var(--paper); border: var(--hairline); border-top: var(--bar); }
  article > *, .error > *, footer.site > * { grid-column: 2; }
  article > .banner { grid-column: 1/-1; }
  article > .meta { grid-column: 1; flex-direction: column; gap: .25rem; padding-top: .3rem; }
  .meta .tags { flex-direction: column; margin-top: .75rem; }
  .list time { padding-top: .4rem; }
  .body .list { --side: 9.5rem; --gap: 1.5rem; }
  .stream > :not(.list, .banner) { margin-inline-start: calc(var(--side) + var(--gap)); }
  .error > .status { grid-column: 1; grid-row: 1/span 3; }
  footer.site > .name { grid-column: 1; }
}
.preview { position: sticky; top: 0; margin: 0; padding: .5rem; background: var(--ink); color: var(--paper); }
@media (scripting: none) { .button:disabled { opacity: .5; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } a, summary { transition: color .12s; } }
@media (prefers-contrast: more) { :root { --soft: var(--ink); --line: var(--field); } }
@media (forced-colors: active) { .button, .callout, pre { border: 1px solid; } }
@media print {
  :root { --paper: #fff; --raised: #fff; --ink: #000; --soft: #333; --line: #999; --accent: #000; --string: #000; --size: 11pt; color-scheme: light; }
  body { display: block; border: 0; }
  nav, .small, .skip, .feeds, form, .embed { display: none !important; }
  header.site, main, footer.site { padding: 0 0 1em; border: 0; }
  h1 { font-size: 26pt; }
  h2, h3, h4 { break-after: avoid; }
  pre, blockquote, .callout, figure, tr { break-inside: avoid; }
  .body a[href^=http]::after { content: " (" attr(href) ")"; font-size: .85em; }
}
`;

/** Without what only its readers here need. */
export const STYLE = STYLE_SOURCE.replaceAll(/\s+/g, ' ')
  .replaceAll(/ ?([{};,]) ?/g, '$1')
  .replaceAll(/: | > /g, (sign) => sign.trim())
  .replaceAll(';}', '}')
  .trim();
