import type { ChecklistTile } from '@sitedesk/contract/dashboard';
import { EMAIL_TEXTS } from '@sitedesk/contract/email';
import type { SettingChangeEntry, SettingGroupView } from '@sitedesk/contract/settings';
import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { runSetupCommand } from './harness/backends.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import type { Answer } from './harness/http.js';
import { visitorFrom } from './harness/site.js';
import { freshAddress } from './harness/visitor.js';

/** As the launcher starts it when nothing real is configured. */
const DEMONSTRATION = { DEMONSTRATION: '1', DEMO_MAIL_URL: 'none:' } as const;
const SHOWN_SENDER = 'website@sitedesk.example';
const SENDER = 'website@bakery.test';

describe('a demonstration that gets a real email provider (specification 2.3)', () => {
  let sink: SmtpSink;
  let site: EditorSite;
  let admin: EditorBrowser;
  beforeEach(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    site = await startEditorSite({ ...DEMONSTRATION });
    admin = await site.administrator();
  });
  afterEach(async () => {
    await site.stop();
    await sink.close();
  });

  const email = async (): Promise<SettingGroupView> =>
    (await admin.get('/settings/EMAIL')).json() as SettingGroupView;
  const save = async (values: Readonly<Record<string, string | null>>): Promise<Answer> => {
    const { version } = await email();
    return admin.put('/settings/EMAIL', { values }, { 'If-Match': `"v${version}"` });
  };
  const sender = async (): Promise<unknown> => {
    const { entries } = await email();
    const { value, source } = entries.find(({ name }) => name === 'SenderEmail') ?? {};
    return { value, source };
  };
  const submit = async (): Promise<number> =>
    (await visitorFrom(site.api.url, freshAddress()).submit()).status;

  it.each([
    ['alone', {}],
    ['with the sender emptied', { SenderEmail: null }],
    ['with the sender of the demonstration', { SenderEmail: SHOWN_SENDER }],
  ])('asks for a sender when the provider is saved %s, and goes on as it was', async (_how, values) => {
    const refused = await save({ ConnectionString: sink.url, ...values });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({
      errors: [{ field: 'values.SenderEmail', message: EMAIL_TEXTS.demonstrationSender.text }],
    });
    expect(await sender()).toEqual({ value: SHOWN_SENDER, source: 'demonstration' });
    expect(await submit()).toBe(200);
  });

  it('takes both together, and a message of a visitor reaches the sender’s address', async () => {
    const isShown = async (): Promise<boolean> =>
      ((await admin.get('/dashboard/checklist')).json() as ChecklistTile).demonstration;
    expect(await isShown()).toBe(true);
    expect((await save({ ConnectionString: sink.url, SenderEmail: SENDER })).status).toBe(200);
    expect(await isShown()).toBe(false);
    expect(await sender()).toEqual({ value: SENDER, source: 'database' });
    const { items } = (await admin.get('/settings/history?group=EMAIL')).json() as {
      readonly items: readonly SettingChangeEntry[];
    };
    expect(items.map((change) => change.items.map(({ name }) => name))).toEqual([
      ['ConnectionString', 'SenderEmail'],
    ]);
    expect(await submit()).toBe(200);
    await eventually(() =>
      expect(sink.messages.map(({ envelope }) => envelope)).toEqual([
        expect.objectContaining({ from: SENDER, to: [SENDER] }),
      ]),
    );
  });

  it('takes the provider once a sender is stored', async () => {
    expect((await save({ SenderEmail: SENDER })).status).toBe(200);
    expect((await save({ ConnectionString: sink.url })).status).toBe(200);
    expect(await submit()).toBe(200);
  });

  it('asks an operator’s command the same, by the name of the setting that is missing', async () => {
    const set = (name: string, value: string): Promise<string> =>
      runSetupCommand('setting', ['set', 'EMAIL', name, value], site.database.url, DEMONSTRATION);
    await expect(set('ConnectionString', sink.url)).rejects.toThrow(
      `The setting EMAIL/SenderEmail ${EMAIL_TEXTS.demonstrationSender.text}.`,
    );
    await set('SenderEmail', SENDER);
    await set('ConnectionString', sink.url);
    expect(await submit()).toBe(200);
  });
});
