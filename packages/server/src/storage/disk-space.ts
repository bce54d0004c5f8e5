import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** Bytes. */
  readonly total: number;
  /** Bytes that this account may still write. */
  readonly free: number;
}

/** Of the disk of a folder. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize };
}
