import type { DeliveryTile, SubmissionsTile } from '@sitedesk/contract/contact-dashboard';
import type { AttentionTile, ChecklistTile } from '@sitedesk/contract/dashboard';
import { HEADERS } from '@sitedesk/contract/headers';
import type { EditorBrowser, EditorSite } from './harness/editor.js';
import { startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { writeTo } from './harness/mailing-list.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { mailBy, WITHOUT_LIMITS } from './harness/site.js';

const codesOf = async (editor: EditorBrowser): Promise<readonly string[]> =>
  ((await editor.get('/dashboard/attention')).json() as AttentionTile).items.map(({ code }) => code);
const submissionsOf = async (editor: EditorBrowser, query = ''): Promise<SubmissionsTile> =>
  (await editor.get(`/dashboard/submissions${query}`)).json() as SubmissionsTile;

describe('the dashboard (UI-06)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;

  beforeAll(async () => {
    sites = await startTwoEditorSites({ ...WITHOUT_LIMITS, ...mailBy('none:') });
    ({ a } = sites);
  });
  afterAll(() => sites.site.stop());

  const { query } = { query: (sql: string): Promise<unknown> => sites.site.database.query(sql) };
  const write = (host: string, email: string): ReturnType<typeof writeTo> =>
    writeTo(sites.site.api.url, email, { headers: { [HEADERS.originHostname]: host } });

  it('counts each day’s messages and refusals, of the own site only, with no day left out', async () => {
    for (const email of ['one@example.com', 'two@example.com', 'no mailbox']) await write(HOSTS.a, email);
    await write(HOSTS.b, 'one@example.com');
    const tile = await eventually(async () => {
      const found = await submissionsOf(a, '?days=7');
      expect(found).toMatchObject({ zone: 'UTC', accepted: 2, refused: 1 });
      return found;
    });
    expect(tile.days).toHaveLength(7);
    expect(tile.days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), accepted: 2, refused: 1 });
    expect(await submissionsOf(sites.b)).toMatchObject({ accepted: 1, refused: 0 });
    expect((await submissionsOf(sites.b)).days).toHaveLength(30);
  });

  it('puts messages into the reader’s days, counts floods by their requests, and counts again what is new today', async () => {
    await query(`
      INSERT INTO contact_attempt (id, tenant_id, client_address, at, status, request_id, occurrences)
      SELECT gen_random_uuid(), tenant_id, '192.0.2.1', date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '40 days 30 minutes',
             'refused', 'r', 250 FROM tenant_hostname WHERE hostname = '${HOSTS.b}'`);
    const index = async (zone: string): Promise<number> =>
      (await submissionsOf(sites.b, `?days=90&zone=${zone}`)).days.findIndex(
        ({ refused }) => refused === 250,
      );
    const [utc, east] = [await index('UTC'), await index('Pacific/Kiritimati')];
    const { days } = await submissionsOf(sites.b, '?days=90');
    expect(days[utc]?.day).toBe(new Date(Date.now() - 41 * 86_400_000).toISOString().slice(0, 10));
    const eastern = (await submissionsOf(sites.b, '?days=90&zone=Pacific/Kiritimati')).days;
    expect(eastern[east]?.day).toBe(days[utc + 1]?.day);
    await write(HOSTS.b, 'another@example.com');
    await eventually(async () => expect((await submissionsOf(sites.b, '?days=90')).accepted).toBe(2));
  });

  it.each(['?days=6', '?days=91', '?zone=Mars/Olympus', '?zone=%27', '?days=7&days=8'])(
    '%s is a 400 (Z-07)',
    async (wrong) => {
      expect((await a.get(`/dashboard/submissions${wrong}`)).status).toBe(400);
    },
  );

  it('says what became of the emails of the last days', async () => {
    await eventually(async () => {
      const tile = (await a.get('/dashboard/delivery')).json() as DeliveryTile;
      expect(tile).toEqual({ days: 7, sent: 2, waiting: 0, failed: 0 });
    });
    await query(`UPDATE contact_submission SET status = 'failed', received_at = now() - interval '1 day'
                  WHERE email = 'two@example.com'`);
    expect((await a.get('/dashboard/delivery')).json()).toMatchObject({ sent: 1, failed: 1 });
  });

  it('names what needs someone, most urgent first, with where to go', async () => {
    await query(`
      INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
      SELECT gen_random_uuid(), tenant_id, 'contact-notification', 'email', 'queued', now() - interval '2 hours', now() + interval '1 hour'
        FROM tenant_hostname WHERE hostname = '${HOSTS.a}'`);
    await a.post('/account/tokens', { name: 'Robot', permissions: ['dashboard.view'] });
    await query(`UPDATE api_token SET expires_at = now() + interval '3 days'`);
    const { items, unknown } = (await a.get('/dashboard/attention')).json() as AttentionTile;
    expect(unknown).toEqual([]);
    expect(items).toMatchObject([
      { code: 'delivery-failed', level: 'critical', count: 1, to: '/inbox?view=failed' },
      { code: 'outbox-old', level: 'warning', count: 1, to: '/settings/email?view=outbox' },
      { code: 'token-expiring', level: 'warning', count: 1, to: '/me' },
    ]);
    expect(await codesOf(sites.b)).toEqual([]);
  });

  it('tells the persons themselves, and anyone who looks after users, of few recovery codes', async () => {
    const { id, browser } = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    await query(`
      INSERT INTO totp_credential (account_id, tenant_id, secret, created_at, confirmed_at)
      SELECT id, tenant_id, 'x', now(), now() FROM account WHERE id = '${id}'`);
    expect(await codesOf(browser)).toEqual(['recovery-codes-own']);
    expect(await codesOf(a)).toContain('recovery-codes-others');
    expect(await codesOf(sites.b)).toEqual([]);
  });

  it('hides from an author what is not his: counts of messages, and the state of the site', async () => {
    const { browser } = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    for (const tile of ['submissions', 'delivery']) {
      const answer = await browser.get(`/dashboard/${tile}`);
      expect(answer.json()).toMatchObject({ status: 403, permission: 'contacts.manage' });
    }
    expect(await codesOf(browser)).toEqual([]);
    const { steps } = (await browser.get('/dashboard/checklist')).json() as ChecklistTile;
    expect(steps).toEqual([{ step: 'second-factor', done: false, to: '/me' }]);
  });

  it('shows an editor only the steps that they can do', async () => {
    const { browser } = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    const { steps } = (await browser.get('/dashboard/checklist')).json() as ChecklistTile;
    expect(steps.map(({ step }) => step)).toEqual(['first-submission', 'second-factor']);
  });

  it('ticks a step off when it is done, and only then', async () => {
    const done = async (editor: EditorBrowser): Promise<readonly string[]> =>
      ((await editor.get('/dashboard/checklist')).json() as ChecklistTile).steps
        .filter((each) => each.done)
        .map(({ step }) => step);
    const usual = ['hostname', 'email-provider', 'admin-address'];
    expect(await done(a)).toEqual([...usual, 'first-submission']);
    const seen = (page: string, ownHost: boolean): Promise<unknown> =>
      query(`INSERT INTO contact_form_page (tenant_id, page, own_host, first_seen_at, last_seen_at, loads)
             SELECT tenant_id, '${page}', ${ownHost}, now(), now(), 1 FROM tenant_hostname WHERE hostname = '${HOSTS.a}'`);
    await seen('https://elsewhere.test/', false);
    expect(await done(a)).not.toContain('own-page');
    await seen(`https://${HOSTS.a}/contact`, true);
    expect(await done(a)).toEqual([...usual, 'own-page', 'first-submission']);
    await query(
      `DELETE FROM contact_submission s USING tenant_hostname h WHERE h.tenant_id = s.tenant_id AND h.hostname = '${HOSTS.b}'`,
    );
    expect(await done(sites.b)).toEqual(usual);
  });

  it('a tile that cannot be read fails alone (UX-22)', async () => {
    await query('ALTER TABLE contact_attempt RENAME TO contact_attempt_away');
    try {
      expect((await a.get('/dashboard/submissions?days=8')).status).toBe(500);
      for (const tile of ['delivery', 'attention', 'checklist'])
        expect((await a.get(`/dashboard/${tile}`)).status).toBe(200);
    } finally {
      await query('ALTER TABLE contact_attempt_away RENAME TO contact_attempt');
    }
  });

  it('what cannot be looked at is named, and hides nothing else (UX-22)', async () => {
    await query('ALTER TABLE api_token RENAME TO api_token_away');
    try {
      const tile = (await a.get('/dashboard/attention')).json() as AttentionTile;
      expect(tile.unknown.toSorted()).toEqual(['token-expired', 'token-expiring']);
      expect(tile.items.map(({ code }) => code)).toContain('delivery-failed');
    } finally {
      await query('ALTER TABLE api_token_away RENAME TO api_token');
    }
  });
});

describe('the dashboard of a site that nothing is set up at', () => {
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite({ TRUSTED_PROXIES: '', CONTACTAPI__ALERTSENABLED: 'false' });
    editor = await site.administrator();
  });
  afterAll(() => site.stop());

  it('says so: no email, a proxy that nobody trusts, alerts off, every step open', async () => {
    const tile = (await editor.get('/dashboard/attention')).json() as AttentionTile;
    expect(tile.items).toMatchObject([
      {
        code: 'email-not-usable',
        detail: 'No email provider is configured.',
        detailCode: { code: 'outbox.providerMissing' },
      },
      { code: 'proxy-untrusted', detail: expect.stringContaining('127.0.0.1'), detailCode: null },
      { code: 'alerts-off', level: 'notice' },
    ]);
    const checklist = (await editor.get('/dashboard/checklist')).json() as ChecklistTile;
    expect(checklist.complete).toBe(false);
    expect(checklist.steps).toHaveLength(7);
    expect(checklist.demonstration).toBe(false);
    expect(checklist.steps.filter(({ done }) => done)).toEqual([]);
  });
});
