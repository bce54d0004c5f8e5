/** Creates the demo data of the sandbox at the first start, atomically. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { AnyRoute } from '../../operation/handler.js';
import type { Services } from '../../operation/services.js';
import { drawDemoContract } from './contract-acts.js';
import { writeDemoFile } from './demo-file.js';
import { type DemoRecord, findDemoRecord, saveDemoRecord } from './record.js';
import { seedContract } from './seed-contract.js';
import { seedEnterprises } from './seed-enterprises.js';

/** Arbitrary number, not used by any other lock. */
const DEMO_LOCK = 4_701_004;

/**
 * Creates the demo data in an empty database and writes demo.json. It is one transaction, so a killed process leaves
 * nothing behind, and of two concurrent starts the second finds it done. A database to which enterprises were added
 * before its first start is left unchanged.
 *
 * @param routes the operations with which the demo contract is created
 * @returns whether the demo data exists
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

  // Run in parallel: one uses the document engine, the other hashes passwords.
  const now = services.clock.now();
  const [record, contract] = await Promise.all([
    seedEnterprises(tx, services, now),
    drawDemoContract(services),
  ]);
  await seedContract({ tx, services, routes, now }, record, contract);
  await saveDemoRecord(tx, record);
  return record;
}
