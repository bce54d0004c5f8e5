import { randomBytes } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { newMasterKey } from '../custody/master-key.js';

/**
 * The sandbox's master key: `master.key` in the data folder, readable only by its owner, created at the first start.
 * The file is created atomically, and of two concurrent processes both use the first one's key.
 */
export async function storedMasterKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'master.key');
  const known = await readOrNull(path);
  if (known !== null) return known;
  const draft = join(dataDir, `master.key.${randomBytes(6).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${newMasterKey()}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path, 'utf8');
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
