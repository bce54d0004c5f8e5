import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './durable-file.js';

/** Limit of remembered paths, about a hundred bytes each; beyond it, forgetting them costs less than keeping them. */
const MAX_REMEMBERED = 10_000;

/**
 * Folders below a root whose names are known to be durable. Syncing only the folders created by this process is not
 * enough: another process may have created one a moment ago without having synced it yet.
 */
export class DurableFolders {
  readonly #root: string;
  readonly #settled = new Set<string>();

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** Creates the folder if it is missing. @param folder the root or a path below it */
  async make(folder: string): Promise<void> {
    const wanted = resolve(folder);
    const made = await mkdir(wanted, { recursive: true, mode: 0o700 });
    const isNew = (level: string) => made !== undefined && level.length >= made.length;
    const isSettled = (level: string) => level.length < this.#root.length || this.#settled.has(level);
    const forced: string[] = [];
    for (let level = wanted; isNew(level) || !isSettled(level); level = dirname(level)) forced.push(level);
    // The file system writes what is synced at the same time together.
    await Promise.all(forced.map((level) => syncFolder(dirname(level))));
    if (this.#settled.size + forced.length > MAX_REMEMBERED) this.#settled.clear();
    for (const level of forced) this.#settled.add(level);
  }
}
