/**
 * SQL of the grants by which a person opens all of their own contracts to an enterprise. Flows decide what a grant
 * allows.
 */

import type { IdSource } from '../../database/ids.js';
import type { Db, Tx } from '../../database/schema.js';
import type { CorpId, UserId } from '../../operation/context.js';

export interface Permission {
  readonly corpId: CorpId;
  readonly userId: UserId;
  readonly version: string;
  readonly textHash: string;
  readonly address: string;
  readonly device: string | null;
  readonly now: Date;
}

/** One grant in force suffices: granting it again keeps the first one. */
export async function openPersonalContracts(tx: Tx, ids: IdSource, permission: Permission): Promise<void> {
  await tx
    .insertInto('personal_contract_permissions')
    .values({
      permission_id: await ids.next(),
      user_id: permission.userId,
      corp_id: permission.corpId,
      version: permission.version,
      text_hash: permission.textHash,
      given_at: permission.now,
      address: permission.address,
      device: permission.device,
      revoked_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'corp_id']).where('revoked_at', 'is', null).doNothing(),
    )
    .execute();
}

export async function closePersonalContracts(
  tx: Tx,
  corpId: CorpId,
  userId: UserId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('personal_contract_permissions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('corp_id', '=', corpId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** When each enterprise got access. */
export async function openedPersonalContracts(db: Db, userId: UserId): Promise<ReadonlyMap<CorpId, Date>> {
  const rows = await db
    .selectFrom('personal_contract_permissions')
    .select(['corp_id', 'given_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.corp_id, row.given_at]));
}
