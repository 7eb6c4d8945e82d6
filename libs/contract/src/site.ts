/** What a site may be called and reached by; lengths in characters. */
export const SITE_LIMITS = {
  name: { min: 1, max: 100 },
  hostname: { min: 1, max: 253 },
  hostnames: 20,
} as const;

export const SITE_TEXTS = {
  notAHostname: '“{hostname}” is not a host, such as www.example.com.',
  taken: '“{hostname}” belongs to another site of this installation.',
  /** Among several sites the host decides which one a request is for, so only the operator gives it. */
  byOperator: 'This installation has several sites, so the operator names their hosts: npm run tenant.',
} as const;

/** Answer of `GET` and `PATCH /editor/site`: the site itself. */
export interface SiteView {
  readonly name: string;
  /** Public hosts in canonical form; empty when nobody has named one. */
  readonly hostnames: readonly string[];
  /** Why the hosts cannot be changed here; null when they can. */
  readonly hostnamesLocked: string | null;
}
