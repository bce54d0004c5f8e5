import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type DialectAdapter, sql } from 'kysely';
import type { Db } from '../database/schema.js';
import { decryptAuthenticated, encryptAuthenticated } from './authenticated-encryption.js';
import { BoundedCache } from './bounded-cache.js';
import { CustodyError } from './custody-error.js';
import { openDataKey, sealDataKey } from './data-key.js';
import { type DataKeyGuarding, guardOf, UNGUARDED } from './data-key-guard.js';
import { guardKeyOf } from './guard-keys.js';
import type { MasterKey } from './master-key.js';

/** The enterprise id for platform data that belong to no enterprise. */
export const PLATFORM = 0;

interface DataKey {
  readonly version: number;
  readonly key: KeyObject;
}

const FORMAT = 1;
const HEADER_BYTES = 5;
const DATA_KEY_BYTES = 32;

/**
 * Envelope encryption: every enterprise has its own data key, wrapped by the master key (and before by a key in a token,
 * where the settings want that), so that one enterprise's data
 * cannot be decrypted with another's key, and the loss of a data key affects one enterprise only.
 *
 * Format: version of the format (1 byte, 1), data key version (4 bytes, big-endian), nonce (12), ciphertext, tag (16).
 * Enterprise, data key version and purpose are authenticated.
 *
 * A missing data key is created and committed on a separate connection before anything is encrypted with it: in a
 * caller's transaction, a rollback would delete the key of data already encrypted. If texts are encrypted inside
 * transactions, that connection must not come from their pool (`keysDb`), or all of them could deadlock waiting for
 * connections.
 */
export class Envelope {
  readonly #keysDb: Db;
  readonly #masterKey: MasterKey;
  readonly #guarding: DataKeyGuarding;
  readonly #clock: { now(): Date };
  readonly #keys: BoundedCache<DataKey>;

  /**
   * @param options.keysDb database for looking up data keys, `db` by default; if callers hold connections of `db`, one
   * whose connections they cannot exhaust
   * @param options.guarding by default no token encrypts data keys
   * @param options.cachedKeys number of unwrapped data keys cached in memory, 1000 by default
   */
  constructor(options: {
    db: Db;
    keysDb?: Db;
    masterKey: MasterKey;
    guarding?: DataKeyGuarding;
    clock: { now(): Date };
    cachedKeys?: number;
  }) {
    this.#keysDb = options.keysDb ?? options.db;
    this.#masterKey = options.masterKey;
    this.#guarding = options.guarding ?? UNGUARDED;
    this.#clock = options.clock;
    this.#keys = new BoundedCache(options.cachedKeys ?? 1000);
    envelopes.set(adapterOf(options.db), this);
  }

  /**
   * Unwraps the platform's data key, or creates it in an empty database. Called at startup: with a wrong master key the
   * service must stop before it wraps a new enterprise's key with a key that the next start does not have.
   * @throws CustodyError WRONG_MASTER_KEY; KEY_STORE_MISSING, KEY_STORE_UNAVAILABLE, KEY_STORE_REFUSED of a token that
   * encrypts data keys
   */
  async unlock(): Promise<void> {
    await this.#currentKey(PLATFORM);
  }

  /** @param purpose kind and location of the data, such as `signing key ab12`; decryption requires the same */
  async encrypt(corpId: number, purpose: string, plain: Uint8Array): Promise<Uint8Array> {
    const { version, key } = await this.#currentKey(corpId);
    const sealed = await encryptAuthenticated(key, associatedData(corpId, version, purpose), plain);
    const bytes = new Uint8Array(HEADER_BYTES + sealed.length);
    const header = new DataView(bytes.buffer);
    header.setUint8(0, FORMAT);
    header.setUint32(1, version);
    bytes.set(sealed, HEADER_BYTES);
    return bytes;
  }

