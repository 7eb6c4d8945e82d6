import { compileLayout } from './compile-layout.js';
import { importedLayout } from './imported-layout.js';

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="iso-8859-1">
  <title>About us – Pike</title>
  <meta name="description" content="Old words">
  <meta property="og:title" content="Old title">
  <link rel="canonical" href="https://old.example/about">
  <link rel="stylesheet" href="/theme.css">
  <style>body { color: #222; }</style>
  <script>var first = 1;</script>
  <script type="application/ld+json">{"@type":"WebPage"}</script>
</head>
<body class="wide" data-kind='shop'>
  <div class="page"><header><a href="/">Pike</a></header>
  <main class="content"><h1>About us</h1></main>
  <footer>© Pike</footer></div>
  <script>var second = 2;</script>
  <script src="/menu.js"></script>
</body>
</html>`;

describe('a layout of the HTML of a page', () => {
  it('has what stands around the content, with slots for what differs from page to page', async () => {
    const layout = await importedLayout(PAGE);
    expect(layout).toEqual({
      head: `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{page.full-title}}</title>
<link rel="stylesheet" href="/theme.css">
{{style}}
{{icon}}
{{script}}
{{meta}}`,
      bodyAttributes: `class="wide" data-kind='shop'`,
      header: '{{skip-link}}\n<div class="page"><header><a href="/">Pike</a></header>',
      footer: '<footer>© Pike</footer></div>\n\n  <script src="/menu.js"></script>',
      css: 'body { color: #222; }',
      js: 'var first = 1;\nvar second = 2;',
    });
    expect((await compileLayout(layout)).check.problems).toEqual([]);
  });

  it('is made of anything, however broken', async () => {
    for (const html of [
      '',
      'Just text',
      '<p>One<p>Two',
      '<main>',
      '</body></html><main><div>',
      '<body class="a"><article>x</article>y',
    ]) {
      const layout = await importedLayout(html);
      expect(layout.head).toContain('{{meta}}');
      expect((await compileLayout(layout)).check.problems.filter(({ level }) => level === 'error')).toEqual(
        [],
      );
    }
    expect((await importedLayout('<body class="a">A<article>x</article>y')).header).toBe('{{skip-link}}\nA');
    expect((await importedLayout('<body><main>x</main><footer>y</footer>')).footer).toBe(
      '<footer>y</footer>',
    );
    await expect(importedLayout('<div>'.repeat(20_000))).rejects.toThrow('levels deep');
    await expect(importedLayout('<b><p>'.repeat(80_000))).rejects.toThrow('at most');
  });
});
