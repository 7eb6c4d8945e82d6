import type { ContactResult } from '@sitedesk/contract';
import type { SiteContactOptions } from '../browser.js';
import { getCaptchaToken, prepare } from './captcha.js';
import { send } from './send.js';
import { buttonsOf, type FormConfig, generatedAt, shared } from './state.js';

const configs = new WeakMap<HTMLFormElement, FormConfig>();
const regions = new WeakMap<HTMLFormElement, HTMLElement>();
const busy = new WeakSet<HTMLFormElement>();

function init(formSelector: string | HTMLFormElement, options: SiteContactOptions = {}): void {
  const form =
    typeof formSelector === 'string' ? document.querySelector<HTMLFormElement>(formSelector) : formSelector;
  if (!form?.elements) {
    console.error(`SiteContact: no form "${formSelector}" here yet`); // eslint-disable-line no-console -- the page's developer looks nowhere else
    return;
  }
  const known = configs.has(form);
  const config = { ...shared, ...options, fieldNames: { ...shared.fieldNames, ...options.fieldNames } };
  configs.set(form, config);
  prepare(config, form);
  if (!config.onSuccess || !config.onError) regionOf(form);
  if (known) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void handleSubmit(form, configs.get(form) ?? config);
  });
}

async function handleSubmit(form: HTMLFormElement, config: FormConfig): Promise<void> {
  if (busy.has(form) || !emit(form, 'submit')) return;
  busy.add(form);
  mark(form, 'pending');
  const result = await send(form, config);
  busy.delete(form);
  mark(form, result.success ? 'success' : 'error');
  const callback = result.success ? config.onSuccess : config.onError;
  try {
    if (callback) callback(result);
    else regionOf(form).textContent = sentenceOf(result);
  } catch (error) {
    console.error(error); // eslint-disable-line no-console -- the error is the page's own, and must not end the library
  }
  emit(form, result.success ? 'success' : 'error', result);
  if (result.success) form.reset();
}

/** "Validation failed" alone helps nobody: the rule that was broken does. */
const sentenceOf = ({ message, error }: ContactResult): string | null =>
  message === 'Validation failed' ? error : message;

/** The line after the form that screen readers announce; there before it is needed, else they would miss the first text. */
function regionOf(form: HTMLFormElement): HTMLElement {
  let region = regions.get(form);
  if (!region) {
    region = document.createElement('p');
    region.className = 'sc-status';
    region.setAttribute('role', 'status');
    form.after(region);
    regions.set(form, region);
  }
  return region;
}

function mark(form: HTMLFormElement, state: string): void {
  for (const each of ['pending', 'success', 'error']) form.classList.toggle(`sc-${each}`, each === state);
  const pending = state === 'pending';
  for (const button of buttonsOf(form)) {
    button.setAttribute('aria-disabled', String(pending));
  }
  const region = regions.get(form);
  if (pending && region) region.textContent = 'Sending…';
}

/** @returns false when a listener cancelled it */
function emit(form: HTMLFormElement, name: string, detail?: ContactResult): boolean {
  return form.dispatchEvent(
    new CustomEvent(`sitecontact:${name}`, { bubbles: true, cancelable: true, detail }),
  );
}

window.SiteContact = {
  config: shared,
  generatedAt,
  init,
  handleSubmit,
  loadCaptcha: (config) => prepare(config),
  getCaptchaToken,
};
