import { link, readdir, readlink, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readServerNote, type ServerNote } from './cluster.js';

/** True when a living process has the cluster as its working folder, as every process of a server has. */
async function isHeld(cluster: string): Promise<boolean> {
  const folder = await realpath(cluster);
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    // A zombie has no working folder any more, and those of other accounts cannot be of this cluster.
    const workingFolder = await readlink(`/proc/${entry}/cwd`).catch(() => '');
    if (workingFolder === folder) return true;
  }
  return false;
}

/**
 * Removes what a killed server left behind, where the next one would take it for alive: its number may belong to
 * another process by now (after the restart of a container), or to a zombie that the first process of a container
 * never collects. PostgreSQL only asks whether a process of that number exists. Elsewhere than on Linux, and when in
 * doubt, the note stays and PostgreSQL decides.
 */
export async function removeStaleNote(cluster: string, note: ServerNote): Promise<void> {
  if (process.platform !== 'linux' || (await isHeld(cluster))) return;
  const current = join(cluster, 'postmaster.pid');
  const aside = join(cluster, `postmaster.pid.${process.pid}`);
  try {
    await rename(current, aside);
    await link(aside, current);
    const held = await readServerNote(cluster);
    // A server that came up in between wrote its own note: then that one has just been put back.
    if (held?.pid !== note.pid) return;
    await rm(current, { force: true });
    await rm(join(note.socketFolder, `.s.PGSQL.${note.port}.lock`), { force: true });
  } catch {
    // Somebody else was faster; the next attempt sees the outcome of it.
  } finally {
    await rm(aside, { force: true });
  }
}
