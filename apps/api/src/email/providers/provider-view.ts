import {
  EMAIL_TEXTS,
  type EmailPart,
  type EmailPartName,
  type EmailProviderView,
  type EmailSecurity,
} from '@sitedesk/contract/email';
import type { Message } from '@sitedesk/contract/messages';
import { SECRET_MASK } from '@sitedesk/contract/settings';
import { describeProvider, type EmailProvider, type SmtpProvider } from './email-provider.js';

/** What may be shown of a provider: everything but its secrets. */
export function viewProvider(provider: EmailProvider): EmailProviderView {
  return {
    kind: provider.kind,
    description: describeProvider(provider),
    parts: partsOf(provider),
    warnings: provider.kind === 'smtp' ? smtpWarnings(provider) : [],
  };
}

function partsOf(provider: EmailProvider): readonly EmailPart[] {
  switch (provider.kind) {
    case 'smtp':
      return smtpParts(provider);
    case 'communication':
      return [part('endpoint', provider.endpoint), secret('accessKey')];
    case 'commercial':
      return [part('endpoint', provider.baseUrl), secret('apiKey')];
    case 'none':
      return [];
    default:
      return provider satisfies never;
  }
}

function smtpParts(provider: SmtpProvider): readonly EmailPart[] {
  const { host, port, servername, name, user, pass } = provider;
  return [
    part('host', host),
    part('port', String(port)),
    part('security', securityOf(provider)),
    part('certificate', provider.rejectUnauthorized ? 'checked' : 'not checked'),
    ...(servername === undefined ? [] : [part('servername', servername)]),
    ...(name === undefined ? [] : [part('name', name)]),
    ...(user === undefined ? [] : [part('user', user)]),
    ...(pass === undefined ? [] : [secret('password')]),
  ];
}

function securityOf({ secure, requireTls, ignoreTls }: SmtpProvider): EmailSecurity {
  if (secure) return 'tls';
  if (ignoreTls) return 'none';
  return requireTls ? 'starttls' : 'starttls-if-offered';
}

function smtpWarnings(provider: SmtpProvider): readonly Message[] {
  const open = ['none', 'starttls-if-offered'].includes(securityOf(provider));
  const unencrypted = provider.pass === undefined ? EMAIL_TEXTS.openEmails : EMAIL_TEXTS.openPassword;
  return [
    ...(open ? [unencrypted] : []),
    ...(provider.rejectUnauthorized ? [] : [EMAIL_TEXTS.uncheckedCertificate]),
  ];
}

const part = (name: EmailPartName, value: string): EmailPart => ({ name, value, secret: false });
const secret = (name: EmailPartName): EmailPart => ({ name, value: SECRET_MASK, secret: true });
