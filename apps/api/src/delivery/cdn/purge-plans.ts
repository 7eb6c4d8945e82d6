import type { PurgeCall } from './cdn-provider.js';

/** @returns the items, so many at a time */
function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Requests with so many URLs or tags each. @param nameOf what the service calls one of them */
export function callsOf(
  kind: 'addresses' | 'tags',
  wanted: readonly string[],
  { host, perCall, nameOf }: CallShape,
): readonly PurgeCall[] {
  return inGroups(wanted, perCall).map((covers) => ({
    kind,
    names: [...new Set(covers.map(nameOf))],
    covers,
    host,
  }));
}

interface CallShape {
  readonly host: string;
  readonly perCall: number;
  readonly nameOf: (wanted: string) => string;
}

/** The one request that purges everything. */
export const siteCall = (host: string, name: string): PurgeCall => ({
  kind: 'site',
  names: [name],
  covers: [],
  host,
});

/** Path and query of a URL. A `*` would stand for anything at services that know wildcards. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return (pathname + search).replaceAll('*', '%2A');
}
