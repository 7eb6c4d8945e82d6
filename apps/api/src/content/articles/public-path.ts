/** What a request's target leads to. */
export type PublicPath =
  | { readonly kind: 'path'; readonly path: string; readonly isCanonical: boolean }
  /** Can be the address of nothing. */
  | { readonly kind: 'none' };

const MAX_LENGTH = 2_048;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const IMPOSSIBLE = /[\u0000-\u001F\u007F\\]|\p{Surrogate}/u;

/**
 * The one spelling of an address: decoded once, NFC, lower case, without empty or dot segments and without a slash at its end.
 * @param target of the request line, with its query
 */
export function publicPath(target: string): PublicPath {
  const [raw = ''] = target.split('?', 1);
  if (!raw.startsWith('/') || raw.length > MAX_LENGTH) return { kind: 'none' };
  let decoded: string;
  try {
    decoded = decodeURIComponent(raw);
  } catch {
    return { kind: 'none' }; // not UTF-8
  }
  if (IMPOSSIBLE.test(decoded)) return { kind: 'none' };
  const segments = decoded.normalize('NFC').toLowerCase().split('/').filter(Boolean);
  if (segments.some((segment) => segment === '.' || segment === '..')) return { kind: 'none' };
  const path = `/${segments.join('/')}`;
  return { kind: 'path', path, isCanonical: withUpperCaseHex(raw) === encodeURI(path) };
}

const withUpperCaseHex = (raw: string): string =>
  raw.replaceAll(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
