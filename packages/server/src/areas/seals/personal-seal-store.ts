/** All SQL of personal seals. Deleted seals are never returned. */
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import type { PersonalSealsTable } from '../../database/tables/seals.js';
import type { UserId } from '../../operation/context.js';

export type PersonalSealRow = Selectable<PersonalSealsTable>;
export type NewPersonalSeal = Omit<Insertable<PersonalSealsTable>, 'is_default' | 'deleted_at'>;

const seals = (db: Db | Tx, userId: UserId) =>
  db.selectFrom('personal_seals').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null);

/** Oldest first. */
export function listPersonalSeals(db: Db, userId: UserId): Promise<readonly PersonalSealRow[]> {
  return seals(db, userId).orderBy('created_at').orderBy('seal_id').execute();
}

/** The seal, unless it is deleted or belongs to somebody else. */
export async function findPersonalSeal(
  db: Db | Tx,
  userId: UserId,
  sealId: SealId,
): Promise<PersonalSealRow | null> {
  return (await seals(db, userId).where('seal_id', '=', sealId).executeTakeFirst()) ?? null;
}

/** null: the name seal is the default. */
export async function defaultPersonalSeal(db: Db | Tx, userId: UserId): Promise<PersonalSealRow | null> {
  return (await seals(db, userId).where('is_default', '=', true).executeTakeFirst()) ?? null;
}

export async function insertPersonalSeal(tx: Tx, seal: NewPersonalSeal): Promise<void> {
  await tx
    .insertInto('personal_seals')
    .values({ ...seal, is_default: false, deleted_at: null })
    .execute();
}

/** Locks all seals of the person, in a fixed order to avoid deadlocks. */
export function lockPersonalSeals(tx: Tx, userId: UserId): Promise<readonly PersonalSealRow[]> {
  return seals(tx, userId).orderBy('seal_id').forUpdate().execute();
}

/** Requires lockPersonalSeals: the previous default is cleared first, because a unique index allows one per person. */
export async function makePersonalDefault(tx: Tx, userId: UserId, sealId: SealId | 0): Promise<void> {
  const own = tx.updateTable('personal_seals').where('user_id', '=', userId).where('deleted_at', 'is', null);
  await own.set({ is_default: false }).where('is_default', '=', true).execute();
  if (sealId !== 0) await own.set({ is_default: true }).where('seal_id', '=', sealId).execute();
}

/** The row is kept for the contracts that bear the seal. */
export async function deletePersonalSeal(tx: Tx, sealId: SealId, now: Date): Promise<void> {
  await tx
    .updateTable('personal_seals')
    .set({ is_default: false, deleted_at: now })
    .where('seal_id', '=', sealId)
    .execute();
}
