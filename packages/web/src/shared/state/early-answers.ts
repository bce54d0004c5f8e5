/** Answers that were asked for before the page was there, each to be taken once. */
const asked = new Map<string, Promise<unknown>>();
/** Names whose page has been there: what comes for them now is old. */
const taken = new Set<string>();

export function askEarly<Data>(name: string, answer: Promise<Data>): Promise<Data> {
  if (!taken.has(name)) asked.set(name, answer);
  answer.catch(() => undefined);
  return answer;
}

/** The early answer, or where there is none (any more) what asks for it. */
export async function takeEarly<Data>(name: string, ask: () => Promise<Data>): Promise<Data> {
  const early = asked.get(name);
  taken.add(name);
  asked.delete(name);
  if (early === undefined) return ask();
  // Each name has one kind of answer, and is asked for in one place.
  const answer = early as Promise<Data>;
  return answer.catch(ask);
}
