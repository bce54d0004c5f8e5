import { toJson } from '../../database/json.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';

/** Ids of the demo data, by which it is found again. */
export interface DemoEnterpriseIds {
  readonly corpId: CorpId;
  readonly appId: string;
  readonly ownerId: UserId;
  readonly memberId: UserId;
}

export interface DemoRecord {
  readonly enterprises: readonly [DemoEnterpriseIds, DemoEnterpriseIds];
  readonly personId: UserId;
}

const SETTING = 'sandbox_demo';

/** null if there is no demo data. It is written in the transaction of the data itself. */
export async function findDemoRecord(db: Db | Tx): Promise<DemoRecord | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  // Only saveDemoRecord writes it.
  return row === undefined ? null : (row.value as DemoRecord);
}

export async function saveDemoRecord(tx: Tx, record: DemoRecord): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name: SETTING, value: toJson(record) })
    .execute();
}
