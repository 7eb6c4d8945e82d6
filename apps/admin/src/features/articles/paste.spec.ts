import { describe, expect, it } from 'vitest';
import { cleanPaste } from './paste';

const clean = (html: string): string => cleanPaste(html).html;

describe('pasted HTML (E-13)', () => {
  it.each([
    [
      'of Google Docs: not wholly bold, with its lists',
      `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:700;font-style:normal">Bold</span><span style="font-weight:400;"> and </span><span style="font-style:italic">italic</span></p><br><ul><li dir="ltr"><p role="presentation"><span style="font-weight:400">One</span></p></li><ul><li><p><span>Inner</span></p></li></ul></ul><p><a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D"><span>there</span></a></p></b><br class="Apple-interchange-newline">`,
      '<p><strong>Bold</strong> and <em>italic</em></p><ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li></ul><p><a href="https://example.org/a">there</a></p>',
    ],
    [
      'of Word: paragraphs that are items, styles that are marks',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment--><h1>Report<o:p></o:p></h1><p class=MsoNormal><b><span style='mso-bidi-font-weight:normal'>Strong</span></b> words<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span><![endif]>First<o:p></o:p></p><p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>a.</span>Below</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>Second</p><!--EndFragment--></body></html>`,
      '<h2>Report</h2><p><strong>Strong</strong> words</p><ol><li><p>First</p><ol><li><p>Below</p></li></ol></li><li><p>Second</p></li></ol>',
    ],
    [
      'of a page: tables with spans, code as it stands, and no classes',
      `<div class="x"><h3 style="color:red">Prices</h3><table border=1><tbody><tr><th colspan="2">Both</th></tr><tr><td>a<td><h4>b</h4></tr></table><pre>if (a &lt; b)\n  go();\n</pre></div>`,
      '<h3>Prices</h3><table><tr><th data-colspan="2"><p>Both</p></th></tr><tr><td><p>a</p></td><td><p>b</p></td></tr></table><pre><code>if (a &lt; b)\n  go();</code></pre>',
    ],
    [
      'with what acts: nothing of it is left',
      `<p onclick="x()">Hi <a href="javascript:alert(1)">there</a><script>alert(1)</script><iframe src="//e.example"></iframe></p><style>*{}</style>`,
      '<p>Hi there</p>',
    ],
    ['of a line alone', 'just <i>words</i>', '<p>just <em>words</em></p>'],
    [
      'with empty paragraphs, which are distances',
      '<p>a</p><p>&nbsp;</p><p><br></p><p>b</p>',
      '<p>a</p><p>b</p>',
    ],
  ])('%s', (_what, html, expected) => expect(clean(html)).toBe(expected));

  it('keeps what was copied here, unless there is more in it', () => {
    const own = '<p data-pm-slice="1 1 []">Mine</p>';
    expect(clean(own)).toBe(own);
    expect(clean('<p data-pm-slice="1 1 []" style="color:red">Theirs</p>')).toBe('<p>Theirs</p>');
  });

  it('counts the pictures that it leaves out', () => {
    expect(cleanPaste('<p>a<img src="https://elsewhere.example/1.png"></p><img src="data:,">')).toEqual({
      html: '<p>a</p>',
      images: 2,
    });
  });

  it('goes on in another table where one is full', () => {
    const tables = clean(`<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(1_100)}</table>`).split('<table>');
    expect(tables.map((each) => each.split('<tr>').length - 1)).toEqual([0, 500, 500, 100]);
  });

  it('is rewritten again to the same', () => {
    const once = clean('<ul><li>a<ol><li>b</li></ol></li></ul><blockquote>c</blockquote><p><b>d</b></p>');
    expect(clean(once)).toBe(once);
    // Neither a line break nor the space before it ends a paragraph.
    expect(clean('<p>x <br> <br></p>')).toBe('<p>x</p>');
  });
});
