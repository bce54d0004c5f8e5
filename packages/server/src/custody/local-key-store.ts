import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Db } from '../database/schema.js';
import { BoundedCache } from './bounded-cache.js';
import { CustodyError } from './custody-error.js';
import type { Envelope } from './envelope.js';
import {
  generateKeyPairOf,
  type KeyAlgorithm,
  type KeyStore,
  type StoredKey,
  signWith,
} from './key-store.js';

/** Signing keys in the database: PKCS #8, encrypted with the data key of their enterprise. */
export class LocalKeyStore implements KeyStore {
  readonly #db: Db;
  readonly #envelope: Envelope;
  readonly #clock: { now(): Date };
  readonly #keys: BoundedCache<KeyObject>;

  /** @param options.cachedKeys number of private keys cached in memory, 500 by default */
  constructor(options: { db: Db; envelope: Envelope; clock: { now(): Date }; cachedKeys?: number }) {
    this.#db = options.db;
    this.#envelope = options.envelope;
    this.#clock = options.clock;
    this.#keys = new BoundedCache(options.cachedKeys ?? 500);
  }

  async generate(corpId: number, algorithm: KeyAlgorithm): Promise<StoredKey> {
    const pair = await generateKeyPairOf(algorithm);
    const keyId = randomBytes(16).toString('hex');
    const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
    const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
    const encrypted = await this.#envelope.encrypt(corpId, purposeOf(keyId), pkcs8);
    pkcs8.fill(0);
    await this.#db
      .insertInto('signing_keys')
      .values({
        corp_id: corpId,
        key_id: keyId,
        algorithm,
        public_key: publicKey,
        encrypted_private_key: encrypted,
        created_at: this.#clock.now(),
      })
      .execute();
    return { keyId, publicKey };
  }

  async sign(corpId: number, keyId: string, data: Uint8Array): Promise<Uint8Array> {
    const privateKey = await this.#keys.get(`${corpId} ${keyId}`, () => this.#load(corpId, keyId));
    return signWith(privateKey, data);
  }

  /** Another process that has just signed with the key may hold it until its cache evicts it. */
  async destroy(corpId: number, keyId: string): Promise<void> {
    await this.#db
      .updateTable('signing_keys')
      .set({ encrypted_private_key: null })
      .where('corp_id', '=', corpId)
      .where('key_id', '=', keyId)
      .execute();
    this.#keys.delete(`${corpId} ${keyId}`);
  }

  async #load(corpId: number, keyId: string): Promise<KeyObject> {
    const row = await this.#db
      .selectFrom('signing_keys')
      .select(['place', 'encrypted_private_key'])
      .where('corp_id', '=', corpId)
      .where('key_id', '=', keyId)
      .executeTakeFirst();
    if (row === undefined)
      throw new CustodyError('KEY_NOT_FOUND', `enterprise ${corpId} has no signing key ${keyId}`);
    if (row.place !== 'local') {
      throw new CustodyError(
        'KEY_STORE_MISSING',
        `signing key ${keyId} lies in the key store "${row.place}", which is not among the settings`,
      );
    }
    if (row.encrypted_private_key === null) throw new CustodyError('KEY_DESTROYED', `signing key ${keyId}`);
    const pkcs8 = await this.#envelope.decrypt(corpId, purposeOf(keyId), row.encrypted_private_key);
    return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  }
}

function purposeOf(keyId: string): string {
  return `signing key ${keyId}`;
}
