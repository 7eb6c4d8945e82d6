import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';

/** Where the visitor's script is, on every host of a site. */
export const SCRIPT_PATH = `${CONTACT_API_PATH}/site-contact.js`;

/** The form as it stands in a page. It posts: sent before the script is there, a message would stand in the URL otherwise. */
export const formHtml = (
  maxMessageLength: number,
): string => `<form id="contact-form" method="post" action="${CONTACT_API_PATH}/submit">
  <label>Name <input name="name" required minlength="${CONTACT_LIMITS.name.min}" maxlength="${CONTACT_LIMITS.name.max}" autocomplete="name"></label>
  <label>Email <input name="email" type="email" required maxlength="${CONTACT_LIMITS.emailOctets}" autocomplete="email"></label>
  <label>Message <textarea name="message" required minlength="${CONTACT_LIMITS.message.min}" maxlength="${maxMessageLength}"></textarea></label>
  <button>Send</button>
</form>`;

/** What is copied into a page: form and script. */
export const formSnippet = (maxMessageLength: number): string => `${formHtml(maxMessageLength)}

<script src="${SCRIPT_PATH}"></script>
<script>
  SiteContact.init('#contact-form');
</script>
`;

/** The directives that a page with the form needs, when its policy names no nonce. */
export function contentSecurityPolicy(captchaScriptUrl: string | undefined): string {
  const host = captchaScriptUrl === undefined ? undefined : originOf(captchaScriptUrl);
  const also = host === undefined ? '' : ` ${host}`;
  // The invisible check asks its own host; the widget lives in a frame of it.
  return [
    `script-src 'self'${also}`,
    `connect-src 'self'${also}`,
    ...(host === undefined ? [] : [`frame-src ${host}`]),
  ].join('; ');
}

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;
