/** To the first field that the server refused, which may be far away from the button that was pressed. */
export function focusRefusedField(): void {
  const field = document.querySelector<HTMLElement>('main [aria-invalid=true]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
