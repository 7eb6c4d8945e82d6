import type { LiveSession } from '@sitedesk/contract/users';
import type { EditorBrowser } from './harness/editor.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

interface SessionPage {
  readonly items: readonly LiveSession[];
  readonly nextCursor: string | null;
}

describe('everyone who is signed in (UI-21, ID-14)', () => {
  let sites: TwoEditorSites;
  beforeAll(async () => void (sites = await startTwoEditorSites()));
  afterAll(() => sites.site.stop());

  const page = async (browser: EditorBrowser, query = ''): Promise<SessionPage> => {
    const answer = await browser.get(`/sessions${query}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json() as SessionPage;
  };

  it('lists the newest first, page after page, of this site alone, and marks the own one', async () => {
    for (const displayName of ['First', 'Second', 'Third'])
      await colleague(sites.site, sites.a, { displayName, host: HOSTS.a });
    const all = await page(sites.a);
    expect(all.items[0]?.user.displayName).toBe('Third');
    const times = all.items.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(all.items.filter(({ current }) => current)).toHaveLength(1);
    const paged: LiveSession[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const one: SessionPage = await page(sites.a, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(one.items.length).toBeLessThanOrEqual(2);
      paged.push(...one.items);
      cursor = one.nextCursor;
    }
    expect(paged.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
    const other = await page(sites.b);
    expect(other.items).toHaveLength(1);
    expect(paged.map(({ id }) => id)).not.toContain(other.items[0]?.id);
  });

  it('leaves out what is over, half begun, or of a disabled user; and one can be ended from here', async () => {
    const person = await colleague(sites.site, sites.a, { displayName: 'Last', host: HOSTS.a });
    const find = async (): Promise<LiveSession | undefined> =>
      (await page(sites.a, '?limit=200')).items.find(({ user }) => user.id === person.id);
    const { database } = sites.site;
    const { id = '' } = (await find()) ?? {};
    for (const [change, back] of [
      [`kind = 'pending'`, `kind = 'full'`],
      [`expires_at = now()`, `expires_at = now() + interval '1 hour'`],
      [`last_seen_at = now() - interval '31 minutes'`, `last_seen_at = now()`],
    ]) {
      await database.query(`UPDATE session SET ${change} WHERE account_id = $1`, [person.id]);
      expect(await find()).toBeUndefined();
      await database.query(`UPDATE session SET ${back} WHERE account_id = $1`, [person.id]);
    }
    expect((await find())?.id).toBeDefined();
    await sites.a.delete(`/users/${person.id}/sessions/${id}`);
    expect((await person.browser.get('/session')).status).toBe(401);
  });

  it('is for those who manage users, and takes no cursor of another list', async () => {
    const person = await colleague(sites.site, sites.a, { roles: ['Editor'], host: HOSTS.a });
    expect((await person.browser.get('/sessions')).status).toBe(403);
    const id = '00000000-0000-7000-8000-000000000001';
    for (const key of ['x', '["a","b"]', `[9007199254740991,"${id}"]`, `[-1,"${id}"]`]) {
      const cursor = Buffer.from(key).toString('base64url');
      expect((await sites.a.get(`/sessions?cursor=${cursor}`)).status).toBe(400);
    }
    // To the microsecond, the largest whole number is still an instant.
    const last = Buffer.from(`[9007199254740991,"${id}"]`).toString('base64url');
    for (const path of ['/outbox', '/mailing-list/failures'])
      expect((await sites.a.get(`${path}?cursor=${last}`)).status).toBe(200);
  });
});
