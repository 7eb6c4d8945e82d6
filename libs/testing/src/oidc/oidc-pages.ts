import type { OidcTestUser } from './oidc-types.js';

/** Name of the login page's field that carries the chosen person. */
export const SUBJECT_FIELD = 'subject';
/** Name of the login page's field that sends the person back without signing in. */
export const CANCEL_FIELD = 'cancel';
/** Marks a form that a script submits at once, also for {@link OidcVisitor}. */
const SUBMIT_AT_ONCE = '<script>document.forms[0].submit()</script>';

/** The login page: one button for each person and one to go back. */
export function loginPage(users: readonly OidcTestUser[]): string {
  const buttons = users.map(
    (user) =>
      `<li><button name="${SUBJECT_FIELD}" value="${escapeHtml(user.subject)}">Sign in as ${escapeHtml(labelOf(user))}</button></li>`,
  );
  return page(
    'Choose an account',
    `<form method="post"><ul>${buttons.join('')}</ul><button name="${CANCEL_FIELD}" value="yes">Cancel</button></form>`,
  );
}

/** Ends the session without asking: `form` comes from oidc-provider and lacks only the answer. */
export function signOutPage(form: string): string {
  const answered = form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>');
  return page('Signing out', `${answered}${SUBMIT_AT_ONCE}`);
}

export function signedOutPage(): string {
  return page('Signed out', '<p>You are signed out.</p>');
}

export function errorPage(out: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(out).map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(String(value))}</dd>`,
  );
  return page('The provider refused', `<dl>${rows.join('')}</dl>`);
}

/** The empty icon spares browsers a request that a test would see fail. */
function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

const labelOf = ({ name, email, subject }: OidcTestUser): string => name ?? email ?? subject;

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
