/** How often it is looked for, in milliseconds, and how many times: a screen first reads what it shows. */
const LOOK_MS = 100;
const LOOKS = 100;
/** How long it stands out. */
const MARKED_MS = 2_400;

/** What takes the focus in a field, the likeliest first. */
const CONTROLS = [
  '[role=switch]',
  '[role=radio][aria-checked=true]',
  '[role=combobox]',
  'button[aria-haspopup]',
  'input:not([aria-hidden=true])', // the kit's switches and choices have one that is hidden
  'textarea',
  'button',
];

let timer = 0;

/**
 * Leads to the setting that an address names behind its `#`, once the screen shows it: the first one there is of several
 * with commas between, as some fields appear only when another one is set.
 */
export function seekSetting(hash: string): void {
  const ids = hash.slice(1).split(',').map(decodeURIComponent);
  let looks = 0;
  clearInterval(timer);
  timer = window.setInterval(() => {
    const found = ids.map(fieldOf).find((field) => field?.checkVisibility());
    if (found) mark(found);
    if (found || (looks += 1) >= LOOKS) clearInterval(timer);
  }, LOOK_MS);
}

const fieldOf = (id: string): HTMLElement | null =>
  document.querySelector(`main [data-setting="${CSS.escape(id)}"]`);

/** What is used of a field; undefined where everything is locked. */
export function controlIn(field: HTMLElement): HTMLElement | undefined {
  for (const kind of CONTROLS) {
    const control = `${kind}:not(:disabled)`;
    const found = field.matches(control) ? field : field.querySelector<HTMLElement>(control);
    if (found) return found;
  }
  return undefined;
}

function mark(field: HTMLElement): void {
  const control = controlIn(field);
  if (!control) field.tabIndex = -1;
  field.scrollIntoView({ block: 'center' });
  (control ?? field).focus({ preventScroll: true });
  field.classList.add('is-sought');
  setTimeout(() => field.classList.remove('is-sought'), MARKED_MS);
}
