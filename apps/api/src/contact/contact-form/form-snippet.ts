import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import { VISITOR_TEXTS, type VisitorLanguage } from '@sitedesk/contract/visitor-texts';

/** Where the visitor's script is, on every host of a site. */
export const SCRIPT_PATH = `${CONTACT_API_PATH}/site-contact.js`;

/** The form as it stands in a page. It posts: sent before the script is there, a message would stand in the URL otherwise. */
export function formHtml(maxMessageLength: number, language: VisitorLanguage): string {
  const { name, email, message, send } = VISITOR_TEXTS[language];
  return `<form id="contact-form" method="post" action="${CONTACT_API_PATH}/submit">
  <label>${name} <input name="name" required minlength="${CONTACT_LIMITS.name.min}" maxlength="${CONTACT_LIMITS.name.max}" autocomplete="name"></label>
  <label>${email} <input name="email" type="email" required maxlength="${CONTACT_LIMITS.emailOctets}" autocomplete="email"></label>
  <label>${message} <textarea name="message" required minlength="${CONTACT_LIMITS.message.min}" maxlength="${maxMessageLength}"></textarea></label>
  <button>${send}</button>
</form>`;
}

/** What is copied into a page: form and script, which speak the same language. */
export const formSnippet = (
  maxMessageLength: number,
  language: VisitorLanguage,
): string => `${formHtml(maxMessageLength, language)}

<script src="${SCRIPT_PATH}${language === 'en' ? '' : `?lang=${language}`}"></script>
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
