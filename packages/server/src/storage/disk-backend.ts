import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readdir, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BlobBackend, BlobName, ListedBlob } from './blob-backend.js';
import { isContentHash } from './content-hash.js';
import { readWhole, syncFolder, writeDurably } from './durable-file.js';
import { DurableFolders } from './durable-folders.js';

/** Upper bound for writing a file: older temporary files belong to killed processes. */
const ABANDONED_AFTER_MS = 3_600_000;
/** A process that sets a blob aside decides about it within milliseconds. */
const ASIDE_TIMEOUT_MS = 600_000;
/** Names of blobs that are set aside, below `incoming`. */
const ASIDE = /^aside-(\d+)-([0-9a-f]{64})-[0-9a-f]+$/;
/** Upper bound of the time for which a blob that is put while it is set aside may be missing. */
const REAPPEARS_WITHIN_MS = 50;

/**
 * Blobs as files: `<folder>/<corpId>/<2 digits>/<hash>`. 256 folders exist soon, and a blob whose folder exists is
 * written in less than half the time of one whose folder has to be made durable first; 4,000 blobs in each at a million
 * are few for any file system. Blobs written before lie one level deeper, `<2 digits>/<2 digits>/<hash>`, where they are
 * still found. Temporary names exist under `<folder>/incoming` only. The age of a blob is that of its mtime, compared with
 * the file system's own clock.
 */
export class DiskBackend implements BlobBackend {
  readonly #folder: string;
  readonly #folders: DurableFolders;
  readonly #asideTimeoutMs: number;

  constructor(options: { readonly folder: string; readonly asideTimeoutMs?: number }) {
    this.#folder = options.folder;
    this.#folders = new DurableFolders(options.folder);
    this.#asideTimeoutMs = options.asideTimeoutMs ?? ASIDE_TIMEOUT_MS;
  }

  async put(name: BlobName, content: () => Promise<Uint8Array>): Promise<void> {
    const final = this.#pathOf(name);
    for (const path of [final, this.#formerPathOf(name)]) {
      // A concurrent delete sees the new age, or has renamed the file already, which is then missing here.
      if (!(await touch(path))) continue;
      // Another process may have written it a moment ago without having synced the folder yet.
      await this.#folders.make(dirname(path));
      await syncFolder(dirname(path));
      return;
    }
    const bytes = await content();
    const temporary = await this.#temporaryPath();
    await writeDurably(temporary, final, bytes, () => this.#folders.make(dirname(final)));
  }

  async get(name: BlobName): Promise<Uint8Array | null> {
    const find = async (): Promise<Uint8Array | null> =>
      (await readOrNull(this.#pathOf(name))) ?? readOrNull(this.#formerPathOf(name));
    const bytes = await find();
    if (bytes !== null) return bytes;
    await pause(REAPPEARS_WITHIN_MS);
    return find();
  }

  async *list(beginning: string): AsyncGenerator<ListedBlob> {
    const now = await this.#now();
    for (const corp of await entriesOf(this.#folder)) {
      if (!/^\d+$/.test(corp)) continue;
      const folders = beginning === '' ? await entriesOf(join(this.#folder, corp)) : [beginning];
      for (const first of folders) yield* this.#listFolder(corp, first, now);
    }
  }

  async *#listFolder(corp: string, first: string, now: number): AsyncGenerator<ListedBlob> {
    const folder = join(this.#folder, corp, first);
    for (const entry of await entriesOf(folder)) {
      const isFolder = /^[0-9a-f]{2}$/.test(entry);
      const files = isFolder
        ? (await entriesOf(join(folder, entry))).map((file) => join(entry, file))
        : [entry];
      for (const file of files) {
        const hash = basename(file);
        const modified = isContentHash(hash) ? await statOrNull(join(folder, file)) : null;
        if (modified !== null) yield { name: { corpId: Number(corp), hash }, age: now - modified.mtimeMs };
      }
    }
  }

  /**
   * The condition is evaluated twice: in place, so that a blob that stays is not disturbed, and again after the file
   * has been set aside, where no put can touch it. If it no longer holds, the file is renamed back.
   */
  async delete(name: BlobName, condition: (age: number) => Promise<boolean>): Promise<boolean> {
    const current = this.#pathOf(name);
    const path = (await statOrNull(current)) === null ? this.#formerPathOf(name) : current;
    const now = await this.#now();
    const holds = async (file: string): Promise<boolean> => {
      const stats = await statOrNull(file);
      return stats !== null && (await condition(now - stats.mtimeMs));
    };
    if (!(await holds(path))) return false;
    const random = randomBytes(8).toString('hex');
    const aside = join(this.#incoming(), `aside-${name.corpId}-${name.hash}-${random}`);
    if (!(await move(path, aside))) return false;
    if (await holds(aside)) {
      await unlink(aside).catch(ignoreMissing);
      await syncFolder(dirname(path));
      return true;
    }
    await this.#bringBack(aside, path);
    return false;
  }

  /**
   * Deletes temporary files older than an hour and restores blobs that a killed process had set aside; unreferenced
   * ones are deleted in a later run.
   */
  async tidy(): Promise<void> {
    const now = await this.#now();
    for (const entry of await readdir(this.#incoming())) {
      const path = join(this.#incoming(), entry);
      const stats = await statOrNull(path);
      if (stats === null) continue;
      const [, corpId, hash] = ASIDE.exec(entry) ?? [];
      if (corpId === undefined || hash === undefined) {
        if (now - stats.mtimeMs >= ABANDONED_AFTER_MS) await unlink(path).catch(ignoreMissing);
        // Renaming changes ctime only.
      } else if (now - stats.ctimeMs >= this.#asideTimeoutMs) {
        await this.#bringBack(path, this.#pathOf({ corpId: Number(corpId), hash }));
      }
    }
  }

  /**
   * May replace a concurrently written file, with the same content. It is touched first, so that the age reset by that
   * put is preserved.
   */
  async #bringBack(aside: string, path: string): Promise<void> {
    await touch(aside);
    await this.#folders.make(dirname(path));
    if (await move(aside, path)) await syncFolder(dirname(path));
  }

  /** ms since 1970 by the file system's own clock, comparable with mtimes. */
  async #now(): Promise<number> {
    const probe = await this.#temporaryPath();
    await writeFile(probe, '', { mode: 0o600 });
    const { mtimeMs } = await stat(probe);
    await unlink(probe);
    return mtimeMs;
  }

  /** Only digits ever become part of a path. */
  #pathOf({ corpId, hash }: BlobName): string {
    if (!Number.isSafeInteger(corpId) || corpId < 0 || !isContentHash(hash)) {
      throw new RangeError('not an enterprise id and a content hash');
    }
    return join(this.#folder, String(corpId), hash.slice(0, 2), hash);
  }

  /** Where the blob lies if it was written before there was one level of folders only. */
  #formerPathOf(name: BlobName): string {
    const path = this.#pathOf(name);
    return join(dirname(path), name.hash.slice(2, 4), name.hash);
  }

  async #temporaryPath(): Promise<string> {
    await this.#folders.make(this.#incoming());
    return join(this.#incoming(), randomBytes(16).toString('hex'));
  }

  #incoming(): string {
    return join(this.#folder, 'incoming');
  }
}

async function readOrNull(path: string): Promise<Uint8Array | null> {
  try {
    return await readWhole(path);
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

/** Sets the mtime to now. @returns false if there is no such file */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(path, now, now);
    return true;
  } catch (error) {
    ignoreMissing(error);
    return false;
  }
}

/** @returns false if the file is gone */
async function move(from: string, to: string): Promise<boolean> {
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
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
  throw error;
}
