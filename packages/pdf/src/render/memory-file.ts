import { type FileHandle, mkdtemp, open, rm, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A file in memory that has no name: it ends with its last descriptor, even if this process is killed. */
export interface MemoryFile {
  /** Only for reading. */
  readonly descriptor: number;
  /** The empty folder in which the file was made; a sandbox that judges by paths must permit reading it. */
  readonly folder: string;
  close(): Promise<void>;
}

const MEMORY = '/dev/shm';
/** TMPFS_MAGIC of linux/magic.h: without a file system in memory the folder may be on a disk. */
const IN_MEMORY = 0x01021994;
/** Times the size of the file that must be free, because others use the same memory; containers often have 64 MB. */
const ROOM = 2;

/**
 * Each file has a folder of its own: a contained program that may read the folder never finds the name of another
 * file, not even for the moment in which a file has one.
 * @returns null if the system has no such files or no room for this one
 */
export async function memoryFile(bytes: Uint8Array, memory = MEMORY): Promise<MemoryFile | null> {
  try {
    const { type, bavail, bsize } = await statfs(memory);
    if (type !== IN_MEMORY || bavail * bsize < ROOM * bytes.length) return null;
    return await fileIn(await mkdtemp(join(memory, 'cinnabar-')), bytes);
  } catch {
    return null;
  }
}

async function fileIn(folder: string, bytes: Uint8Array): Promise<MemoryFile> {
  let reader: FileHandle | null = null;
  const close = async (): Promise<void> => {
    await reader?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const path = join(folder, 'file');
    const writer = await open(path, 'wx', 0o600);
    try {
      reader = await open(path, 'r').finally(() => unlink(path));
      await writer.writeFile(bytes);
    } finally {
      await writer.close();
    }
    return { descriptor: reader.fd, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}
