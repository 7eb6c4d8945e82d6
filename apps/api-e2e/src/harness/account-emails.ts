import { type SinkMessage, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { type EditorBrowser, type EditorSite, startEditorSite } from './editor.js';
import { eventually } from './eventually.js';
import type { ProcessEnv } from './processes.js';
import { mailBy } from './site.js';

/** Where links in emails lead to. */
export const EDITOR_URL = 'https://editor.site.test';

/** An installation with an administrator that sends mail to a sink and lets people register. */
export interface AccountSite extends EditorSite {
  readonly sink: SmtpSink;
}

export async function startAccountSite(env: ProcessEnv = {}): Promise<AccountSite> {
  const sink = await startSmtpSink({ tls: 'none' });
  const site = await startEditorSite({
    ...mailBy(sink.url),
    IDENTITY__EDITORURL: EDITOR_URL,
    IDENTITY__ALLOWREGISTRATION: 'true',
    ...env,
  });
  return {
    ...site,
    sink,
    stop: async () => {
      await sink.close();
      await site.stop();
    },
  };
}

/** Someone with an account and nothing else. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

let people = 0;

/** Registers someone and confirms the address, at a site that allows it. */
export async function newPerson(site: AccountSite): Promise<Person> {
  const person = {
    email: `person-${(people += 1)}@site.test`,
    password: `nine quiet lamps at harbour ${people}`,
  };
  await site.browser().post('/registration', { ...person, displayName: 'Dana Ruiz' });
  const { token } = linkIn(await mailTo(site, person.email, 'Confirm your email address'));
  await site.browser().post('/email-confirmation', { token });
  return person;
}

/** A browser with that person signed in. */
export async function signedIn(site: AccountSite, person: Person): Promise<EditorBrowser> {
  const browser = site.browser();
  await browser.signIn(person);
  return browser;
}

/** The newest mail to an address whose subject begins so, once it has arrived. */
export function mailTo(
  { sink }: Pick<AccountSite, 'sink'>,
  address: string,
  subject: string,
): Promise<SinkMessage> {
  return eventually(() => {
    const found = emailsTo(sink, address).filter(({ mail }) => mail.subject?.startsWith(subject));
    const newest = found.at(-1);
    if (!newest) throw new Error(`No email "${subject}" to ${address}; there are ${describe(sink)}.`);
    return newest;
  });
}

/** The emails to an address so far. */
export const emailsTo = ({ messages }: SmtpSink, address: string): readonly SinkMessage[] =>
  messages.filter(({ envelope }) => envelope.to.includes(address));

/** The link in an email, and its token. */
export function linkIn({ mail }: Pick<SinkMessage, 'mail'>): {
  readonly link: string;
  readonly token: string;
} {
  const [link = '', token = ''] = /\S+[?]token=([A-Za-z0-9_-]{43})/.exec(mail.text ?? '') ?? [];
  return { link, token };
}

const describe = ({ messages }: SmtpSink): string =>
  JSON.stringify(messages.map(({ envelope, mail }) => [envelope.to, mail.subject]));
