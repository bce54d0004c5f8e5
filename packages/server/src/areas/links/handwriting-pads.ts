/** Pads on phones for pages on desktops. Anyone who holds a pad's secret can hand in one picture, and nothing else. */
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

/** The session's only pad: an earlier one takes no picture any more. */
export async function openPad(tx: Tx, { tokenHash, sessionHash, expireTime }: NewPad): Promise<void> {
  const opened = { token_hash: tokenHash, expire_time: expireTime, picture: null };
  await tx
    .insertInto('handwriting_pads')
    .values({ ...opened, session_hash: sessionHash })
    .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(opened))
    .execute();
}

/** null where it never was, was replaced, or has run out. */
export async function findPad(db: Db, tokenHash: string, now: Date): Promise<Pad | null> {
  const row = await db
    .selectFrom('handwriting_pads')
    .select(['expire_time', 'picture'])
    .where('token_hash', '=', tokenHash)
    .where('expire_time', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : { expireTime: row.expire_time, picture: row.picture };
}

/** null where the session has none that is still of use. */
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
 * Once, in one statement: of two that come at the same time one is too late. The same picture again is what a phone
 * sends that has heard no answer.
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

export async function removeOldPads(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('handwriting_pads').where('expire_time', '<', before).execute();
}
