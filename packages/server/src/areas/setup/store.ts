/** All SQL of the setup. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/schema.js';
import { SETUP_TRIES } from './rules/setup-code.js';

export interface StoredCode {
  readonly sealedCode: Uint8Array;
  readonly tries: number;
}

export async function findSetupCode(db: Db): Promise<StoredCode | null> {
  const row = await db.selectFrom('setup_codes').select(['sealed_code', 'tries']).executeTakeFirst();
  return row === undefined ? null : { sealedCode: row.sealed_code, tries: row.tries };
}

/** Stores a code where there is none, or where the former has no tries left. Of concurrent processes one does so. */
export async function offerSetupCode(db: Db, sealedCode: Uint8Array, now: Date): Promise<void> {
  const fresh = { sealed_code: sealedCode, tries: 0, made_at: now };
  await db
    .insertInto('setup_codes')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet(fresh).where('setup_codes.tries', '>=', SETUP_TRIES),
    )
    .execute();
}

/** Counts a try before it is examined. @returns the code and the number of the try; null if no try is left */
export async function countSetupTry(db: Db): Promise<StoredCode | null> {
  const row = await db
    .updateTable('setup_codes')
    .set({ tries: sql`tries + 1` })
    .where('tries', '<', SETUP_TRIES)
    .returning(['sealed_code', 'tries'])
    .executeTakeFirst();
  return row === undefined ? null : { sealedCode: row.sealed_code, tries: row.tries };
}

/** The try was right. */
export async function uncountSetupTry(db: Db, sealedCode: Uint8Array): Promise<void> {
  await db
    .updateTable('setup_codes')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('sealed_code', '=', sealedCode)
    .execute();
}

/** Ends the code. Of concurrent transactions one is told true. */
export async function takeSetupCode(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('setup_codes').executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function hasCorps(db: Db | Tx): Promise<boolean> {
  const row = await db.selectFrom('corps').select('corp_id').limit(1).executeTakeFirst();
  return row !== undefined;
}
