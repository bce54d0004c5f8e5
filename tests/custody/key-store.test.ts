import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ephemeralKey } from '@cinnabar/server/custody/ephemeral-key.js';
import type { KeyAlgorithm } from '@cinnabar/server/custody/key-store.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';
import { outputOf } from '../support/programs.js';

let fresh: FreshDatabase;
let custody: OpenCustody;
let folder: string;
const data = Buffer.from('签署的内容');

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-keys-'));
});

afterAll(async () => {
  await custody.database.close();
  await fresh.drop();
  await rm(folder, { recursive: true });
});

async function opensslAccepts(
  algorithm: KeyAlgorithm,
  publicKey: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const path = (name: string) => join(folder, name);
  await writeFile(path('data'), data);
  await writeFile(path('signature'), signature);
  await writeFile(path('key.der'), publicKey);
  const pem = outputOf('openssl', ['pkey', '-pubin', '-inform', 'DER', '-in', path('key.der')]);
  await writeFile(path('key.pem'), pem);
  const made = ['-signature', path('signature'), path('data')];
  const verify = ['dgst', '-sha256', '-verify', path('key.pem'), ...made];
  // The digest of SM2 also covers an identity, which dgst cannot be told.
  const identity = ['-pkeyopt', 'distid:1234567812345678', '-digest', 'sm3', '-rawin'];
  const verifySm2 = [
    ...['pkeyutl', '-verify', '-pubin', '-inkey', path('key.pem'), '-in', path('data')],
    ...['-sigfile', path('signature'), ...identity],
  ];
  return /Verified OK|Verified Success/.test(outputOf('openssl', algorithm === 'SM2' ? verifySm2 : verify));
}

describe.each<KeyAlgorithm>(['P-256', 'RSA-2048', 'SM2'])('a %s key', (algorithm) => {
  test('signs so that openssl verifies it, also from another process', async () => {
    const key = await custody.keyStore.generate(1, algorithm);
    expect(
      await opensslAccepts(algorithm, key.publicKey, await custody.keyStore.sign(1, key.keyId, data)),
    ).toBe(true);
    const other = openCustody(fresh, { masterKey: custody.masterKey });
    expect(
      await opensslAccepts(algorithm, key.publicKey, await other.keyStore.sign(1, key.keyId, data)),
    ).toBe(true);
    await other.database.close();
  });

  test('created for one act signs until the end of the act', async () => {
    const key = await ephemeralKey(algorithm);
    expect(await opensslAccepts(algorithm, key.publicKey, await key.sign(data))).toBe(true);
    key.forget();
    await expect(key.sign(data)).rejects.toThrow('KEY_DESTROYED');
  });
});

test('a private key is stored encrypted', async () => {
  const key = await custody.keyStore.generate(1, 'P-256');
  const row = await custody.database.db
    .selectFrom('signing_keys')
    .selectAll()
    .where('key_id', '=', key.keyId)
    .executeTakeFirstOrThrow();
  const stored = row.encrypted_private_key ?? new Uint8Array();
  expect(stored.length).toBeGreaterThan(100);
  // The object identifier of P-256 occurs in every PKCS #8 of such a key.
  expect(Buffer.from(stored).includes(Buffer.from('2a8648ce3d030107', 'hex'))).toBe(false);
  expect(Buffer.from(row.public_key).includes(Buffer.from('2a8648ce3d030107', 'hex'))).toBe(true);
});

test('a destroyed key signs nothing any more, and no key material is left', async () => {
  const key = await custody.keyStore.generate(1, 'P-256');
  await custody.keyStore.sign(1, key.keyId, data);
  await custody.keyStore.destroy(1, key.keyId);
  await expect(custody.keyStore.sign(1, key.keyId, data)).rejects.toThrow('KEY_DESTROYED');
  const row = await custody.database.db
    .selectFrom('signing_keys')
    .select('encrypted_private_key')
    .where('key_id', '=', key.keyId)
    .executeTakeFirstOrThrow();
  expect(row.encrypted_private_key).toBeNull();
  await custody.keyStore.destroy(1, 'no such key');
});

test('a key signs for its own enterprise only, even if its row is copied', async () => {
  const key = await custody.keyStore.generate(1, 'P-256');
  await custody.envelope.encrypt(2, 'test', data);
  await expect(custody.keyStore.sign(2, key.keyId, data)).rejects.toThrow('KEY_NOT_FOUND');
  const { db } = custody.database;
  const row = await db
    .selectFrom('signing_keys')
    .selectAll()
    .where('key_id', '=', key.keyId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('signing_keys')
    .values({ ...row, corp_id: 2 })
    .execute();
  await expect(custody.keyStore.sign(2, key.keyId, data)).rejects.toThrow('NOT_AUTHENTIC');
});
