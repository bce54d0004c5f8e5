import { randomBytes } from 'node:crypto';
import { access, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Envelope } from '../trust/envelope.js';
import { TrustError } from '../trust/trust-error.js';
import type { BlobStore, StoredBlob } from './blob-store.js';
import { contentHash, isContentHash } from './content-hash.js';
import { syncFolder, writeDurably } from './durable-file.js';
import { DurableFolders } from './durable-folders.js';
import { StorageError } from './storage-error.js';

const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Blobs on disk: `<folder>/<corpId>/<2 digits>/<2 digits>/<hash>`, each encrypted under the enterprise's data key.
 * The two levels keep folders small: 65536 of them hold a million blobs at sixteen each. Half-written files have
 * names under `<folder>/incoming` only.
 */
export class DiskBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #folders: DurableFolders;
  readonly #envelope: Envelope;

  constructor(options: { folder: string; envelope: Envelope }) {
    this.#folder = options.folder;
    this.#folders = new DurableFolders(options.folder);
    this.#envelope = options.envelope;
  }

  async put(corpId: number, bytes: Uint8Array): Promise<StoredBlob> {
    const hash = await contentHash(bytes);
    const final = this.#pathOf(corpId, hash);
    if (await exists(final)) {
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
    const encrypted = await readOrNull(this.#pathOf(corpId, hash));
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
    const probe = await this.#temporaryPath();
    await writeFile(probe, '', { mode: 0o600 });
    const present = (await stat(probe)).mtimeMs;
    await unlink(probe);
    let removed = 0;
    for (const name of await readdir(this.#incoming())) {
      const path = join(this.#incoming(), name);
      const age = present - ((await modifiedAt(path)) ?? present);
      if (age < ABANDONED_AFTER_MS) continue;
      await unlink(path).catch(ignoreMissing);
      removed++;
    }
    return removed;
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

async function modifiedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
