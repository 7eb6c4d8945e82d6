/** For what would otherwise be waited for forever; a busy machine takes its time. */
const PATIENCE_MS = 60_000;

/** Fails when the work takes longer than a minute. */
export async function withinAMinute<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
