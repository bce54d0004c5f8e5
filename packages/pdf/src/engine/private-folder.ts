import { lstatSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | null = null;

/**
 * A folder for reproducible files (converted fonts, font configuration), kept between runs. Temporary folders are
 * world-writable: if another account owns a folder of this name, or may write to it, a new one is created.
 */
export function privateFolder(): string {
  if (folder !== null) return folder;
  // Not userInfo(): in a container the user often has an id and no name.
  const uid = process.getuid?.() ?? -1;
  const wanted = join(tmpdir(), `cinnabar-${uid}`);
  mkdirSync(wanted, { recursive: true, mode: 0o700 });
  const found = lstatSync(wanted);
  const ours = found.isDirectory() && (uid === -1 || (found.uid === uid && (found.mode & 0o022) === 0));
  folder = ours ? wanted : mkdtempSync(`${wanted}-`);
  return folder;
}

/** Writes to a temporary name and renames, because other threads and processes may be reading. Returns the path. */
export function keepFile(name: string, content: string | Uint8Array): string {
  const file = join(privateFolder(), name);
  const part = `${file}.${process.pid}.${process.hrtime.bigint()}`;
  writeFileSync(part, content);
  renameSync(part, file);
  return file;
}
