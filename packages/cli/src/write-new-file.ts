import { type FileHandle, open } from 'node:fs/promises';
import { CommandFailed } from './command.js';

/** For the operator’s eyes only; another file is never overwritten. */
export async function openNew(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((error: Error) => {
    throw new CommandFailed(`${path} cannot be written: ${error.message}`);
  });
}

/** @returns the number of bytes */
export async function writeAll(file: FileHandle, parts: AsyncIterable<Uint8Array>): Promise<number> {
  try {
    let size = 0;
    for await (const part of parts) {
      await file.writeFile(part);
      size += part.length;
    }
    return size;
  } finally {
    await file.close();
  }
}
