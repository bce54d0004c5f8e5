import { constants } from 'node:fs';
import { type FileHandle, link, open, readFile, rename, rm } from 'node:fs/promises';
import { vi } from 'vitest';
import { run } from './programs.js';

export interface Gate {
  /** Returns once a process waits for the file, which then reads nothing of it: it is meant to be killed. */
  reached(): Promise<void>;
  /** Puts the file back, and hands its content to the process that waits for it. */
  open(): Promise<void>;
}

/** Whoever opens the file at this path waits: a named pipe has taken its place. */
export async function gateAt(path: string): Promise<Gate> {
  const pipe = `${path}.gate`;
  const aside = `${path}.aside`;
  const made = await run('mkfifo', [pipe]);
  if (!made.ok) throw new Error(made.stderr.toString());
  await rename(path, aside);
  await link(pipe, path);
  let writer: FileHandle | null = null;
  return {
    async reached() {
      // Refused as long as nobody reads.
      const opening = () => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      writer = await vi.waitFor(opening, { timeout: 60_000 });
    },
    async open() {
      await rename(aside, path);
      if (writer === null) {
        writer = await open(pipe, constants.O_RDWR);
        await writer.write(await readFile(path));
      }
      await writer.close();
      await rm(pipe);
    },
  };
}
