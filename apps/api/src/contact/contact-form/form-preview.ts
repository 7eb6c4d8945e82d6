import { CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { formHtml } from './form-snippet.js';

/** What a preview is made of. */
interface PreviewInput {
  /** The visitor's script, as it is served. */
  readonly script: string;
  readonly maxMessageLength: number;
  readonly nonce: string;
  readonly dark: boolean;
}

/**
 * The form in a page of its own with the real script. It runs in a sandbox without an origin, so that neither a CAPTCHA's
 * script nor anything else in it comes near the editor's session; and what is sent there goes nowhere.
 */
export function previewPage({ script, maxMessageLength, nonce, dark }: PreviewInput): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview of the contact form</title>
<style nonce="${nonce}">
:root { color-scheme: ${dark ? 'dark' : 'light'}; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 20px; background: Canvas; color: CanvasText; }
form { display: grid; gap: 14px; max-width: 34rem; }
label { display: grid; gap: 4px; font-weight: 500; font-size: 14px; }
input, textarea { font: inherit; padding: 8px 10px; border: 1px solid color-mix(in srgb, CanvasText 30%, Canvas); border-radius: 8px; background: Canvas; color: inherit; }
textarea { min-height: 7rem; resize: vertical; }
button { justify-self: start; font: inherit; font-weight: 600; padding: 8px 18px; border: 0; border-radius: 8px; background: CanvasText; color: Canvas; cursor: pointer; }
[role=status] { margin-top: 12px; }
</style>
</head>
<body>
${formHtml(maxMessageLength, 'en')}
<script nonce="${nonce}">
// A preview sends nothing.
window.fetch = function () {
  var answer = { success: true, message: ${JSON.stringify(`${CONTACT_MESSAGES.accepted} (Preview. Nothing was sent.)`)}, error: null };
  return Promise.resolve(new Response(JSON.stringify(answer), { status: 200, headers: { 'Content-Type': 'application/json' } }));
};
</script>
<script nonce="${nonce}">
${script}
</script>
<script nonce="${nonce}">
SiteContact.init('#contact-form');
</script>
</body>
</html>
`;
}

/** The preview's own policy; the editor's would not let its script run. */
export const previewPolicy = (nonce: string, captchaOrigin: string | undefined): string =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'${also(captchaOrigin)}`,
    `style-src 'nonce-${nonce}' 'unsafe-hashes'`,
    `img-src data:${also(captchaOrigin)}`,
    `connect-src ${captchaOrigin ?? `'none'`}`,
    `frame-src ${captchaOrigin ?? `'none'`}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'self'`,
    'sandbox allow-scripts allow-forms',
  ].join('; ');

const also = (origin: string | undefined): string => (origin === undefined ? '' : ` ${origin}`);
