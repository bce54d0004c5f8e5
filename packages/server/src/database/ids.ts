import type { Id } from '@cinnabar/api/schema.js';
import { sql } from 'kysely';
import type { Db } from './schema.js';

/** Increment of the sequence: one query reserves a block of ids. */
export const ID_BLOCK = 100;

/** Ids are unique over all kinds of objects, positive, and below 2^53. They imply no order in time. */
export interface IdSource {
  next<Kind extends string>(): Promise<Id<Kind>>;
  /** `count` different ids, not necessarily adjacent. */
  take<Kind extends string>(count: number): Promise<readonly Id<Kind>[]>;
}

/**
 * Ids from one sequence, in blocks of 100. Blocks are fetched over the reserve connection, because callers usually hold
 * a connection of the pool already. Remaining ids of a crashed process's block are never used.
 */
export function createIdSource(database: { readonly reserveDb: Db }): IdSource {
  const ready: number[] = [];
  let refilling: Promise<void> | undefined;

  async function refill(blocks: number): Promise<void> {
    const { rows } = await sql<{ first: number }>`
      select nextval('object_ids') as first from generate_series(1, ${blocks}::integer)
    `.execute(database.reserveDb);
    for (const { first } of rows) {
      for (let step = 0; step < ID_BLOCK; step += 1) ready.push(first + step);
    }
  }

  function startRefill(missing: number): Promise<void> {
    refilling ??= refill(Math.max(1, Math.ceil(missing / ID_BLOCK))).finally(() => {
      refilling = undefined;
    });
    return refilling;
  }

  async function take<Kind extends string>(count: number): Promise<readonly Id<Kind>[]> {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`not a number of ids: ${count}`);
    while (ready.length < count) await startRefill(count - ready.length);
    // The caller assigns the new number as the id of any kind of object.
    return ready.splice(0, count) as Id<Kind>[];
  }

  async function next<Kind extends string>(): Promise<Id<Kind>> {
    for (;;) {
      const id = ready.shift();
      if (id !== undefined) return id as Id<Kind>;
      await startRefill(1);
    }
  }

  return Object.freeze({ next, take });
}
