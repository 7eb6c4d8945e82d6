import { typeOfName } from '@sitedesk/contract/files';

/** Nothing in a file runs, wherever it is opened. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'";

/**
 * How a content is sent: with the type that was found when it was uploaded, which browsers don't guess again, and saved unless it is
 * something that they only show.
 * @param saved types that are saved all the same
 */
export function contentHeaders(
  { name, type }: { readonly name: string; readonly type: string },
  saved: readonly string[] = [],
): readonly (readonly [name: string, value: string])[] {
  const known = typeOfName(name);
  const isPdf = type === 'application/pdf';
  const isShown = known.type === type && known.inline === true && !saved.includes(type);
  return [
    ['Content-Type', type === 'text/plain' ? 'text/plain; charset=utf-8' : type],
    ['Content-Disposition', disposition(isShown ? 'inline' : 'attachment', name)],
    ['X-Content-Type-Options', 'nosniff'],
    // A browser's own reader of PDF doesn't start in a sandbox.
    ...(isPdf && isShown ? [] : [['Content-Security-Policy', SANDBOX] as const]),
  ];
}

/** With the name as it is, and as far as ASCII goes for old clients (RFC 6266). */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
