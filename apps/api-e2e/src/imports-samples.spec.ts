import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { ImportRun } from '@sitedesk/contract/imports';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createArticle, publishArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import {
  codesOf,
  createImport,
  finish,
  importedArticle,
  pictureFolder,
  putExport,
  reportOf,
  uploadExport,
} from './harness/imports.js';
import { startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { shapeOf } from './harness/shapes.js';

/** Documents that other programs wrote; how is said beside them. */
const SAMPLES = join(import.meta.dirname, 'import-samples');
const sample = (path: string): Buffer => readFileSync(join(SAMPLES, path));

/** Those of WordPress are the ones of another sample. */
const picture = (name: string, path: string): Buffer =>
  sample(
    name === 'wordpress'
      ? path.endsWith('tin.png')
        ? 'pandoc/tin.png'
        : 'jekyll/images/bridge.png'
      : `${name}/${path}`,
  );

/** The Markdown and HTML of a folder by their paths, and the paths of its pictures. */
function folderOf(name: string): {
  readonly documents: Record<string, string>;
  readonly pictures: readonly string[];
} {
  const paths = readdirSync(join(SAMPLES, name), { recursive: true, encoding: 'utf8' });
  const documents = Object.fromEntries(
    paths
      .filter((path) => /\.(?:md|markdown|html)$/.test(path))
      .map((path) => [path, sample(`${name}/${path}`).toString()]),
  );
  return { documents, pictures: paths.filter((path) => path.endsWith('.png')) };
}

describe('import of documents that other programs wrote', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let ines: string;
  let tom: string;

  beforeAll(async () => {
    sites = await startTwoEditorSites({ RATELIMIT__DOCSIMPORT: '1000000/60' });
    ({ a } = sites);
    [ines, tom] = (await Promise.all(
      ['Ines Vogel', 'Tom Okafor'].map(
        async (name) => ((await a.post('/authors', { name })).json() as { id: string }).id,
      ),
    )) as [string, string];
  });
  afterAll(() => sites.site.stop());

  const article = (run: ImportRun, name: string): Promise<ArticleDetails> => importedArticle(a, run, name);
  const pictures = (name: string, paths: readonly string[]): Promise<string> =>
    pictureFolder(
      a,
      name.replace('/', '-'),
      Object.fromEntries(paths.map((path) => [path, picture(name, path)])),
    );
  async function done(run: { readonly id: string }): Promise<ImportRun> {
    await finish(a, run.id, 'check');
    return finish(a, run.id, 'import');
  }
  async function importFolder(name: string, options: object = {}): Promise<ImportRun> {
    const { documents, pictures: paths } = folderOf(name);
    const folder = await pictures(name, paths);
    return done(await createImport(a, documents, { source: name, status: 'published', folder, ...options }));
  }

  /** What isn't in the shape of a text: what pictures, tables and players say of themselves. */
  const blocksOf = (
    { document }: ArticleDetails,
    type: string,
  ): readonly (DocumentNode['attrs'] | undefined)[] => {
    const all = (nodes: readonly DocumentNode[] = []): readonly DocumentNode[] =>
      nodes.flatMap((node) => [node, ...all(node.content)]);
    return all(document.content)
      .filter((node) => node.type === type)
      .map(({ attrs }) => attrs);
  };
  const link = (text: string, address: string): readonly string[] => [text, address];
  const item = (...blocks: readonly unknown[]): readonly unknown[] => ['listItem', ...blocks];
  const text = (...words: readonly unknown[]): readonly unknown[] => ['paragraph', ...words];
  const row = (kind: 'tableHeader' | 'tableCell', ...cells: readonly string[]): readonly unknown[] => [
    'tableRow',
    ...cells.map((cell) => [kind, text(cell)]),
  ];

  it('reads what LibreOffice writes, as Word document and as web page (J-10)', async () => {
    const folder = await pictures('libreoffice', folderOf('libreoffice').pictures);
    const { id } = await createImport(a, folderOf('libreoffice').documents, {
      source: 'LibreOffice',
      status: 'published',
      folder,
    });
    const word = await putExport(a, id, 'tea.docx', sample('libreoffice/tea-for-twelve.docx'));
    expect(word.status).toBe(200);
    const run = await done({ id });
    expect(run.counts).toMatchObject({ created: 2, refused: 0 });
    const body = (mark: (number: string) => string, kept: readonly unknown[], notes: readonly unknown[]) => [
      text('A plan for one long table'),
      ['heading 2', 'Water'],
      text(
        'Fill ',
        ['two kettles', 'bold'],
        ', ',
        ['slowly', 'italic'],
        ', with H',
        ['2', 'subscript'],
        'O; 1 m',
        ['2', 'superscript'],
        ' of stove is ',
        ['too much', 'strike'],
        ' enough.',
        [mark('1'), 'superscript'],
        ...kept,
      ),
      text(
        'Ask ',
        link('the kettle guide', 'https://kettles.example/guide?size=l&n=2#lids'),
        ', or read ',
        link('about water', '#water'),
        ' again. Type ',
        ['boil --twice', 'code'],
        '.',
      ),
      ['heading 3', 'Leaves & lids'],
      [
        'bulletList',
        item(text('Green'), ['bulletList', item(text('Steamed')), item(text('Roasted'))]),
        item(text('Black')),
      ],
      [
        'orderedList',
        item(text('Warm the pot')),
        item(text('Pour'), ['orderedList', item(text('first half')), item(text('second half'))]),
      ],
      ['heading 2', 'Cups'],
      [
        'table',
        row('tableHeader', 'Cup', 'Colour', 'Number'),
        row('tableCell', 'Small', 'blue, “old”', '8'),
        row('tableCell', 'Large, any colour', '4'),
      ],
      ['image'],
      ['blockquote', text('The second pot is the one they remember.')],
      ['codeBlock', expect.stringMatching(/^09:00 {1,2}water\n09:20 {1,2}tea$/)],
      text('Grüße, 茶 and ½ a lemon.', [mark('i'), 'superscript'], ['hardBreak'], 'On a line of its own.'),
      ...notes,
    ];
    const measured = text('Measured in ', ['May', 'bold'], '.');
    const ofWord = await article(run, 'tea.docx');
    // What was deleted is gone, and so is the comment.
    expect(shapeOf(ofWord.document.content)).toEqual(
      body(
        (number) => (number === 'i' ? '[2]' : '[1]'),
        [' Keep them warm.'],
        [['orderedList', item(measured), item(text('Or a whole one.'))]],
      ),
    );
    const page = await article(run, 'tea-for-twelve.html');
    // There, LibreOffice writes deleted words like others.
    expect(shapeOf(page.document.content)).toEqual(
      body(
        (number) => number,
        [' Keep themin the cellar warm.'],
        [text('1 Measured in ', ['May', 'bold'], '.'), text('i Or a whole one.')],
      ),
    );
    for (const made of [ofWord, page]) {
      expect(made).toMatchObject({
        title: 'Tea for twelve',
        status: 'live',
        publishedAt: '2023-03-04T15:30:00.000Z',
        fields: { authors: [ines] },
      });
      expect(blocksOf(made, 'tableCell').map((attrs) => attrs?.['colspan'])).toEqual([1, 1, 1, 2, 1]);
    }
    // The web page has the name of the picture, and not what it shows.
    expect(blocksOf(ofWord, 'image')).toMatchObject([{ alt: 'A green kettle on a stove' }]);
    expect(blocksOf(page, 'image')).toMatchObject([{ alt: 'Kettle' }]);
    for (const { notes } of (await reportOf(a, id)).values()) expect(notes).toEqual([]);
  });

  it('goes on with the numbers of a list behind other paragraphs, and keeps tables in tables (J-10)', async () => {
    const { id } = await createImport(a, {}, { source: 'Boats' });
    await putExport(a, id, 'boat-club.docx', sample('libreoffice/boat-club.docx'));
    const made = await article(await done({ id }), 'boat-club.docx');
    expect(made.title).toBe('Minutes of the boat club');
    expect(shapeOf(made.document.content)).toEqual([
      ['heading 2', 'Present'],
      text('Nine of us. ', ['Bold again', 'bold'], ' and a tab.'),
      ['heading 2', 'Boats'],
      ['orderedList', item(text('Paint'))],
      text('twice, as we said'),
      ['orderedList', item(text('Dry'))],
      text('A break, and then:'),
      ['orderedList', item(text('Row'))],
      [
        'table',
        [
          'tableRow',
          ['tableCell', text('Oars'), ['bulletList', item(text('long'))]],
          ['tableCell', text('4')],
        ],
        ['tableRow', ['tableCell', text()]],
      ],
      ['table', ['tableRow', ['tableCell', text('inner')]]],
      ['image'],
      text('beside a picture with a link.'),
      text('Mail ', link('the club', 'mailto:club@boats.example'), '.'),
    ]);
    expect(blocksOf(made, 'orderedList').map((attrs) => attrs?.['start'])).toEqual([1, 2, 3]);
    expect(blocksOf(made, 'tableCell').map((attrs) => attrs?.['rowspan'])).toEqual([2, 1, 1, 1]);
    expect(blocksOf(made, 'image')).toMatchObject([{ href: 'https://boats.example/' }]);
    expect(codesOf((await reportOf(a, id)).get('boat-club.docx'))).toEqual(['import.moved']);
  });

  it('reads what Pandoc writes: Word, web page and Markdown of two kinds (J-10)', async () => {
    const { documents, pictures: paths } = folderOf('pandoc');
    const folder = await pictures('pandoc', paths);
    const { id } = await createImport(a, documents, { source: 'Pandoc', status: 'published', folder });
    expect((await putExport(a, id, 'guide.docx', sample('pandoc/field-guide.docx'))).status).toBe(200);
    const run = await done({ id });
    expect(run.counts).toMatchObject({ created: 4, refused: 0 });
    const height = [
      row('tableHeader', 'Cloud', 'Height'),
      row('tableCell', 'Stratus', '300'),
      row('tableCell', 'Cirrus', '8000'),
    ];
    const body = (different: {
      readonly start?: readonly unknown[];
      readonly mark?: (number: number) => string;
      readonly second?: readonly unknown[];
      readonly caption?: readonly unknown[];
      readonly code?: string;
      readonly fog?: readonly unknown[];
      readonly rule?: readonly unknown[];
    }): readonly unknown[] => {
      const { mark = (number: number) => `[${number}]` } = different;
      return [
        ...(different.start ?? []),
        ['heading 2', 'Looking up'],
        text(
          'Clouds are ',
          ['water', 'italic'],
          ', ',
          ['light', 'bold'],
          ', and ',
          ['magic', 'strike'],
          ' luck. Write ',
          ['lift > weight', 'code'],
          ', H',
          ['2', 'subscript'],
          'O and E = mc',
          ['2', 'superscript'],
          '.',
          [mark(1), 'superscript'],
          ' See ',
          link('the atlas', 'https://clouds.example/atlas?kind=low'),
          ', or ',
          link('names', '#names-of-clouds'),
          '.',
        ),
        [
          'bulletList',
          item(text('Low'), ['bulletList', item(text('Stratus')), item(text('Cumulus'))]),
          item(text('High')),
        ],
        [
          'orderedList',
          item(text('Look')),
          item(
            ...(different.second ?? [
              text('Name'),
              ['orderedList', item(text('the kind')), item(text('the height'))],
            ]),
          ),
        ],
        ['taskList', ['taskItem false', text('buy a hat')], ['taskItem true', text('lose a hat')]],
        ['heading 3', 'Names of clouds'],
        ['table', ...height],
        ...(different.caption ?? []),
        ['image'],
        ['blockquote', text('Red sky at night.'), text('Nobody minds.')],
        [different.code ?? 'codeBlock python', 'def rain(cloud):\n    return cloud.dark  # usually'],
        text('Line one', ['hardBreak'], 'line two'),
        ...(different.fog ?? [text(['Fog', 'bold']), text('A cloud that lies down.')]),
        ['heading 2', 'Going in'],
        ['horizontalRule'],
        text('The end.', [mark(2), 'superscript']),
        ...(different.rule ?? []),
        [
          'orderedList',
          item(text('A letter for ', ['energy', 'italic'], '.')),
          item(text('The first paragraph of a long note.'), text('And its second.')),
        ],
      ];
    };
    const abstract = 'What to look for, and when to go indoors.';
    // A table's words are a paragraph in these kinds of Markdown.
    const caption = [text('Clouds and their heights in metres')];
    const expected: Readonly<Record<string, readonly unknown[]>> = {
      'guide.docx': body({ start: [text(abstract)], code: 'codeBlock' }),
      'field-guide.html': body({
        start: [text('Abstract'), text(abstract)],
        mark: String,
        rule: [['horizontalRule']],
      }),
      'field-guide.gfm.md': body({ caption, fog: [text('Fog', ['hardBreak'], 'A cloud that lies down.')] }),
      // Letters don't number lists in CommonMark.
      'field-guide.commonmark.md': body({ caption, second: [text('Name a) the kind b) the height')] }),
    };
    for (const [name, shape] of Object.entries(expected)) {
      const made = await article(run, name);
      expect([name, shapeOf(made.document.content)]).toEqual([name, shape]);
      expect(made).toMatchObject({
        title: 'A field guide to clouds',
        publishedAt: '2022-07-09T00:00:00.000Z',
        introduction: name.endsWith('.md') ? abstract : null,
        fields: { authors: [ines, tom] },
      });
      expect(blocksOf(made, 'image')).toMatchObject([{ alt: 'A tin of cloud, labelled' }]);
    }
    for (const name of ['guide.docx', 'field-guide.html']) {
      const made = await article(run, name);
      expect(blocksOf(made, 'table')).toMatchObject([{ caption: 'Clouds and their heights in metres' }]);
      expect(blocksOf(made, 'image')).toMatchObject([{ caption: 'A tin of cloud, labelled' }]);
    }
    const report = await reportOf(a, id);
    expect(codesOf(report.get('guide.docx'))).toEqual([]);
    expect(report.get('field-guide.html')?.notes).toMatchObject([
      { code: 'import.dropped', params: { what: 'nav', count: 1 } },
    ]);
  });

  it('reads the documents of a Hugo site (J-10)', async () => {
    const run = await importFolder('hugo/content');
    const lamp = await article(run, 'posts/lamp/index.md');
    expect(lamp).toMatchObject({
      title: 'The reading lamp: a review',
      path: '/posts/lamp',
      status: 'live',
      publishedAt: '2021-11-05T19:15:00.000Z',
      introduction: 'A lamp, and what to read by it.',
    });
    expect(lamp.fields).toMatchObject({ tags: ['lamps', 'paper & ink', 'Reviews'], authors: [tom] });
    const [shade] = blocksOf(lamp, 'image');
    expect(lamp.fields.bannerImage).toMatch(/\/shade\.png$/);
    expect(shapeOf(lamp.document.content)).toEqual([
      text('It has a ', ['shade', 'bold'], ['[1]', 'superscript'], ' and a switch.'),
      ['introductionEnd'],
      ['heading 2', 'Light'],
      ['image'],
      ['image'],
      ['codeBlock go', 'func on() bool {\n\treturn true\n}'],
      ['codeBlock sh', 'lamp --on'],
      [
        'table',
        row('tableHeader', 'Hour', 'Light'),
        row('tableCell', '20', 'on'),
        row('tableCell', '23', 'off | on'),
      ],
      text(
        'Back to ',
        link('its light', '#light'),
        ', to ',
        link('the handbook', '/help/wiring'),
        ', and to README.md or ',
        link('https://lamps.example/docs/wiring/', 'https://lamps.example/docs/wiring/'),
        '.',
      ),
      ['orderedList', item(text('Of paper, as in ', ['shade.css', 'code'], '.'))],
    ]);
    expect(blocksOf(lamp, 'image')).toMatchObject([
      { alt: 'The shade', caption: 'The shade, seen from below' },
      { file: shade?.['file'], alt: 'Its shade' },
    ]);
    const wiring = await article(run, 'docs/wiring.md');
    expect(wiring).toMatchObject({ path: '/help/wiring', status: 'draft' });
    expect(shapeOf(wiring.document.content)).toEqual([
      ['heading 2', 'Before you begin'],
      text('Unplug it.'),
      ['heading 3', 'Tools'],
      ['heading 2', 'Afterwards'],
      text(['Term', 'bold']),
      text('What it means'),
      ['taskList', ['taskItem true', text('plugged in')], ['taskItem false', text('lit')]],
    ]);
    expect((await article(run, 'docs/_index.md')).path).toBe('/docs');
    expect(shapeOf((await article(run, '_index.md')).document.content)).toEqual([
      text(
        'Start with ',
        link('the reading lamp', '/posts/lamp'),
        ' or ',
        link('the handbook', '/help/wiring'),
        '.',
      ),
    ]);
    const report = await reportOf(a, run.id);
    expect(codesOf(report.get('posts/lamp/index.md'))).toEqual([
      'import.unknownKeys',
      'import.linksRewritten',
    ]);
    expect(codesOf(report.get('docs/wiring.md'))).toEqual(['import.dateWrong', 'import.isDraft']);
    const redirects = (await a.get('/redirects?q=/reviews')).json() as { items: { path: string }[] };
    expect(redirects.items.map(({ path }) => path)).toEqual(['/reviews/lamp']);
  });

  it('reads the documents of a Jekyll site as posts of a blog, and its pages as pages (J-10)', async () => {
    const blog = await createArticle(a, { type: 2, title: 'Walks', blogKey: 'walks' });
    await publishArticle(a, blog.number);
    const run = await importFolder('jekyll', { blogKey: 'walks' });
    const river = await article(run, '_posts/2019-06-01-along-the-river.md');
    // Without a date in it, the day is in the name of the file.
    expect(river).toMatchObject({
      title: 'Along the river',
      path: '/walks/along-the-river',
      status: 'live',
      publishedAt: '2019-06-01T00:00:00.000Z',
    });
    expect(river.fields).toMatchObject({ tags: ['river', 'bridge', 'walks', 'water'], authors: [ines] });
    expect(river.fields.bannerImage).toMatch(/\/bridge\.png$/);
    expect(shapeOf(river.document.content)).toEqual([
      text('A walk of two hours.'),
      ['heading 2', 'The bridge'],
      ['image'],
      ['codeBlock ruby', 'puts "left"'],
      ['codeBlock sh', 'walk --slowly'],
      text(
        'Next: ',
        link('over the hill', '/walks/over-the-hill'),
        ', or ',
        link('walking', '/walking'),
        '.',
        ['[1]', 'superscript'],
      ),
      ['orderedList', item(text('With a bridge.'))],
    ]);
    expect(await article(run, '_posts/2019-06-02-over-the-hill.markdown')).toMatchObject({
      path: '/walks/over-the-hill',
      status: 'draft',
    });
    expect(await article(run, '_drafts/a-cave.md')).toMatchObject({ path: '/walks/a-cave', status: 'draft' });
    expect(await article(run, 'walking.md')).toMatchObject({ path: '/walking', status: 'live', type: 0 });
    const redirects = (await a.get('/redirects?q=/2019/river')).json() as { items: { path: string }[] };
    expect(redirects.items.map(({ path }) => path)).toEqual(['/2019/river.html']);
  });

  it('reads the documents of a Pelican site, whose front matter has no fences (J-10)', async () => {
    const run = await importFolder('pelican/content');
    const bowline = await article(run, 'bowline.md');
    expect(bowline).toMatchObject({
      title: 'The bowline: a knot for everything',
      path: '/bowline',
      status: 'live',
      publishedAt: '2018-03-09T07:45:00.000Z',
      introduction: 'One knot, and what it is for.',
    });
    expect(bowline.fields).toMatchObject({
      tags: ['rope', 'knots that hold', 'Knots'],
      authors: [tom, ines],
    });
    expect(shapeOf(bowline.document.content)).toEqual([
      text(
        'The rabbit comes ',
        ['out of the hole', 'italic'],
        ', as in ',
        link('the sheet bend', '/sheet-bend'),
        '.',
      ),
      ['image'],
      ['codeBlock python', 'tie("bowline")'],
    ]);
    expect(await article(run, 'sheet-bend.md')).toMatchObject({ title: 'Sheet bend', status: 'draft' });
    const report = await reportOf(a, run.id);
    expect(codesOf(report.get('bowline.md'))).toEqual(['import.linksRewritten']);
  });

  it('reads an export of WordPress, of blocks and of before them (J-10, J-17)', async () => {
    const blog = await createArticle(a, { type: 2, title: 'Allotment', blogKey: 'allotment' });
    await publishArticle(a, blog.number);
    const folder = await pictures('wordpress', [
      'wp-content/uploads/2023/04/kettle.png',
      'wp-content/uploads/2023/04/tin.png',
    ]);
    const arrived = await uploadExport(a, 'allotment.xml', sample('wordpress/allotment.xml').toString(), {
      source: 'Allotment',
      blogKey: 'allotment',
      status: 'published',
      folder,
    });
    expect(arrived.notes.map(({ params }) => params)).toEqual([
      { what: 'comment', count: 1 },
      { what: 'trash', count: 1 },
      { what: 'sticky mark', count: 1 },
      { what: 'post_format', count: 1 },
    ]);
    const run = await done(arrived);
    expect(run.counts).toMatchObject({ created: 11, refused: 0 });
    const shed = await article(run, 'post/6');
    expect(shed).toMatchObject({
      title: 'The shed & the “door” — repaired',
      path: '/allotment/the-shed',
      status: 'live',
      introduction: 'A shed, a door, and a roof.',
      publishedAt: '2023-04-16T07:30:00.000Z',
    });
    expect(shed.fields).toMatchObject({
      tags: ['Beds & borders', 'Do it yourself', 'Shed'],
      authors: [ines],
      bannerText: 'A green watering can',
    });
    expect(shed.fields.bannerImage).toMatch(/\/kettle\.png$/);
    expect(shapeOf(shed.document.content)).toEqual([
      text('The shed is ', ['dry', 'italic'], ' again.', ['hardBreak'], "The door isn't."),
      ['heading 2', 'What we did'],
      ['image'],
      [
        'bulletList',
        item(text('Nails'), ['bulletList', item(text('long')), item(text('short'))]),
        item(text('A roof')),
      ],
      ['introductionEnd'],
      ['embed'],
      ['gallery', ['image'], ['image']],
      ['embed'],
      text(
        'See ',
        link('the blocks', '/allotment/blocks-of-spring'),
        ' and ',
        link('our tools', '/about/tools'),
        '.',
      ),
      ['blockquote', text('Measure twice.')],
      // What looks like a comment is shown by no browser.
      ['codeBlock', 'if (wet) {\n  wait();   //  y\n}'],
      text('[plot bed="3"]'),
    ]);
    expect(blocksOf(shed, 'image')).toMatchObject([
      { alt: 'The can', caption: 'The can, found again' },
      { alt: 'A green watering can' },
      { alt: 'A tin of seeds' },
    ]);
    expect(blocksOf(shed, 'embed')).toMatchObject([
      { provider: 'youtube', key: 'aqz-KE-bpKQ' },
      { provider: 'vimeo', key: '76979871' },
    ]);

    const spring = await article(run, 'post/8');
    expect(spring.publishedAt).toBe('2023-05-01T16:05:09.000Z');
    expect(spring.fields.tags).toEqual(['Äpfel', 'C++', 'Vegetables']);
    expect(shapeOf(spring.document.content)).toEqual([
      text(
        'Spring is a ',
        ['list', 'bold'],
        ' of ',
        ['blocks', 'code'],
        ', and ',
        ['one', 'highlight'],
        ' of them is ',
        ['late', 'strike'],
        ' early.',
      ),
      ['heading 3', 'Sowing'],
      [
        'orderedList',
        item(text('Peas'), ['bulletList', item(text('round')), item(text('wrinkled'))]),
        item(text('Beans')),
      ],
      ['image'],
      ['gallery', ['image'], ['image']],
      text('Two of ours'),
      ['embed'],
      [
        'table',
        row('tableHeader', 'Bed', 'Metres'),
        row('tableCell', 'North', '4'),
        ['tableRow', ['tableCell', text('South')], ['tableCell', text('6', ['hardBreak'], 'or 7')]],
      ],
      ['blockquote', text('Dig it over.'), text(['Every neighbour', 'italic'])],
      ['blockquote', text('Rain is free.'), text(['The tap', 'italic'])],
      ['codeBlock', 'for (const bed of beds) {\n  water(bed); // ]]> and <b>\n}'],
      ['codeBlock', 'Mon  water\nTue  rest'],
      text('Rain on the glass,', ['hardBreak'], 'and ', ['rain', 'italic'], ' on the grass'),
      text('Left'),
      text('Right'),
      text(link('About us', '/about')),
      text(link('The plan', 'https://allotment.example/wp-content/uploads/2023/04/plan.pdf')),
      ['horizontalRule'],
      text('Own HTML'),
      text('[opening-hours day="sat"]'),
      text('From before'),
    ]);
    expect(blocksOf(spring, 'orderedList')).toMatchObject([{ start: 3 }]);
    expect(blocksOf(spring, 'table')).toMatchObject([{ caption: 'Beds and their lengths' }]);
    expect(blocksOf(spring, 'embed')).toMatchObject([{ provider: 'youtube', title: 'A film' }]);
    expect(blocksOf(spring, 'image')).toMatchObject([
      { alt: 'A green can & a tap', caption: 'By the tap' },
      { alt: 'Can' },
      { alt: 'Tin', caption: 'Seeds' },
    ]);
    const report = await reportOf(a, run.id);
    expect(report.get('post/6')?.notes[0]?.params).toEqual({ names: '[plot]' });
    expect(codesOf(report.get('post/8'))).toEqual([
      'import.dropped',
      'import.shortcodes',
      'import.authorUnknown',
      'import.linksRewritten',
    ]);

    // Address and whether it's published, of each of the others.
    const others = Object.fromEntries(
      [...report.values()].map(({ externalId, path, publish }) => [externalId, [path, publish]]),
    );
    expect(others).toMatchObject({
      'page/9': ['/about', true],
      'page/10': ['/about/tools', true],
      'post/11': ['/allotment/not-finished', false],
      'post/12': ['/allotment/harvest', false],
      'post/13': ['/allotment/the-key', false],
      'post/14': ['/allotment/members', false],
      'post/15': ['/allotment/чай', true],
      'post/16': ['/allotment/waiting-for-review', false],
      'post/17': ['/allotment/a-note', true],
    });
    // By a clock in Zurich, both are an hour or two later.
    expect((await article(run, 'post/15')).publishedAt).toBe('2023-07-03T21:30:00.000Z');
    expect((await article(run, 'page/9')).publishedAt).toBe('2022-01-02T02:04:05.000Z');
    for (const [name, code] of [
      ['post/12', 'import.dateFuture'],
      ['post/13', 'import.passwordProtected'],
      ['post/14', 'import.isDraft'],
    ] as const)
      expect(codesOf(report.get(name))).toContain(code);
  });

  it('writes nothing of all this at another site, and nothing twice (J-01)', async () => {
    const counts = () =>
      sites.site.database.query(
        `SELECT (SELECT count(*) FROM article)::int AS articles, (SELECT count(*) FROM article_version)::int AS versions, (SELECT count(*) FROM file)::int AS files`,
      );
    const before = await counts();
    const { documents } = folderOf('hugo/content');
    const [pictured] = await sites.site.database.query("SELECT id FROM folder WHERE name = 'hugo-content'");
    const again = await done(
      await createImport(a, documents, {
        source: 'hugo/content',
        status: 'published',
        folder: pictured?.['id'],
      }),
    );
    expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 4, refused: 0 });
    expect(await counts()).toEqual(before);
    expect((await sites.b.get('/files')).json()).toMatchObject({ items: [] });
    const ofB = (await sites.b.get('/articles?q=lamp')).json() as { items: unknown[] };
    expect(ofB.items).toEqual([]);
  });
});
