/**
 * The pepper of passwords and the key of links, which the operator rotates. The first generation of each is derived from
 * the master key; later ones are random and stored, wrapped by it.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Db } from '../database/schema.js';
import type { RotatedKeysTable } from '../database/tables/custody.js';
import { decryptAuthenticated } from './authenticated-encryption.js';
import { CustodyError } from './custody-error.js';
import type { MasterKey } from './master-key.js';
import type { Pepper } from './password-verifier.js';

export type RotatedUse = RotatedKeysTable['use'];

interface Generation {
  readonly kid: string;
  readonly use: RotatedUse;
  readonly usedFrom: number;
  readonly key: KeyObject;
}

interface Parts {
  readonly db: Db;
  readonly masterKey: MasterKey;
  readonly clock: { now(): Date };
}

/** A link is valid for half an hour; the rest is for clocks that disagree. */
export const LINK_KEY_OUTLIVES_MS = 35 * 60_000;
/** Less than the time after which a new key is used (rotate-key.ts), so that a process knows it before it meets it. */
const POLL_INTERVAL_MS = 2_000;
const MIN_PAUSE_MS = 1_000;

/** What a process uses of them now. A rotation in another process is known within seconds. */
export class RotatedKeys {
  readonly #parts: Parts;
  readonly #first: Readonly<Record<RotatedUse, Generation>>;
  /** In the order in which they are used. */
  #stored: readonly Generation[] = [];
  #loading: Promise<void> | null = null;
  #loadedAt = Number.NEGATIVE_INFINITY;

  private constructor(parts: Parts) {
    this.#parts = parts;
    const { originId: kid, pepper, linkSigning } = parts.masterKey;
    const always = { kid, usedFrom: Number.NEGATIVE_INFINITY };
    this.#first = {
      pepper: { ...always, use: 'pepper', key: pepper },
      links: { ...always, use: 'links', key: linkSigning },
    };
  }

  /** @throws CustodyError NOT_AUTHENTIC */
  static async open(parts: Parts): Promise<RotatedKeys> {
    const keys = new RotatedKeys(parts);
    await keys.#load();
    return keys;
  }

  /** The pepper of passwords that are stored from now on. */
  get pepper(): Pepper {
    return this.#present('pepper');
  }

  /** The key of new links. */
  get linkSigning(): KeyObject {
    return this.#present('links').key;
  }

  /** Keys of links that may still be valid: the present one, that before it for a while, and one about to be used. */
  get linkKeys(): readonly KeyObject[] {
    const now = this.#parts.clock.now().getTime();
    const all = this.#generations('links');
    return all
      .filter((_, place) => {
        const next = all[place + 1];
        return next === undefined || now < next.usedFrom + LINK_KEY_OUTLIVES_MS;
      })
      .map(({ key }) => key)
      .reverse();
  }

  /**
   * Compares a password with peppers. A pepper that this process does not know may have been made a moment ago.
   * @throws CustodyError UNKNOWN_PEPPER
   */
  async withPeppers<Result>(compare: (peppers: readonly Pepper[]) => Promise<Result>): Promise<Result> {
    try {
      return await compare(this.#generations('pepper'));
    } catch (error) {
      if (!(error instanceof CustodyError) || error.reason !== 'UNKNOWN_PEPPER') throw error;
      await this.#load();
      return compare(this.#generations('pepper'));
    }
  }

  /** Reads them again, unless that happened in the last second: for what strangers can cause. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#loadedAt >= MIN_PAUSE_MS) await this.#load();
  }

  /** Learns of rotations, until it is stopped. */
  follow(): { stop(): Promise<void> } {
    const timer = setInterval(() => {
      // The database is unavailable; code that needs it reports this.
      this.#load().catch(() => undefined);
    }, POLL_INTERVAL_MS);
    timer.unref();
    return {
      stop: async () => {
        clearInterval(timer);
        await this.#loading?.catch(() => undefined);
      },
    };
  }

  #generations(use: RotatedUse): readonly Generation[] {
    return [this.#first[use], ...this.#stored.filter((each) => each.use === use)];
  }

  #present(use: RotatedUse): Generation {
    const now = this.#parts.clock.now().getTime();
    return this.#generations(use).findLast(({ usedFrom }) => usedFrom <= now) ?? this.#first[use];
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #read(): Promise<void> {
    const { db, masterKey } = this.#parts;
    this.#loadedAt = performance.now();
    const rows = await db
      .selectFrom('rotated_keys')
      .selectAll()
      .where('retired_at', 'is', null)
      .orderBy('used_from')
      .execute();
    const known = new Map(this.#stored.map((each) => [each.kid, each]));
    const read: Generation[] = [];
    for (const row of rows) {
      const same = known.get(row.key_id);
      if (same !== undefined) read.push(same);
      // A process that still runs with a replaced master key keeps the keys that it has unwrapped.
      else if (row.master_key_id === masterKey.id) read.push(await unwrapped(row, masterKey));
    }
    this.#stored = read;
  }
}

/** @throws CustodyError NOT_AUTHENTIC */
async function unwrapped(row: RotatedKeysTable, masterKey: MasterKey): Promise<Generation> {
  const { key_id: kid, use, used_from: usedFrom, wrapped } = row;
  const bytes = await decryptAuthenticated(
    masterKey.wrapping,
    rotatedKeyPurpose(use, kid),
    wrapped ?? new Uint8Array(),
  );
  return { kid, use, usedFrom: usedFrom.getTime(), key: createSecretKey(bytes) };
}

/** To which the wrapped key is bound. */
export function rotatedKeyPurpose(use: RotatedUse, keyId: string): string {
  return `rotated key|${use}|${keyId}`;
}
