import type { SessionInfo } from '@sitedesk/contract/identity';
import type { AccountPreferences } from '@sitedesk/contract/preferences';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { type Colleague, colleague } from './harness/people.js';

const NOTHING = {
  theme: null,
  density: null,
  locale: null,
  shortcuts: null,
  navCollapsed: null,
  timeZone: null,
  startPage: null,
  browserLocale: null,
  browserTimeZone: null,
};

describe("a person's preferences (UI-22)", () => {
  let site: EditorSite;
  let anna: EditorBrowser;
  let cleo: Colleague;
  beforeAll(async () => {
    site = await startEditorSite();
    anna = await site.administrator();
    cleo = await colleague(site, anna);
  });
  afterAll(() => site.stop());

  const change = (browser: EditorBrowser, input: unknown): Promise<Answer> =>
    browser.patch('/account/preferences', input);
  const preferencesOf = async (browser: EditorBrowser): Promise<AccountPreferences> =>
    ((await browser.get('/session')).json() as SessionInfo).preferences;

  it('are those of the account in every browser, one changed at a time, and nobody else’s', async () => {
    expect(await preferencesOf(cleo.browser)).toEqual(NOTHING);
    const german = { locale: 'de', timeZone: 'Asia/Tokyo', shortcuts: false };
    expect((await change(cleo.browser, german)).json()).toEqual({ ...NOTHING, ...german });
    const dark = { theme: 'dark', timeZone: null, browserTimeZone: 'Europe/Zurich' };
    expect((await change(cleo.browser, dark)).status).toBe(200);
    const other = site.browser();
    await other.signIn(cleo.credentials);
    expect(await preferencesOf(other)).toEqual({ ...NOTHING, ...german, ...dark });
    expect(await preferencesOf(anna)).toEqual(NOTHING);
  });

  it.each([
    { theme: 'pink' },
    { density: 7 },
    { locale: 'fr' },
    { shortcuts: 'no' },
    { navCollapsed: 0 },
    { timeZone: 'Europe/Atlantis' },
    { timeZone: '' },
    { startPage: 'x'.repeat(65) },
    { browserTimeZone: '+99:00' },
    { accountId: '0190b3a0-0000-7000-8000-000000000000' },
    { tenantId: '0190b3a0-0000-7000-8000-000000000000' },
  ])('refuses %j and keeps what there is', async (input) => {
    await change(cleo.browser, { theme: 'light' });
    const before = await preferencesOf(cleo.browser);
    const answer = await change(cleo.browser, { theme: 'contrast', ...input });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: Object.keys(input)[0] }] });
    expect(await preferencesOf(cleo.browser)).toEqual(before);
  });

  it('need a session, and go with the account', async () => {
    expect((await change(site.browser(), { theme: 'dark' })).status).toBe(401);
    const leaver = await colleague(site, anna);
    await change(leaver.browser, { theme: 'dark' });
    const stored = (): Promise<unknown> =>
      site.database.query('SELECT theme FROM account_preferences WHERE account_id = $1', [leaver.id]);
    expect(await stored()).toEqual([{ theme: 'dark' }]);
    await anna.signIn(ADMINISTRATOR);
    expect((await anna.delete(`/users/${leaver.id}`, {})).status).toBeLessThan(300);
    expect(await stored()).toEqual([]);
  });
});
