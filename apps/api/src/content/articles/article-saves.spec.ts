import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { newId } from '../../platform/core/id.js';
import { newFields } from './article-fields.js';
import { startTwoSites, type TwoSites } from '../../testing/two-sites.js';

/** In an hour; `MANY_SAVES` is for more than every run has time for. */
const SAVES = Number(process.env['MANY_SAVES'] ?? 300);
const HOUR = 3_600;
const MOST_VERSIONS = 8;
const MOST_BYTES = 4 * 1024 * 1024;
/** 25 KB of text. */
const PARAGRAPHS = 100;

describe('an hour of saves by one author (P-07)', () => {
  let sites: TwoSites;

  beforeAll(async () => {
    sites = await startTwoSites();
  });

  afterAll(() => sites.stop());

  const send = async (method: string, path: string, body: object, headers = {}): Promise<void> => {
    const call = { method, path: `${EDITOR_PATH}/articles${path}`, body };
    const answer = await sites.call(sites.a, { ...call, headers: { ...sites.a.token, ...headers } });
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
  };
  const sizes = async (): Promise<{ readonly bytes: number; readonly versions: number }> => {
    const { database } = sites.running;
    await database.query('VACUUM FULL');
    const [row] = await database.query(
      `SELECT pg_database_size(current_database())::int AS bytes, (SELECT count(*)::int FROM article_version) AS versions`,
    );
    return row as { bytes: number; versions: number }; // the columns
  };

  it('leaves a handful of versions, and little in the database', async () => {
    await send('POST', '', { type: 0, title: 'Written for an hour' });
    const text = (index: number): object => ({
      type: 'doc',
      content: Array.from({ length: PARAGRAPHS }, (_, place) => ({
        type: 'paragraph',
        attrs: { id: String(place).padStart(12, '0') },
        content: [
          {
            type: 'text',
            text: `${place === index % PARAGRAPHS ? `Edit ${index}. ` : ''}${'words and '.repeat(20)}`,
          },
        ],
      })),
    });
    const before = await sizes();
    for (let index = 0; index < SAVES; index += 1) {
      const body = {
        operation: newId(),
        fields: newFields('Written for an hour', 'written'),
        document: text(index),
      };
      await send('PUT', '/1/draft', body, { 'If-Match': `"v${index + 1}"` });
      sites.running.clock.advance(HOUR / SAVES);
    }
    const after = await sizes();
    expect(after.versions).toBeGreaterThan(before.versions);
    expect(after.versions).toBeLessThanOrEqual(MOST_VERSIONS);
    const grown = after.bytes - before.bytes;
    expect(grown).toBeLessThan(MOST_BYTES);
    if (process.env['MANY_SAVES'] !== undefined)
      process.stdout.write(`${SAVES} saves: ${after.versions} versions, ${grown} bytes\n`);
    expect(sites.takeErrors()).toEqual([]);
  });
});
