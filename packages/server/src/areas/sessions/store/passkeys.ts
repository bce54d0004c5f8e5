import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { PasskeysTable } from '../../../database/tables/console-sessions.js';
import type { UserId } from '../../../operation/context.js';

export interface Passkey {
  readonly credentialId: string;
  readonly userId: UserId;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** @returns false if the credential exists already */
export async function insertPasskey(tx: Tx, passkey: Passkey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({
      credential_id: passkey.credentialId,
      user_id: passkey.userId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: passkey.lastUsedAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row === undefined ? null : passkeyOf(row);
}

export async function passkeysOf(db: Db, userId: UserId): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();
  return rows.map(passkeyOf);
}

export async function notePasskeyUse(
  tx: Tx,
  credentialId: string,
  counter: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('credential_id', '=', credentialId)
    .execute();
}

export async function removePasskey(tx: Tx, userId: UserId, credentialId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function removePasskeys(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

function passkeyOf(row: Selectable<PasskeysTable>): Passkey {
  return {
    credentialId: row.credential_id,
    userId: row.user_id,
    publicKey: row.public_key,
    counter: row.counter,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
