import { link, readdir, readlink, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type PidFile, readPidFile } from './cluster.js';

/** Whether a live process has the cluster as its working folder, as every process of a server does. */
async function isHeld(cluster: string): Promise<boolean> {
  const folder = await realpath(cluster);
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    // A zombie has no working folder, and the processes of other accounts cannot belong to this cluster.
    const workingFolder = await readlink(`/proc/${entry}/cwd`).catch(() => '');
    if (workingFolder === folder) return true;
  }
  return false;
}

/**
 * Removes the pid file of a killed server if the next one would mistake that server for alive: the process id may now
 * belong to another process (after a container restart), or to a zombie that the container's first process never reaps.
 * PostgreSQL only checks whether a process with that id exists. On systems other than Linux, and in doubt, the file is
 * kept and PostgreSQL decides.
 */
export async function removeStalePidFile(cluster: string, note: PidFile): Promise<void> {
  if (process.platform !== 'linux' || (await isHeld(cluster))) return;
  // A server that has started meanwhile must not lose its file, not even for a moment: it would run unseen for a minute.
  if ((await readPidFile(cluster))?.pid !== note.pid) return;
  const current = join(cluster, 'postmaster.pid');
  const aside = join(cluster, `postmaster.pid.${process.pid}`);
  try {
    await rename(current, aside);
    await link(aside, current);
    const held = await readPidFile(cluster);
    // A server started in between has written a file of its own, which has just been restored.
    if (held?.pid !== note.pid) return;
    await rm(current, { force: true });
    await rm(join(note.socketFolder, `.s.PGSQL.${note.port}.lock`), { force: true });
  } catch {
    // Another process was faster; the next attempt finds the result.
  } finally {
    await rm(aside, { force: true });
  }
}
