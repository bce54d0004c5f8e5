import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './durable-file.js';

/** Paths of about a hundred bytes each; past the bound forgetting them costs less than keeping them. */
const REMEMBERED = 10_000;

/**
 * Folders below a root that are certain to survive a power cut with their names. It is not enough to force what one
 * has made oneself: another process may have made the folder a moment ago and not have come to that yet.
 */
export class DurableFolders {
  readonly #root: string;
  readonly #settled = new Set<string>();

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** Makes the folder where it is missing. @param folder the root or a path below it */
  async make(folder: string): Promise<void> {
    const wanted = resolve(folder);
    const made = await mkdir(wanted, { recursive: true, mode: 0o700 });
    const isNew = (level: string) => made !== undefined && level.length >= made.length;
    const isSettled = (level: string) => level.length < this.#root.length || this.#settled.has(level);
    const forced: string[] = [];
    for (let level = wanted; isNew(level) || !isSettled(level); level = dirname(level)) {
      await syncFolder(dirname(level));
      forced.push(level);
    }
    if (this.#settled.size + forced.length > REMEMBERED) this.#settled.clear();
    for (const level of forced) this.#settled.add(level);
  }
}
