import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { QueryRunner } from 'typeorm';
import { newId } from '../../platform/core/id.js';
import { type MirrorSite, startTwoSites, type TwoSites } from '../../testing/two-sites.js';
import { CreateMenus1790432000000 } from './migrations/1790432000000-create-menus.js';

describe('a menu that was a setting with paths', () => {
  let sites: TwoSites;

  beforeAll(async () => void (sites = await startTwoSites()));
  afterAll(() => sites.stop());

  const send = async (site: MirrorSite, path: string, body: object): Promise<void> => {
    const headers = { ...(await sites.freshSession(site, 'Administrator')), 'If-Match': '"v1"' };
    const call = { method: 'POST', path: `${EDITOR_PATH}/articles${path}`, headers, body };
    expect((await sites.call(site, call)).status).toBeLessThan(300);
  };

  it('has the articles of these paths as its items', async () => {
    const { database } = sites.running;
    await send(sites.a, '', { type: 0, title: 'Live', slug: 'live' });
    await send(sites.a, '/1/publish', {});
    await send(sites.a, '', { type: 0, title: 'Draft', slug: 'draft' });
    await send(sites.b, '', { type: 0, title: 'Draft of B', slug: 'live' });
    const migration = new CreateMenus1790432000000();
    const runner = { query: (sql: string) => database.query(sql) } as unknown as QueryRunner; // all that it uses
    await migration.down(runner);
    for (const { tenantId } of [sites.a, sites.b])
      await database.query(
        `INSERT INTO setting (id, tenant_id, "group", name, value, updated_at) VALUES ($1, $2, 'Site', 'Menu', '/draft, /nothing ,/live', now())`,
        [newId(), tenantId],
      );
    await migration.up(runner);
    const item = (article: number): object => ({ article, label: null, url: null, children: [] });
    const itemsOf = async ({ tenantId }: MirrorSite): Promise<unknown> => {
      const rows = await database.query('SELECT items FROM site_menu WHERE tenant_id = $1', [tenantId]);
      return rows[0]?.['items'];
    };
    expect(await itemsOf(sites.a)).toEqual([item(2), item(1)]);
    expect(await itemsOf(sites.b)).toEqual([item(1)]);
    expect(await database.query(`SELECT 1 FROM setting WHERE name = 'Menu'`)).toEqual([]);
  });
});
