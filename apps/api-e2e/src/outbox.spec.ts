import type { ContactTestResult } from '@sitedesk/contract/contact-form';
import {
  OUTBOX_TEXTS,
  type OutboxDetail,
  type OutboxItem,
  type OutboxRetryReport,
} from '@sitedesk/contract/outbox';
import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { colleague, invite, startTwoEditorSites } from './harness/people.js';
import { ADMIN_EMAIL, mailBy } from './harness/site.js';

interface OutboxPage {
  readonly items: readonly OutboxItem[];
  readonly nextCursor: string | null;
}

async function list(browser: EditorBrowser, query = ''): Promise<OutboxPage> {
  return (await browser.get(`/outbox${query}`)).json() as OutboxPage;
}

async function detail(browser: EditorBrowser, id: string): Promise<OutboxDetail> {
  return (await browser.get(`/outbox/${id}`)).json() as OutboxDetail;
}

/** A message of the form, stored. */
async function submission(browser: EditorBrowser, more: object = {}): Promise<string> {
  const result = (await browser.post('/contact-form/test', more)).json() as ContactTestResult;
  if (result.submissionId === null) throw new Error(JSON.stringify(result));
  return result.submissionId;
}

/** The email, once it is in that state. */
const inState = (browser: EditorBrowser, id: string, state: string): Promise<OutboxDetail> =>
  eventually(async () => {
    const mail = await detail(browser, id);
    if (mail.state !== state) throw new Error(`It is ${mail.state}: ${mail.lastError}`);
    return mail;
  });

const statusOf = async (site: EditorSite, id: string): Promise<unknown> =>
  (await site.database.query('SELECT status, error FROM contact_submission WHERE id = $1', [id]))[0];

describe('an email that was sent, after a change of the settings (UI-16)', () => {
  it('shows from whom and to whom it went, and not where one would go now', async () => {
    const sink = await startSmtpSink({ tls: 'none' });
    const site = await startEditorSite({ EMAIL__CONNECTIONSTRING: sink.url });
    const admin = await site.administrator();
    const save = async (group: string, values: Readonly<Record<string, string>>): Promise<void> => {
      const { headers } = await admin.get(`/settings/${group}`);
      const answer = await admin.put(
        `/settings/${group}`,
        { values },
        { 'If-Match': String(headers['etag']) },
      );
      expect(answer.status).toBe(200);
    };
    await save('EMAIL', { SenderEmail: 'website@before.test', SenderName: 'Before' });
    await save('ContactApi', { AdminEmail: 'owner@before.test' });
    const id = await submission(admin);
    await inState(admin, id, 'sent');
    await save('EMAIL', { SenderEmail: 'website@after.test', SenderName: 'After' });
    await save('ContactApi', { AdminEmail: 'owner@after.test' });
    expect(await detail(admin, id)).toMatchObject({
      to: 'owner@before.test',
      email: { from: expect.stringMatching(/Before <website@before.test>$/), to: 'owner@before.test' },
    });
    await site.stop();
    await sink.close();
  });
});

describe('the outbox in the editor (UI-16)', () => {
  let site: EditorSite;
  let sink: SmtpSink;
  let admin: EditorBrowser;
  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    site = await startEditorSite({ ...mailBy(sink.url), OUTBOX_RETRY_SECONDS: '3600' });
    admin = await site.administrator();
  });
  afterAll(async () => {
    await sink.close();
    await site.stop();
  });
  afterEach(() => sink.behave('ok'));

  it('shows what was sent: to whom, what the provider said, and the email itself', async () => {
    const id = await submission(admin, { name: 'Zoë Berg' });
    const mail = await inState(admin, id, 'sent');
    expect(mail).toMatchObject({
      kind: 'submission',
      to: ADMIN_EMAIL,
      subject: 'Zoë Berg',
      test: true,
      attempts: 1,
      history: [{ outcome: 'sent', detail: expect.stringContaining('250') }],
      email: { to: ADMIN_EMAIL, text: expect.stringContaining('test message'), linkHidden: false },
      retryProblem: OUTBOX_TEXTS.sent.text,
      cancelProblem: OUTBOX_TEXTS.sent.text,
    });
  });

  it('an email that failed for now waits, in the words of the provider, and is sent at once when someone retries it', async () => {
    sink.behave('451-data');
    const id = await submission(admin);
    const waiting = await eventually(async () => {
      const mail = await detail(admin, id);
      if (mail.history.length === 0 || mail.state === 'sending') throw new Error('It was not tried yet.');
      return mail;
    });
    expect(waiting).toMatchObject({
      state: 'queued',
      lastError: expect.stringContaining('Try the message again later'),
      lastErrorCode: null,
    });
    expect(Date.parse(waiting.nextAttemptAt ?? '')).toBeGreaterThan(Date.now() + 60_000);
    sink.behave('ok');
    expect((await admin.post(`/outbox/${id}/retry`)).status).toBe(200);
    await inState(admin, id, 'sent');
  });

  it('nothing vanishes: a cancelled mail leaves its submission undelivered, says by whom, and can still be sent', async () => {
    sink.behave('451-data');
    const id = await submission(admin);
    await eventually(async () => expect((await detail(admin, id)).history).toHaveLength(1));
    await eventually(async () => expect((await admin.post(`/outbox/${id}/cancel`)).status).toBe(200));
    expect(await detail(admin, id)).toMatchObject({
      state: 'cancelled',
      lastError: 'Canceled by Administrator.',
      lastErrorCode: { code: 'outbox.cancelled', params: { name: 'Administrator' } },
    });
    expect(await statusOf(site, id)).toEqual({ status: 'failed', error: 'Canceled by Administrator.' });
    const again = await admin.post(`/outbox/${id}/cancel`);
    expect(again.json()).toMatchObject({ status: 409, detail: OUTBOX_TEXTS.notWaiting.text });
    sink.behave('ok');
    const bulk = (await admin.post('/outbox/retry')).json() as OutboxRetryReport;
    expect(bulk.retried).toBe(0);
    expect((await admin.post(`/outbox/${id}/retry`)).status).toBe(200);
    await inState(admin, id, 'sent');
    expect(await statusOf(site, id)).toEqual({ status: 'sent', error: null });
  });

  it('sends all dead letters again at once', async () => {
    sink.behave('550-rcpt');
    const ids = [await submission(admin), await submission(admin)];
    for (const id of ids) await inState(admin, id, 'dead');
    sink.behave('ok');
    expect((await admin.post('/outbox/retry')).json()).toEqual({ retried: 2, notPossible: 0 });
    for (const id of ids) await inState(admin, id, 'sent');
  });

  it('pages newest first without gaps and doubles, and filters by state, kind and recipient', async () => {
    const all = (await list(admin, '?limit=200')).items;
    expect(all.length).toBeGreaterThan(3);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: OutboxPage = await list(admin, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect((await list(admin, '?state=dead')).items).toEqual([]);
    expect((await list(admin, '?kind=account')).items).toEqual([]);
    expect((await list(admin, `?recipient=${ADMIN_EMAIL.toUpperCase()}`)).items).toHaveLength(all.length);
    expect((await list(admin, '?recipient=somebody@else.test')).items).toEqual([]);
    expect((await admin.get('/outbox?order=x')).status).toBe(400);
  });

  it('leaves a row in the audit log for every action', async () => {
    const { items } = (await admin.get('/audit?limit=100')).json() as {
      items: readonly { action: string }[];
    };
    const actions = items.map(({ action }) => action);
    for (const action of ['outbox.retry', 'outbox.cancel', 'outbox.retry-all'])
      expect(actions).toContain(action);
  });
});

