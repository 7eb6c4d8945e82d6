import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { runSetupCommand } from './harness/backends.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { MULTI } from './harness/tenants.js';

const OLD = 'office@site.test';
const NEW = 'elsewhere@site.test';

describe('a change of who gets notified of messages (S-10)', () => {
  let sink: SmtpSink;
  let sites: TwoEditorSites;
  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    sites = await startTwoEditorSites({
      EMAIL__CONNECTIONSTRING: sink.url,
      EMAIL__SENDEREMAIL: 'no-reply@site.test',
      OUTBOX_RETRY_SECONDS: '1',
    });
  });
  afterAll(async () => {
    await sites.site.stop();
    await sink.close();
  });

  const set = async (browser: EditorBrowser, AdminEmail: string | null): Promise<number> => {
    const group = await browser.get('/settings/ContactApi');
    const version = { 'If-Match': String(group.headers['etag']) };
    return (await browser.put('/settings/ContactApi', { values: { AdminEmail } }, version)).status;
  };
  const noticesTo = (address: string): readonly { readonly subject: string; readonly text: string }[] =>
    sink.messages
      .filter(({ envelope }) => envelope.to.some((to) => to.toLowerCase() === address.toLowerCase()))
      .map(({ mail }) => ({ subject: mail.subject ?? '', text: mail.text ?? '' }));
  const told = (address: string, times: number): Promise<void> =>
    eventually(() => expect(noticesTo(address)).toHaveLength(times));

  it('tells the old address once, who did it and not where messages go now; the other site hears nothing (S-10)', async () => {
    expect([await set(sites.a, OLD), await set(sites.b, 'other@site.test')]).toEqual([200, 200]);
    expect(await set(sites.a, NEW)).toBe(200);
    await told(OLD, 1);
    const [notice] = noticesTo(OLD);
    expect(notice?.subject).toBe(`You no longer get notifications from ${HOSTS.a}`);
    expect(notice?.text).toMatch(/changed who gets notified about messages/);
    expect(notice?.text).not.toContain(NEW);
    expect([noticesTo(NEW), noticesTo('other@site.test')]).toEqual([[], []]);
  });

  it('tells nobody of a first address, of the same one in other letters, or of another setting', async () => {
    const before = sink.messages.length;
    expect(await set(sites.a, NEW.toUpperCase())).toBe(200);
    const group = await sites.a.get('/settings/ContactApi');
    const version = { 'If-Match': String(group.headers['etag']) };
    const other = { values: { MaxMessageLength: '1234' } };
    expect((await sites.a.put('/settings/ContactApi', other, version)).status).toBe(200);
    // What is posted later arrives later: once this one is here, none of the others will come.
    expect(await set(sites.a, OLD)).toBe(200);
    await told(NEW, 1);
    expect(sink.messages.length).toBe(before + 1);
  });

  it('tells of an address that is taken away, by a reset, by an undo and by a command', async () => {
    const known = noticesTo(OLD).length;
    expect(await set(sites.a, null)).toBe(200);
    await told(OLD, known + 1);
    const { items } = (await sites.a.get('/settings/history?group=ContactApi')).json() as {
      items: { id: string }[];
    };
    expect((await sites.a.post(`/settings/history/${items[0]?.id}/undo`)).status).toBe(200);
    const command = ['set', 'ContactApi', 'AdminEmail', NEW, '--tenant', HOSTS.a];
    await runSetupCommand('setting', command, sites.site.database.url, {
      ...MULTI,
      EMAIL__CONNECTIONSTRING: sink.url,
      EMAIL__SENDEREMAIL: 'no-reply@site.test',
    });
    await told(OLD, known + 2);
    expect(noticesTo(OLD).at(-1)?.text).toMatch(/npm run setting/);
  });

  it('shows the email in the outbox, as nobody’s account', async () => {
    const { items } = (await sites.a.get('/outbox?kind=account')).json() as {
      items: { subject: string; state: string }[];
    };
    expect(items[0]).toMatchObject({ subject: 'recipient-changed', state: 'sent' });
    const other = (await sites.b.get('/outbox?kind=account')).json() as { items: { subject: string }[] };
    expect(other.items.filter(({ subject }) => subject === 'recipient-changed')).toEqual([]);
  });
});
