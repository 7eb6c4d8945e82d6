import { VISITOR_TEXTS, visitorLanguage } from './visitor-texts.js';

/** A page that answers a visitor whose browser has sent the form itself, and the headers without which it does not work. */
export interface VisitorPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Each is HTML, or an expression of a template. */
interface PageParts {
  readonly language: string;
  readonly title: string;
  readonly nonce: string;
  readonly body: string;
}

/** Nothing is loaded from anywhere: the page also stands where neither site nor backend can be reached. */
export const visitorHtml = ({ language, title, nonce, body }: PageParts): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --bad: light-dark(#b42318, #ff8f85); --good: light-dark(#067647, #47cd89); }
body { margin: 0; padding: 24px; background: Canvas; color: CanvasText; }
main { max-width: 34rem; margin: 8vh auto 0; }
h1 { margin: 0 0 12px; font-size: 1.5rem; line-height: 1.25; }
p { margin: 12px 0; }
[role] { padding: 2px 0 2px 14px; border-left: 4px solid var(--good); }
[role=alert] { border-color: var(--bad); }
form { display: grid; gap: 16px; margin: 28px 0; }
label { display: grid; gap: 6px; font-weight: 600; font-size: 0.9375rem; }
input, textarea { box-sizing: border-box; width: 100%; font: inherit; font-weight: 400; font-size: 1rem; padding: 9px 12px; border: 1px solid GrayText; border-radius: 8px; background: Canvas; color: inherit; }
[aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
textarea { min-height: 10rem; max-height: 60vh; field-sizing: content; resize: vertical; }
button { justify-self: start; font: inherit; font-weight: 600; padding: 10px 22px; border: 0; border-radius: 8px; background: CanvasText; color: Canvas; cursor: pointer; }
button:hover { opacity: 0.85; }
a { display: inline-block; padding: 4px 0; text-underline-offset: 3px; }
:focus-visible { outline: 3px solid light-dark(#1f5fd6, #8ab4ff); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

/** @param nonce of the page's style; another one for each page */
export const visitorHeaders = (nonce: string): VisitorPage['headers'] => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  // With `no-referrer`, a browser would send the corrected form without its origin.
  'referrer-policy': 'same-origin',
});

/** Whether a browser sends a form itself and shows the answer. Scripts and programs don't ask for a page. */
export const wantsPage = (
  contentType: string | null | undefined,
  accept: string | null | undefined,
): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '') &&
  /\btext\/html\b/i.test(accept ?? '');

/**
 * For a form that could not be taken at the moment. There is no link back: only the browser's own way back keeps what was
 * typed. The texts hold nothing that HTML would read.
 */
export function unavailablePage(acceptLanguage: string | null | undefined, nonce: string): VisitorPage {
  const language = visitorLanguage(acceptLanguage ?? undefined);
  const { refusedTitle, unavailable, goBack } = VISITOR_TEXTS[language];
  const body = `<p role="alert">${unavailable}</p>\n<p>${goBack}</p>`;
  return {
    html: visitorHtml({ language, title: refusedTitle, nonce, body }),
    headers: visitorHeaders(nonce),
  };
}
