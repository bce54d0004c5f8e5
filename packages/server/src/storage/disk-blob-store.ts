import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { access, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Envelope } from '../trust/envelope.js';
import { TrustError } from '../trust/trust-error.js';
import type { BlobStore, StoredBlob } from './blob-store.js';
import { contentHash, isContentHash } from './content-hash.js';
import { syncFolder, writeDurably } from './durable-file.js';
import { DurableFolders } from './durable-folders.js';
import { StorageError } from './storage-error.js';

/** Between putting a blob and the commit of what refers to it passes less than this. */
const YOUNG_MS = 3_600_000;
/** ms; whoever sets a blob aside decides about it within milliseconds, or has been killed. */
const LEFT_ASIDE = 600_000;
/** Names of blobs that are set aside, below `incoming`. */
const ASIDE = /^aside-(\d+)-([0-9a-f]{64})-[0-9a-f]+$/;
/** A blob that somebody is putting again may be away for this long at most. */
const BACK_AGAIN_MS = 50;

/** A blob by its place. */
export interface BlobName {
  readonly corpId: number;
  readonly hash: string;
}

/** Whether anything still refers to a blob. */
export type IsReferenced = (name: BlobName) => Promise<boolean>;

/**
 * Blobs on disk: `<folder>/<corpId>/<2 digits>/<2 digits>/<hash>`, each encrypted under the enterprise's data key.
 * The two levels keep folders small: 65536 of them hold a million blobs at sixteen each. Half-written files have
 * names under `<folder>/incoming` only.
 */
