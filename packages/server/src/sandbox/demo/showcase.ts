/** The showcase enterprise of the sandbox, made after the service has begun to serve. */
import { sql } from 'kysely';
import { toJson } from '../../database/json.js';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { AnyRoute } from '../../operation/handler.js';
import type { Services } from '../../operation/services.js';
import { customer, showcase } from './cast.js';
import { drawDemoContract, seedTemplate } from './contract-acts.js';
import { demoMember } from './perform.js';
import { seedEnterprise } from './seed-enterprises.js';
import { type ShowcaseIds, scenes } from './showcase-scenes.js';

/** Arbitrary number, not used by any other lock. */
const SHOWCASE_LOCK = 4_701_005;
const SETTING = 'sandbox_showcase';

interface ShowcaseRecord extends ShowcaseIds {
  /** How many scenes there are already. */
  readonly made: number;
}

export async function findShowcase(db: Db | Tx): Promise<ShowcaseRecord | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  // Only saveRecord writes it.
  return row === undefined ? null : (row.value as ShowcaseRecord);
}

/**
 * Makes what is missing, each contract in a transaction of its own: it stops and goes on between any two, also after
 * the process was killed, and of several processes each makes what it finds missing.
 */
export async function makeShowcase(
  db: Db,
  services: Services,
  routes: readonly AnyRoute[],
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const isDone = await transact(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${SHOWCASE_LOCK}::bigint)`.execute(tx);
      return makeNext(tx, services, routes);
    });
    if (isDone) return;
  }
}

/** @returns whether nothing was missing */
async function makeNext(tx: Tx, services: Services, routes: readonly AnyRoute[]): Promise<boolean> {
  const record = await findShowcase(tx);
  const stage = { tx, services, routes, now: services.clock.now() };
  if (record === null) {
    const host = await seedEnterprise(tx, services, showcase, stage.now);
    const other = await seedEnterprise(tx, services, customer, stage.now);
    const owner = await demoMember(stage, { ...host, userId: host.ownerId });
    const templateId = await seedTemplate(owner, await drawDemoContract(services));
    await saveRecord(tx, { host, customer: other, templateId, made: 0 });
    return false;
  }
  const scene = scenes[record.made];
  if (scene === undefined) return true;
  await scene({ stage, ids: record });
  await saveRecord(tx, { ...record, made: record.made + 1 });
  return false;
}

async function saveRecord(tx: Tx, record: ShowcaseRecord): Promise<void> {
  const value = toJson(record);
  await tx
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
