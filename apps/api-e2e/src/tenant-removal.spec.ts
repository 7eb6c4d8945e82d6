import { runCommand } from './faults/support/command.js';
import { ACCEPTED } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { MULTI, visitorOf } from './harness/tenants.js';
import { A, B, startTwoTenants, type SiteData, type TwoTenants } from './harness/two-tenants.js';

let tenants: TwoTenants;
beforeEach(async () => void (tenants = await startTwoTenants()));
afterEach(() => tenants.stop());

const tenant = (...args: readonly string[]): Promise<string> =>
  runCommand('tenant', args, tenants.database.url, MULTI);

const submit = async (site: SiteData) => visitorOf(tenants.api.url, site.host).submit();

/** Rows of a site in every table of the database that says whose they are, whatever the product knows of them. */
async function rowsOf(site: SiteData): Promise<Record<string, number>> {
  const tables = await tenants.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await tenants.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${name}" WHERE tenant_id = $1`,
      [tenants.idOf(site)],
    );
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}

describe('removing a site', () => {
  it('shows what it has, and deletes it with its name, and nothing of another', async () => {
    for (const site of [A, B]) {
      expectAnswer(await submit(site), 200, ACCEPTED);
      await eventually(() => expect(tenants.sinkOf(site).messages).toHaveLength(1));
    }
    const shown = await tenant('remove', B.host);
    for (const [table, count] of Object.entries(await rowsOf(B)))
      expect(shown).toContain(`${table}\t${count}\n`);
    expect(shown).toContain(`npm run tenant -- remove ${tenants.idOf(B)} "${B.name}"`);
    await expect(tenant('remove', B.host, A.name)).rejects.toThrow(
      `This site is named "${B.name}", not "${A.name}". Nothing was deleted.`,
    );
    expectAnswer(await submit(B), 200, ACCEPTED);

    await eventually(() => expect(tenants.sinkOf(B).messages).toHaveLength(2));
    const kept = await rowsOf(A);
    expect(await tenant('remove', B.host, B.name)).toContain(`Deleted the site "${B.name}"`);
    expect(await rowsOf(B)).toEqual({});
    expect(await rowsOf(A)).toEqual(kept);
    await eventually(async () =>
      expect((await visitorOf(tenants.api.url, B.host).script()).status).toBe(404),
    );
    expectAnswer(await submit(A), 200, ACCEPTED);
  });

  it('the only one stays', async () => {
    await tenant('remove', B.host, B.name);
    await expect(tenant('remove', A.host, A.name)).rejects.toThrow('This is the only site, so it stays.');
    expectAnswer(await submit(A), 200, ACCEPTED);
  });
});
