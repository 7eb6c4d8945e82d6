import { isIP } from 'node:net';
import type { LookUp } from '../../platform/config/env.js';
import { canonicalHost } from '../../platform/http/canonical-host.js';

/** A label of 63 characters and a dot stand before it (RFC 1035). */
const MAX_LENGTH = 253 - 64;

/**
 * `PREVIEW_DOMAIN`: below it, each preview of a deployment has a hostname, and so an origin, of its own. Undefined where the server
 * operator has no such domain: previews are below `/_preview` of the public site then.
 */
export function readPreviewDomain(variable: LookUp): string | undefined {
  const domain = variable('PREVIEW_DOMAIN', 'shown')?.toLowerCase();
  if (domain === undefined) return undefined;
  const isDomain = canonicalHost(domain) === domain && domain.includes('.') && isIP(domain) === 0;
  if (isDomain && domain.length <= MAX_LENGTH) return domain;
  throw new Error(
    'PREVIEW_DOMAIN must be a domain name without port, such as preview.example.net, whose subdomains lead to SITE_PORT.',
  );
}
