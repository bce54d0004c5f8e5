import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { replaceMasterKey, unlockMasterKey } from '@cinnabar/server/custody/replaced-master-key.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';

const now = new Date('2026-11-20T10:00:00Z');
const plain = Buffer.from('a signing key');
const [first, second, third] = [newMasterKey(), newMasterKey(), newMasterKey()];

let fresh: FreshDatabase;
let before: OpenCustody;
const opened: OpenCustody[] = [];

async function open(base64: string): Promise<OpenCustody> {
  const custody = openCustody(fresh, { masterKey: await unlockMasterKey(before.database.db, base64) });
  opened.push(custody);
  return custody;
}

beforeEach(async () => {
  fresh = await freshDatabase();
  before = openCustody(fresh, { masterKey: openMasterKey(first) });
  opened.push(before);
  await before.envelope.unlock();
});
afterEach(async () => {
  for (const { database } of opened.splice(0)) await database.close();
  await fresh.drop();
});

describe('a replaced master key', () => {
  test('even twice, still decrypts earlier data, and derived values stay the same', async () => {
    const sealed = await before.envelope.encrypt(7, 'test', plain);
    const { db } = before.database;
    expect(await replaceMasterKey(db, first, second, now)).toEqual({
      from: openMasterKey(first).id,
      to: openMasterKey(second).id,
      dataKeys: 2,
    });
    await replaceMasterKey(db, second, third, now);

    const after = await open(third);
    await after.envelope.unlock();
    expect(Buffer.from(await after.envelope.decrypt(7, 'test', sealed))).toEqual(plain);
    const { id, originId, wrapping, ...derived } = after.masterKey;
    expect([id, originId]).toEqual([openMasterKey(third).id, openMasterKey(first).id]);
    expect(wrapping.equals(openMasterKey(third).wrapping)).toBe(true);
    expect(derived.pepper.equals(before.masterKey.pepper)).toBe(true);
    expect(derived.blindIndex.equals(before.masterKey.blindIndex)).toBe(true);
    expect(derived.pseudonym.equals(before.masterKey.pseudonym)).toBe(true);
    expect(derived.linkSigning.equals(before.masterKey.linkSigning)).toBe(true);
  });

  test('no longer decrypts anything itself', async () => {
    await replaceMasterKey(before.database.db, first, second, now);
    await expect(open(first)).rejects.toThrow(/WRONG_MASTER_KEY.*belongs to master key/);
    await expect(open(third)).rejects.toThrow('WRONG_MASTER_KEY');
    await expect(replaceMasterKey(before.database.db, first, third, now)).rejects.toThrow('WRONG_MASTER_KEY');
    await expect(replaceMasterKey(before.database.db, third, first, now)).rejects.toThrow('WRONG_MASTER_KEY');
    await open(second);
  });

  test('leaves running processes their cached keys, and wraps nothing new for them', async () => {
    const sealed = await before.envelope.encrypt(7, 'test', plain);
    await before.envelope.decrypt(7, 'test', sealed);
    await replaceMasterKey(before.database.db, first, second, now);
    expect(Buffer.from(await before.envelope.decrypt(7, 'test', sealed))).toEqual(plain);
    await expect(before.envelope.encrypt(8, 'test', plain)).rejects.toThrow('WRONG_MASTER_KEY');
    const after = await open(second);
    expect(await after.envelope.encrypt(8, 'test', plain)).toBeDefined();
  });

  test('that is invalid changes nothing', async () => {
    expect(() => replaceMasterKey(before.database.db, first, 'no key', now)).toThrow('MASTER_KEY_MALFORMED');
    await open(first);
  });
});
