/* eslint-disable no-console -- the console is where a page's developer looks */
import type { ContactResult } from '@sitedesk/contract/contact';
import type { SiteContactOptions } from '../browser.js';
import { getCaptchaToken, loadCaptcha, prepare } from './captcha.js';
import { flag, read, send } from './send.js';
import { buttonsOf, complete, type FormConfig, ignore, page, shared, stateOf } from './state.js';
import { isRule, SENDING } from './texts.js';

/** Put in front of the bundle by the server: when it made the script. */
declare const SC_TIME: string;
/** By the build, which makes a bundle for each language. */
declare const SC_GERMAN: boolean;

function init(formSelector: string | HTMLFormElement, options?: SiteContactOptions): void {
  const form =
    typeof formSelector === 'string' ? page.querySelector<HTMLFormElement>(formSelector) : formSelector;
  if (!form || !form.elements)
    return console.error(`SiteContact.init: no form "${formSelector as string}" yet`); // an element says what it is
  const state = stateOf(form);
  state._options = options;
  const config = complete(options);
  if (config.requireCaptcha) prepare(config, form).catch(ignore); // reported when a token is due
  say(form, config, '');
  if (state._bound) return;
  state._bound = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void handleSubmit(form, state._options); // never rejects
  });
}

async function handleSubmit(form: HTMLFormElement, options?: SiteContactOptions): Promise<void> {
  const state = stateOf(form);
  if (state._busy || !emit(form, 'submit')) return;
  state._busy = true;
  const config = complete(options);
  mark(form, 'pending');
  say(form, config, SENDING);
  const body = read(form, config);
  const result = await send(form, config, body);
  const { success, message, error } = result;
  const rule = isRule(message, error) && error;
  const outcome = success ? 'success' : 'error';
  const callback = success ? config.onSuccess : config.onError;
  state._busy = false;
  mark(form, outcome);
  // "Validation failed" alone helps nobody: the rule that was broken does.
  say(form, config, callback ? '' : (!SC_GERMAN && rule) || message);
  flag(form, config, rule);
  try {
    if (callback) callback(result);
  } catch (thrown) {
    console.error(thrown);
  }
  emit(form, outcome, result);
  // Not over what was typed in the meantime; and not `form.reset`, which may be an input of that name.
  if (success && read(form, config) === body) {
    HTMLFormElement.prototype.reset.call(form);
  }
}

/** Fills the line after the form that screen readers announce; made before it is needed, else they miss its first text. */
function say(form: HTMLFormElement, { onSuccess, onError }: FormConfig, text: string | null): void {
  if (onSuccess && onError) return;
  const state = stateOf(form);
  let region = state._region;
  if (!region) {
    region = state._region = page.createElement('p');
    region.className = 'sc-status';
    region.setAttribute('role', 'status');
    form.after(region);
  }
  region.textContent = text;
}

function mark(form: HTMLFormElement, state: string): void {
  for (const each of ['pending', 'success', 'error']) form.classList.toggle(`sc-${each}`, each === state);
  for (const button of buttonsOf(form))
    button.setAttribute('aria-disabled', (state === 'pending') as unknown as string);
}

/** @returns false when a listener cancelled it */
function emit(form: HTMLFormElement, name: string, detail?: ContactResult): boolean {
  return form.dispatchEvent(
    new CustomEvent(`sitecontact:${name}`, { bubbles: true, cancelable: true, detail }),
  );
}

window.SiteContact = {
  config: shared,
  generatedAt: SC_TIME,
  init,
  handleSubmit,
  loadCaptcha,
  getCaptchaToken,
};
