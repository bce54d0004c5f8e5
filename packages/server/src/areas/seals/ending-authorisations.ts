import type { Endings } from '../../database/endings.js';
import type { Db } from '../../database/schema.js';

/** Authorisations in force, of all enterprises, that end until then. */
export async function endingAuthorisations(db: Db, now: Date, until: Date): Promise<Endings> {
  const row = await db
    .selectFrom('seal_authorisations')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('expire_at', '<=', until).as('count'),
      fn.min('expire_at').as('soonest'),
    ])
    .where('withdrawn_at', 'is', null)
    .where('expire_at', '>', now)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), soonest: row.soonest };
}
