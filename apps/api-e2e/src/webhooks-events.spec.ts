import { type SmtpSink, startSmtpSink, startWebhookReceiver, type WebhookReceiver } from '@sitedesk/testing';
import { createApplication, createKey, deployZip } from './harness/deployments.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { applyAction, everyContact } from './harness/inbox.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { mailBy, WITHOUT_LIMITS } from './harness/site.js';
import { visitorOf } from './harness/tenants.js';
import { MESSAGE } from './harness/visitor.js';
import { changeWebhook, createWebhook, deliveriesOf, readWebhook, verified } from './harness/webhooks.js';
import { zipOfFiles } from './harness/zip.js';

const CONTACT = ['contact.submitted', 'contact.held', 'contact.released'];
/** What would ring everybody, or be a link or bold, if it were read as markup. */
const MARKUP = '<!channel> *bold* [click](https://evil.test) & <https://evil.test|here> **bold**';

describe('what webhooks are told', () => {
  let receiver: WebhookReceiver;
  let sink: SmtpSink;
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;

  beforeAll(async () => {
    [receiver, sink] = await Promise.all([startWebhookReceiver(), startSmtpSink({ tls: 'none' })]);
    sites = await startTwoEditorSites({
      ...WITHOUT_LIMITS,
      RATELIMIT__CONTACTFORMPOST: '1000000/60',
      ...mailBy(sink.url),
      CONTACTAPI__FORMPOSTS: 'true',
    });
    ({ a, b } = sites);
  });
  afterEach(async () => {
    receiver.behave('ok');
    await sites.site.database.query('DELETE FROM webhook_target');
  });
  afterAll(async () => {
    await sites.site.stop();
    await Promise.all([receiver.close(), sink.close()]);
  });

  const submit = async (host: string, message: object = MESSAGE): Promise<void> => {
    const answer = await visitorOf(sites.site.api.url, host).submit(message);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  };
  const arrived = (path: string, count = 1) =>
    eventually(() => {
      const requests = receiver.at(path);
      expect(requests.length).toBeGreaterThanOrEqual(count);
      return requests;
    });
  const jsonAt = async (path: string): Promise<unknown> => JSON.parse((await arrived(path))[0]?.body ?? '');

  it('sends a message in full only where that was chosen (W-08)', async () => {
    const thin = await createWebhook(a, `${receiver.url}/thin`, { events: CONTACT });
    const full = await createWebhook(a, `${receiver.url}/full`, { events: CONTACT, body: 'full' });
    await createWebhook(b, `${receiver.url}/theirs`, { events: CONTACT, body: 'full' });
    await submit(HOSTS.a);
    const [[small], [large]] = await Promise.all([arrived('/thin'), arrived('/full')]);
    const [{ id } = { id: '' }] = await everyContact(a, 'view=inbox');
    const data = {
      sequence: 1,
      site: { name: HOSTS.a, url: `https://${HOSTS.a}` },
      form: 'contact',
      submission: id,
      link: `https://${HOSTS.a}/admin/inbox?id=${id}`,
    };
    expect(verified(thin.secret, small as NonNullable<typeof small>)).toMatchObject({
      type: 'contact.submitted',
    });
    expect(JSON.parse(small?.body ?? '')).toHaveProperty('data', data);
    for (const personal of Object.values(MESSAGE)) expect(small?.body).not.toContain(personal);
    expect(verified(full.secret, large as NonNullable<typeof large>)).toMatchObject({
      data: { ...data, ...MESSAGE },
    });
    expect(small?.headers['webhook-id']).toBe(large?.headers['webhook-id']);
    expect(receiver.at('/theirs')).toHaveLength(0);
  });

  it('says that a message is held, and when someone releases it', async () => {
    await createWebhook(a, `${receiver.url}/held`, { events: CONTACT });
    const form = new URLSearchParams({ ...MESSAGE, name: 'Held' }).toString();
    const answer = await visitorOf(sites.site.api.url, HOSTS.a).post('submit', form, {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: `https://${HOSTS.a}`,
      Referer: `https://${HOSTS.a}/contact`,
    });
    expect(answer.status).toBe(303);
    await arrived('/held');
    const [held] = await everyContact(a, 'view=held');
    await applyAction(a, { action: 'release', ids: [held?.id] });
    const requests = await arrived('/held', 2);
    expect(requests.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'contact.held', data: { submission: held?.id } },
      { type: 'contact.released', data: { submission: held?.id } },
    ]);
  });

  it('cuts a message that is too long, and sends nothing personal of one that was deleted', async () => {
    const long = await createWebhook(a, `${receiver.url}/long`, { events: CONTACT, body: 'full' });
    await submit(HOSTS.a, { ...MESSAGE, message: '€'.repeat(5_000) });
    await arrived('/long');
    await sites.site.database.query(`UPDATE contact_submission SET message = repeat('€', 30000)`);
    const [delivery] = await deliveriesOf(a, long.id);
    await a.post(`/webhooks/${long.id}/deliveries/${delivery?.id}/send`);
    const [, cut] = await arrived('/long', 2);
    expect(Buffer.byteLength(cut?.body ?? '')).toBeLessThanOrEqual(20_000);
    expect(JSON.parse(cut?.body ?? '').data.message).toMatch(/^€+…$/);
    await sites.site.database.query('DELETE FROM contact_submission');
    await eventually(async () => expect((await deliveriesOf(a, long.id))[0]?.state).toBe('delivered'));
    await a.post(`/webhooks/${long.id}/deliveries/${delivery?.id}/send`);
    const [, , gone] = await arrived('/long', 3);
    expect(Object.keys(JSON.parse(gone?.body ?? '').data)).toEqual([
      'sequence',
      'site',
      'form',
      'submission',
      'link',
    ]);
  });

  it('shows markup of a visitor as text in Slack and Microsoft Teams (W-07)', async () => {
    const slack = await createWebhook(a, `${receiver.url}/slack/T0/B0/secret`, {
      kind: 'slack',
      events: CONTACT,
      body: 'full',
    });
    const teams = await createWebhook(a, `${receiver.url}/teams/invoke?sig=secret`, {
      kind: 'teams',
      events: CONTACT,
      body: 'full',
    });
    expect([slack.secret, slack.address, teams.secret, teams.address]).toEqual([
      null,
      receiver.url,
      null,
      receiver.url,
    ]);
    expect((await a.post(`/webhooks/${slack.id}/rotate`)).json()).toMatchObject({ status: 409 });
    await submit(HOSTS.a, { ...MESSAGE, message: MARKUP });
    const text = (await jsonAt('/slack/T0/B0/secret')) as { text: string };
    expect(text).toEqual({
      text: expect.any(String),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
    expect(text.text).not.toMatch(/[<>]/);
    expect(text.text).toContain(
      'Message: &lt;!channel&gt; *bold* [click](https://evil.test) &amp; &lt;https',
    );
    const card = (await jsonAt('/teams/invoke?sig=secret')) as {
      attachments: readonly {
        contentType: string;
        content: { body: readonly { type: string; inlines: object[] }[] };
      }[];
    };
    expect(card.attachments[0]?.contentType).toBe('application/vnd.microsoft.card.adaptive');
    const blocks = card.attachments[0]?.content.body ?? [];
    expect(new Set(blocks.map(({ type }) => type))).toEqual(new Set(['RichTextBlock']));
    expect(blocks.at(-1)?.inlines).toEqual([{ type: 'TextRun', text: `Message: ${MARKUP}` }]);
    for (const { id } of [slack, teams])
      await eventually(async () => expect((await deliveriesOf(a, id))[0]?.state).toBe('delivered'));
    const [request] = receiver.at('/slack/T0/B0/secret');
    expect(request?.headers).not.toHaveProperty('webhook-signature');
  });

  it('tells channels in the language of the public site, each site in its own', async () => {
    const { headers } = await a.get('/settings/Site');
    const saved = await a.put(
      '/settings/Site',
      { values: { Language: 'de' } },
      { 'If-Match': String(headers.etag) },
    );
    expect(saved.status).toBe(200);
    await createWebhook(a, `${receiver.url}/slack/german`, { kind: 'slack', events: CONTACT, body: 'full' });
    await createWebhook(a, `${receiver.url}/teams/german`, { kind: 'teams', events: CONTACT, body: 'full' });
    await createWebhook(b, `${receiver.url}/slack/english`, { kind: 'slack', events: CONTACT, body: 'full' });
    await submit(HOSTS.a);
    await submit(HOSTS.b);
    const text = async (path: string): Promise<string> => ((await jsonAt(path)) as { text: string }).text;
    expect(await text('/slack/german')).toMatch(/^Neue Nachricht – [^]*\nNachricht: /);
    expect(await text('/slack/english')).toMatch(/^New message – [^]*\nMessage: /);
    const card = JSON.stringify(await jsonAt('/teams/german'));
    expect(card).toContain('Neue Nachricht – ');
    expect(card).toContain('E-Mail: ');
    expect(card).toContain('In Sitedesk öffnen');
  });

  it('says what Slack means', async () => {
    const hook = await createWebhook(a, `${receiver.url}/slack/errors`, { kind: 'slack', events: CONTACT });
    for (const [words, code] of [
      ['invalid_payload', 'webhooks.slackPayload'],
      ['no_service', 'webhooks.slackNoService'],
      ['channel_is_archived', 'webhooks.slackArchived'],
    ] as const) {
      receiver.behave(words, 1);
      await a.post(`/webhooks/${hook.id}/test`);
      await eventually(async () =>
        expect((await deliveriesOf(a, hook.id))[0]).toMatchObject({ state: 'failed', errorCode: { code } }),
      );
    }
    expect(await readWebhook(a, hook.id)).toMatchObject({ enabled: false, offReason: 'gone' });
  });

  it('tells administrators by email when it turns a webhook off', async () => {
    sink.clear();
    receiver.behave('gone', 1);
    const hook = await createWebhook(a, `${receiver.url}/gone`, { events: CONTACT, name: 'Builds' });
    await submit(HOSTS.a);
    await eventually(async () => expect(await readWebhook(a, hook.id)).toMatchObject({ offReason: 'gone' }));
    await eventually(() => {
      const emails = sink.messages.map(({ raw }) => raw).filter((raw) => raw.includes('was turned off'));
      expect(emails).toHaveLength(1);
      expect(emails[0]).toContain(`owner@${HOSTS.a}`);
    });
  });

  it('tells administrators by email of another URL and of contents, not of another name', async () => {
    sink.clear();
    await createWebhook(b, `${receiver.url}/theirs`, { name: 'Theirs' });
    const hook = await createWebhook(a, `${receiver.url}/first`, { name: 'New' });
    for (const change of [
      { name: 'Renamed' },
      { name: 'Elsewhere', url: `${receiver.url}/second` },
      { name: 'Quiet', events: CONTACT },
      { name: 'Whole', body: 'full' },
      { name: 'Still whole' },
    ])
      expect((await changeWebhook(a, hook.id, change)).status).toBe(200);
    expect((await a.post(`/webhooks/${hook.id}/rotate`)).status).toBe(200);
    const heard = (host: string): readonly string[] =>
      sink.messages
        .filter(({ envelope }) => envelope.to.join() === `owner@${host}`)
        .flatMap(({ mail }) => /Webhook “(.+)”/.exec(mail.text ?? '')?.[1] ?? []) // not of a message sent before
        .toSorted();
    await eventually(() => {
      expect(heard(HOSTS.a)).toEqual(['Elsewhere', 'New', 'Still whole', 'Whole']);
      expect(heard(HOSTS.b)).toEqual(['Theirs']);
    });
  });

  it('says that a deployment is live or has failed, and that a purge has failed', async () => {
    const events = ['deployment.live', 'deployment.failed', 'purge.failed'];
    await createWebhook(a, `${receiver.url}/technical`, { events, body: 'full' });
    await createWebhook(b, `${receiver.url}/technical-b`, { events });
    const app = await createApplication(a, 'Shop');
    const { key } = await createKey(a, app.number);
    const host = { 'X-Origin-Hostname': HOSTS.a };
    const zip = zipOfFiles({ 'index.html': '<!doctype html><title>Shop</title>' });
    expect((await deployZip(sites.site.api.url, key, app.number, zip, host)).status).toBe(200);
    await arrived('/technical');
    await deployZip(sites.site.api.url, key, app.number, zipOfFiles({ 'readme.txt': 'No page' }), host);
    await arrived('/technical', 2);
    await sites.site.database.query(
      `INSERT INTO cdn_purge (id, tenant_id, reason, scope, state, addresses, tags, pages, created_at)
       SELECT gen_random_uuid(), tenant_id, 'publish', 'addresses', 'sent', '{/}', '{}', '{}', now() FROM webhook_target, generate_series(1, 3)`,
    );
    await sites.site.database.query(
      `UPDATE cdn_purge SET state = 'failed', error = 'No such zone' WHERE tenant_id = (SELECT tenant_id FROM application)`,
    );
    const requests = await arrived('/technical', 3);
    expect(requests.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'deployment.live', data: { article: app.number, deployment: 1, path: '/shop' } },
      { type: 'deployment.failed', data: { article: app.number, deployment: 2, error: expect.any(String) } },
      { type: 'purge.failed', data: { reason: 'publish', error: 'No such zone' } },
    ]);
    expect(requests).toHaveLength(3);
    expect(receiver.at('/technical-b')).toHaveLength(0);
  });
});
