import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncFolder } from './durable-file.js';

/** Each entry is a path of about a hundred bytes; past the bound it is cheaper to force a folder to disk again. */
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
    if (made === undefined && this.#settled.has(wanted)) return;
    // Upwards to the root, and past it as far as folders were made just now.
    const last = made !== undefined && made.length < this.#root.length ? resolve(made) : this.#root;
    for (let level = wanted; level.length >= last.length; level = dirname(level)) {
      if (made === undefined && this.#settled.has(level)) break;
      await syncFolder(dirname(level));
      if (level === dirname(level)) break;
    }
    this.#remember(wanted);
  }

  #remember(folder: string): void {
    if (this.#settled.size >= REMEMBERED) this.#settled.clear();
    for (
      let level = folder;
      level.length >= this.#root.length && level !== dirname(level);
      level = dirname(level)
    ) {
      this.#settled.add(level);
    }
  }
}
