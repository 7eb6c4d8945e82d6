import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { ImportRun } from '@sitedesk/contract/imports';
import {
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  ImageRun,
  Math,
  MathRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import type { EditorBrowser } from './harness/editor.js';
import { PIXEL } from './harness/files.js';
import { codesOf, finish, importedArticle, importFiles, reportOf } from './harness/imports.js';
import { startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { shapeOf } from './harness/shapes.js';
import { docx, word } from './harness/word.js';
import { zipOf } from './harness/zip.js';

const { run, paragraph, item, link, anchor, bookmark, footnote, table, picture } = word;

const REPORT = docx({
  properties:
    '<dc:title>Annual report</dc:title><dc:creator>Ada Lovelace</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">2024-05-06T07:08:09Z</dcterms:created>',
  relations: [
    { id: 'rL', type: 'hyperlink', target: 'https://example.com/page?a=1', external: true },
    { id: 'rB', type: 'hyperlink', target: 'javascript:alert(1)', external: true },
    { id: 'rP', type: 'image', target: 'media/image1.png' },
    { id: 'rE', type: 'image', target: 'media/image2.emf' },
    { id: 'rX', type: 'image', target: 'file:///etc/passwd', external: true },
  ],
  footnotes: [' The first note'],
  media: { 'image1.png': PIXEL, 'image2.emf': Buffer.from('not a picture that browsers show') },
  body: [
    paragraph(run('Annual report'), 'Title'),
    paragraph(run('Summary'), 'Heading1'),
    paragraph(
      run('Plain ') +
        run('bold', 'b') +
        run(' and ') +
        run('italic', 'i') +
        run(' and ') +
        run('old', 'strike'),
    ),
    paragraph(
      run('See ') +
        link('rL', run('the page')) +
        run(', ') +
        link('rB', run('bad')) +
        run(', ') +
        anchor('_Toc1', run('below')) +
        run(' and ') +
        anchor('_Ref1', run('nowhere')),
    ),
    item(run('One'), 1),
    item(run('Inner'), 1, 1),
    item(run('Two'), 1),
    item(run('First'), 2),
    item(run('Second'), 2),
    paragraph(bookmark('_Toc1') + run('Numbers'), 'Heading2'),
    table([
      ['Year', 'Sum'],
      ['2024', '12'],
    ]),
    paragraph(picture('rP', 'A view') + picture('rE', 'A chart') + picture('rX', 'Elsewhere', 'link')),
    paragraph(run('Said someone'), 'Quote'),
    paragraph(run('With a note') + footnote(1)),
  ].join(''),
});

describe('import of Word documents', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;

  beforeAll(async () => {
    sites = await startTwoEditorSites({ RATELIMIT__DOCSIMPORT: '1000000/60' });
    ({ a } = sites);
  });
  afterAll(() => sites.site.stop());

  const article = (done: ImportRun, name: string): Promise<ArticleDetails> => importedArticle(a, done, name);
  const files = (): Promise<unknown> =>
    sites.site.database.query('SELECT tenant_id, name, folder_id, hash FROM file ORDER BY id');

  it('makes articles of their text, with pictures and what their properties say (J-07, J-10)', async () => {
    await a.post('/authors', { name: 'Ada Lovelace' });
    const { id } = await importFiles(
      a,
      { 'reports/Report 2024.docx': REPORT },
      { source: 'Reports', status: 'published' },
    );
    await finish(a, id, 'check');
    const done = await finish(a, id, 'import');
    expect(done.counts).toMatchObject({ created: 1, refused: 0 });
    const made = await article(done, 'reports/Report 2024.docx');
    expect([made.title, made.path]).toEqual(['Annual report', '/reports/report-2024']);
    expect(made.publishedAt).toBe('2024-05-06T07:08:09.000Z');
    expect(made.fields.authors).toHaveLength(1);
    expect(shapeOf(made.document.content)).toEqual([
      ['heading 2', 'Summary'],
      ['paragraph', 'Plain ', ['bold', 'bold'], ' and ', ['italic', 'italic'], ' and ', ['old', 'strike']],
      [
        'paragraph',
        'See ',
        ['the page', 'https://example.com/page?a=1'],
        ', bad, ',
        ['below', '#numbers'],
        ' and nowhere',
      ],
      [
        'bulletList',
        ['listItem', ['paragraph', 'One'], ['bulletList', ['listItem', ['paragraph', 'Inner']]]],
        ['listItem', ['paragraph', 'Two']],
      ],
      ['orderedList', ['listItem', ['paragraph', 'First']], ['listItem', ['paragraph', 'Second']]],
      ['heading 3', 'Numbers'],
      [
        'table',
        ['tableRow', ['tableHeader', ['paragraph', 'Year']], ['tableHeader', ['paragraph', 'Sum']]],
        ['tableRow', ['tableCell', ['paragraph', '2024']], ['tableCell', ['paragraph', '12']]],
      ],
      ['image'],
      ['blockquote', ['paragraph', 'Said someone']],
      ['paragraph', 'With a note', ['[1]', 'superscript']],
      ['orderedList', ['listItem', ['paragraph', 'The first note']]],
    ]);
    const report = (await reportOf(a, id)).get('reports/Report 2024.docx');
    expect(codesOf(report)).toEqual(['import.picturesLeftOut', 'import.innerLinks', 'import.linkRefused']);
    expect(report?.notes[0]?.params).toEqual({ count: 2 });
    expect(report?.notes[1]?.params).toEqual({ count: 1 });
  });

  it('changes nothing when the same is imported again: neither articles nor files, nor another site (J-01)', async () => {
    const before = await files();
    const again = await importFiles(
      a,
      { 'reports/Report 2024.docx': REPORT },
      { source: 'Reports', status: 'published' },
    );
    await finish(a, again.id, 'check');
    expect((await finish(a, again.id, 'import')).counts).toMatchObject({ unchanged: 1, created: 0 });
    expect(await files()).toEqual(before);
    const other = (await sites.b.get('/files')).json() as { items: unknown[] };
    expect(other.items).toEqual([]);
  });

  it('reads what another program writes', async () => {
    const written = await Packer.toBuffer(
      new Document({
        title: 'Handbook',
        creator: 'Grace Hopper',
        footnotes: { 1: { children: [new Paragraph('A foreign note')] } },
        sections: [
          {
            children: [
              new Paragraph({ text: 'Handbook', heading: HeadingLevel.TITLE }),
              new Paragraph({ text: 'Begin', heading: HeadingLevel.HEADING_1 }),
              new Paragraph({
                children: [new TextRun({ text: 'Bold', bold: true }), new FootnoteReferenceRun(1)],
              }),
              new Paragraph({
                children: [
                  new ExternalHyperlink({ link: 'https://example.com/', children: [new TextRun('Link')] }),
                ],
              }),
              new Paragraph({ text: 'One', bullet: { level: 0 } }),
              new Paragraph({ text: 'Inner', bullet: { level: 1 } }),
              new Table({
                rows: [new TableRow({ children: [new TableCell({ children: [new Paragraph('Cell')] })] })],
              }),
              new Paragraph({
                children: [
                  new ImageRun({
                    type: 'png',
                    data: PIXEL,
                    transformation: { width: 10, height: 10 },
                    altText: { name: 'view', title: '', description: 'A view' },
                  }),
                  new Math({ children: [new MathRun('x + 1')] }),
                ],
              }),
            ],
          },
        ],
      }),
    );
    const { id } = await importFiles(a, { 'handbook.docx': written }, { source: 'Handbook' });
    await finish(a, id, 'check');
    const made = await article(await finish(a, id, 'import'), 'handbook.docx');
    expect(made.title).toBe('Handbook');
    expect(shapeOf(made.document.content)).toEqual([
      ['heading 2', 'Begin'],
      ['paragraph', ['Bold', 'bold'], ['[1]', 'superscript']],
      ['paragraph', ['Link', 'https://example.com/']],
      [
        'bulletList',
        ['listItem', ['paragraph', 'One'], ['bulletList', ['listItem', ['paragraph', 'Inner']]]],
      ],
      ['table', ['tableRow', ['tableCell', ['paragraph', 'Cell']]]],
      ['image'],
      ['orderedList', ['listItem', ['paragraph', 'A foreign note']]],
    ]);
    expect(made.document.content?.find(({ type }) => type === 'image')?.attrs).toMatchObject({
      alt: 'A view',
    });
    const report = (await reportOf(a, id)).get('handbook.docx');
    expect(report?.notes.find(({ code }) => code === 'import.dropped')?.params).toEqual({
      what: 'oMath',
      count: 1,
    });
  });

  it('takes the first heading for the title where there is no other, and has several below one of its own', async () => {
    const heads = (...texts: readonly string[]): Buffer =>
      docx({ body: texts.map((text) => paragraph(run(text), 'Heading1') + paragraph(run('Text'))).join('') });
    const { id } = await importFiles(
      a,
      { 'one.docx': heads('Only'), 'two-parts.docx': heads('First', 'Second') },
      { source: 'Heads' },
    );
    await finish(a, id, 'check');
    const done = await finish(a, id, 'import');
    expect((await article(done, 'one.docx')).title).toBe('Only');
    const two = await article(done, 'two-parts.docx');
    expect(two.title).toBe('Two parts');
    expect(shapeOf(two.document.content)[0]).toEqual(['heading 2', 'First']);
  });

  it('names those that can’t be read, and unpacks none of a bomb (J-07, J-14)', async () => {
    const runs = (count: number): Buffer => Buffer.from(`<w:p>${'<w:r/>'.repeat(count)}</w:p>`);
    const bomb = runs(5_000_000);
    const plain = docx({ body: paragraph(run('Text')) });
    const entity = (more: string): Buffer =>
      docx({ body: '', more: [{ name: 'word/settings.xml', content: `<!DOCTYPE x [${more}]><x/>` }] });
    const hostile: Readonly<Record<string, readonly [Buffer, string]>> = {
      'bomb.docx': [docx({ body: '', more: [{ name: 'word/header1.xml', content: bomb }] }), 'packedLarge'],
      'small-bomb.docx': [
        docx({ body: '', more: [{ name: 'word/header1.xml', content: runs(300_000) }] }),
        'packedLarge',
      ],
      'lies.docx': [
        docx({ body: '', more: [{ name: 'word/header1.xml', content: bomb, size: 100 }] }),
        'packedDamaged',
      ],
      'entity.docx': [entity('<!ENTITY a "aaaa">'), 'xmlDoctype'],
      'outside.docx': [entity('<!ENTITY a SYSTEM "file:///etc/passwd">'), 'xmlDoctype'],
      'secret.docx': [zipOf([{ name: 'word/document.xml', content: 'x', flags: 1 }]), 'packedEncrypted'],
      'twice.docx': [
        docx({ body: '', more: [{ name: 'word/document.xml', content: '<x/>' }] }),
        'packedDamaged',
      ],
      'old.docx': [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'packedDamaged'],
      'cut.docx': [plain.subarray(0, plain.length - 40), 'packedDamaged'],
      'sheet.docx': [zipOf([{ name: 'xl/workbook.xml', content: '<x/>' }]), 'notWord'],
      'broken.docx': [docx({ body: '<w:p><w:r>' }), 'notWord'],
      'deep.docx': [
        docx({ body: `${'<w:tbl><w:tr><w:tc>'.repeat(5_000)}${'</w:tc></w:tr></w:tbl>'.repeat(5_000)}` }),
        'unreadable',
      ],
    };
    const { id } = await importFiles(
      a,
      {
        ...Object.fromEntries(Object.entries(hostile).map(([name, [content]]) => [name, content])),
        'plain.docx': plain,
      },
      { source: 'Hostile Word' },
    );
    const checked = await finish(a, id, 'check');
    expect(checked.counts).toMatchObject({ created: 1, refused: Object.keys(hostile).length });
    const report = await reportOf(a, id);
    expect(
      [...report.values()].map(({ externalId, notes }) => [
        externalId,
        notes.find(({ level }) => level === 'error')?.code,
      ]),
    ).toEqual(
      [
        ...Object.entries(hostile).map(([name, [, code]]) => [name, `import.${code}`]),
        ['plain.docx', undefined],
      ].sort(),
    );
  });
});
