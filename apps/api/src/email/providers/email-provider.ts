import { isIP } from 'node:net';

/** Who chose where a provider is. */
interface ChosenProvider {
  /** A tenant did, so that only public addresses and what the operator allows may be reached. */
  readonly guarded?: boolean;
}

/** A mail server of the tenant's own. */
export interface SmtpProvider extends ChosenProvider {
  readonly kind: 'smtp';
  readonly host: string;
  readonly port: number;
  /** TLS from the first octet (port 465). */
  readonly secure: boolean;
  /** No email without STARTTLS. */
  readonly requireTls: boolean;
  /** STARTTLS is not used even when it is offered. */
  readonly ignoreTls: boolean;
  /** Whether the server has to prove who it is. */
  readonly rejectUnauthorized: boolean;
  /** Name the certificate has to carry, when it is not the host's. */
  readonly servername: string | undefined;
  /** Name we say EHLO with. */
  readonly name: string | undefined;
  readonly user: string | undefined;
  readonly pass: string | undefined;
}

/** A cloud communication service: Azure Communication Services Email. */
export interface CommunicationProvider extends ChosenProvider {
  readonly kind: 'communication';
  /** Origin of the resource, without a slash at the end. */
  readonly endpoint: string;
  /** Base64. */
  readonly accessKey: string;
}

/** A commercial email API: SendGrid v3. */
export interface CommercialProvider extends ChosenProvider {
  readonly kind: 'commercial';
  /** Origin of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Sends nothing; for development and tests. */
interface NoOperationProvider extends ChosenProvider {
  readonly kind: 'none';
}

/** How a tenant's email is sent (specification 2.8), detected from its connection string. */
export type EmailProvider = SmtpProvider | CommunicationProvider | CommercialProvider | NoOperationProvider;

/** What to call a provider in a log or on a screen; nothing secret. */
export function describeProvider(provider: EmailProvider): string {
  switch (provider.kind) {
    case 'smtp':
      return `smtp ${isIP(provider.host) === 6 ? `[${provider.host}]` : provider.host}:${provider.port}`;
    case 'communication':
      return `communication service ${new URL(provider.endpoint).host}`;
    case 'commercial':
      return `email API ${new URL(provider.baseUrl).host}`;
    case 'none':
      return 'none';
    default:
      return provider satisfies never;
  }
}

/** Every text that must not appear in a log or an error when this provider is used. */
export function secretsOf(provider: EmailProvider): readonly string[] {
  switch (provider.kind) {
    case 'smtp':
      return provider.pass ? smtpSecrets(provider.user ?? '', provider.pass) : [];
    case 'communication':
      return [provider.accessKey];
    case 'commercial':
      return [provider.apiKey];
    case 'none':
      return [];
    default:
      return provider satisfies never;
  }
}

/** The password, and the forms in which it goes over the wire (AUTH PLAIN, AUTH LOGIN). */
function smtpSecrets(user: string, pass: string): readonly string[] {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return [base64(`\0${user}\0${pass}`), base64(pass), pass];
}
