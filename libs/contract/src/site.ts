import { type MessageCode, messages } from './messages.js';

/** What a site may be called and reached by; lengths in characters. */
export const SITE_LIMITS = {
  name: { min: 1, max: 100 },
  hostname: { min: 1, max: 253 },
  hostnames: 20,
} as const;

/** A setup step. */
export type SiteStep = 'hostname';

export const SITE_TEXTS = messages('site', {
  notAHostname: '“{hostname}” isn’t a valid hostname, such as www.example.com.',
  taken: '“{hostname}” is used by another site on this server.',
  /** Among several sites the host decides which one a request is for, so only the operator gives it. */
  byOperator:
    'This server hosts several sites, so hostnames are set by the server operator with npm run tenant.',
});

/** Answer of `GET` and `PATCH /editor/site`: the site itself. */
export interface SiteView {
  readonly name: string;
  /** Public hosts in canonical form; empty when nobody has named one. */
  readonly hostnames: readonly string[];
  /** Why the hosts cannot be changed here; null when they can. */
  readonly hostnamesLocked: string | null;
  readonly hostnamesLockedCode: MessageCode | null;
}
