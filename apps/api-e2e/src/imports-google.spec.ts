import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { ImportRun } from '@sitedesk/contract/imports';
import type { EditorBrowser } from './harness/editor.js';
import { PIXEL } from './harness/files.js';
import { codesOf, finish, importAll, importedArticle, importFiles, reportOf } from './harness/imports.js';
import { startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { shapeOf } from './harness/shapes.js';
import { zipOfFiles } from './harness/zip.js';

const HEAD =
  '<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><style type="text/css">@import url(https://themes.googleusercontent.com/fonts/css?kit=x);.lst-kix_list_1-0>li:before{content:"\\0025cf  "}ol{margin:0;padding:0}.c0{color:#000000;font-weight:400;text-decoration:none;vertical-align:baseline;font-size:11pt;font-family:"Arial";font-style:normal}.c1{font-weight:700}.c2{font-style:italic}.c3{text-decoration:line-through}.c4{text-decoration-skip-ink:none;-webkit-text-decoration-skip:none;color:#1155cc;text-decoration:underline}.c5{vertical-align:super;font-size:7pt}.c6{padding-top:0pt}.title{font-size:26pt}</style></head>';
const wrapped = (address: string): string =>
  `https://www.google.com/url?q=${address}&amp;sa=D&amp;source=editors&amp;ust=1700000000000000&amp;usg=AOvVaw0x`;

/** As Google Docs writes it, with one element for each of its peculiarities. */
const PAGE = `${HEAD}<body class="c8 doc-content"><p class="c6 title" id="h.t"><span class="c0">Plan for spring</span></p>
<h1 class="c6" id="h.a"><span class="c1">Aims</span></h1>
<p class="c6"><span>Some </span><span class="c1">bold</span><span class="c0">, </span><span class="c1 c2">both</span><span class="c0"> and </span><span class="c3">old</span><span class="c0"> words</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup><span class="c0">.</span></p>
<p class="c6"><span>See </span><span class="c4"><a class="c9" href="${wrapped('https://example.com/a?b%3D1')}">the page</a></span><span>, </span><span class="c4"><a class="c9" href="#h.b">below</a></span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p>
<ul class="c7 lst-kix_list_1-0 start"><li class="c6 li-bullet-0"><span class="c0">One</span></li></ul><ul class="c7 lst-kix_list_1-1 start"><li class="c6 li-bullet-0"><span class="c0">Inner</span></li></ul><ul class="c7 lst-kix_list_1-0"><li class="c6 li-bullet-0"><span class="c0">Two</span></li></ul>
<ol class="c7 lst-kix_list_2-0 start" start="1"><li class="c6 li-bullet-0"><span class="c0">First</span></li></ol>
<p class="c6"><span class="c0"></span></p>
<h2 class="c6" id="h.b"><span class="c0">Numbers</span></h2>
<table class="c10"><tr class="c11"><td class="c12" colspan="1" rowspan="1"><p class="c6"><span class="c1">Year</span></p></td></tr></table>
<p class="c6"><span style="overflow: hidden; display: inline-block; width: 1px; height: 1px;"><img alt="A view" src="images/image1.png" style="width: 1px; height: 1px;" title=""></span></p>
<hr style="page-break-before:always;display:none;">
<hr class="c13"><div><p class="c6"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span class="c0">&nbsp;A note</span></p></div>
<div class="c14"><p class="c6"><a href="#cmnt_ref1" id="cmnt1">[a]</a><span class="c0">Is this true?</span></p><p class="c6"><span class="c0">Ask Ada</span></p></div></body></html>`;

const SHAPE = (picture: string): readonly unknown[] => [
  ['heading 2', 'Aims'],
  [
    'paragraph',
    'Some ',
    ['bold', 'bold'],
    ', ',
    ['both', 'italic', 'bold'],
    ' and ',
    ['old', 'strike'],
    ' words.',
  ],
  [
    'paragraph',
    'See ',
    ['the page', 'https://example.com/a?b=1'],
    ', ',
    ['below', '#numbers'],
    ['[1]', 'superscript'],
  ],
  [
    'bulletList',
    ['listItem', ['paragraph', 'One'], ['bulletList', ['listItem', ['paragraph', 'Inner']]]],
    ['listItem', ['paragraph', 'Two']],
  ],
  ['orderedList', ['listItem', ['paragraph', 'First']]],
  ['heading 3', 'Numbers'],
  ['table', ['tableRow', ['tableCell', ['paragraph', ['Year', 'bold']]]]],
  ...(picture === '' ? [] : [[picture]]),
  ['horizontalRule'],
  ['paragraph', '[1]\u00A0A note'],
];

describe('import of web pages of Google Docs', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;

  beforeAll(async () => {
    sites = await startTwoEditorSites({ RATELIMIT__DOCSIMPORT: '1000000/60' });
    ({ a } = sites);
  });
  afterAll(() => sites.site.stop());

  const article = (run: ImportRun, name: string): Promise<ArticleDetails> => importedArticle(a, run, name);

  it('makes articles of their archives, with looks, lists, links and pictures, and without comments (J-10)', async () => {
    const files = {
      'Plan for spring.zip': zipOfFiles({ 'Planforspring.html': PAGE, 'images/image1.png': PIXEL }),
      'Other.zip': zipOfFiles({
        'Other.html': PAGE.replace('Plan for spring', 'Other plan'),
        'images/image1.png': PIXEL,
      }),
    };
    const { id } = await importFiles(a, files, { source: 'Drive' });
    await finish(a, id, 'check');
    const done = await finish(a, id, 'import');
    expect(done.counts).toMatchObject({ created: 2, refused: 0 });
    for (const [name, title] of [
      ['Plan for spring.zip', 'Plan for spring'],
      ['Other.zip', 'Other plan'],
    ] as const) {
      const made = await article(done, name);
      expect([made.title, shapeOf(made.document.content)]).toEqual([title, SHAPE('image')]);
      expect(codesOf((await reportOf(a, id)).get(name))).toEqual([]);
    }
    const again = await importFiles(a, files, { source: 'Drive' });
    await finish(a, again.id, 'check');
    expect((await finish(a, again.id, 'import')).counts).toMatchObject({ unchanged: 2 });
    const [count] = await sites.site.database.query(
      'SELECT count(*)::int AS files, count(DISTINCT tenant_id)::int AS sites FROM file',
    );
    expect(count).toEqual({ files: 2, sites: 1 });
  });

  it('reads their pages as it reads others, when the archive is unpacked', async () => {
    const run = await importAll(a, { 'plan.html': PAGE }, { source: 'Unpacked' });
    const made = await article(run, 'plan.html');
    expect([made.title, shapeOf(made.document.content)]).toEqual(['Plan for spring', SHAPE('')]);
  });

  it('names archives of anything else', async () => {
    const { id } = await importFiles(
      a,
      {
        'folder.zip': zipOfFiles({ 'a.md': '# A' }),
        'page.zip': zipOfFiles({ 'a.html': '<p>Of someone else</p>' }),
        'two.zip': zipOfFiles({ 'a.html': PAGE, 'b.html': PAGE }),
        'deep.zip': zipOfFiles({ 'a.html': `${HEAD}<body class="doc-content">${'<div>'.repeat(5_000)}` }),
      },
      { source: 'Wrong' },
    );
    await finish(a, id, 'check');
    const report = [...(await reportOf(a, id)).values()];
    expect(report.map(({ externalId, outcome, notes }) => [externalId, outcome, notes[0]?.code])).toEqual([
      ['deep.zip', 'refused', 'import.tooDeep'],
      ['folder.zip', 'refused', 'import.notGoogle'],
      ['page.zip', 'refused', 'import.notGoogle'],
      ['two.zip', 'refused', 'import.notGoogle'],
    ]);
    const wrong = await a.send('PUT', `/import/runs/${id}/file?name=a.odt`, Buffer.from('x'), {
      'Content-Type': 'application/octet-stream',
    });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('import.fileType')]);
  });
});
