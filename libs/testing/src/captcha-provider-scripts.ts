import type { CaptchaClientBehaviour } from './captcha-provider.js';

/** Milliseconds a token of an `expire` client is good for. */
const EXPIRES_AFTER_MS = 200;

/**
 * A stand-in for a provider's client script, with the part of its interface that sites use. It asks no server:
 * its tokens start with a seed that the verification endpoint knows.
 */
export function captchaScript(
  provider: 'captcha_widget' | 'captcha_invisible',
  seed: string,
  behaviour: CaptchaClientBehaviour,
): string {
  const head = `const seed = ${JSON.stringify(seed)}, behaviour = ${JSON.stringify(behaviour)}; let count = 0;
const newToken = () => seed + '.' + (++count) + '.' + Math.random().toString(36).slice(2);`;
  const body = provider === 'captcha_widget' ? WIDGET : INVISIBLE;
  return `(() => {\n'use strict';\n${head}\n${body}\n})();\n`;
}

const WIDGET = `
const widgets = new Map();
const call = (widget, name, ...args) => { if (typeof widget.options[name] === 'function') widget.options[name](...args); };
function start(widget) {
  widget.token = undefined;
  widget.timer = setTimeout(() => {
    if (behaviour.outcome === 'never') return;
    if (behaviour.outcome === 'fail') { widget.box.textContent = 'CAPTCHA failed'; return call(widget, 'error-callback', '300010'); }
    widget.token = newToken();
    widget.box.textContent = 'CAPTCHA solved';
    call(widget, 'callback', widget.token);
    if (behaviour.outcome !== 'expire') return;
    widget.timer = setTimeout(() => { widget.token = undefined; call(widget, 'expired-callback'); }, ${EXPIRES_AFTER_MS});
  }, behaviour.delayMs);
}
const find = (id) => widgets.get(id) ?? [...widgets.values()].at(-1);
window.turnstile = {
  ready(callback) { callback(); },
  render(container, options = {}) {
    const parent = typeof container === 'string' ? document.querySelector(container) : container;
    if (!parent) throw new Error('[Cloudflare Turnstile] Could not find container.');
    if (!options.sitekey) throw new Error('[Cloudflare Turnstile] Missing sitekey.');
    const id = 'cf-chl-widget-' + (widgets.size + 1);
    const box = document.createElement('div');
    box.className = 'stand-in-captcha';
    box.textContent = 'CAPTCHA working';
    parent.append(box);
    const widget = { id, box, options };
    widgets.set(id, widget);
    start(widget);
    return id;
  },
  execute() {},
  reset(id) { const widget = find(id); if (widget) { clearTimeout(widget.timer); start(widget); } },
  remove(id) { const widget = find(id); if (widget) { clearTimeout(widget.timer); widget.box.remove(); widgets.delete(widget.id); } },
  getResponse(id) { return find(id)?.token; },
  isExpired(id) { return find(id)?.token === undefined; },
};
const onload = new URL(document.currentScript.src).searchParams.get('onload');
if (onload && typeof window[onload] === 'function') setTimeout(() => window[onload](), 0);
`;

const INVISIBLE = `
const render = new URL(document.currentScript.src).searchParams.get('render');
window.grecaptcha = {
  ready(callback) { setTimeout(callback, 0); },
  execute(siteKey, { action } = {}) {
    return new Promise((resolve, reject) => {
      if (siteKey !== render) return reject(new Error('Invalid site key or not loaded in api.js: ' + siteKey));
      if (!action) return reject(new Error('Missing action'));
      setTimeout(() => {
        if (behaviour.outcome === 'fail') return reject(new Error('reCAPTCHA failed'));
        if (behaviour.outcome !== 'never') resolve(newToken());
      }, behaviour.delayMs);
    });
  },
  reset() {},
  getResponse() { return ''; },
};
`;
