import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { PublicationCheck } from '@sitedesk/contract/publication-checks';
import { randomUUID } from 'node:crypto';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';

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
