import { escapeHtml } from '../../platform/core/escape-html.js';

/** Where an address leads. */
export interface StaticRedirect {
  /** Canonical, decoded. */
  readonly path: string;
  readonly location: string;
  readonly status: number;
  readonly withBelow: boolean;
}

/** For hosts that redirect nothing themselves: a page that leads on. */
export const redirectPage = (location: string): string => {
  const address = escapeHtml(location);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${address}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${address}">
</head>
<body><p><a href="${address}">${address}</a></p></body>
</html>
`;
};

/** `_redirects`, as Netlify and Cloudflare Pages read it: the first line that fits counts, so exact ones stand first. */
export function redirectsFile(redirects: readonly StaticRedirect[]): string {
  const said = redirects.filter(({ path }) => !/[*:]/.test(path)); // these would stand for something
  const below = said.filter(({ withBelow }) => withBelow).toSorted((a, b) => b.path.length - a.path.length);
  return [
    ...said.map(({ path, location, status }) => `${encodeURI(path)} ${location} ${status}\n`),
    ...below.map(({ path, location, status }) => `${encodeURI(path)}/* ${location} ${status}\n`),
  ].join('');
}

/** `_headers`, as the same hosts read it. @param policy content security policy of pages */
export const headersFile = (policy: string): string => `/*
  Content-Security-Policy: ${policy}
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Cross-Origin-Opener-Policy: same-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=()
/_sd/*
  Cache-Control: public, max-age=31536000, immutable
/media/*
  Cache-Control: public, max-age=31536000, immutable
`;
