/** A path with `:name` for one segment and `*` at its end for everything that follows, as `_redirects` and `_headers` write them. */
export interface PathPattern {
  readonly source: string;
  readonly regex: RegExp;
  readonly names: readonly string[];
}

const PARAMETER = /^:[a-z]\w*$/i;

/** @param source begins with a slash @returns undefined for one that is none */
export function pathPattern(source: string): PathPattern | undefined {
  if (!isCleanPath(source)) return undefined;
  const segments = source.slice(1).split('/');
  const names: string[] = [];
  const parts: string[] = [];
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1;
    if (segment === '*' && isLast) {
      names.push('splat');
      // `/docs/*` is `/docs` as well.
      parts.push(parts.length === 0 ? '(.*)' : '(?:/(.*))?');
    } else if (PARAMETER.test(segment)) {
      names.push(segment.slice(1));
      parts.push(`${at === 0 ? '' : '/'}([^/]+)`);
    } else if (segment.includes('*') || segment.startsWith(':')) return undefined;
    else parts.push((at === 0 ? '' : '/') + segment.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  }
  if (new Set(names).size < names.length) return undefined;
  return { source, regex: new RegExp(`^/${parts.join('')}$`, 'u'), names };
}

export const isDynamic = ({ names }: PathPattern): boolean => names.length > 0;

/** Values of the names, for a path that fits. */
export function valuesOf(
  { regex, names }: PathPattern,
  path: string,
): Readonly<Record<string, string>> | undefined {
  const match = regex.exec(path);
  return match ? Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? ''])) : undefined;
}

/** A target with the values in place of their names. */
export const filled = (target: string, values: Readonly<Record<string, string>>): string =>
  target.replaceAll(/:([a-z]\w*)/gi, (whole, name: string) => values[name] ?? whole);

/** A path on its own: no query, no step upwards, nothing that a browser reads as a hostname. */
export const isCleanPath = (path: string): boolean =>
  /^\/(?!\/)[\x21-\x7e]*$/.test(path) &&
  !/[\\?#<>"`{}^|]|\/\/|(?:^|\/)\.\.?(?:\/|$)|%(?![0-9a-f]{2})|%(?:00|2f|5c)/i.test(path);
