/**
 * Gives up waiting for an adapter after so many milliseconds, whatever it is waiting for itself. What it has begun may
 * still happen: the error must say that nobody knows.
 */
export async function withTimeLimit<T>(
  limitMs: number,
  work: Promise<T>,
  failure: (detail: string) => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
