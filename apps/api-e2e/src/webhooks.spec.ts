import { HEADERS } from '@sitedesk/contract/headers';
import type { Webhook, WebhookDeliveryDetails, WebhookWithSecret } from '@sitedesk/contract/webhooks';
import { startWebhookReceiver, type WebhookReceiver } from '@sitedesk/testing';
import { createArticle, publishArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { WITHOUT_LIMITS } from './harness/site.js';
import { changeWebhook, createWebhook, deliveriesOf, readWebhook, verified } from './harness/webhooks.js';

/** Seconds before each attempt after the first. */
const WAITS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

describe('webhooks', () => {
  let receiver: WebhookReceiver;
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let path = 0;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    sites = await startTwoEditorSites({ ...WITHOUT_LIMITS });
    ({ a, b } = sites);
  });
  afterEach(async () => {
    receiver.behave('ok');
    await query('DELETE FROM webhook_target');
  });
  afterAll(async () => {
    await sites.site.stop();
    await receiver.close();
  });

  const query = (sql: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> =>
    sites.site.database.query(sql, [...values]);
  const freshPath = (prefix = ''): string => `${prefix}/hook-${(path += 1)}`;
  const publish = async (browser: EditorBrowser, title = 'News'): Promise<number> => {
    const { number } = await createArticle(browser, { title, slug: `news-${(path += 1)}` });
    expect((await publishArticle(browser, number)).status).toBe(200);
    return number;
  };
  /** Until so many requests have come to a path. */
  const arrived = (at: string, count = 1) =>
    eventually(() => {
      const requests = receiver.at(at);
      expect(requests.length).toBeGreaterThanOrEqual(count);
      return requests;
    });
  const settled = (browser: EditorBrowser, id: string, state: string) =>
    eventually(async () => {
      const [newest] = await deliveriesOf(browser, id);
      expect(newest?.state).toBe(state);
      return newest as NonNullable<typeof newest>; // the expectation holds
    });
  const details = async (
    browser: EditorBrowser,
    id: string,
    delivery: string,
  ): Promise<WebhookDeliveryDetails> =>
    (await browser.get(`/webhooks/${id}/deliveries/${delivery}`)).json() as WebhookDeliveryDetails; // the contract's word

  it('sends what happened at one site, signed so that the library of Standard Webhooks verifies it (W-01)', async () => {
    const [own, other] = [freshPath(), freshPath()];
    const hook = await createWebhook(a, receiver.url + own);
    const theirs = await createWebhook(b, receiver.url + other);
    const number = await publish(a);
    const [request] = await arrived(own);
    const seen = verified(hook.secret, request as NonNullable<typeof request>);
    expect(seen).toEqual({
      type: 'article.published',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        sequence: 1,
        site: { name: HOSTS.a, url: `https://${HOSTS.a}` },
        article: number,
        version: expect.any(Number),
        path: expect.stringMatching(/^\/news-/),
        url: expect.stringMatching(/^https:\/\/a\.site\.test\/news-/),
        link: `https://${HOSTS.a}/admin/articles/${number}`,
      },
    });
    expect(request?.headers['content-type']).toBe('application/json');
    await settled(a, hook.id, 'delivered');
    expect(await readWebhook(a, hook.id)).toMatchObject({
      lastSuccessAt: expect.any(String),
      failingSince: null,
    });
    // Site B hears of its own, with a number of its own.
    const second = await publish(b);
    const [first] = await arrived(other);
    expect(verified(theirs.secret, first as NonNullable<typeof first>)).toMatchObject({
      data: { sequence: 1, article: second, site: { name: HOSTS.b } },
    });
    expect(receiver.at(own)).toHaveLength(1);
    const changed = { ...request, body: request?.body.replace('"sequence":1', '"sequence":2') };
    expect(() => verified(hook.secret, changed as NonNullable<typeof request>)).toThrow();
    expect(() => verified(theirs.secret, request as NonNullable<typeof request>)).toThrow();
  });

  it('tells that a page was withdrawn, and nothing of a page that nobody may see', async () => {
    const at = freshPath();
    const hook = await createWebhook(a, receiver.url + at, {
      events: ['article.published', 'article.unpublished'],
      body: 'full',
    });
    const number = await publish(a, 'Full <News>');
    await arrived(at);
    expect((await a.post(`/articles/${number}/withdraw`, { answer: 404 })).status).toBe(204);
    const requests = await arrived(at, 2);
    expect(requests.map((request) => verified(hook.secret, request))).toMatchObject([
      { type: 'article.published', data: { article: number, title: 'Full <News>' } },
      { type: 'article.unpublished', data: { article: number, title: 'Full <News>' } },
    ]);
    const { number: hidden } = await createArticle(a, { title: 'Secret', slug: `secret-${path}` });
    await query('UPDATE article SET restricted = true WHERE number = $1', [hidden]);
    const before = await query('SELECT count(*)::int AS count FROM webhook_event');
    await publishArticle(a, hidden);
    expect(await query('SELECT count(*)::int AS count FROM webhook_event')).toEqual(before);
  });

  it('leaves nothing of what was rolled back, and notes nothing where nobody listens (W-05)', async () => {
    const events = await query('SELECT id FROM webhook_event');
    await publish(b);
    expect(await query('SELECT id FROM webhook_event')).toEqual(events);
    const at = freshPath();
    await createWebhook(a, receiver.url + at);
    const before = await query('SELECT id FROM webhook_event');
    // The last statement of the transaction fails, after everything else was written.
    await query(`CREATE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.action = 'article.publish' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`);
    await query(
      'CREATE TRIGGER refuse_audit BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit()',
    );
    try {
      const { number: unlucky } = await createArticle(a, { title: 'Unlucky', slug: 'unlucky' });
      expect((await publishArticle(a, unlucky)).status).toBe(500);
    } finally {
      await query('DROP FUNCTION refuse_audit CASCADE');
    }
    expect(await query('SELECT id FROM webhook_event')).toEqual(before);
    await publish(a);
    expect(await arrived(at)).toHaveLength(1);
  });

  it('goes off after a 410, and waits as long as it is asked to (W-04)', async () => {
    const [gone, slow] = [freshPath(), freshPath()];
    receiver.behave('gone', 1);
    const hook = await createWebhook(a, receiver.url + gone);
    await publish(a);
    await settled(a, hook.id, 'failed');
    expect(await readWebhook(a, hook.id)).toMatchObject({
      enabled: false,
      offReason: 'gone',
      offAt: expect.any(String),
    });
    await publish(a);
    expect(receiver.at(gone)).toHaveLength(1);
    expect((await changeWebhook(a, hook.id, { enabled: true })).json()).toMatchObject({
      enabled: true,
      failingSince: null,
    });
    await a.delete(`/webhooks/${hook.id}`);
    receiver.behave('throttled', 1);
    const patient = await createWebhook(a, receiver.url + slow);
    await publish(a);
    const delivery = await eventually(async () => {
      const [newest] = await deliveriesOf(a, patient.id);
      expect(newest).toMatchObject({ state: 'waiting', attempts: 1, status: 429 });
      return newest;
    });
    const [{ seconds, held } = {}] = await query(
      `SELECT extract(epoch FROM next_attempt_at - a.at) AS seconds, extract(epoch FROM t.held_until - a.at) AS held
       FROM webhook_delivery d JOIN webhook_attempt a ON a.delivery_id = d.id JOIN webhook_target t ON t.id = d.target_id WHERE d.id = $1`,
      [delivery?.id],
    );
    expect(Number(seconds)).toBeGreaterThanOrEqual(90);
    expect(Number(held)).toBeGreaterThanOrEqual(90);
    expect(receiver.at(slow)).toHaveLength(1);
  });

  it('makes no further call after a 410, whatever was taken or added in that moment (W-04)', async () => {
    const at = freshPath();
    receiver.behave('gone', 1);
    const hook = await createWebhook(a, receiver.url + at);
    await publish(a);
    await settled(a, hook.id, 'failed');
    // As an instance leaves it that spreads events, or gives back what another had, while the target goes off.
    await query(
      `UPDATE webhook_delivery SET state = 'waiting', next_attempt_at = now(), finished_at = NULL WHERE target_id = $1`,
      [hook.id],
    );
    await eventually(async () => {
      const [delivery] = await deliveriesOf(a, hook.id);
      expect(delivery).toMatchObject({ state: 'failed', errorCode: { code: 'webhooks.targetOff' } });
    });
    expect(receiver.at(at)).toHaveLength(1);
    // Someone who tests it sends one.
    await a.post(`/webhooks/${hook.id}/test`);
    await arrived(at, 2);
    await a.delete(`/webhooks/${hook.id}`);
  });

  it('retries at the times of the table with the same id, and then no more (W-02)', async () => {
    const at = freshPath();
    receiver.behave('error-500');
    const hook = await createWebhook(a, receiver.url + at);
    await publish(a);
    const [{ id } = { id: '' }] = await eventually(async () => {
      const all = await deliveriesOf(a, hook.id);
      expect(all[0]?.attempts).toBe(1);
      return all;
    });
    for (const [index, wait] of WAITS.entries()) {
      const [row] = await eventually(async () => {
        const rows = await query(
          `SELECT extract(epoch FROM d.next_attempt_at - max(a.at)) AS wait FROM webhook_delivery d JOIN webhook_attempt a ON a.delivery_id = d.id
           WHERE d.id = $1 AND d.state = 'waiting' GROUP BY d.next_attempt_at HAVING count(*) = $2`,
          [id, index + 1],
        );
        expect(rows).toHaveLength(1);
        return rows;
      });
      expect(Number(row?.['wait']) / wait).toBeGreaterThan(0.8);
      expect(Number(row?.['wait']) / wait).toBeLessThan(1.2);
      // Its time has come.
      await query('UPDATE webhook_target SET held_until = NULL');
      await query('UPDATE webhook_delivery SET next_attempt_at = now() WHERE id = $1', [id]);
    }
    expect(await settled(a, hook.id, 'failed')).toMatchObject({
      attempts: 10,
      status: 500,
      nextAttemptAt: null,
    });
    const ids = receiver.at(at).map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(1);
    for (const request of receiver.at(at)) verified(hook.secret, request);
  });

  it('shows a secret once, and both sign for a day after a rotation (W-03, W-12)', async () => {
    const at = freshPath();
    const url = `${receiver.url + at}?token=queryword`;
    const hook = await createWebhook(a, url, { name: 'Rotated' });
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(String(hook.secret).slice(6), 'base64')).toHaveLength(32);
    const rotated = (await a.post(`/webhooks/${hook.id}/rotate`)).json() as WebhookWithSecret; // the contract's word
    expect(rotated.secret).not.toBe(hook.secret);
    expect(Date.parse(String(rotated.rotatingUntil)) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await publish(a);
    const full = `${at}?token=queryword`;
    const [request] = await arrived(full);
    for (const secret of [hook.secret, rotated.secret])
      expect(verified(secret, request as NonNullable<typeof request>)).toMatchObject({
        type: 'article.published',
      });
    await query(`UPDATE webhook_target SET old_secret_until = now() - interval '1 second'`);
    await publish(a);
    const [, later] = await arrived(full, 2);
    expect(() => verified(hook.secret, later as NonNullable<typeof later>)).toThrow();
    verified(rotated.secret, later as NonNullable<typeof later>);
    await settled(a, hook.id, 'delivered');
    const [delivery] = await deliveriesOf(a, hook.id);
    const shown = [
      await a.get('/webhooks'),
      await a.get(`/webhooks/${hook.id}`),
      await a.get(`/webhooks/${hook.id}/deliveries/${delivery?.id}`),
      await a.get('/audit'),
    ].map(({ text }) => text);
    const stored = JSON.stringify([
      await query('SELECT * FROM webhook_target'),
      await query('SELECT * FROM webhook_attempt'),
      await query('SELECT * FROM audit_entry'),
    ]);
    const signature = String(later?.headers['webhook-signature']);
    for (const secret of [hook.secret, rotated.secret, 'queryword', signature].map((each) =>
      String(each).replace('whsec_', ''),
    ))
      expect([...shown, stored, sites.site.api.output()].filter((text) => text.includes(secret))).toEqual([]);
  });

  it('keeps the id when someone sends it again, and notes that once (W-11)', async () => {
    const at = freshPath();
    const hook = await createWebhook(a, receiver.url + at);
    await publish(a);
    const { id } = await settled(a, hook.id, 'delivered');
    await query(`UPDATE webhook_delivery SET created_at = created_at - interval '1 hour'`);
    expect((await a.post(`/webhooks/${hook.id}/deliveries/${id}/send`)).json()).toMatchObject({
      id,
      state: 'waiting',
    });
    const [first, second] = await arrived(at, 2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(
      Number(first?.headers['webhook-timestamp']),
    );
    verified(hook.secret, second as NonNullable<typeof second>);
    await eventually(async () => expect((await details(a, hook.id, id)).log).toHaveLength(2));
    expect(await query(`SELECT FROM audit_entry WHERE action = 'webhook.send-again'`)).toHaveLength(1);
    // Of the other site neither the webhook nor the delivery is there.
    const strange = [
      await b.get(`/webhooks/${hook.id}`),
      await b.get(`/webhooks/${hook.id}/deliveries`),
      await b.get(`/webhooks/${hook.id}/deliveries/${id}`),
      await b.post(`/webhooks/${hook.id}/deliveries/${id}/send`),
      await b.post(`/webhooks/${hook.id}/test`),
      await b.post(`/webhooks/${hook.id}/rotate`),
      await b.delete(`/webhooks/${hook.id}`),
    ];
    expect(strange.map(({ status }) => status)).toEqual(strange.map(() => 404));
    expect(((await b.get('/webhooks')).json() as { items: Webhook[] }).items).toEqual([]);
  });

  it('sends a test to one webhook, also to one that is off, and shows what was responded as text', async () => {
    const [at, other] = [freshPath(), freshPath()];
    receiver.behave('error-500', 1);
    const hook = await createWebhook(a, receiver.url + at, { enabled: false });
    await createWebhook(a, receiver.url + other, { name: 'Other' });
    const test = await a.post(`/webhooks/${hook.id}/test`);
    expect([test.status, test.json()]).toEqual([200, expect.objectContaining({ type: 'webhook.test' })]);
    const { id } = await settled(a, hook.id, 'failed');
    expect(await details(a, hook.id, id)).toMatchObject({
      attempts: 1,
      status: 500,
      errorCode: { code: 'webhooks.status', params: { status: 500 } },
      log: [
        {
          status: 500,
          response: '<script>alert(1)</script>',
          requestHeaders: { 'webhook-signature': 'v1,…' },
        },
      ],
    });
    expect(await readWebhook(a, hook.id)).toMatchObject({ enabled: false, failingSince: null });
    expect(receiver.at(other)).toHaveLength(0);
  });

  it('connects to no private address, follows no redirect, and keeps little of an answer (W-09)', async () => {
    const hook = await createWebhook(a, 'https://10.0.0.1/hook');
    await a.post(`/webhooks/${hook.id}/test`);
    const refused = await settled(a, hook.id, 'failed');
    expect(refused).toMatchObject({ status: null, errorCode: { code: 'outbound.notPublic' } });
    const at = freshPath();
    const [redirected, huge] = [
      await createWebhook(a, receiver.url + at, { name: 'Redirected' }),
      await createWebhook(a, receiver.url + at, { name: 'Huge' }),
    ];
    receiver.behave('redirect', 1);
    await a.post(`/webhooks/${redirected.id}/test`);
    expect(await settled(a, redirected.id, 'failed')).toMatchObject({
      status: 302,
      errorCode: { code: 'webhooks.redirected' },
    });
    receiver.behave('huge', 1);
    await a.post(`/webhooks/${huge.id}/test`);
    const { id } = await settled(a, huge.id, 'delivered');
    expect((await details(a, huge.id, id)).log[0]?.response).toHaveLength(1_024);
    for (const url of ['http://127.0.0.1/#part', 'https://user:password@hooks.test/', 'ftp://hooks.test/'])
      expect((await a.post('/webhooks', { ...refusedBody, url })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'url' }],
      });
  });

  const refusedBody = {
    name: 'X',
    kind: 'standard',
    events: ['article.published'],
    body: 'thin',
    enabled: true,
  };

  it('does not keep others waiting for a slow one (W-06)', async () => {
    const [slowPath, quickPath] = [freshPath(), freshPath()];
    const slow = await createWebhook(a, receiver.url + slowPath, { name: 'Slow' });
    receiver.behave('silent', 2);
    await Promise.all([publish(a), publish(a), publish(a)]);
    await arrived(slowPath, 2);
    await createWebhook(a, receiver.url + quickPath, { name: 'Quick' });
    const theirs = await createWebhook(b, receiver.url + freshPath());
    await publish(a);
    await publish(b);
    await arrived(quickPath);
    await settled(b, theirs.id, 'delivered');
    // Meanwhile the two requests to the slow one are still under way.
    const states = (await deliveriesOf(a, slow.id)).map(({ state }) => state);
    expect(states.filter((state) => state === 'sending')).toHaveLength(2);
  });

  it('goes off after three days of nothing but failures (W-04)', async () => {
    receiver.behave('error-500');
    const hook = await createWebhook(a, receiver.url + freshPath());
    await publish(a);
    await eventually(async () => expect((await readWebhook(a, hook.id)).failingSince).not.toBeNull());
    await publish(a);
    await eventually(async () =>
      expect((await deliveriesOf(a, hook.id)).map(({ attempts }) => attempts)).toEqual([1, 1]),
    );
    await query(`UPDATE webhook_target SET failing_since = now() - interval '73 hours'`);
    await query(
      `UPDATE webhook_delivery SET next_attempt_at = now() WHERE id = (SELECT id FROM webhook_delivery LIMIT 1)`,
    );
    await query(`SELECT pg_notify('sitedesk_jobs', '')`);
    await eventually(async () =>
      expect(await readWebhook(a, hook.id)).toMatchObject({
        enabled: false,
        offReason: 'failing',
        waiting: 0,
      }),
    );
  });

  it('takes ten of a site', async () => {
    for (let count = 0; count < 10; count += 1) await createWebhook(a, `https://hooks.test/${count}`);
    const eleventh = await a.post('/webhooks', { ...refusedBody, url: 'https://hooks.test/' });
    expect(eleventh.json()).toMatchObject({ status: 409, reason: 'webhooks.tooMany' });
    await createWebhook(b, 'https://hooks.test/');
  });

  it('takes none from a token', async () => {
    const { token } = (
      await b.post('/account/tokens', { name: 'robot', permissions: ['webhooks.manage'] })
    ).json() as { token: string };
    const robot = sites.site.browser({ [HEADERS.originHostname]: HOSTS.b, Authorization: `Bearer ${token}` });
    expect((await robot.get('/webhooks')).status).toBe(200);
    expect((await robot.post('/webhooks', { ...refusedBody, url: 'https://hooks.test/' })).status).toBe(403);
  });

  it('takes full ones from those who read messages', async () => {
    const made = await b.post('/roles', { name: 'Hooks', permissions: ['webhooks.manage'] });
    const { id: role } = made.json() as { id: string };
    const { browser: ben } = await colleague(sites.site, b, { roles: [role], host: HOSTS.b });
    const full = { ...refusedBody, url: 'https://hooks.test/full', body: 'full' };
    expect((await ben.post('/webhooks', full)).status).toBe(403);
    const { id } = await createWebhook(ben, 'https://hooks.test/thin');
    expect((await changeWebhook(ben, id, { body: 'full' })).status).toBe(403);
    expect(await readWebhook(b, id)).toMatchObject({ body: 'thin' });
    expect((await b.post('/webhooks', full)).status).toBe(201);
    expect((await changeWebhook(b, id, { body: 'full' })).status).toBe(200);
    // It sends messages already; another event is more of them.
    expect((await changeWebhook(ben, id, { events: ['contact.submitted'] })).status).toBe(403);
  });
});
