import type { Page } from 'playwright-core';
import { eventually } from '../../harness/eventually.js';
import { MESSAGE } from '../../harness/visitor.js';

export interface FormPageOptions {
  /** JavaScript that starts the form; the default is the two-line installation of the documentation. */
  readonly start?: string;
  readonly id?: string;
  readonly fieldNames?: { readonly name?: string; readonly email?: string; readonly message?: string };
  readonly script?: string;
  readonly nonce?: string;
  /** More forms and markup in the body. */
  readonly more?: string;
}

/** A form as the documentation shows it, less the browser's own checks, so that the server's answers can be seen. */
export function formMarkup(id = 'contact-form', names: FormPageOptions['fieldNames'] = {}): string {
  return `<form id="${id}" novalidate>
  <label>Name <input name="${names.name ?? 'name'}" maxlength="100"></label>
  <label>Email <input name="${names.email ?? 'email'}" type="email" maxlength="255"></label>
  <label>Message <textarea name="${names.message ?? 'message'}" maxlength="5000"></textarea></label>
  <button>Send</button>
</form>`;
}

export function formPage(options: FormPageOptions = {}): string {
  const { start = `SiteContact.init('#contact-form')`, script = '/_api/contact/site-contact.js' } = options;
  const nonce = options.nonce ? ` nonce="${options.nonce}"` : '';
  return `<!doctype html><html lang="en"><title>Form</title><body>
${formMarkup(options.id, options.fieldNames)}
${options.more ?? ''}
<script src="${script}"${nonce}></script>
<script${nonce}>window.results = []; ${start};</script>
</body></html>`;
}

/** Types a message as a person would. */
export async function fill(
  page: Page,
  message: Partial<typeof MESSAGE> | Record<string, string> = {},
  form = '#contact-form',
): Promise<void> {
  const { name, email, message: text } = { ...MESSAGE, ...message };
  await page.locator(`${form} input`).first().fill(name);
  await page.locator(`${form} input`).nth(1).fill(email);
  await page.locator(`${form} textarea`).fill(text);
}

export const send = (page: Page, form = '#contact-form'): Promise<void> =>
  page.locator(`${form} button`).click();

/** The text under the form once it says something else than that it is being sent. */
export async function statusOf(page: Page, form = '#contact-form'): Promise<string> {
  const region = page.locator(`${form} + [role=status]`);
  await region
    .filter({ hasText: /./ })
    .filter({ hasNotText: /^(Sending|Wird gesendet)…$/ })
    .waitFor();
  return (await region.textContent()) ?? '';
}

/** What is typed in the fields now. */
export const typed = (page: Page, form = '#contact-form'): Promise<readonly string[]> =>
  page
    .locator(`${form} input, ${form} textarea`)
    .evaluateAll((fields) => fields.map((field) => String(Reflect.get(field, 'value'))));

/** Callbacks that keep the result where the test finds it. */
export const KEEP_RESULTS = `{ onSuccess: (result) => results.push(result), onError: (result) => results.push(result) }`;

export async function results(page: Page, count = 1): Promise<readonly unknown[]> {
  // Not `waitForFunction`: it evaluates within the page, which a strict policy forbids.
  await eventually(async () => {
    const so = Number(await page.evaluate('window.results.length'));
    if (so < count) throw new Error(`There are ${so} results, not ${count}.`);
  });
  return (await page.evaluate('window.results')) as readonly unknown[];
}
