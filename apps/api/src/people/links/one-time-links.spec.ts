import { LINK_PAGES } from '@sitedesk/contract/account';
import { EDITOR_PATH, IDENTITY_LIMITS, IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { type RequestContext, systemContext } from '../../platform/http/request-context.js';
import { type RunningApp, startApp } from '../../testing/running-app.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { AccountLinksService } from './account-links.service.js';

const byAnna = (tenantId: string): RequestContext => systemContext(tenantId, 'Anna Berg');
const PASSWORD = 'nine quiet lamps over the harbour';
const EDITOR = 'https://editor.site.test';

describe('one-time links (ID-07, ID-08)', () => {
  let sink: SmtpSink;
  let running: RunningApp;
  let tenantId: string;
  let count = 0;

  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    running = await startApp({
      EMAIL__CONNECTIONSTRING: sink.url,
      EMAIL__SENDEREMAIL: 'website@site.test',
      IDENTITY__EDITORURL: EDITOR,
      RATELIMIT__SIGNIN: '1000000/60',
    });
    tenantId = (await running.app.get(TenantsService).resolve(''))?.id ?? '';
  });
  beforeEach(() => {
    sink.clear();
    sink.behave('ok');
  });
  afterAll(async () => {
    await sink.close();
    await running.stop();
  });

  const links = (): AccountLinksService => running.app.get(AccountLinksService);

  function newAccount(status: 'invited' | 'active' = 'invited'): Promise<Account> {
    count += 1;
    return running.app.get(DataSource).transaction((manager) =>
      running.app.get(AccountsService).create(manager, tenantId, {
        email: `person-${count}@site.test`,
        displayName: 'Cleo <b>Novak</b>',
        status,
        passwordHash: null,
        emailConfirmed: false,
        roleKeys: ['Author'],
      }),
    );
  }

  const post = async (path: string, body: unknown): Promise<{ status: number; body: unknown }> => {
    const answer = await fetch(`${running.url}${EDITOR_PATH}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const refused = { status: 400, body: expect.objectContaining({ detail: IDENTITY_TEXTS.linkRefused.text }) };
  const accept = (token: string): ReturnType<typeof post> =>
    post('/invitation/accept', { token, displayName: 'Cleo Novak', password: PASSWORD });
  const tokenIn = (text: string | undefined): string => /token=([A-Za-z0-9_-]+)/.exec(text ?? '')?.[1] ?? '';

  it('an invitation shows the link, says when it ends, and that the email left (UX-17)', async () => {
    const account = await newAccount();
    const { link, expiresAt, delivery } = await links().sendInvitation(byAnna(tenantId), account);
    expect(delivery).toEqual({ status: 'sent', detail: null, detailCode: null });
    expect(link).toMatch(/^https:\/\/editor\.site\.test\/admin\/#\/invitation\?token=[A-Za-z0-9_-]{43}$/);
    const seconds = Math.round((expiresAt.getTime() - running.clock.now()) / 1_000);
    expect(Math.abs(seconds - IDENTITY_LIMITS.invitationSeconds)).toBeLessThan(60);
    const [sent] = await sink.waitFor(1);
    expect(sent?.mail.text).toContain(link);
    expect(sent?.mail.text).toContain('Anna Berg invited you');
    expect(sent?.mail.html).toContain('Cleo &lt;b&gt;Novak&lt;/b&gt;');
    expect(sent?.mail.html).not.toMatch(/<img|http-equiv|src=/i);
  });

  it('neither the token nor the address is in the database in the clear, before and after it left (ID-07)', async () => {
    sink.behave('451-rcpt');
    const account = await newAccount();
    const { link } = await links().sendInvitation(byAnna(tenantId), account);
    const email = await running.app.get(AccountsService).emailOf(tenantId, account);
    const rows = await running.database.query(
      'SELECT row_to_json(m) AS mail, (SELECT json_agg(l) FROM one_time_link l) AS links FROM account_mail m',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(tokenIn(link));
    expect(JSON.stringify(rows)).not.toContain(email);
  });

  it('an email that has left is forgotten, only what became of it stays', async () => {
    const account = await newAccount();
    await links().sendInvitation(byAnna(tenantId), account);
    expect(
      await running.database.query(
        `SELECT m.kind, m.content, o.state FROM account_mail m JOIN job o USING (id) WHERE m.account_id = $1`,
        [account.id],
      ),
    ).toEqual([{ kind: 'invitation', content: null, state: 'done' }]);
  });

  it.each([
    ...[{}, [], '', null, 1, true, ['x'], { token: 'x' }, { $ne: null }].map((token) => ({
      what: JSON.stringify(token),
      token,
    })),
    { what: 'a text too long for one', token: 'x'.repeat(200) },
  ])('refuses $what as a token on every route that takes one (ID-07)', async ({ token }) => {
    const bodies = { displayName: 'Cleo Novak', password: PASSWORD };
    const answers = [
      await post('/invitation/preview', { token }),
      await post('/invitation/accept', { token, ...bodies }),
      await post('/email-confirmation', { token }),
      await post('/password-reset/complete', { token, password: PASSWORD }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'validation-failed', errors: [{ field: 'token' }] });
    }
  });

  it('an unknown token, and one of another purpose, are refused in the same words (ID-07)', async () => {
    const { link } = await links().sendInvitation(byAnna(tenantId), await newAccount());
    expect(await post('/invitation/preview', { token: 'A'.repeat(43) })).toEqual(refused);
    expect(await post('/password-reset/complete', { token: tokenIn(link), password: PASSWORD })).toEqual(
      refused,
    );
    expect(await post('/email-confirmation', { token: tokenIn(link) })).toEqual(refused);
    expect(await post('/invitation/preview', { token: tokenIn(link) })).toMatchObject({ status: 200 });
  });

  it('an invitation is accepted once: the account opens, and the person is signed in', async () => {
    const account = await newAccount();
    const { link } = await links().sendInvitation(byAnna(tenantId), account);
    const token = tokenIn(link);
    expect((await post('/invitation/preview', { token })).body).toEqual({
      email: await running.app.get(AccountsService).emailOf(tenantId, account),
      displayName: account.displayName,
      siteName: 'Main site',
      expiresAt: expect.any(String),
    });
    expect(await post('/invitation/accept', { token, displayName: 'Cleo', password: 'short' })).toMatchObject(
      {
        status: 400,
        body: { errors: [{ field: 'password' }] },
      },
    );
    expect(await accept(token)).toMatchObject({ status: 200, body: { status: 'signed-in' } });
    expect(await accept(token)).toEqual(refused);
    const after = await running.app.get(AccountsService).find(tenantId, account.id);
    expect(after).toMatchObject({ status: 'active', displayName: 'Cleo Novak' });
    expect(after?.emailConfirmedAt).toBeInstanceOf(Date);
  });

  it('of two simultaneous uses exactly one gets through (ID-07)', async () => {
    const { link } = await links().sendInvitation(byAnna(tenantId), await newAccount());
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(tokenIn(link))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('a new link ends the one before, and an email with it that has not left yet stays (ID-07)', async () => {
    sink.behave('451-rcpt');
    const account = await newAccount();
    const first = await links().sendInvitation(byAnna(tenantId), account);
    expect(first.delivery).toEqual({
      status: 'queued',
      detail: expect.stringContaining('451'),
      detailCode: null,
    });
    sink.behave('ok');
    const second = await links().sendInvitation(byAnna(tenantId), account);
    expect(await post('/invitation/preview', { token: tokenIn(first.link) })).toEqual(refused);
    expect(await post('/invitation/preview', { token: tokenIn(second.link) })).toMatchObject({ status: 200 });
    expect(
      await running.database.query(
        'SELECT count(*)::int AS waiting FROM account_mail WHERE account_id = $1 AND content IS NOT NULL',
        [account.id],
      ),
    ).toEqual([{ waiting: 0 }]);
  });

  it('revokeAll ends every link of the account (ID-07)', async () => {
    const account = await newAccount();
    const { link } = await links().sendInvitation(byAnna(tenantId), account);
    await running.app
      .get(DataSource)
      .transaction((manager) => links().revokeAll(manager, tenantId, account.id));
    expect(await accept(tokenIn(link))).toEqual(refused);
  });

  it('a link does not work at another tenant (ID-07)', async () => {
    const { link } = await links().sendInvitation(byAnna(tenantId), await newAccount());
    const other = await running.app.get(TenantsService).add('Other site', ['other.test']);
    await running.database.query('UPDATE one_time_link SET tenant_id = $1', [other.id]);
    expect(await accept(tokenIn(link))).toEqual(refused);
    await running.database.query('UPDATE one_time_link SET tenant_id = $1', [tenantId]);
  });

  it.each([
    ['invitation', IDENTITY_LIMITS.invitationSeconds],
    ['reset-password', IDENTITY_LIMITS.resetSeconds],
    ['confirm-email', IDENTITY_LIMITS.confirmationSeconds],
  ] as const)(
    'a link for %s works for %d seconds, and not a second longer (ID-07)',
    async (purpose, seconds) => {
      const account = await newAccount(purpose === 'invitation' ? 'invited' : 'active');
      const send = {
        invitation: () => links().sendInvitation(byAnna(tenantId), account),
        'reset-password': () => links().sendPasswordReset(byAnna(tenantId), account),
        'confirm-email': () => links().sendConfirmation(byAnna(tenantId), account),
      };
      const use = {
        invitation: accept,
        'reset-password': (token: string) => post('/password-reset/complete', { token, password: PASSWORD }),
        'confirm-email': (token: string) => post('/email-confirmation', { token }),
      };
      const sendAndRead = async (): Promise<string> => {
        sink.clear();
        expect((await send[purpose]()).delivery.status).toBe('sent');
        const page = `${EDITOR}${LINK_PAGES[purpose]}?token=`;
        return tokenIn(sink.messages.find(({ mail }) => mail.text?.includes(page))?.mail.text);
      };
      const late = await sendAndRead();
      running.clock.advance(seconds + 1);
      expect(await use[purpose](late)).toEqual(refused);
      const early = await sendAndRead();
      running.clock.advance(seconds - 30);
      expect((await use[purpose](early)).status).toBeLessThan(300);
    },
  );

  it('an email whose link has expired before it could leave is given up, and forgotten', async () => {
    sink.behave('451-rcpt');
    const account = await newAccount('active');
    expect((await links().sendPasswordReset(byAnna(tenantId), account)).delivery.status).toBe('queued');
    running.clock.advance(IDENTITY_LIMITS.resetSeconds + 1);
    sink.behave('ok');
    sink.clear();
    const mine = 'id IN (SELECT id FROM account_mail WHERE account_id = $1)';
    await running.database.query(`UPDATE job SET next_attempt_at = now() WHERE ${mine}`, [account.id]);
    for (;;) {
      const [row] = await running.database.query(`SELECT state, last_error FROM job WHERE ${mine}`, [
        account.id,
      ]);
      if (row?.['state'] === 'queued' || row?.['state'] === 'running') {
        await sleep(50);
        continue;
      }
      expect(row).toEqual({ state: 'dead', last_error: expect.stringContaining('expired') });
      break;
    }
    const address = await running.app.get(AccountsService).emailOf(tenantId, account);
    expect(sink.messages.filter(({ envelope }) => envelope.to.includes(address))).toEqual([]);
    expect(
      await running.database.query('SELECT content FROM account_mail WHERE account_id = $1', [account.id]),
    ).toEqual([{ content: null }]);
  });
});
