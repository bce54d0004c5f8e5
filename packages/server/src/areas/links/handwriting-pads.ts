/** Pads on phones for pages on desktops. The holder of a pad's secret can submit one picture and do nothing else. */
import { sql } from 'kysely';
import { type Removed, removeCounted } from '../../database/remove-counted.js';
import type { Db, Tx } from '../../database/schema.js';

export interface NewPad {
  readonly tokenHash: string;
  readonly sessionHash: string;
  readonly expireTime: Date;
}

export interface Pad {
  readonly expireTime: Date;
  readonly picture: string | null;
}

/** The session's only pad: an earlier one accepts no picture any more. */
export async function openPad(tx: Tx, { tokenHash, sessionHash, expireTime }: NewPad): Promise<void> {
  const opened = { token_hash: tokenHash, expire_time: expireTime, picture: null };
  await tx
    .insertInto('handwriting_pads')
    .values({ ...opened, session_hash: sessionHash })
    .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(opened))
    .execute();
}

/** null if it never existed, was replaced, or has expired. */
export async function findPad(db: Db, tokenHash: string, now: Date): Promise<Pad | null> {
  const row = await db
    .selectFrom('handwriting_pads')
    .select(['expire_time', 'picture'])
    .where('token_hash', '=', tokenHash)
    .where('expire_time', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : { expireTime: row.expire_time, picture: row.picture };
}

/** null if the session has no usable pad. */
export async function padOfSession(db: Db, sessionHash: string, now: Date): Promise<Pad | null> {
  const row = await db
    .selectFrom('handwriting_pads')
    .select(['expire_time', 'picture'])
    .where('session_hash', '=', sessionHash)
    .where('expire_time', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : { expireTime: row.expire_time, picture: row.picture };
}

/**
 * Accepts one picture in one statement, so that of two concurrent submissions only one succeeds. Submitting the same
 * picture again is accepted: a phone that received no response repeats it.
 * @returns whether the pad has this picture now
 */
export async function handInPicture(tx: Tx, tokenHash: string, picture: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('handwriting_pads')
    .set({ picture })
    .where('token_hash', '=', tokenHash)
    .where('expire_time', '>', now)
    .where((where) => where.or([where('picture', 'is', null), where('picture', '=', picture)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function closePad(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom('handwriting_pads').where('session_hash', '=', sessionHash).execute();
}

export function removeOldPads(db: Db, before: Date): Promise<Removed> {
  return removeCounted(db, 'handwriting_pads', 'expire_time', sql`expire_time < ${before}`);
}
