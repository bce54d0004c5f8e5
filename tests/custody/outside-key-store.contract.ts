/** What every store of signing keys keeps, wherever the keys lie. */
import { fitsSignature } from '@cinnabar/server/custody/fits-signature.js';
import type { KeyAlgorithm, KeyStore } from '@cinnabar/server/custody/key-store.js';
import { describe, expect, test } from 'vitest';

const data = Buffer.from('签署的内容');

/**
 * @param open the store in one process, and in another one with the same settings
 * @param corpId an enterprise of this contract's own
 */
export function keyStoreContract(
  name: string,
  corpId: number,
  open: () => KeyStore,
  algorithms: readonly KeyAlgorithm[] = ['P-256', 'RSA-2048', 'RSA-3072'],
): void {
  describe(`the key store ${name}`, () => {
    test.each(algorithms)('signs with a %s key, also from another process', async (algorithm) => {
      const { keyId, publicKey } = await open().generate(corpId, algorithm, 'enterprise');
      expect(fitsSignature(publicKey, data, await open().sign(corpId, keyId, data))).toBe(true);
    });

    test('signs data of any length, several at once, each with its own key', async () => {
      const store = open();
      const [one, other] = await Promise.all([
        store.generate(corpId, 'P-256', 'enterprise'),
        store.generate(corpId, 'P-256', 'service'),
      ]);
      const texts = [Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(100_000, 7)];
      const signed = await Promise.all(
        texts.flatMap((text) =>
          [one, other].map(async (key) => ({ text, key, value: await store.sign(corpId, key.keyId, text) })),
        ),
      );
      for (const { text, key, value } of signed) {
        expect(fitsSignature(key.publicKey, text, value)).toBe(true);
        expect(fitsSignature((key === one ? other : one).publicKey, text, value)).toBe(false);
      }
    });

    test('has a key for its enterprise alone', async () => {
      const { keyId } = await open().generate(corpId, 'P-256', 'enterprise');
      await expect(open().sign(corpId + 1, keyId, data)).rejects.toThrow('KEY_NOT_FOUND');
      await expect(open().sign(corpId, 'f'.repeat(32), data)).rejects.toThrow('KEY_NOT_FOUND');
    });

    test('destroys a key for ever, twice as well as once, and one that it does not have', async () => {
      const store = open();
      const { keyId } = await store.generate(corpId, 'P-256', 'enterprise');
      await store.sign(corpId, keyId, data);
      await store.destroy(corpId, keyId);
      await store.destroy(corpId, keyId);
      await store.destroy(corpId, 'f'.repeat(32));
      await expect(store.sign(corpId, keyId, data)).rejects.toThrow('KEY_DESTROYED');
    });
  });
}