export class DiskBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #folders: DurableFolders;
  readonly #envelope: Envelope;
  readonly #leftAside: number;

  /** `leftAside`: ms after which a blob that was set aside is taken for left behind. */
  constructor(options: { folder: string; envelope: Envelope; leftAside?: number }) {
    this.#folder = options.folder;
    this.#leftAside = options.leftAside ?? LEFT_ASIDE;
    this.#folders = new DurableFolders(options.folder);
    this.#envelope = options.envelope;
  }

  async put(corpId: number, bytes: Uint8Array): Promise<StoredBlob> {
    const hash = await contentHash(bytes);
    const final = this.#pathOf(corpId, hash);
    // From here on it is young: whoever is about to remove it sees that, or has taken it away before and it is missing.
    if (await madeYoung(final)) {
      // Whoever put it there a moment ago may not have forced it to disk yet.
      await this.#folders.make(dirname(final));
      await syncFolder(dirname(final));
      return { hash, size: bytes.length };
    }
    const encrypted = await this.#envelope.encrypt(corpId, purposeOf(hash), bytes);
    await this.#folders.make(dirname(final));
    await writeDurably(await this.#temporaryPath(), final, encrypted);
    return { hash, size: bytes.length };
  }

  async get(corpId: number, hash: string): Promise<Uint8Array> {
    const path = this.#pathOf(corpId, hash);
    const encrypted = (await readOrNull(path)) ?? (await readLater(path));
    if (encrypted === null) throw new StorageError('BLOB_NOT_FOUND', `enterprise ${corpId}, ${hash}`);
    const bytes = await this.#decrypt(corpId, hash, encrypted);
    if ((await contentHash(bytes)) === hash) return bytes;
    throw new StorageError('BLOB_DAMAGED', `enterprise ${corpId}, ${hash}: other bytes than its name says`);
  }

  async has(corpId: number, hash: string): Promise<boolean> {
    return exists(this.#pathOf(corpId, hash));
  }

  async remove(corpId: number, hash: string): Promise<void> {
    const path = this.#pathOf(corpId, hash);
    try {
      await unlink(path);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await syncFolder(dirname(path));
  }

  /**
   * Removes what killed processes left half written more than an hour ago, by the file system's own clock: the
   * service's may have been moved forward, and another machine's may be wrong.
   * @returns how many files went
   */
  async removeAbandoned(): Promise<number> {
    const present = await this.#present();
    let removed = 0;
    for (const name of await readdir(this.#incoming())) {
      if (ASIDE.test(name)) continue;
      const path = join(this.#incoming(), name);
      const age = present - ((await modifiedAt(path)) ?? present);
      if (age < YOUNG_MS) continue;
      await unlink(path).catch(ignoreMissing);
      removed++;
    }
    return removed;
  }

  /**
   * Removes a blob that is older than an hour and that nothing refers to. It is set aside first and looked at again:
   * who puts the same bytes meanwhile has made it young, and it comes back, or finds it missing and writes its own.
   * @returns whether it went
   */
  async removeUnused(name: BlobName, isReferenced: IsReferenced): Promise<boolean> {
    const path = this.#pathOf(name.corpId, name.hash);
    const present = await this.#present();
    if (!(await isOld(path, present)) || (await isReferenced(name))) return false;
    const random = randomBytes(8).toString('hex');
    const aside = join(this.#incoming(), `aside-${name.corpId}-${name.hash}-${random}`);
    if (!(await moved(path, aside))) return false;
    if ((await isOld(aside, present)) && !(await isReferenced(name))) {
      await unlink(aside).catch(ignoreMissing);
      await syncFolder(dirname(path));
      return true;
    }
    await this.#bringBack(aside, path);
    return false;
  }

  /** Decides about blobs that a killed process had set aside: what something refers to comes back, the rest goes. */
  async settleAside(isReferenced: IsReferenced): Promise<void> {
    const present = await this.#present();
    for (const entry of await readdir(this.#incoming())) {
      const [, corpId, hash] = ASIDE.exec(entry) ?? [];
      if (corpId === undefined || hash === undefined) continue;
      const aside = join(this.#incoming(), entry);
      // Renaming changes the time of the file's status only.
      const left = (await statOrNull(aside))?.ctimeMs ?? present;
      if (present - left < this.#leftAside) continue;
      const name = { corpId: Number(corpId), hash };
      const wanted = !(await isOld(aside, present)) || (await isReferenced(name));
      if (wanted) await this.#bringBack(aside, this.#pathOf(name.corpId, hash));
      else await unlink(aside).catch(ignoreMissing);
    }
  }

  /** Blobs older than an hour whose hashes begin with these two digits, of every enterprise. */
  async *oldBlobs(beginning: string): AsyncGenerator<BlobName> {
    const present = await this.#present();
    for (const corp of await entriesOf(this.#folder)) {
      if (!/^\d+$/.test(corp)) continue;
      const folder = join(this.#folder, corp, beginning);
      for (const next of await entriesOf(folder)) {
        for (const hash of await entriesOf(join(folder, next))) {
          if (isContentHash(hash) && (await isOld(join(folder, next, hash), present))) {
            yield { corpId: Number(corp), hash };
          }
        }
      }
    }
  }

  /** The bytes are the same whoever put them: a blob that was written meanwhile may be replaced. */
  async #bringBack(aside: string, path: string): Promise<void> {
    if (await moved(aside, path)) await syncFolder(dirname(path));
  }

  /** Now, by the file system's own clock. */
  async #present(): Promise<number> {
    const probe = await this.#temporaryPath();
    await writeFile(probe, '', { mode: 0o600 });
    const { mtimeMs } = await stat(probe);
    await unlink(probe);
    return mtimeMs;
  }

  async #decrypt(corpId: number, hash: string, encrypted: Uint8Array): Promise<Uint8Array> {
    try {
      return await this.#envelope.decrypt(corpId, purposeOf(hash), encrypted);
    } catch (cause) {
      const damaged = cause instanceof TrustError && cause.reason === 'NOT_AUTHENTIC';
      if (damaged) throw new StorageError('BLOB_DAMAGED', `enterprise ${corpId}, ${hash}`, { cause });
      throw cause;
    }
  }

  /** Nothing but digits ever becomes part of a path. */
  #pathOf(corpId: number, hash: string): string {
    if (!Number.isSafeInteger(corpId) || corpId < 0 || !isContentHash(hash)) {
      throw new StorageError('BLOB_NOT_FOUND', 'not an enterprise id and a content hash');
    }
    return join(this.#folder, String(corpId), hash.slice(0, 2), hash.slice(2, 4), hash);
  }

  async #temporaryPath(): Promise<string> {
    await this.#folders.make(this.#incoming());
    return join(this.#incoming(), randomBytes(16).toString('hex'));
  }

  #incoming(): string {
    return join(this.#folder, 'incoming');
  }
}

function purposeOf(hash: string): string {
  return `blob ${hash}`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

async function readOrNull(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

async function readLater(path: string): Promise<Uint8Array | null> {
  await pause(BACK_AGAIN_MS);
  return readOrNull(path);
}

async function modifiedAt(path: string): Promise<number | null> {
  return (await statOrNull(path))?.mtimeMs ?? null;
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

/** Whether there is such a file and it was put, for the last time, more than an hour ago. */
async function isOld(path: string, present: number): Promise<boolean> {
  const modified = await modifiedAt(path);
  return modified !== null && present - modified >= YOUNG_MS;
}

/** Sets the time of a file to the machine's present. @returns false where there is no such file */
async function madeYoung(path: string): Promise<boolean> {
  const present = new Date();
  try {
    await utimes(path, present, present);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

/** @returns false where it is gone already */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    ignoreMissing(error);
    return [];
  }
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
