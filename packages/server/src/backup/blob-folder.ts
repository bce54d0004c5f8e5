/**
 * The blobs of all sets of a folder, each once, encrypted as the service stores them: `blobs/<corpId>/<2 digits>/<2
 * digits>/<hash>`, where a data folder may have them, too.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobName } from '../storage/blob-backend.js';
import { isContentHash } from '../storage/content-hash.js';
import { writeDurably } from '../storage/durable-file.js';
import { DurableFolders } from '../storage/durable-folders.js';
import { BackupError } from './backup-error.js';
import type { ListedBlob } from './blob-list.js';

export class BlobFolder {
  readonly #folder: string;
  readonly #folders: DurableFolders;

  constructor(target: string) {
    this.#folder = join(target, 'blobs');
    this.#folders = new DurableFolders(this.#folder);
  }

  pathOf({ corpId, hash }: BlobName): string {
    if (!Number.isSafeInteger(corpId) || corpId < 0 || !isContentHash(hash)) {
      throw new BackupError('the list of blobs names something that is no blob');
    }
    return join(this.#folder, String(corpId), hash.slice(0, 2), hash.slice(2, 4), hash);
  }

  /** null if there is no such blob */
  async size(name: BlobName): Promise<number | null> {
    const found = await stat(this.pathOf(name)).catch(ignoreMissing);
    return found?.size ?? null;
  }

  async write(name: BlobName, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(name);
    await mkdir(this.#incoming(), { recursive: true, mode: 0o700 });
    await writeDurably(join(this.#incoming(), randomBytes(16).toString('hex')), path, bytes, () =>
      this.#folders.make(dirname(path)),
    );
  }

  /** null if there is no such blob */
  async read(name: BlobName): Promise<Uint8Array | null> {
    return (await readFile(this.pathOf(name)).catch(ignoreMissing)) ?? null;
  }

  /** @throws BackupError if the blob is missing, or is not the one that was copied */
  async require({ name, stored }: ListedBlob): Promise<Uint8Array> {
    const bytes = await this.read(name);
    if (bytes === null) throw new BackupError(`${this.pathOf(name)} is missing`);
    if (bytes.length === stored?.size && sha256Of(bytes) === stored.sha256) return bytes;
    throw new BackupError(`${this.pathOf(name)} is damaged`);
  }

  /** All blobs, in the order of enterprise and hash. */
  async *all(): AsyncGenerator<BlobName> {
    const corps = (await entriesOf(this.#folder)).filter((name) => /^\d+$/.test(name)).map(Number);
    for (const corpId of corps.sort((one, other) => one - other)) {
      const corp = join(this.#folder, String(corpId));
      for (const first of await entriesOf(corp)) {
        for (const second of await entriesOf(join(corp, first))) {
          for (const hash of await entriesOf(join(corp, first, second))) {
            if (isContentHash(hash)) yield { corpId, hash };
          }
        }
      }
    }
  }

  async delete(name: BlobName): Promise<void> {
    await unlink(this.pathOf(name));
  }

  /** Removes what a killed backup has left behind. */
  async tidy(): Promise<void> {
    await rm(this.#incoming(), { recursive: true, force: true });
  }

  #incoming(): string {
    return join(this.#folder, 'incoming');
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return ((await readdir(folder).catch(ignoreMissing)) ?? []).sort();
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
