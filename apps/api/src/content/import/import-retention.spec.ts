import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { ImportRun } from '@sitedesk/contract/imports';
import { RetentionService } from '../../platform/retention/retention.service.js';
import { type MirrorSite, startTwoSites, type TwoSites } from '../../testing/two-sites.js';

const DAY = 86_400;

describe('imports that are old', () => {
  let sites: TwoSites;

  beforeAll(async () => {
    sites = await startTwoSites();
  });

  afterAll(() => sites.stop());

  async function send(site: MirrorSite, method: string, path: string, body?: object): Promise<ImportRun> {
    const answer = await sites.call(site, {
      method,
      path: `${EDITOR_PATH}/import/runs${path}`,
      headers: await sites.freshSession(site, 'Administrator'),
      ...(body !== undefined && { body }),
    });
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
    return JSON.parse(answer.text) as ImportRun; // the contract's word
  }
  /** Imports one document. */
  async function run(site: MirrorSite): Promise<ImportRun> {
    const { id } = await send(site, 'POST', '', { source: 'Handbook' });
    const items = [{ externalId: 'start.md', format: 'markdown', content: '# Start\n\nText\n' }];
    await send(site, 'PUT', `/${id}/items`, { items });
    await send(site, 'POST', `/${id}/check`);
    return send(site, 'POST', `/${id}/import`, {});
  }
  const left = async ({ tenantId }: MirrorSite): Promise<readonly unknown[]> => {
    const rows = await sites.running.database.query(
      'SELECT id FROM import_run WHERE tenant_id = $1 ORDER BY created_at, id',
      [tenantId],
    );
    return rows.map(({ id }) => id);
  };

  it('are deleted as the setting says, but not what is under way, and the next one still knows the articles', async () => {
    const retention = sites.running.app.get(RetentionService);
    const first = await run(sites.a);
    expect(first.counts.created).toBe(1);
    const abandoned = await send(sites.a, 'POST', '', { source: 'Abandoned' });
    const underway = await send(sites.a, 'POST', '', { source: 'Under way' });
    await sites.running.database.query(`UPDATE import_run SET state = 'importing' WHERE id = $1`, [
      underway.id,
    ]);
    sites.running.clock.advance(89 * DAY);
    await retention.sweep();
    expect(await left(sites.a)).toEqual([first.id, abandoned.id, underway.id]);
    const kept = await run(sites.b);
    sites.running.clock.advance(2 * DAY);
    expect(await retention.due(sites.a.tenantId, { kind: 'imports', days: '90' })).toEqual({
      count: 2,
      hasMore: false,
    });
    await retention.sweep();
    expect(await left(sites.a)).toEqual([underway.id]);
    expect(await left(sites.b)).toEqual([kept.id]);
    expect((await run(sites.a)).counts).toMatchObject({ created: 0, unchanged: 1 });
    expect(sites.takeErrors()).toEqual([]);
  });
});
