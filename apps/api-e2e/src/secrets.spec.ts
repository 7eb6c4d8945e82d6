import { HEADERS } from '@sitedesk/contract/headers';
import { startCaptchaProvider, startSmtpSink } from '@sitedesk/testing';
import { randomBytes } from 'node:crypto';
import { runCommand } from './faults/support/command.js';
import { openApi, runSetupCommand } from './harness/backends.js';
import { captchaConfig } from './harness/captcha-config.js';
import { ACCEPTED, DELIVERY_FAILED, UNEXPECTED } from './harness/contact-results.js';
import { createMigratedDatabase } from './harness/database.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import type { Answer } from './harness/http.js';
import {
  ADMIN_EMAIL,
  BEHIND_LOCAL_PROXY,
  SENDER_EMAIL,
  startSite,
  visitorFrom,
  WITHOUT_LIMITS,
} from './harness/site.js';
import { freshAddress, MESSAGE } from './harness/visitor.js';

describe('what must not be found anywhere (G-02, G-03, S-01)', () => {
  it('no message, token or secret in the logs, nor a secret in an answer (G-03)', async () => {
    const secret = (name: string): string => `${name}${randomBytes(16).toString('hex')}`;
    const captcha = await startCaptchaProvider({ hostname: '127.0.0.1' });
    const site = await startSite({
      ...WITHOUT_LIMITS,
      LOG_LEVEL: 'trace',
      CAPTCHA__CONFIG: captchaConfig(captcha, 'captcha_widget'),
    });
    try {
      const answers: Answer[] = [];
      const visitor = site.visitor();
      const message = secret('messagetext');
      const captchaToken = captcha.mint();
      const tokens = [await visitor.token(), await visitor.token(), await visitor.token()];
      const [good, again, third] = tokens;
      const body = { ...MESSAGE, message, captchaToken };
      answers.push(
        await visitor.submit(body, {
          [HEADERS.antiforgery]: good,
          Cookie: `session=${secret('sessioncookie')}`,
        }),
      );
      answers.push(await visitor.submit({ ...body, name: '' }, { [HEADERS.antiforgery]: again }));
      answers.push(await visitor.submit(body, { [HEADERS.antiforgery]: third }));
      captcha.behave('error-500');
      answers.push(await visitor.submit({ ...body, captchaToken: captcha.mint() }), await visitor.script());
      await site.sink.waitFor(1);
      const printed = site.api.output();
      for (const canary of [message, ...tokens, captchaToken, captcha.widget.secretKey, 'sessioncookie'])
        expect(printed).not.toContain(canary);
      expect(printed).toContain('contact.stored');
      for (const { text, headers } of answers) {
        for (const canary of [message, captcha.widget.secretKey, site.sink.url, ADMIN_EMAIL, SENDER_EMAIL])
          expect(text + JSON.stringify(headers)).not.toContain(canary);
      }
    } finally {
      await site.stop();
      await captcha.close();
    }
  });

  it('no email password in the logs or the record of attempts, whatever the mail server says (G-03)', async () => {
    const password = `canary${randomBytes(16).toString('hex')}`;
    const sink = await startSmtpSink({ tls: 'none', auth: { user: 'site', pass: 'another' } });
    const echo = [password, Buffer.from(password).toString('base64')].join(' ');
    sink.behave(({ step }) => (step === 'auth' ? { code: 535, text: `Not good: ${echo}` } : 'ok'));
    const url = sink.url.replace('another', password);
    const site = await startSite({ ...WITHOUT_LIMITS, LOG_LEVEL: 'trace', EMAIL__CONNECTIONSTRING: url });
    try {
      expectAnswer(await site.visitor().submit(), 200, ACCEPTED);
      const attempt = await eventually(async () => {
        const [row] = await site.database.query('SELECT outcome, detail FROM delivery_attempt');
        expect(row).toMatchObject({ outcome: 'configuration', detail: expect.stringContaining('535') });
        return JSON.stringify(row);
      });
      await eventually(() => expect(site.api.output()).toContain('email.failed'));
      const answer = await site.visitor().submit();
      expectAnswer(answer, 400, DELIVERY_FAILED);
      for (const canary of echo.split(' '))
        expect(site.api.output() + attempt + answer.text).not.toContain(canary);
    } finally {
      await sink.close();
      await site.stop();
    }
  });

  it('what a visitor sends cannot forge a line of the log (G-02)', async () => {
    const site = await startSite({ ...WITHOUT_LIMITS, LOG_LEVEL: 'trace' });
    try {
      const forged = '\r\n{"event":"forged"}\n\u001b[31m';
      const visitor = site.visitor();
      await visitor.submit({ name: forged, email: forged, message: forged.repeat(3) });
      await visitor.submit({ ...MESSAGE, message: forged.repeat(3) });
      await visitor.submit(MESSAGE, {
        [HEADERS.requestId]: 'a"},{"event":"forged"}',
        'User-Agent': '{"event":"forged"}',
      });
      await site.sink.waitFor(2);
      const lines = site.api
        .output()
        .split('\n')
        .filter((line) => line !== '');
      for (const line of lines) {
        expect(JSON.parse(line)).toEqual(
          expect.objectContaining({ event: expect.not.stringContaining('forged') }),
        );
        expect(line).not.toContain('\u001b');
      }
    } finally {
      await site.stop();
    }
  });
});

describe('secrets in the database (S-01, S-02)', () => {
  it('they are ciphertext, and an exchanged or changed one opens nothing (S-02)', async () => {
    const database = await createMigratedDatabase();
    const api = await openApi(database.url, { ...WITHOUT_LIMITS, ...BEHIND_LOCAL_PROXY });
    try {
      const set = (...args: readonly string[]): Promise<string> =>
        runSetupCommand('setting', ['set', ...args], database.url);
      await set('EMAIL', 'ConnectionString', 'smtp://site:canary-password@127.0.0.1:1');
      await set('ContactApi', 'CaptchaSecretKey', 'canary-captcha-secret');
      const read = async (): Promise<readonly { readonly name: string; readonly value: string }[]> =>
        database.query('SELECT name, value FROM setting ORDER BY name');
      const rows = await read();
      expect(rows.map(({ name }) => name)).toEqual(['CaptchaSecretKey', 'ConnectionString']);
      for (const { value } of rows) {
        expect(value).toMatch(/^enc:v1:t1:[A-Za-z0-9+/=]+$/);
        expect(value).not.toContain('canary');
      }
      // S-01: the operator's own list does not show them either.
      expect(await runCommand('setting', ['list'], database.url)).not.toContain('canary');
      expect(await runCommand('setting', ['list'], database.url)).toContain(
        'EMAIL/ConnectionString\t(set, not shown)\tdatabase',
      );

      // The ciphertext of one place in the other.
      const visitor = visitorFrom(api.url, freshAddress());
      const refused = await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: undefined });
      const token = String(refused.headers[HEADERS.antiforgery.toLowerCase()]);
      await database.query(
        `UPDATE setting SET value = (SELECT value FROM setting other WHERE other.name <> setting.name)`,
      );
      await api.stop();
      const restarted = await openApi(database.url, { ...WITHOUT_LIMITS, ...BEHIND_LOCAL_PROXY });
      try {
        const after = visitorFrom(restarted.url, freshAddress());
        expect((await after.script()).status).toBe(500);
        expectAnswer(await after.submit(MESSAGE, { [HEADERS.antiforgery]: token }), 500, UNEXPECTED);
        expect(await database.query('SELECT id FROM contact_submission')).toEqual([]);
      } finally {
        await restarted.stop();
      }
    } finally {
      await api.stop();
      await database.drop();
    }
  });
});
