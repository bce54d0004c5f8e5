import type { Db, Tx } from '../../../database/schema.js';
import type { UserId } from '../../../operation/context.js';

export interface TotpFactor {
  /** Encrypted. */
  readonly secret: Uint8Array;
  readonly lastStep: number | null;
  /** null until the person has entered a password of it. */
  readonly confirmedAt: Date | null;
}

export async function findTotpFactor(db: Db, userId: UserId): Promise<TotpFactor | null> {
  const row = await db
    .selectFrom('totp_factors')
    .select(['secret', 'last_step', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { secret: row.secret, lastStep: row.last_step, confirmedAt: row.confirmed_at };
}

/** A new generator in place of one that was never confirmed. @returns false if a confirmed one exists */
export async function offerTotpFactor(
  tx: Tx,
  userId: UserId,
  secret: Uint8Array,
  now: Date,
): Promise<boolean> {
  const fresh = { secret, last_step: null, created_at: now };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('totp_factors')
    .values({ user_id: userId, ...fresh, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('totp_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Confirms the generator by its first password. @returns false if another request has done so */
export async function confirmTotpFactor(tx: Tx, userId: UserId, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Uses the password of a step in place of the last one. Of concurrent requests with the same one, all but one are told
 * false.
 */
export async function useTotpStep(
  tx: Tx,
  userId: UserId,
  { step, lastStep }: { readonly step: number; readonly lastStep: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', 'is not distinct from', lastStep)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeTotpFactor(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
}
