import { freePort, type HttpEmailApis, startHttpEmailApis } from '@sitedesk/testing';
import { MAX_OPEN_TRANSPORTERS } from './email.service.js';
import {
  type EmailServiceFixture,
  notification,
  SHORT_LIMITS,
  startEmailService,
} from '../../testing/email-service.js';

describe('EmailService', () => {
  let email: EmailServiceFixture;
  beforeEach(async () => void (email = await startEmailService()));
  afterEach(() => email.close());

  it('keeps a bounded number of transporters', async () => {
    for (let n = 0; n < MAX_OPEN_TRANSPORTERS + 5; n += 1)
      await email.send('none:', notification(n), `tenant-${n}`);

    expect(email.service.openTransporters).toBe(MAX_OPEN_TRANSPORTERS);
  });

  it('the no-operation provider takes every email (L-08)', async () => {
    await expect(email.send('none:')).resolves.toMatchObject({
      provider: 'none',
      response: expect.stringContaining('not sent'),
    });
  });

  it('a server that is not there is a temporary failure', async () => {
    const port = await freePort();

    expect(await email.failure(`smtp://127.0.0.1:${port}`)).toMatchObject({
      kind: 'temporary',
      code: 'connection',
      outage: true,
    });
    expect(await email.failure(`sendgrid://SG.key@127.0.0.1:${port}?tls=false`)).toMatchObject({
      kind: 'temporary',
      code: 'connection',
    });
  });

  it('a host that does not exist is a temporary failure', async () => {
    expect(await email.failure('smtp://mail.invalid')).toMatchObject({ kind: 'temporary', outage: true });
  });

  describe('over HTTP APIs', () => {
    let apis: HttpEmailApis;
    beforeEach(async () => void (apis = await startHttpEmailApis()));
    afterEach(() => apis.close());

    it('delivers through the communication service, signed', async () => {
      const receipt = await email.send(apis.communication);

      expect(receipt).toEqual({
        provider: 'communication',
        providerId: '0190c1d2-0000-7000-8000-000000000001',
        response: '202 Running',
      });
      expect(apis.messages[0]?.body).toMatchObject({
        senderAddress: 'website@example.com',
        recipients: { to: [{ address: 'owner@example.com' }] },
        replyTo: [{ address: 'zoe@visitor.example', displayName: 'Zoë Z O’Hara' }],
        content: {
          subject: 'New message from Zoë "Z" O’Hara',
          plainText: expect.stringContaining('– 日本語'),
          html: expect.stringContaining('&lt;b&gt;Zweite Zeile&lt;/b&gt; – 日本語<br>'),
        },
        headers: { 'Auto-Submitted': 'auto-generated', 'Message-ID': notification(1).messageId },
      });
    });

    it('a second attempt at the same mail is the same operation (M-07)', async () => {
      await email.send(apis.communication);
      await email.send(apis.communication);

      expect([apis.requests, apis.messages.length]).toEqual([2, 1]);
    });

    it('delivers through the commercial API', async () => {
      const receipt = await email.send(apis.commercial);

      expect(receipt).toEqual({
        provider: 'commercial',
        providerId: apis.messages[0]?.id,
        response: '202 Accepted',
      });
      expect(apis.messages[0]?.body).toMatchObject({
        personalizations: [{ to: [{ email: 'owner@example.com' }] }],
        from: { email: 'website@example.com', name: 'Zoë O. via example.com' },
        reply_to: { email: 'zoe@visitor.example', name: 'Zoë Z O’Hara' },
        subject: 'New message from Zoë "Z" O’Hara',
        content: [{ type: 'text/plain' }, { type: 'text/html' }],
        headers: { 'Auto-Submitted': 'auto-generated', 'Message-ID': notification(1).messageId },
      });
    });

    it.each([
      ['throttled', 'temporary', 'http-429'],
      ['down', 'temporary', 'http-503'],
      ['bad-request', 'permanent', 'http-400'],
      ['unprocessable', 'permanent', 'http-422'],
      ['too-large', 'permanent', 'http-413'],
      ['forbidden', 'configuration', 'http-403'],
      ['not-found', 'configuration', 'http-404'],
      ['redirect', 'configuration', 'http-307'],
      ['ok-200', 'configuration', 'http-200'],
      ['silent', 'temporary', 'timeout'],
      ['slow-body', 'temporary', 'timeout'],
      ['reset', 'temporary', 'connection'],
    ] as const)('%s is %s (%s) on both', async (behaviour, kind, code) => {
      if (code === 'timeout') {
        await email.close();
        email = await startEmailService(SHORT_LIMITS);
      }
      apis.behave(behaviour);

      for (const url of [apis.communication, apis.commercial])
        expect(await email.failure(url)).toMatchObject({ kind, code });
      expect(apis.messages).toHaveLength(0);
    });

    it('an answer without end is not read to the end', async () => {
      apis.behave('huge');

      expect(await email.failure(apis.commercial)).toMatchObject({
        kind: 'temporary',
        detail: { text: expect.stringContaining('65536 bytes') },
      });
    });

    it('a wrong key is a matter of configuration and is not shown', async () => {
      const url = apis.commercial.replace(/SG\.[^@]+/, 'SG.wrong-key');

      expect(await email.failure(url)).toMatchObject({
        kind: 'configuration',
        code: 'http-401',
        detail: { text: expect.not.stringContaining('wrong-key') },
      });
      expect(
        await email.failure(apis.communication.replace(/accesskey=.*/, 'accesskey=d3Jvbmc=')),
      ).toMatchObject({
        kind: 'configuration',
        code: 'http-401',
      });
    });
  });
});
