// @module-tag pkcs11
import { CustodyError } from '@cinnabar/server/custody/custody-error.js';
import { type DataKeyGuarding, UNGUARDED } from '@cinnabar/server/custody/data-key-guard.js';
import { Envelope } from '@cinnabar/server/custody/envelope.js';
import { countGuarded, moveDataKeys } from '@cinnabar/server/custody/guard-keys.js';
import { type MasterKey, newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { Pkcs11KeyStore } from '@cinnabar/server/custody/pkcs11/pkcs11-key-store.js';
import { readTokenSettings } from '@cinnabar/server/custody/pkcs11/token-settings.js';
import { replaceMasterKey, unlockMasterKey } from '@cinnabar/server/custody/replaced-master-key.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { SoftToken } from '../support/soft-token.js';

const clock = { now: () => new Date('2026-11-20T10:00:00.000Z') };
const plain = Buffer.from('11010519491231002X');

let token: SoftToken;
let store: Pkcs11KeyStore;
let guarded: DataKeyGuarding;
let fresh: FreshDatabase;
let database: OpenDatabase;
let base64: string;
let masterKey: MasterKey;

beforeAll(async () => {
  token = await SoftToken.make();
  store = new Pkcs11KeyStore(readTokenSettings(token.settings));
  guarded = { isWanted: true, store };
});
afterAll(async () => {
  await store.close();
  await token.delete();
});
beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address });
  base64 = newMasterKey();
  masterKey = openMasterKey(base64);
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

/** As a process has it that has just started. */
function started(guarding: DataKeyGuarding, key = masterKey): Envelope {
  return new Envelope({ db: database.db, masterKey: key, guarding, clock });
}

describe('data keys that a token encrypts', () => {
  test('are of no use to whoever has the database and the master key', async () => {
    const envelope = started(guarded);
    await envelope.unlock();
    const encrypted = await envelope.encrypt(7, 'test', plain);
    expect(await countGuarded(database.db)).toEqual({ local: 0, pkcs11: 2 });
    await expect(started(UNGUARDED).unlock()).rejects.toMatchObject({ reason: 'KEY_STORE_MISSING' });
    await expect(started(guarded, openMasterKey(newMasterKey())).unlock()).rejects.toMatchObject({
      reason: 'WRONG_MASTER_KEY',
    });
    expect(await started(guarded).decrypt(7, 'test', encrypted)).toEqual(new Uint8Array(plain));
    expect(await token.secretKeys()).toMatch(/cinnabar data keys[\s\S]*never extractable/);
  });

  test('are opened after the token came back, and those in use stay open without it', async () => {
    const envelope = started(guarded);
    const encrypted = await envelope.encrypt(7, 'test', plain);
    const other = await started(guarded).encrypt(8, 'test', plain);
    await envelope.decrypt(7, 'test', encrypted);
    await token.remove();
    try {
      await envelope.decrypt(7, 'test', encrypted);
      await expect(envelope.decrypt(8, 'test', other)).rejects.toMatchObject({
        reason: 'KEY_STORE_UNAVAILABLE',
      });
      await expect(started(guarded).unlock()).rejects.toBeInstanceOf(CustodyError);
    } finally {
      await token.putBack();
    }
    await expect
      .poll(() => envelope.decrypt(8, 'test', other).catch(() => null), { timeout: 10_000 })
      .toEqual(new Uint8Array(plain));
  });

  test('are those of their enterprise, under their key, alone', async () => {
    const envelope = started(guarded);
    const encrypted = await envelope.encrypt(7, 'test', plain);
    await envelope.encrypt(8, 'test', plain);
    const change = async (set: object): Promise<unknown> => {
      await database.db.updateTable('data_keys').set(set).where('corp_id', '=', 7).execute();
      return started(guarded).decrypt(7, 'test', encrypted);
    };
    const [seven, eight] = await database.db
      .selectFrom('data_keys')
      .selectAll()
      .where('corp_id', 'in', [7, 8])
      .orderBy('corp_id')
      .execute();
    const notAuthentic = { reason: 'NOT_AUTHENTIC' };
    await expect(change({ wrapped: eight?.wrapped })).rejects.toMatchObject(notAuthentic);
    await expect(change({ wrapped: seven?.wrapped, guard_key: null })).rejects.toMatchObject(notAuthentic);
    await expect(change({ guard_key: await store.generateGuardKey('another') })).rejects.toMatchObject(
      notAuthentic,
    );
    expect(await change({ guard_key: seven?.guard_key })).toEqual(new Uint8Array(plain));
  });

  test('are put under it and from under it while processes read, and what was encrypted stays readable', async () => {
    const before = started(UNGUARDED);
    const encrypted = await Promise.all([7, 8, 9].map((corpId) => before.encrypt(corpId, 'test', plain)));
    const readAll = (guarding: DataKeyGuarding): Promise<unknown> => {
      const envelope = started(guarding);
      return Promise.all(
        encrypted.map(async (bytes, at) =>
          expect(await envelope.decrypt(at + 7, 'test', bytes)).toEqual(new Uint8Array(plain)),
        ),
      );
    };
    // Two commands at once.
    const moved = await Promise.all([
      moveDataKeys(database.db, masterKey, guarded),
      moveDataKeys(database.db, masterKey, guarded),
    ]);
    expect(moved[0] + moved[1]).toBe(3);
    expect(await countGuarded(database.db)).toEqual({ local: 0, pkcs11: 3 });
    await readAll(guarded);
    const readable = { isWanted: false, store };
    await readAll(readable);
    expect(await moveDataKeys(database.db, masterKey, readable)).toBe(3);
    expect(await moveDataKeys(database.db, masterKey, readable)).toBe(0);
    await readAll(UNGUARDED);
  });

  test('are wrapped by another master key without the token', async () => {
    const encrypted = await started(guarded).encrypt(7, 'test', plain);
    const next = newMasterKey();
    await token.remove();
    try {
      await replaceMasterKey(database.db, base64, next, clock.now());
    } finally {
      await token.putBack();
    }
    const now = await unlockMasterKey(database.db, next);
    await expect
      .poll(
        () =>
          store
            .check()
            .then(() => 'back')
            .catch(String),
        { timeout: 10_000 },
      )
      .toBe('back');
    expect(await started(guarded, now).decrypt(7, 'test', encrypted)).toEqual(new Uint8Array(plain));
    await expect(moveDataKeys(database.db, masterKey, { isWanted: false, store })).rejects.toMatchObject({
      reason: 'WRONG_MASTER_KEY',
    });
  });
});
