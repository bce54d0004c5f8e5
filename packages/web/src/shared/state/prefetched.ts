/** Prefetched responses, each used once. */
const asked = new Map<string, Promise<unknown>>();
/** Names already requested by the page: a prefetched response that arrives later is stale. */
const taken = new Set<string>();

export function prefetch<Data>(name: string, answer: Promise<Data>): Promise<Data> {
  if (!taken.has(name)) asked.set(name, answer);
  answer.catch(() => undefined);
  return answer;
}

/** Returns the prefetched response, or requests it if there is none or it failed. */
export async function takePrefetched<Data>(name: string, ask: () => Promise<Data>): Promise<Data> {
  const early = asked.get(name);
  taken.add(name);
  asked.delete(name);
  if (early === undefined) return ask();
  // Each name stands for one request, so the type is known.
  const answer = early as Promise<Data>;
  return answer.catch(ask);
}
