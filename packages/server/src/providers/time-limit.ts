/**
 * Stops waiting for an adapter after a time limit, whatever it is waiting for. The request may still take effect, so
 * the error must state that the outcome is unknown.
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
