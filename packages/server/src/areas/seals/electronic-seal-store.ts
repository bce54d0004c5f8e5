/** SQL of electronic seals. */
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database/schema.js';
import type { ElectronicSealsTable } from '../../database/tables/seals.js';
import type { CorpId } from '../../operation/context.js';

export type ElectronicSealRow = Selectable<ElectronicSealsTable>;

/** The newest version of an enterprise's seal. */
export async function newestElectronicSeal(
  db: Db,
  corpId: CorpId,
  sealId: SealId,
): Promise<ElectronicSealRow | null> {
  const row = await db
    .selectFrom('electronic_seals')
    .selectAll()
    .where('corp_id', '=', corpId)
    .where('seal_id', '=', sealId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** false if there is that version already. */
export async function insertElectronicSeal(db: Db, row: Insertable<ElectronicSealsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('electronic_seals')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