describe('emails to accounts in the outbox', () => {
  it('are readable where the no-operation provider keeps them, with their link only for those who manage users', async () => {
    const site = await startEditorSite({
      ...mailBy('none:'),
      IDENTITY__EDITORURL: 'https://editor.site.test',
    });
    try {
      const admin = await site.administrator();
      const { user } = await invite(admin, { roles: ['Author'] });
      const [item] = (await list(admin, '?kind=account')).items;
      expect(item).toMatchObject({ kind: 'account', to: user.email, subject: 'invitation', state: 'sent' });
      expect((await list(admin, `?recipient=${user.email}`)).items).toHaveLength(1);
      const whole = await detail(admin, item?.id ?? '');
      expect(whole.email).toMatchObject({
        linkHidden: false,
        text: expect.stringMatching(/invitation\?token=\w/),
      });
      const { browser } = await colleague(site, admin, { roles: ['Editor'] });
      const masked = await detail(browser, item?.id ?? '');
      expect(masked.email).toMatchObject({ linkHidden: true });
      expect(JSON.stringify(masked)).not.toContain('token=');
    } finally {
      await site.stop();
    }
  });

  it('cannot be sent again once they are given up, because their link is not kept', async () => {
    const sink = await startSmtpSink({ tls: 'none', behaviour: '550-rcpt' });
    const site = await startEditorSite({
      ...mailBy(sink.url),
      IDENTITY__EDITORURL: 'https://editor.site.test',
    });
    try {
      const admin = await site.administrator();
      await invite(admin);
      const [item] = (await list(admin, '?kind=account')).items;
      const dead = await inState(admin, item?.id ?? '', 'dead');
      expect(dead).toMatchObject({
        retryProblem: OUTBOX_TEXTS.contentGone.text,
        email: null,
        emailProblem: OUTBOX_TEXTS.contentGone.text,
      });
      expect((await admin.post(`/outbox/${dead.id}/retry`)).status).toBe(409);
      expect((await admin.post('/outbox/retry')).json()).toEqual({ retried: 0, notPossible: 1 });
    } finally {
      await sink.close();
      await site.stop();
    }
  });
});

describe('the outboxes of two sites', () => {
  it('neither sees nor touches what is the other’s (Z-03)', async () => {
    const { a, b, site } = await startTwoEditorSites();
    try {
      for (const [browser, host] of [
        [a, 'a'],
        [b, 'b'],
      ] as const) {
        const values = { ConnectionString: 'none:', SenderEmail: `website@${host}.test` };
        await browser.put('/settings/EMAIL', { values }, { 'If-Match': '"v0"' });
      }
      const ofB = await submission(b);
      await inState(b, ofB, 'sent');
      expect((await list(a)).items).toEqual([]);
      expect((await a.get(`/outbox/${ofB}`)).status).toBe(404);
      expect((await a.post(`/outbox/${ofB}/retry`)).status).toBe(404);
      expect((await a.post(`/outbox/${ofB}/cancel`)).status).toBe(404);
      expect((await a.post('/outbox/retry')).json()).toEqual({ retried: 0, notPossible: 0 });
      expect((await a.get(`/contact-form/tests/${ofB}`)).status).toBe(404);
    } finally {
      await site.stop();
    }
  });
});