  /** @throws CustodyError NOT_AUTHENTIC, UNKNOWN_DATA_KEY, WRONG_MASTER_KEY */
  async decrypt(corpId: number, purpose: string, bytes: Uint8Array): Promise<Uint8Array> {
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER_BYTES || header.getUint8(0) !== FORMAT) {
      throw new CustodyError('NOT_AUTHENTIC', 'not in the format of encrypted bytes');
    }
    const version = header.getUint32(1);
    const { key } = await this.#keyOfVersion(corpId, version);
    return decryptAuthenticated(key, associatedData(corpId, version, purpose), bytes.subarray(HEADER_BYTES));
  }

  /** Keyed digest, equal for equal texts. Without the master key it reveals nothing of the text. */
  keyedDigest(purpose: string, text: string): string {
    return createHmac('sha256', this.#masterKey.blindIndex)
      .update(`${purpose}\n${text}`, 'utf8')
      .digest('hex');
  }

  #currentKey(corpId: number): Promise<DataKey> {
    return this.#keys.get(`${corpId} current`, async () => {
      const known = await this.#stored(corpId, 'newest');
      if (known !== null) return known;
      await this.#create(corpId);
      const made = await this.#stored(corpId, 'newest');
      if (made !== null) return made;
      // Fails if the master key has been replaced since this process started.
      await this.#stored(PLATFORM, 'newest');
      throw new CustodyError('UNKNOWN_DATA_KEY', `enterprise ${corpId} has no data key`);
    });
  }

  #keyOfVersion(corpId: number, version: number): Promise<DataKey> {
    return this.#keys.get(`${corpId} ${version}`, async () => {
      const known = await this.#stored(corpId, version);
      if (known !== null) return known;
      throw new CustodyError(
        'UNKNOWN_DATA_KEY',
        `enterprise ${corpId} has no data key of version ${version}`,
      );
    });
  }

  async #stored(corpId: number, which: number | 'newest'): Promise<DataKey | null> {
    const query = this.#keysDb.selectFrom('data_keys').selectAll().where('corp_id', '=', corpId);
    const row = await (which === 'newest'
      ? query.orderBy('version', 'desc').limit(1)
      : query.where('version', '=', which)
    ).executeTakeFirst();
    if (row === undefined) return null;
    if (row.master_key_id !== this.#masterKey.id) {
      throw new CustodyError(
        'WRONG_MASTER_KEY',
        `the data key of enterprise ${corpId} was wrapped by master key ${row.master_key_id}, the service runs with ` +
          `${this.#masterKey.id}: restore the MASTER_KEY that this database was made with`,
      );
    }
    const plain = await openDataKey(this.#sealing, row);
    return { version: row.version, key: createSecretKey(plain) };
  }

  get #sealing(): { readonly wrapping: KeyObject; readonly guarding: DataKeyGuarding } {
    return { wrapping: this.#masterKey.wrapping, guarding: this.#guarding };
  }

  /**
   * Two processes may do this concurrently: one row is kept, and both read it back. Nothing is wrapped with a master
   * key that has been replaced meanwhile, because it could not be unwrapped after the next start.
   */
  async #create(corpId: number): Promise<void> {
    const version = 1;
    const { id } = this.#masterKey;
    const plain = randomBytes(DATA_KEY_BYTES);
    const guardKey = this.#guarding.isWanted ? await guardKeyOf(this.#keysDb, guardOf(this.#guarding)) : null;
    const place = { corp_id: corpId, version, guard_key: guardKey };
    const wrapped = await sealDataKey(this.#sealing, place, plain);
    await sql`
      insert into data_keys (corp_id, version, master_key_id, guard_key, wrapped, created_at)
      select ${corpId}, ${version}, ${id}, ${guardKey}, ${wrapped}, ${this.#clock.now()}::timestamptz
       where not exists (select from data_keys where corp_id = ${PLATFORM} and master_key_id <> ${id})
      on conflict do nothing
    `.execute(this.#keysDb);
  }
}

const envelopes = new WeakMap<DialectAdapter, Envelope>();

/** One per database, shared by all of its transactions. */
export function adapterOf(db: Db): DialectAdapter {
  return db.getExecutor().adapter;
}

/**
 * The envelope of that database, also inside a transaction. Encryption is an implementation detail of the stores: they
 * receive a database everywhere, and their callers need not know how a flow is stored.
 */
export function envelopeOf(db: Db): Envelope {
  const envelope = envelopes.get(adapterOf(db));
  if (envelope === undefined) throw new Error('no envelope was opened on this database');
  return envelope;
}

function associatedData(corpId: number, version: number, purpose: string): string {
  return `data|${corpId}|${version}|${purpose}`;
}
