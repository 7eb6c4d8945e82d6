import { type SinkMessage, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { ADMINISTRATOR, startEditorSite } from './harness/editor.js';
import { mailBy, visitorFrom, WITHOUT_LIMITS } from './harness/site.js';
import { freshAddress } from './harness/visitor.js';

describe('the notification, for the person who reads it', () => {
  let sink: SmtpSink;
  beforeAll(async () => void (sink = await startSmtpSink({ tls: 'none' })));
  afterAll(() => sink.close());
  beforeEach(() => sink.clear());

  async function notified(url: string): Promise<SinkMessage | undefined> {
    expect((await visitorFrom(url, freshAddress()).submit()).status).toBe(200);
    const [mail] = await sink.waitFor(1);
    return mail;
  }

  it('is in the language and time zone of their account, and leads to the message', async () => {
    const site = await startEditorSite({
      ...mailBy(sink.url),
      ...WITHOUT_LIMITS,
      CONTACTAPI__ADMINEMAIL: ADMINISTRATOR.email,
      IDENTITY__EDITORURL: 'https://desk.site.test',
    });
    try {
      const admin = await site.administrator();
      await admin.patch('/account/preferences', { locale: 'de', timeZone: 'Asia/Kathmandu' });
      const mail = await notified(site.api.url);
      expect(mail?.mail.subject).toBe('Neue Nachricht von Anna Kowalska');
      expect(mail?.mail.text).toContain('GMT+5:45');
      const [row] = await site.database.query<{ id: string }>('SELECT id FROM contact_submission');
      expect(mail?.mail.html).toContain(`href="https://desk.site.test/admin/inbox?id&#x3D;${row?.id}"`);
      expect(mail?.mail.text).toContain(
        `In Sitedesk öffnen:\n${`https://desk.site.test/admin/inbox?id=${row?.id}`}`,
      );
    } finally {
      await site.stop();
    }
  });

  it('is in English and UTC for an address without an account, without a link to where nobody knows', async () => {
    const site = await startEditorSite({ ...mailBy(sink.url), ...WITHOUT_LIMITS });
    try {
      const mail = await notified(site.api.url);
      expect(mail?.mail.subject).toBe('New message from Anna Kowalska');
      expect(mail?.mail.text).toMatch(/Received: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
      expect(mail?.mail.html).not.toContain('href');
    } finally {
      await site.stop();
    }
  });
});
