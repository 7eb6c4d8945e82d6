import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { newId } from '../../platform/core/id.js';
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

describe('versions that were saved automatically (P-15)', () => {
  let sites: TwoSites;

  beforeAll(async () => {
    sites = await startTwoSites();
  });

  afterAll(() => sites.stop());

  const query = (sql: string, ...values: readonly unknown[]): Promise<readonly Record<string, unknown>[]> =>
    sites.running.database.query(sql, values) as Promise<readonly Record<string, unknown>[]>;
  const call = async (
    site: MirrorSite,
    method: string,
    path: string,
    body: object,
    seen?: string,
  ): Promise<Record<string, unknown>> => {
    const session = await sites.freshSession(site, 'Administrator');
    const headers = { ...session, ...(seen !== undefined && { 'If-Match': seen }) };
    const answer = await sites.call(site, { method, path: `${EDITOR_PATH}/articles${path}`, headers, body });
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
    return (answer.text === '' ? {} : JSON.parse(answer.text)) as Record<string, unknown>;
  };
  /** The draft gets another text; what it was is kept as a version when ten minutes have passed. */
  const save = async (site: MirrorSite, number: number, text: string): Promise<void> => {
    const [draft] = await query(
      'SELECT revision, fields FROM article_draft WHERE tenant_id = $1 AND number = $2',
      site.tenantId,
      number,
    );
    const content = [{ type: 'text', text }];
    const document = {
      type: 'doc',
      content: [{ type: 'paragraph', attrs: { id: 'aaaaaaaaaaaa' }, content }],
    };
    const body = { operation: newId(), fields: draft?.['fields'], document };
    await call(site, 'PUT', `/${number}/draft`, body, `"v${String(draft?.['revision'])}"`);
  };
  const versions = async (site: MirrorSite, number: number): Promise<readonly unknown[]> =>
    (
      await query(
        'SELECT version FROM article_version WHERE tenant_id = $1 AND number = $2 ORDER BY version',
        site.tenantId,
        number,
      )
    ).map(({ version }) => version);
  const texts = async (site: MirrorSite): Promise<unknown> =>
    (await query('SELECT count(*)::int AS n FROM article_content WHERE tenant_id = $1', site.tenantId))[0]?.[
      'n'
    ];
  const revision = async (site: MirrorSite, number: number): Promise<string> => {
    const [draft] = await query(
      'SELECT revision FROM article_draft WHERE tenant_id = $1 AND number = $2',
      site.tenantId,
      number,
    );
    return `"v${String(draft?.['revision'])}"`;
  };
  /** Each version that isn't a checkpoint names the one before it, and each checkpoint the one that it stands behind. */
  const broken = ({ tenantId }: MirrorSite): Promise<readonly unknown[]> =>
    query(
      `SELECT v.number, v.version FROM article_version v WHERE v.tenant_id = $1 AND v.previous_hash <> coalesce((
      SELECT c.hash FROM article_version c WHERE c.tenant_id = v.tenant_id AND c.number = v.number AND c.version < v.version AND c.chained
      ORDER BY c.version DESC LIMIT 1), repeat('0', 64))`,
      tenantId,
    );

  it('are thinned out by age, as many as were counted, and what anyone needs stays', async () => {
    const { clock } = sites.running;
    const retention = sites.running.app.get(RetentionService);
    const due = (site: MirrorSite, days = '90') => retention.due(site.tenantId, { kind: 'versions', days });
    const removed = async ({ tenantId }: MirrorSite): Promise<unknown> =>
      (await query('SELECT removed FROM retention_run WHERE tenant_id = $1', tenantId))[0]?.['removed'];
    const none = { count: 0, hasMore: false };
    let thread: Record<string, unknown> = {};
    clock.advance(DAY - (Math.floor(clock.now() / 1000) % DAY) + 60); // after midnight: hours and days are the test's

    for (const site of [sites.a, sites.b]) {
      await call(site, 'POST', '', { type: 0, title: 'Thinned' });
      await call(site, 'POST', '', { type: 0, title: 'Needed' });
    }
    // One every quarter of an hour: version 1 is the empty article, and each save keeps what the one before had stored.
    for (let index = 0; index < 11; index += 1) {
      clock.advance(15 * 60);
      for (const site of [sites.a, sites.b]) await save(site, 1, `Text ${index}`);
      if (index < 8) await save(sites.a, 2, `Other ${index}`);
      if (index === 4) thread = await call(sites.a, 'POST', '/2/threads', { field: 'title', body: 'Why?' });
    }
    await call(sites.a, 'PUT', '/2/versions/2/name', { name: 'Mine' });
    const at = new Date(clock.now() + 300 * DAY * 1000).toISOString();
    await call(sites.a, 'POST', '/2/plans', { action: 'publish', version: 3, at });
    await call(sites.a, 'POST', '/2/preview-links', { version: 4 });
    await call(sites.a, 'POST', '/2/versions', { name: 'Before' }, await revision(sites.a, 2));
    await call(sites.a, 'POST', '/2/publish', {}, await revision(sites.a, 2));
    expect(await versions(sites.a, 2)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await broken(sites.a)).toEqual([]);
    // From before any were deleted: part of the chain.
    await query(
      `INSERT INTO article_version (tenant_id, number, version, kind, author_id, at, base_version, fields, content_hash, previous_hash, hash)
       SELECT tenant_id, number, 0, kind, author_id, at, 0, fields, content_hash, previous_hash, hash FROM article_version
       WHERE tenant_id = $1 AND number = 1 AND version = 1`,
      sites.b.tenantId,
    );
    expect([await due(sites.a), await texts(sites.b)]).toEqual([none, 11]);

    clock.advance(DAY); // the newest of each hour is left
    expect([await due(sites.a), await due(sites.b), await due(sites.a, '7')]).toEqual(
      [11, 8, 11].map((count) => ({ count, hasMore: false })),
    );
    await retention.sweep();
    expect([await removed(sites.a), await removed(sites.b)]).toEqual([{ versions: 11 }, { versions: 8 }]);
    expect(await due(sites.a)).toEqual(none);
    expect(await versions(sites.a, 1)).toEqual([4, 8, 11]);
    expect(await versions(sites.a, 2)).toEqual([2, 3, 4, 5, 8, 9, 10]);
    expect(await versions(sites.b, 1)).toEqual([0, 4, 8, 11]);
    expect(await texts(sites.b)).toBe(4);

    clock.advance(7 * DAY); // of each day
    expect(await due(sites.a)).toEqual({ count: 2, hasMore: false });
    await retention.sweep();
    expect(await removed(sites.a)).toEqual({ versions: 2 });
    expect(await versions(sites.a, 1)).toEqual([11]);

    clock.advance(83 * DAY); // none but what someone needs
    await call(sites.a, 'POST', `/2/threads/${String(thread['id'])}/resolve`, {});
    expect(await due(sites.a)).toEqual({ count: 1, hasMore: false });
    await retention.sweep();
    expect(await removed(sites.a)).toEqual({ versions: 1 });
    expect(await versions(sites.a, 1)).toEqual([11]);
    expect(await versions(sites.a, 2)).toEqual([2, 3, 4, 8, 9, 10]);
    expect(await versions(sites.b, 1)).toEqual([0, 11]);
    expect(await broken(sites.a)).toEqual([]);
    expect(sites.takeErrors()).toEqual([]);
  });
});
