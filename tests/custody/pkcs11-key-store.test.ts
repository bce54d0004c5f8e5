// @module-tag pkcs11
import { createPublicKey, verify } from 'node:crypto';
import { Pkcs11KeyStore } from '@cinnabar/server/custody/pkcs11/pkcs11-key-store.js';
import { readTokenSettings } from '@cinnabar/server/custody/pkcs11/token-settings.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { outputOf } from '../support/programs.js';
import { SoftToken } from '../support/soft-token.js';

let token: SoftToken;
const opened: Pkcs11KeyStore[] = [];
const data = Buffer.from('签署的内容');

beforeAll(async () => {
  token = await SoftToken.make();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
afterAll(() => token.delete());

function open(settings: Readonly<Record<string, string>> = {}): Pkcs11KeyStore {
  const store = new Pkcs11KeyStore(readTokenSettings({ ...token.settings, ...settings }));
  opened.push(store);
  return store;
}

function isValid(publicKey: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  return verify('sha256', data, key, signature);
}

test.each(['P-256', 'RSA-2048', 'RSA-3072'] as const)(
  '%s: made, used in parallel, destroyed',
  async (algorithm) => {
    const store = open({ PKCS11_SESSIONS: '3' });
    const { reference, publicKey } = await store.generate(`cinnabar 7 ${algorithm}`, algorithm);
    const signatures = await Promise.all(
      Array.from({ length: 20 }, () => store.sign({ reference, publicKey, algorithm }, data)),
    );
    expect(signatures.filter((signature) => !isValid(publicKey, signature))).toEqual([]);
    const listed = await token.privateKeys();
    expect(listed).toContain(`cinnabar 7 ${algorithm}`);
    expect(listed).toMatch(/sensitive, always sensitive, never extractable, local/);
    await store.destroy(reference);
    await store.destroy(reference);
    expect(await token.privateKeys()).not.toContain(`cinnabar 7 ${algorithm}`);
    await expect(store.sign({ reference, publicKey, algorithm }, data)).rejects.toMatchObject({
      reason: 'KEY_STORE_REFUSED',
    });
  },
);

test('a key is found again by another process', async () => {
  const { reference, publicKey } = await open().generate('cinnabar 7 again', 'P-256');
  expect(isValid(publicKey, await open().sign({ reference, publicKey, algorithm: 'P-256' }, data))).toBe(
    true,
  );
});

test('a key that another process has generated at the same time is found, although the token does not tell of it', async () => {
  const [one, other] = [open(), open()];
  await other.generate('cinnabar 7 own', 'P-256');
  const { reference, publicKey } = await token.untold(() => one.generate('cinnabar 7 untold', 'P-256'));
  expect(isValid(publicKey, await other.sign({ reference, publicKey, algorithm: 'P-256' }, data))).toBe(true);
});

test('a token that was removed is unavailable, and signs again once it is back', async () => {
  const store = open();
  const { reference, publicKey } = await store.generate('cinnabar 7 removed', 'P-256');
  await store.sign({ reference, publicKey, algorithm: 'P-256' }, data);
  await token.remove();
  const away = { reason: 'KEY_STORE_UNAVAILABLE' };
  await expect(store.sign({ reference, publicKey, algorithm: 'P-256' }, data)).rejects.toMatchObject(away);
  await expect(store.generate('cinnabar 7 never', 'P-256')).rejects.toMatchObject(away);
  await expect(store.destroy(reference)).rejects.toMatchObject(away);
  await expect(store.check()).rejects.toMatchObject(away);
  await token.putBack();
  await expect.poll(() => store.check().then(() => 'back'), { timeout: 10_000 }).toBe('back');
  expect(isValid(publicKey, await store.sign({ reference, publicKey, algorithm: 'P-256' }, data))).toBe(true);
  expect(await token.privateKeys()).not.toContain('7 never');
});

test('the program that holds the token may be killed in the middle', async () => {
  const store = open();
  const { reference, publicKey } = await store.generate('cinnabar 7 killed', 'P-256');
  const found = (await outputOf('pgrep', ['-P', String(process.pid), '-f', 'token-program'])).toString();
  const pids = found.trim().split('\n').map(Number);
  const signing = store.sign({ reference, publicKey, algorithm: 'P-256' }, data);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  expect(isValid(publicKey, await signing)).toBe(true);
});

test('a wrong PIN is tried once, whatever is asked afterwards', async () => {
  const wrong = open({ PKCS11_PIN: '000000' });
  const refused = { reason: 'KEY_STORE_REFUSED', message: expect.stringContaining('no further attempt') };
  await expect(wrong.check()).rejects.toMatchObject(refused);
  // With the right PIN in its place it would be found out: nothing is sent to the token any more.
  await token.remove();
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => wrong.check()));
  await token.putBack();
  expect(outcomes.map((each) => each.status === 'rejected' && each.reason.reason)).toEqual(
    Array.from({ length: 5 }, () => 'KEY_STORE_REFUSED'),
  );
  await open().check();
});

test.each([
  [{ PKCS11_TOKEN: 'another' }, 'KEY_STORE_UNAVAILABLE', 'there is no token another'],
  [{ PKCS11_MODULE: '/nowhere/module.so' }, 'KEY_STORE_REFUSED', 'PKCS11_MODULE cannot be loaded'],
])('%o: %s', async (settings, reason, message) => {
  await expect(open(settings).check()).rejects.toMatchObject({
    reason,
    message: expect.stringContaining(message),
  });
});
