import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { RetentionService } from '../../platform/retention/retention.service.js';
import { type MirrorSite, startTwoSites, type TwoSites } from '../../testing/two-sites.js';

const DAY = 86_400;

describe('articles that have been in the trash for long (G-04)', () => {
  let sites: TwoSites;

  beforeAll(async () => {
    sites = await startTwoSites();
  });

  afterAll(() => sites.stop());

  const send = async (site: MirrorSite, path: string, body: object): Promise<void> => {
    const headers = { ...(await sites.freshSession(site, 'Administrator')), 'If-Match': '"v1"' };
    const answer = await sites.call(site, {
      method: 'POST',
      path: `${EDITOR_PATH}/articles${path}`,
      headers,
      body,
    });
    expect(answer.status).toBeLessThan(300);
  };
  const left = async ({ tenantId }: MirrorSite): Promise<readonly unknown[]> => {
    const rows = await sites.running.database.query(
      'SELECT number FROM article WHERE tenant_id = $1 ORDER BY number',
      [tenantId],
    );
    return rows.map(({ number }) => number);
  };

  it('are deleted as the setting says, a blog after its posts, and of no other site', async () => {
    for (const site of [sites.a, sites.b]) {
      await send(site, '', { type: 0, title: 'A page' });
      await send(site, '', { type: 2, title: 'A blog', blogKey: 'blog' });
      await send(site, '', { type: 1, title: 'A post', blogKey: 'blog' });
      await send(site, '', { type: 0, title: 'Stays' });
      await send(site, '', { type: 0, title: 'Came later' });
      await send(site, '/1/publish', {});
    }
    const retention = sites.running.app.get(RetentionService);
    const due = (days: string) => retention.due(sites.a.tenantId, { kind: 'articles', days });
    for (const number of [1, 3, 2]) await send(sites.a, `/${number}/trash`, {});
    sites.running.clock.advance(20 * DAY);
    await send(sites.a, '/5/trash', {});
    expect([await due('30'), await due('7')]).toEqual([
      { count: 0, hasMore: false },
      { count: 2, hasMore: false },
    ]);
    await retention.sweep();
    expect(await left(sites.a)).toEqual([1, 2, 3, 4, 5]);

    sites.running.clock.advance(11 * DAY);
    expect(await due('30')).toEqual({ count: 2, hasMore: false });
    await retention.sweep();
    expect(await left(sites.a)).toEqual([2, 4, 5]);
    sites.running.clock.advance(DAY);
    await retention.sweep();
    expect(await left(sites.a)).toEqual([4, 5]);
    expect(await left(sites.b)).toEqual([1, 2, 3, 4, 5]);
    const [first] = await sites.running.database.query(
      `SELECT after FROM audit_entry WHERE tenant_id = $1 AND action = 'retention.run' ORDER BY sequence LIMIT 1`,
      [sites.a.tenantId],
    );
    expect(first).toEqual({ after: { articles: 2 } });
    expect(sites.takeErrors()).toEqual([]);
  });
});
