/**
 * Where a browser may be sent after a sign-in: a path of this site and nothing else. Looked at the way a browser
 * does, which takes a backslash for a slash and ignores tabs and line ends.
 */
export function returnPath(wanted: string | null | undefined, fallback = '/admin/'): string {
  if (typeof wanted !== 'string' || wanted.length > 2048 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted))
    return fallback;
  if (wanted.includes('\\')) return fallback;
  const base = 'http://site.invalid';
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : undefined;
  return url?.origin === base ? `${url.pathname}${url.search}${url.hash}` : fallback;
}
