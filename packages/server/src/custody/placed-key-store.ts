import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '../database/schema.js';
import type { SigningKeysTable } from '../database/tables/custody.js';
import { BoundedCache } from './bounded-cache.js';
import { CustodyError } from './custody-error.js';
import { fitsSignature } from './fits-signature.js';
import type { KeyAlgorithm, KeyStore, KeyUse, StoredKey } from './key-store.js';
import type { LocalKeyStore } from './local-key-store.js';
import type { KeyPlace, OutsideKeyStore, OutsidePlace } from './outside-key-store.js';

export type PlacesOfKeys = Readonly<Record<KeyUse, KeyPlace>>;
export type OutsideKeyStores = Readonly<Partial<Record<OutsidePlace, OutsideKeyStore>>>;

type PlacedKey = Pick<Selectable<SigningKeysTable>, 'place' | 'reference' | 'algorithm' | 'public_key'>;

/**
 * Signing keys in the stores that the settings choose by use. A key stays where it was generated: after a change of the
 * settings existing keys sign in their old store, and new generations of certificates have theirs in the new one.
 */
export class PlacedKeyStore implements KeyStore {
  readonly #db: Db;
  readonly #clock: { now(): Date };
  readonly #local: LocalKeyStore;
  readonly #places: PlacesOfKeys;
  readonly #outside: OutsideKeyStores;
  readonly #known: BoundedCache<PlacedKey>;

  /** @param options.places for each use, `local` or a store in `outside` */
  constructor(options: {
    db: Db;
    clock: { now(): Date };
    local: LocalKeyStore;
    places: PlacesOfKeys;
    outside: OutsideKeyStores;
    cachedKeys?: number;
  }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#local = options.local;
    this.#places = options.places;
    this.#outside = options.outside;
    this.#known = new BoundedCache(options.cachedKeys ?? 5000);
  }

  async generate(corpId: number, algorithm: KeyAlgorithm, use: KeyUse): Promise<StoredKey> {
    const place = this.#places[use];
    if (place === 'local') return this.#local.generate(corpId, algorithm);
    const store = this.#store(place);
    const keyId = randomBytes(16).toString('hex');
    const { reference, publicKey } = await store.generate(`cinnabar ${corpId} ${keyId}`, algorithm);
    try {
      await this.#db
        .insertInto('signing_keys')
        .values({
          ...{ corp_id: corpId, key_id: keyId, algorithm, public_key: publicKey },
          ...{ place, reference, encrypted_private_key: null, created_at: this.#clock.now() },
        })
        .execute();
    } catch (error) {
      // Nothing refers to the key, and a token has room for few. Its label names it if this fails too.
      await store.destroy(reference).catch(() => undefined);
      throw error;
    }
    return { keyId, publicKey };
  }

  async sign(corpId: number, keyId: string, data: Uint8Array): Promise<Uint8Array> {
    const {
      place,
      reference,
      algorithm,
      public_key: publicKey,
    } = await this.#known.get(`${corpId} ${keyId}`, () => this.#find(corpId, keyId));
    if (place === 'local') return this.#local.sign(corpId, keyId, data);
    if (reference === null) throw new CustodyError('KEY_DESTROYED', `signing key ${keyId}`);
    const signature = await this.#store(place).sign({ reference, algorithm, publicKey }, data);
    // A store outside could sign with another key, or alter the data; nobody would notice before a reader does.
    if (!fitsSignature(publicKey, data, signature)) {
      throw new CustodyError('KEY_STORE_REFUSED', `the key store "${place}" gave a wrong signature`);
    }
    return signature;
  }

  async destroy(corpId: number, keyId: string): Promise<void> {
    const key = await this.#stored(corpId, keyId);
    if (key === undefined) return;
    if (key.place === 'local') return this.#local.destroy(corpId, keyId);
    if (key.reference === null) return;
    await this.#store(key.place).destroy(key.reference);
    await this.#db
      .updateTable('signing_keys')
      .set({ reference: null })
      .where('corp_id', '=', corpId)
      .where('key_id', '=', keyId)
      .execute();
    this.#known.delete(`${corpId} ${keyId}`);
  }

  #store(place: OutsidePlace): OutsideKeyStore {
    const store = this.#outside[place];
    if (store === undefined) {
      throw new CustodyError('KEY_STORE_MISSING', `the key store "${place}" is not among the settings`);
    }
    return store;
  }

  async #find(corpId: number, keyId: string): Promise<PlacedKey> {
    const key = await this.#stored(corpId, keyId);
    if (key !== undefined) return key;
    throw new CustodyError('KEY_NOT_FOUND', `enterprise ${corpId} has no signing key ${keyId}`);
  }

  #stored(corpId: number, keyId: string): Promise<PlacedKey | undefined> {
    return this.#db
      .selectFrom('signing_keys')
      .select(['place', 'reference', 'algorithm', 'public_key'])
      .where('corp_id', '=', corpId)
      .where('key_id', '=', keyId)
      .executeTakeFirst();
  }
}
