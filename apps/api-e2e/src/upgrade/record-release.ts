import { startMailingListService, startSmtpSink } from '@sitedesk/testing';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { runCommand } from '../faults/support/command.js';
import { createArticle, publishArticle } from '../harness/articles.js';
import { Authenticator } from '../harness/authenticator.js';
import { startEditorSite } from '../harness/editor.js';
import type { Answer } from '../harness/http.js';
import { eventually } from '../harness/eventually.js';
import { everyContact } from '../harness/inbox.js';
import { chooseList, connectList } from '../harness/mailing-list.js';
import { colleague } from '../harness/people.js';
import { WITHOUT_LIMITS } from '../harness/site.js';
import { MESSAGE, Visitor } from '../harness/visitor.js';
import { LIST_PORT, MAIL_PORT, MAIL_USER, relay } from './relay.js';

/** What pg_dump writes beside statements. */
const NOISE = /^(--|SET |SELECT pg_catalog\.set_config|(CREATE|COMMENT ON) SCHEMA |\\(un)?restrict|$)/;

/**
 * Records the database of the release whose working copy this file is in (README.md here). Not a test of its own: Jest runs
 * it because the harness it uses needs Jest's compiler.
 */
it('records the database of this release', async () => {
  const sink = await startSmtpSink({ auth: MAIL_USER, tls: 'none' });
  const service = await startMailingListService();
  const [mail, list] = [await relay(MAIL_PORT, sink.port), await relay(LIST_PORT, portOf(service.apiUrl))];
  const site = await startEditorSite({ ...WITHOUT_LIMITS, OUTBOX_RETRY_SECONDS: '1' });
  const set = (group: string, name: string, value: string): Promise<string> =>
    runCommand('setting', ['set', group, name, value], site.database.url);
  const url = new URL(sink.url);
  url.port = String(MAIL_PORT);
  await set('EMAIL', 'SenderEmail', 'website@site.test');
  await set('EMAIL', 'ConnectionString', url.href);
  await set('ContactApi', 'AdminEmail', 'owner@site.test');

  const anna = await site.administrator();
  const role = await done<{ id: string }>(
    anna.post('/roles', { name: 'Front desk', permissions: ['contacts.manage'] }),
  );
  const cleo = await colleague(site, anna, { roles: ['Editor'], displayName: 'Cleo Ortiz' });
  const dora = await colleague(site, anna, { roles: [role.id], displayName: 'Dora Lind' });
  const { secret } = await done<{ secret: string }>(dora.browser.post('/account/two-factor/totp'));
  const code = new Authenticator(secret).code();
  await done(dora.browser.post('/account/two-factor/totp/confirm', { code }));
  const { token } = await done<{ token: string }>(
    anna.post('/account/tokens', { name: 'Reports', permissions: ['contacts.manage'] }),
  );
  const { key } = await done<{ key: string }>(anna.post('/encryption-key'));
  await done(anna.post('/authors', { name: 'Anna Berg', biography: 'Writes about rivers.' }));
  await connectList(anna, {
    apiKey: service.apiKey,
    apiUrl: service.apiUrl.replace(/:\d+/, `:${LIST_PORT}`),
  });
  await done(chooseList(anna));

  const write = (name: string): Promise<unknown> =>
    done(
      new Visitor(site.api.url, { headers: { 'X-Forwarded-For': '192.0.2.7' } }).submit(
        {
          ...MESSAGE,
          name,
          email: `${name.toLowerCase()}@example.com`,
          message: `${name} asks for “hours” & prices 🙂`,
        },
        { Referer: 'https://site.test/contact' },
      ),
    );
  for (const name of ['Ada', 'Ben', 'Cem', 'Dan']) await write(name);
  const waiting = (): Promise<readonly object[]> =>
    site.database.query(`SELECT 1 FROM job WHERE target = 'email' AND state IN ('queued', 'running')`);
  await eventually(async () => expect(await waiting()).toEqual([]));
  await eventually(() => expect(service.list('news').members.size).toBe(4));
  const contacts = await everyContact(anna);
  const idOf = (name: string): string => contacts.find((each) => each.name === name)?.id ?? '';
  await done(anna.post('/contacts/bulk', { action: 'mark-read', ids: [idOf('Ada'), idOf('Ben')] }));
  await done(anna.post('/contacts/bulk', { action: 'archive', ids: [idOf('Ben')] }));
  await done(anna.post('/contacts/bulk', { action: 'trash', ids: [idOf('Cem')] }));

  await Promise.all([mail.close(), list.close()]);
  for (const name of ['Eva', 'Finn']) await write(name);
  await done(anna.post('/users', { email: 'gina@site.test', displayName: 'Gina Roth', roles: ['Author'] }));
  await set('Identity', 'EditorUrl', 'https://editor.site.test'); // links in emails lead there
  const { number } = await createArticle(anna, { title: 'Opening hours', slug: 'hours' });
  await done(publishArticle(anna, number));
  await done(anna.post(`/articles/${number}/copy`));
  await done(anna.post('/redirects', { path: '/times', code: 301, forwardArticle: number }));
  await eventually(async () => expect(await waiting()).toHaveLength(2));
  await site.api.stop();

  const facts = {
    recordedAt: new Date().toISOString(),
    token,
    encryptionKey: key,
    session: { cookie: anna.cookieHeader, csrfToken: anna.csrfToken },
    cleo: cleo.credentials,
    dora: { ...dora.credentials, totpSecret: secret },
    listKey: service.apiKey,
  };
  const options = ['--no-owner', '--no-privileges', '--schema=public', '--inserts', '--rows-per-insert=100'];
  const dump = execFileSync('pg_dump', [...options, site.database.url], { encoding: 'utf8' });
  const statements = dump.split('\n').filter((line) => !NOISE.test(line));
  writeFileSync(
    process.env['RELEASE_SQL'] ?? '',
    [`-- ${JSON.stringify(facts)}`, ...statements, ''].join('\n'),
  );
  await Promise.all([sink.close(), service.close(), site.database.drop()]);
}, 600_000);

/** What a step answered; a recording with something missing is none. */
async function done<Body>(step: Promise<Answer>): Promise<Body> {
  const answer = await step;
  if (answer.status >= 300) throw new Error(`A step was answered ${answer.status}: ${answer.text}`);
  return (answer.text === '' ? undefined : answer.json()) as Body;
}

const portOf = (url: string): number => Number(new URL(url).port);
