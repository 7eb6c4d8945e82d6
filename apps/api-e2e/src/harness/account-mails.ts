import { type SinkMessage, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { type EditorSite, startEditorSite } from './editor.js';
import { eventually } from './eventually.js';
import type { ProcessEnv } from './processes.js';
import { mailBy } from './site.js';

/** Where links in mails lead to. */
export const EDITOR_URL = 'https://editor.site.test';

/** An installation with an administrator that sends mail to a sink. */
export interface AccountSite extends EditorSite {
  readonly sink: SmtpSink;
}

export async function startAccountSite(env: ProcessEnv = {}): Promise<AccountSite> {
  const sink = await startSmtpSink({ tls: 'none' });
  const site = await startEditorSite({ ...mailBy(sink.url), IDENTITY__EDITORURL: EDITOR_URL, ...env });
  return {
    ...site,
    sink,
    stop: async () => {
      await sink.close();
      await site.stop();
    },
  };
}

/** The newest mail to an address whose subject begins so, once it has arrived. */
export function mailTo({ sink }: AccountSite, address: string, subject: string): Promise<SinkMessage> {
  return eventually(() => {
    const found = mailsTo(sink, address).filter(({ mail }) => mail.subject?.startsWith(subject));
    const newest = found.at(-1);
    if (!newest) throw new Error(`No mail "${subject}" to ${address}; there are ${describe(sink)}.`);
    return newest;
  });
}

/** The mails to an address so far. */
export const mailsTo = ({ messages }: SmtpSink, address: string): readonly SinkMessage[] =>
  messages.filter(({ envelope }) => envelope.to.includes(address));

/** The link in a mail, and its token. */
export function linkIn({ mail }: Pick<SinkMessage, 'mail'>): {
  readonly link: string;
  readonly token: string;
} {
  const [link = '', token = ''] = /\S+[?]token=([A-Za-z0-9_-]{43})/.exec(mail.text ?? '') ?? [];
  return { link, token };
}

const describe = ({ messages }: SmtpSink): string =>
  JSON.stringify(messages.map(({ envelope, mail }) => [envelope.to, mail.subject]));
