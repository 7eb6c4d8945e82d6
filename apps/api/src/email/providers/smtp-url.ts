import { CONNECTION_TEXTS } from '@sitedesk/contract/email';
import { canonicalMailHost, EmailConnectionStringError, percentDecoded } from './connection-string-parts.js';
import type { SmtpProvider } from './email-provider.js';

const SUBMISSION_PORT = 587;
const IMPLICIT_TLS_PORT = 465;
const MAX_PORT = 65_535;

/** Options of the query, spelt as nodemailer spells them; case does not matter. */
const OPTIONS = [
  'requireTLS',
  'ignoreTLS',
  'secure',
  'name',
  'tls.rejectUnauthorized',
  'tls.servername',
] as const;
type Option = (typeof OPTIONS)[number];

/**
 * Reads `smtp://user:pass@host:587?option=value`. STARTTLS is required unless the query says `requireTLS=false` or
 * `ignoreTLS=true`, or TLS is there from the start: `smtps://`, port 465 or `secure=true`.
 * @throws EmailConnectionStringError
 */
export function parseSmtpUrl(text: string): SmtpProvider {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const host = url && canonicalMailHost(url.hostname);
  if (!url || !host || !['', '/'].includes(url.pathname) || url.hash !== '')
    throw new EmailConnectionStringError(CONNECTION_TEXTS.smtpUrl);
  const options = readOptions(url.searchParams);
  const implicit = url.protocol === 'smtps:';
  const port = url.port === '' ? (implicit ? IMPLICIT_TLS_PORT : SUBMISSION_PORT) : Number(url.port);
  if (port < 1 || port > MAX_PORT) throw new EmailConnectionStringError(CONNECTION_TEXTS.port);
  const secure = flag(options, 'secure', implicit || port === IMPLICIT_TLS_PORT);
  const ignoreTls = !secure && flag(options, 'ignoreTLS', false);
  return {
    kind: 'smtp',
    host,
    port,
    secure,
    ignoreTls,
    requireTls: !secure && !ignoreTls && flag(options, 'requireTLS', true),
    rejectUnauthorized: flag(options, 'tls.rejectUnauthorized', true),
    servername: options.get('tls.servername'),
    name: greetingName(options.get('name')),
    ...credentials(url),
  };
}

/** What the server is greeted with: a host name, or an address in brackets (RFC 5321, 4.1.1.1). */
function greetingName(name: string | undefined): string | undefined {
  if (name === undefined || /^(?:[a-z\d._-]{1,255}|\[[a-z\d.:]{1,64}\])$/i.test(name)) return name;
  throw new EmailConnectionStringError(CONNECTION_TEXTS.greetingName);
}

function credentials(url: URL): Pick<SmtpProvider, 'user' | 'pass'> {
  const user = percentDecoded(url.username, 'user name');
  const pass = percentDecoded(url.password, 'password');
  if (user === '' && pass === '') return { user: undefined, pass: undefined };
  if (user === '') throw new EmailConnectionStringError(CONNECTION_TEXTS.noUser);
  if (pass === '') throw new EmailConnectionStringError(CONNECTION_TEXTS.noPassword);
  return { user, pass };
}

/** An option we do not know is refused, because it may be a safety option with a typing error. */
function readOptions(query: URLSearchParams): ReadonlyMap<Option, string> {
  const options = new Map<Option, string>();
  for (const [key, value] of query) {
    const option = OPTIONS.find((name) => name.toLowerCase() === key.toLowerCase());
    if (!option)
      throw new EmailConnectionStringError(CONNECTION_TEXTS.options({ options: OPTIONS.join(', ') }));
    if (value === '') throw new EmailConnectionStringError(CONNECTION_TEXTS.optionEmpty({ option }));
    options.set(option, value);
  }
  return options;
}

function flag(options: ReadonlyMap<Option, string>, option: Option, fallback: boolean): boolean {
  const value = options.get(option);
  if (value === undefined) return fallback;
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new EmailConnectionStringError(CONNECTION_TEXTS.optionFlag({ option }));
}
