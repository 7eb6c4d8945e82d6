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
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 24px; background: Canvas; color: CanvasText; }
main { max-width: 34rem; margin: 8vh auto 0; }
h1 { font-size: 1.375rem; line-height: 1.3; }
form { display: grid; gap: 14px; margin: 24px 0; }
label { display: grid; gap: 4px; font-weight: 500; font-size: 14px; }
input, textarea { box-sizing: border-box; width: 100%; font: inherit; font-size: 16px; padding: 8px 10px; border: 1px solid GrayText; border-radius: 8px; background: Canvas; color: inherit; }
[aria-invalid] { border: 2px solid light-dark(#b42318, #ff8f85); }
textarea { min-height: 10rem; resize: vertical; }
button { justify-self: start; font: inherit; font-weight: 600; padding: 8px 18px; border: 0; border-radius: 8px; background: CanvasText; color: Canvas; cursor: pointer; }
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
