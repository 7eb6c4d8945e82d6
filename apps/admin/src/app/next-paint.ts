/** A page that nobody sees is not painted. */
const HIDDEN_MS = 50;

/** Resolves once what has changed until now is on the screen, so that a click shows its effect before long work begins. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
