/** Rotation of the pepper and of the key of links, and the end of generations that nobody uses any more. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/schema.js';
import { decryptAuthenticated, encryptAuthenticated } from './authenticated-encryption.js';
import { PLATFORM } from './envelope.js';
import type { MasterKey } from './master-key.js';
import { verifiersByPepper } from './peppers-in-use.js';
import { LINK_KEY_OUTLIVES_MS, type RotatedUse, rotatedKeyPurpose } from './rotated-keys.js';
import { wrongKey } from './wrong-key.js';

/** Every process has read a new key when it is first used (RotatedKeys.follow). */
const USED_AFTER_MS = 10_000;
/** Until then a process that has not yet seen the next pepper may store a password by the one before. */
const RETIRED_AFTER_MS = 24 * 60 * 60_000;

interface NewGeneration {
  readonly keyId: string;
  readonly usedFrom: Date;
}

/**
 * The next generation, used a few seconds from now.
 * @returns null if the newest one is not used yet: of two rotations at once the first counts
 * @throws CustodyError WRONG_MASTER_KEY if the master key was replaced meanwhile
 */
export async function rotateKey(
  tx: Tx,
  masterKey: MasterKey,
  use: RotatedUse,
  now: Date,
): Promise<NewGeneration | null> {
  // A second rotation waits, as does a replacement of the master key, which wraps these keys again.
  await sql`lock table rotated_keys in share row exclusive mode`.execute(tx);
  const platform = await tx
    .selectFrom('data_keys')
    .select('master_key_id')
    .where('corp_id', '=', PLATFORM)
    .executeTakeFirst();
  if (platform !== undefined && platform.master_key_id !== masterKey.id)
    throw wrongKey(platform.master_key_id, masterKey.id);
  const pending = await tx
    .selectFrom('rotated_keys')
    .select('key_id')
    .where('use', '=', use)
    .where('used_from', '>', now)
    .executeTakeFirst();
  if (pending !== undefined) return null;
  const keyId = randomBytes(6).toString('hex');
  const usedFrom = new Date(now.getTime() + USED_AFTER_MS);
  const key = randomBytes(32);
  const wrapped = await encryptAuthenticated(masterKey.wrapping, rotatedKeyPurpose(use, keyId), key);
  key.fill(0);
  await tx
    .insertInto('rotated_keys')
    .values({
      ...{ key_id: keyId, use, wrapped, master_key_id: masterKey.id },
      ...{ created_at: now, used_from: usedFrom, retired_at: null },
    })
    .execute();
  return { keyId, usedFrom };
}

/** Wraps them by the next master key. */
export async function wrapRotatedKeys(tx: Tx, old: MasterKey, fresh: MasterKey): Promise<void> {
  // Locks out concurrent rotations, whose keys would not be wrapped again.
  await sql`lock table rotated_keys in share row exclusive mode`.execute(tx);
  const rows = await tx.selectFrom('rotated_keys').selectAll().execute();
  for (const { key_id: keyId, use, wrapped } of rows) {
    if (wrapped === null) continue;
    const purpose = rotatedKeyPurpose(use, keyId);
    const key = await decryptAuthenticated(old.wrapping, purpose, wrapped);
    await tx
      .updateTable('rotated_keys')
      .set({
        master_key_id: fresh.id,
        wrapped: await encryptAuthenticated(fresh.wrapping, purpose, key),
      })
      .where('key_id', '=', keyId)
      .execute();
  }
}

/**
 * Deletes keys that have a successor and no use: of links once all that they signed have ended, peppers once no password
 * was stored by them.
 * @returns their ids
 */
export async function retireRotatedKeys(db: Db, now: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('rotated_keys')
    .select(['key_id', 'use', 'used_from'])
    .where('retired_at', 'is', null)
    .orderBy('used_from')
    .execute();
  const replaced = rows.filter((row) => {
    const next = rows.find((each) => each.use === row.use && each.used_from > row.used_from);
    const after = row.use === 'links' ? LINK_KEY_OUTLIVES_MS : RETIRED_AFTER_MS;
    return next !== undefined && next.used_from.getTime() + after <= now.getTime();
  });
  if (replaced.length === 0) return [];
  const inUse = await verifiersByPepper(db);
  const ended = replaced.map(({ key_id: keyId }) => keyId).filter((keyId) => !inUse.has(keyId));
  if (ended.length === 0) return [];
  await db
    .updateTable('rotated_keys')
    .set({ wrapped: null, retired_at: now })
    .where('key_id', 'in', ended)
    .execute();
  return ended;
}
