import { faultsOf } from './harness/backends.js';
import { type EditorSite, startEditorSite } from './harness/editor.js';

const READS = (...tables: readonly string[]): string => `Reads ${tables.join(', ')} without naming the site:`;

describe('every statement about articles names its site (P-61)', () => {
  let site: EditorSite;

  beforeAll(async () => {
    site = await startEditorSite();
  });

  afterAll(() => site.stop());

  it.each([
    ['SELECT title FROM article WHERE number = $1', 'article'],
    ['DELETE FROM article_version WHERE number = $1', 'article_version'],
    ['UPDATE comment_thread SET field = $2 WHERE id = $1', 'comment_thread'],
    ['SELECT 1 FROM article WHERE tenant_id = $1 OR number = $2', 'article'],
    [
      `SELECT 1 FROM article a JOIN article_draft d ON d.number = a.number WHERE a.tenant_id = $1`,
      'article_draft',
    ],
    [
      `SELECT 1 FROM article WHERE tenant_id = $1 AND number IN (SELECT number FROM article_grant g)`,
      'article_grant',
    ],
    [`SELECT 1 FROM tenant t JOIN article a ON a.tenant_id = t.id`, 'article'],
    [`SELECT ' AND tenant_id = $1' FROM live_page WHERE path <> ' AND tenant_id = 1'`, 'live_page'],
  ])('finds one that doesn’t: %s', async (text, table) => {
    expect(await faultsOf(site.database.url, [text])).toEqual([READS(table)]);
  });

  it('accepts those that do, directly or by a join', async () => {
    const texts = [
      'SELECT title FROM article WHERE tenant_id = $1 AND number = $2',
      `SELECT 1 FROM article a JOIN article_draft d USING (tenant_id, number) WHERE d.tenant_id = $1`,
      `SELECT 1 FROM article WHERE tenant_id = $1 AND number = 1 OR tenant_id = $1 AND number = 2`,
      `SELECT 1 FROM tenant t JOIN article a ON a.tenant_id = t.id WHERE t.id = $1`,
      'UPDATE article a SET title = d.hash FROM article_draft d WHERE a.tenant_id = $1 AND d.tenant_id = a.tenant_id AND d.number = a.number',
      'INSERT INTO article_counter (tenant_id, last) VALUES ($1, 1)',
    ];
    expect(await faultsOf(site.database.url, texts)).toEqual([]);
  });
});
