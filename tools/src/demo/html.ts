const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send; only {@link html} and {@link trusted} make it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: markup as it is, lists joined, everything else escaped. */
type HtmlValue = Html | string | number | readonly HtmlValue[];

/**
 * Template tag that escapes every value that is not markup already.
 *
 * @example html`<p>${subject}</p>`
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(values[index - 1] ?? '') + part));
}

/** Markup of our own files. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(render).join('');
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
