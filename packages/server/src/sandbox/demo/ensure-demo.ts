/** The demo data of the sandbox: there from the first start on, whole or not at all. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { AnyRoute } from '../../operation/handler.js';
import type { Services } from '../../operation/services.js';
import { writeDemoFile } from './demo-file.js';
import { type DemoRecord, findDemoRecord, saveDemoRecord } from './record.js';
import { drawDemoContract, seedContract } from './seed-contract.js';
import { seedEnterprises } from './seed-enterprises.js';

/** Any number that nothing else locks by. */
const DEMO_LOCK = 4_701_004;

/**
 * Puts the demo data into an empty database and writes demo.json. All of it is one transaction, so a process that is
 * killed meanwhile leaves nothing behind, and of two that start at once the second finds it done. A database that
 * enterprises were added to before its first start is left as it is.
 *
 * @param routes the operations that the demo contract is made with
 * @returns whether the demo data is there
 */
export async function ensureDemo(db: Db, services: Services, routes: readonly AnyRoute[]): Promise<boolean> {
  const record =
    (await findDemoRecord(db)) ?? (await transact(db, (tx) => seedUnlessThere(tx, services, routes)));
  if (record === null) return false;
  await writeDemoFile(services, record);
  return true;
}

async function seedUnlessThere(
  tx: Tx,
  services: Services,
  routes: readonly AnyRoute[],
): Promise<DemoRecord | null> {
  await sql`select pg_advisory_xact_lock(${DEMO_LOCK}::bigint)`.execute(tx);
  const known = await findDemoRecord(tx);
  if (known !== null) return known;
  const corp = await tx.selectFrom('corps').select('corp_id').limit(1).executeTakeFirst();
  if (corp !== undefined) return null;

  // One keeps the document engine busy, the other hashes passwords.
  const [record, contract] = await Promise.all([
    seedEnterprises(tx, services, services.clock.now()),
    drawDemoContract(services),
  ]);
  await seedContract({ tx, services, routes }, record, contract);
  await saveDemoRecord(tx, record);
  return record;
}
