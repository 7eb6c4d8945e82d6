/** Fails when the work takes longer than so many milliseconds: a wait that would otherwise be forever. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${milliseconds} ms.`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
