import { CONNECTION_TEXTS } from '@sitedesk/contract/email';
import { EmailConnectionStringError, percentDecoded } from './connection-string-parts.js';
import type { CommercialProvider, CommunicationProvider, EmailProvider } from './email-provider.js';
import { parseSmtpUrl } from './smtp-url.js';

export { EmailConnectionStringError } from './connection-string-parts.js';
export { describeProvider, type EmailProvider } from './email-provider.js';

const COMMERCIAL_API = 'https://api.sendgrid.com';
const FORMS =
  'smtp://user:password@host:587, smtps://user:password@host, endpoint=https://host/;accesskey=key, sendgrid://key, SG.key, none:';

/**
 * Reads a connection string (design 4): `smtp://`, `smtps://`, `endpoint=...;accesskey=...`, `SG.…`, `sendgrid://` or `none:`.
 * @throws EmailConnectionStringError
 */
export function parseEmailConnectionString(value: string): EmailProvider {
  const text = value.trim();
  if (text === '') throw new EmailConnectionStringError(CONNECTION_TEXTS.empty);
  if (/\p{Cc}/u.test(text)) throw new EmailConnectionStringError(CONNECTION_TEXTS.controlCharacter);
  if (/^smtps?:/i.test(text)) return parseSmtpUrl(text);
  if (/^sendgrid:/i.test(text)) return parseCommercialUrl(text);
  if (text.startsWith('SG.'))
    return { kind: 'commercial', baseUrl: COMMERCIAL_API, apiKey: commercialKey(text) };
  if (/^none:?(\/\/)?$/i.test(text)) return { kind: 'none' };
  if (/(^|;)\s*endpoint\s*=/i.test(text)) return parseCommunicationPairs(text);
  throw new EmailConnectionStringError(CONNECTION_TEXTS.unknown({ forms: FORMS }));
}

function parseCommunicationPairs(text: string): CommunicationProvider {
  const pairs = new Map<string, string>();
  for (const pair of text.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0) pairs.set(pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim());
  }
  const accessKey = pairs.get('accesskey');
  if (!accessKey) throw new EmailConnectionStringError(CONNECTION_TEXTS.noAccessKey);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(accessKey))
    throw new EmailConnectionStringError(CONNECTION_TEXTS.accessKey);
  return { kind: 'communication', endpoint: webOrigin(pairs.get('endpoint') ?? '', 'endpoint'), accessKey };
}

function parseCommercialUrl(text: string): CommercialProvider {
  const [, authority = '', query = ''] = /^sendgrid:\/\/([^/?#]*)\/?(?:\?([^#]*))?$/i.exec(text) ?? [];
  if (authority === '') throw new EmailConnectionStringError(CONNECTION_TEXTS.apiUrl);
  const at = authority.lastIndexOf('@');
  const apiKey = commercialKey(percentDecoded(at < 0 ? authority : authority.slice(0, at), 'API key'));
  if (at < 0) return { kind: 'commercial', baseUrl: COMMERCIAL_API, apiKey };
  const scheme = new URLSearchParams(query).get('tls') === 'false' ? 'http' : 'https';
  return { kind: 'commercial', baseUrl: webOrigin(`${scheme}://${authority.slice(at + 1)}`, 'host'), apiKey };
}

function commercialKey(key: string): string {
  if (/^[\w.-]+$/.test(key)) return key;
  throw new EmailConnectionStringError(CONNECTION_TEXTS.apiKey);
}

/** A key must not travel in the clear, except to this very machine. */
function webOrigin(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    !url ||
    !['https:', 'http:'].includes(url.protocol) ||
    url.username !== '' ||
    url.pathname !== '/' ||
    url.search !== ''
  ) {
    throw new EmailConnectionStringError(CONNECTION_TEXTS.origin({ part: what }));
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new EmailConnectionStringError(CONNECTION_TEXTS.https({ part: what }));
  }
  return url.origin;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
