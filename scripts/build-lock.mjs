import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const LOCK = new URL('../node_modules/.build-lock', import.meta.url);
const WRITING_MS = 5_000;

/**
 * Waits until no other process builds: npm run dev builds in the background, and two builds would remove and write the
 * same files.
 * @returns lets others build
 */
export async function lockBuild() {
  while (!take()) {
    if (isHeld()) await new Promise((resolve) => setTimeout(resolve, 100));
    else rmSync(LOCK, { force: true });
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  return () => {
    process.removeListener('exit', release);
    release();
  };
}

function take() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** A process that was killed leaves its lock, without its id if it was killed between taking and writing. */
function isHeld() {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    if (holder === 0) return Date.now() - statSync(LOCK).mtimeMs < WRITING_MS;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
