/** How long keys are kept for a field that doesn't come, in milliseconds. */
const LONGEST_MS = 5_000;

let typed = '';
let since = 0;

function collect(event: KeyboardEvent): void {
  if (event.timeStamp - since > LONGEST_MS || event.key === 'Escape') return void takeEarlyKeys();
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isLetter && event.key !== 'Backspace') return;
  event.preventDefault();
  event.stopPropagation();
  typed = isLetter ? typed + event.key : typed.slice(0, -1);
}

/** Keeps what is typed from now on for a field that is still to come, instead of taking it for shortcuts or losing it. */
export function keepEarlyKeys(): void {
  typed = '';
  since = performance.now();
  document.addEventListener('keydown', collect, true);
}

/** What was typed in the meantime, for the field that is there now. */
export function takeEarlyKeys(): string {
  document.removeEventListener('keydown', collect, true);
  const kept = typed;
  typed = '';
  return kept;
}
