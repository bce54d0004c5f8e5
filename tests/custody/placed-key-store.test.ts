import { createPublicKey, verify } from 'node:crypto';
import { CustodyError } from '@cinnabar/server/custody/custody-error.js';
import { type EphemeralKey, ephemeralKey } from '@cinnabar/server/custody/ephemeral-key.js';
import type { OutsideKeyStore, OutsideSigningKey } from '@cinnabar/server/custody/outside-key-store.js';
import { PlacedKeyStore, type PlacesOfKeys } from '@cinnabar/server/custody/placed-key-store.js';
import { refusalOf } from '@cinnabar/server/http/unexpected-error.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';

let fresh: FreshDatabase;
let custody: OpenCustody;
const data = Buffer.from('签署的内容');
const clock = { now: () => new Date('2026-11-20T10:00:00.000Z') };

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
});

afterAll(async () => {
  await custody.database.close();
  await fresh.drop();
});

/** A token in memory that can be taken out. */
class MemoryToken implements OutsideKeyStore {
  readonly keys = new Map<string, EphemeralKey>();
  removed = false;

  async generate(label: string, algorithm: 'P-256' | 'RSA-2048' | 'RSA-3072') {
    this.#present();
    const key = await ephemeralKey(algorithm);
    this.keys.set(label, key);
    return { reference: label, publicKey: key.publicKey };
  }

  async sign({ reference }: OutsideSigningKey, bytes: Uint8Array) {
    this.#present();
    const key = this.keys.get(reference);
    if (key === undefined) throw new CustodyError('KEY_STORE_REFUSED', `no key ${reference}`);
    return key.sign(bytes);
  }

  async destroy(reference: string) {
    this.#present();
    this.keys.delete(reference);
  }

  async check() {
    this.#present();
  }

  async close() {
    this.keys.clear();
  }

  #present(): void {
    if (this.removed) throw new CustodyError('KEY_STORE_UNAVAILABLE', 'the token was removed');
  }
}

const EVERYTHING_LOCAL: PlacesOfKeys = { authority: 'local', enterprise: 'local', service: 'local' };

function openKeys(token: MemoryToken | null, places: Partial<PlacesOfKeys> = {}): PlacedKeyStore {
  return new PlacedKeyStore({
    ...{ db: custody.database.db, clock, local: custody.keyStore },
    ...{ places: { ...EVERYTHING_LOCAL, ...places }, outside: token === null ? {} : { pkcs11: token } },
  });
}

function fits(publicKey: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  return verify('sha256', data, key, signature);
}

test('a key lies in the store that the settings name for its use', async () => {
  const token = new MemoryToken();
  const keys = openKeys(token, { enterprise: 'pkcs11' });
  const ofEnterprise = await keys.generate(1, 'P-256', 'enterprise');
  const ofService = await keys.generate(1, 'P-256', 'service');
  expect([...token.keys.keys()]).toEqual([`cinnabar 1 ${ofEnterprise.keyId}`]);
  for (const key of [ofEnterprise, ofService]) {
    expect(fits(key.publicKey, await keys.sign(1, key.keyId, data))).toBe(true);
  }
});

test('after a change of the settings a key signs in the store where it was generated', async () => {
  const token = new MemoryToken();
  const before = await openKeys(token, { enterprise: 'pkcs11' }).generate(2, 'P-256', 'enterprise');
  const after = openKeys(token);
  expect(fits(before.publicKey, await after.sign(2, before.keyId, data))).toBe(true);
  const local = await after.generate(2, 'P-256', 'enterprise');
  expect(token.keys.size).toBe(1);
  expect(
    fits(local.publicKey, await openKeys(token, { enterprise: 'pkcs11' }).sign(2, local.keyId, data)),
  ).toBe(true);
});

test('a key of another enterprise is not found', async () => {
  const keys = openKeys(new MemoryToken(), { enterprise: 'pkcs11' });
  const { keyId } = await keys.generate(3, 'P-256', 'enterprise');
  await expect(keys.sign(4, keyId, data)).rejects.toThrow('KEY_NOT_FOUND');
});

test('while a token is out an act is refused as temporary, and succeeds once it is back', async () => {
  const token = new MemoryToken();
  const keys = openKeys(token, { enterprise: 'pkcs11' });
  const { keyId, publicKey } = await keys.generate(5, 'P-256', 'enterprise');
  token.removed = true;
  const refused = await keys.sign(5, keyId, data).catch((error: unknown) => error);
  expect(refusalOf(refused)).toMatchObject({ code: '503' });
  token.removed = false;
  expect(fits(publicKey, await keys.sign(5, keyId, data))).toBe(true);
});

test('a destroyed key is gone from its store and signs nothing', async () => {
  const token = new MemoryToken();
  const keys = openKeys(token, { enterprise: 'pkcs11' });
  const { keyId } = await keys.generate(6, 'P-256', 'enterprise');
  await keys.sign(6, keyId, data);
  token.removed = true;
  await expect(keys.destroy(6, keyId)).rejects.toThrow('KEY_STORE_UNAVAILABLE');
  token.removed = false;
  await keys.destroy(6, keyId);
  expect(token.keys.size).toBe(0);
  await expect(keys.sign(6, keyId, data)).rejects.toThrow('KEY_DESTROYED');
  await keys.destroy(6, keyId);
});

test('a key in a store that is no longer among the settings is named as that', async () => {
  const keys = openKeys(new MemoryToken(), { enterprise: 'pkcs11' });
  const { keyId } = await keys.generate(7, 'P-256', 'enterprise');
  await expect(openKeys(null).sign(7, keyId, data)).rejects.toThrow(/KEY_STORE_MISSING.*pkcs11/);
  await expect(custody.keyStore.sign(7, keyId, data)).rejects.toThrow(/KEY_STORE_MISSING.*pkcs11/);
});
