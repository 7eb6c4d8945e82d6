import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { PublicationCheck } from '@sitedesk/contract/publication-checks';
import { randomUUID } from 'node:crypto';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { upload } from './harness/files.js';

const text = (words: string, href?: string): DocumentNode => ({
  type: 'text',
  text: words,
  ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
});
const id = (letter: string): string => letter.repeat(12);
const paragraph = (block: string, ...content: DocumentNode[]): DocumentNode => ({
  type: 'paragraph',
  attrs: { id: id(block) },
  ...(content.length > 0 && { content }),
});
const heading = (block: string, level: number, words = 'A heading'): DocumentNode => ({
  type: 'heading',
  attrs: { id: id(block), level },
  ...(words && { content: [text(words)] }),
});

describe('checks before publishing', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  beforeAll(async () => {
    site = await startEditorSite();
    editor = await site.administrator();
  });
  afterAll(() => site.stop());

  const create = async (input: object): Promise<number> =>
    ((await editor.post('/articles', { type: 0, ...input })).json() as ArticleDetails).number; // the contract's word
  const write = async (
    number: number,
    content: readonly DocumentNode[],
    changed: Partial<ArticleDetails['fields']> = { introduction: 'Said briefly.' },
  ): Promise<void> => {
    const { fields, revision } = (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
    const body = {
      operation: randomUUID(),
      fields: { ...fields, ...changed },
      document: { type: 'doc', content },
    };
    const answer = await editor.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
  };
  const checks = async (number: number): Promise<readonly PublicationCheck[]> =>
    ((await editor.get(`/articles/${number}/publication-checks`)).json() as { items: PublicationCheck[] })
      .items; // as above
  const found = async (number: number): Promise<unknown> =>
    (await checks(number)).map(({ textCode, block, field, blocks }) => [
      textCode?.code,
      block ?? field,
      blocks,
    ]);
  const publish = async (number: number): Promise<void> => {
    const { revision } = (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
    await editor.post(`/articles/${number}/publish`, undefined, { 'If-Match': `"v${revision}"` });
  };

  it('find nothing in a page that is complete', async () => {
    const number = await create({ title: 'Complete' });
    await write(number, [paragraph('a', text('Words.')), heading('b', 2), heading('c', 3), heading('d', 2)]);
    expect(await checks(number)).toEqual([]);
  });

  it('name what is missing', async () => {
    const number = await create({ title: 'Bare' });
    expect(await found(number)).toEqual([
      ['check.noText', null, false],
      ['check.noIntroduction', 'introduction', false],
    ]);
    await write(number, [{ type: 'contactForm', attrs: { id: id('a') } }], {
      introduction: 'Here.',
      bannerImage: '/media/a.jpg',
    });
    expect(await found(number)).toEqual([['check.noBannerText', 'bannerText', false]]);
  });

  it('lead to headings that are empty or skip a level', async () => {
    const number = await create({ title: 'Headings' });
    await write(number, [
      heading('a', 3),
      paragraph('b', text('Words.')),
      heading('c', 2),
      heading('d', 4),
      heading('e', 3, ''),
    ]);
    expect(await found(number)).toEqual([
      ['check.firstLevel', id('a'), false],
      ['check.skippedLevel', id('d'), false],
      ['check.emptyHeading', id('e'), false],
    ]);
  });

  it('lead to links without words', async () => {
    const number = await create({ title: 'Empty links' });
    await write(number, [
      paragraph('a', text('Two'), text(' \u00A0', 'https://example.org/a')),
      paragraph('b', text(' ', 'https://example.org/b'), text('words', 'https://example.org/b')),
    ]);
    expect(await found(number)).toEqual([['check.emptyLink', id('a'), false]]);
  });

  it('lead to links to headings that the page doesn’t have', async () => {
    const number = await create({ title: 'Links to headings' });
    await write(number, [
      heading('a', 2, 'Opening hours'),
      heading('b', 2, 'Über uns'),
      heading('c', 2, 'Opening hours'),
      paragraph(
        'd',
        text('The first', '#opening-hours'),
        text('the second', '#opening-hours-2'),
        text('about us', '#uber-uns'),
        text('up', '#top'),
        text('another page', '/other#hours'),
      ),
      paragraph('e', text('A third', '#opening-hours-3'), text('it says', '#opening-hours-3')),
      paragraph('f', text('In German', '#%C3%B6ffnungszeiten')),
    ]);
    expect((await checks(number)).map(({ text: words, block }) => [words, block])).toEqual([
      ['A link leads to #opening-hours-3, and no heading of the page has that name', id('e')],
      ['A link leads to #öffnungszeiten, and no heading of the page has that name', id('f')],
      ['A link leads to /other, where nothing is live', id('d')],
    ]);
  });

  it('find pictures without an alternative text, and files that are gone (E-22, F-22)', async () => {
    const picture = await upload(
      editor,
      'door.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>',
    );
    const image = (block: string, attrs: object, file = picture.id): DocumentNode => ({
      type: 'image',
      attrs: { id: id(block), file, ...attrs },
    });
    const number = await create({ title: 'Pictures' });
    const gone = '00000000-0000-7000-8000-000000000000';
    await write(number, [
      image('a', {}),
      image('b', { alt: 'A door' }),
      image('c', { decorative: true }),
      { type: 'gallery', attrs: { id: id('d') }, content: [image('e', { decorative: false })] },
      image('f', { alt: 'Gone' }, gone),
    ]);
    expect(await found(number)).toEqual([
      ['check.noAlt', id('a'), false],
      ['check.noAlt', id('e'), false],
      ['check.noFile', id('f'), false],
    ]);
  });

  it('say what the settings of the site keep from being published (E-22)', async () => {
    const set = async (values: Readonly<Record<string, string | null>>): Promise<void> => {
      const { groups } = (await editor.get('/settings')).json() as {
        groups: { group: string; version: number }[];
      }; // as above
      const version = groups.find(({ group }) => group === 'Publishing')?.version;
      const answer = await editor.put('/settings/Publishing', { values }, { 'If-Match': `"v${version}"` });
      expect(answer.status).toBe(200);
    };
    const number = await create({ title: 'Held by a setting' });
    await write(number, [paragraph('a', text('Words.'))]);
    expect(await found(number)).toEqual([]);
    await set({ RequireApproval: 'true' });
    expect(await found(number)).toEqual([['review.notApproved', null, true]]);
    await set({ RequireApproval: null, FourEyes: 'true' });
    expect(await found(number)).toEqual([['review.ownChange', null, true]]);
    await set({ FourEyes: null });
    expect(await found(number)).toEqual([]);
  });

  it('lead to links to pages that are not live', async () => {
    const target = await create({ title: 'Über uns', slug: 'über-uns' });
    await publish(target);
    await create({ title: 'Only a draft' });
    const number = await create({ title: 'Links' });
    await write(number, [
      paragraph('a', text('live', '/über-uns?from=links#top'), text('encoded', '/%C3%BCber-uns/')),
      paragraph('b', text('draft', '/only-a-draft'), text('again', '/only-a-draft#top')),
      paragraph(
        'c',
        text('home', '/'),
        text('file', '/media/plan.pdf'),
        text('elsewhere', 'https://example.org/x'),
      ),
      { type: 'button', attrs: { id: id('d'), label: 'Go', href: '/nowhere' } },
    ]);
    const dead = await checks(number);
    expect(dead.map(({ block, textCode }) => [block, textCode?.params?.['path']])).toEqual([
      [id('b'), '/only-a-draft'],
      [id('d'), '/nowhere'],
    ]);
  });

  it('say what keeps a post from going live', async () => {
    await create({ type: 2, blogKey: 'journal', title: 'Journal' });
    const number = await create({ type: 1, blogKey: 'journal', title: 'First' });
    await write(number, [paragraph('a', text('Words.'))]);
    expect(await found(number)).toEqual([['article.streamNotLive', null, true]]);
  });

  it('are of one article of the site', async () => {
    expect((await editor.get('/articles/99999/publication-checks')).status).toBe(404);
  });
});
