import { BatchedLookup } from '@cinnabar/server/database/batched-lookup.js';
import { describe, expect, test } from 'vitest';

const eventLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A look-up whose queries wait until they are released one at a time. */
function heldLookup() {
  const queries: { readonly keys: readonly number[]; answer(error?: Error): void }[] = [];
  const lookup = new BatchedLookup<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const values = keys.map((key) => `value of ${key}`);
        queries.push({ keys, answer: (error) => (error === undefined ? resolve(values) : reject(error)) });
      }),
  );
  return { lookup, queries };
}

async function untilSent(queries: readonly unknown[], count: number): Promise<void> {
  while (queries.length < count) await eventLoopTurn();
}

describe('a batched lookup', () => {
  test('combines all keys requested in one turn, or while two queries are running', async () => {
    const { lookup, queries } = heldLookup();
    const answers = [1, 2].map((key) => lookup.get(key));
    await untilSent(queries, 1);
    answers.push(lookup.get(3));
    await untilSent(queries, 2);
    for (const key of [4, 5, 4]) {
      answers.push(lookup.get(key));
      await eventLoopTurn();
    }
    expect(queries.map(({ keys }) => keys)).toEqual([[1, 2], [3]]);
    queries[1]?.answer();
    expect(await answers[2]).toBe('value of 3');
    await untilSent(queries, 3);
    expect(queries.map(({ keys }) => keys)).toEqual([[1, 2], [3], [4, 5, 4]]);
    queries[0]?.answer();
    queries[2]?.answer();
    expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 4].map((key) => `value of ${key}`));
  });

  test('waits for the next turn while turns bring more keys, but not forever', async () => {
    const { lookup, queries } = heldLookup();
    const answers: Promise<string>[] = [];
    for (let key = 0; queries.length === 0; key += 1) {
      const nextTurn = eventLoopTurn();
      answers.push(lookup.get(key));
      await nextTurn;
    }
    const [sent = []] = queries.map(({ keys }) => keys);
    expect(sent.length).toBeGreaterThan(1);
    queries[0]?.answer();
    expect(await Promise.all(answers.slice(0, sent.length))).toEqual(sent.map((key) => `value of ${key}`));
  });

  test('never returns what was read before the request', async () => {
    const { lookup, queries } = heldLookup();
    const first = lookup.get(1);
    await untilSent(queries, 1);
    const again = lookup.get(1);
    await untilSent(queries, 2);
    const last = lookup.get(1);
    await eventLoopTurn();
    expect(queries).toHaveLength(2);
    for (const query of [...queries]) query.answer();
    await Promise.all([first, again]);
    await untilSent(queries, 3);
    expect(queries).toHaveLength(3);
    queries[2]?.answer();
    expect(await last).toBe('value of 1');
  });

  test('rejects only the requests of the failed query', async () => {
    const { lookup, queries } = heldLookup();
    const failing = lookup.get(1);
    await untilSent(queries, 1);
    queries[0]?.answer(new Error('connection lost'));
    await expect(failing).rejects.toThrow('connection lost');
    const next = lookup.get(1);
    await untilSent(queries, 2);
    queries[1]?.answer();
    expect(await next).toBe('value of 1');
  });
});
