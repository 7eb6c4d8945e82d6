import { canonicalHost } from './canonical-host.js';

/** What a browser says of where a request comes from. */
export interface RequestOrigin {
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
}

/**
 * Whether a request may come from a page of the tenant: not when the browser calls it cross-site, and not when its
 * origin is neither one of the hostnames nor below one. A client that says nothing, such as an integrator's, passes.
 */
export function isOwnSite({ fetchSite, origin }: RequestOrigin, hostnames: readonly string[]): boolean {
  if (fetchSite === 'cross-site') return false;
  if (origin === undefined) return true;
  const host = hostOf(origin);
  return (
    host !== undefined && hostnames.some((hostname) => host === hostname || host.endsWith(`.${hostname}`))
  );
}

function hostOf(origin: string): string | undefined {
  const match = /^https?:\/\/([^/?#\\]+)$/.exec(origin);
  return match?.[1] === undefined ? undefined : canonicalHost(match[1]);
}
