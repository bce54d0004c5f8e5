/** A small file system of its own, which can be filled to its last byte and emptied again. Only root can mount one. */
import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/embedded-fixture.js';

/** First large pieces, then what is left. */
const PIECES = [1_048_576, 4_096, 1];

export class SmallDisk {
  private constructor(readonly folder: string) {}

  static async mount(mebibytes: number): Promise<SmallDisk> {
    const folder = await temporaryFolder();
    const options = ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder];
    const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`no disk of its own, which takes root: ${stderr}`);
    return new SmallDisk(folder);
  }

  get #filling(): string {
    return join(this.folder, 'filling');
  }

  /** Until nothing fits any more. */
  async fill(): Promise<void> {
    const file = await open(this.#filling, 'a');
    try {
      for (const size of PIECES) {
        const piece = Buffer.alloc(size);
        while (await fits(file.write(piece)));
      }
    } finally {
      await file.close();
    }
  }

  makeRoom(): Promise<void> {
    return rm(this.#filling);
  }

  async unmount(): Promise<void> {
    spawnSync('umount', ['--lazy', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function fits(writing: Promise<{ readonly bytesWritten: number }>): Promise<boolean> {
  try {
    return (await writing).bytesWritten > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
