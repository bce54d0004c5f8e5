import type { ChildProcess } from 'node:child_process';

/**
 * Kills the whole process group of a child. A sandboxed program has helper processes around it, and killing one alone
 * may leave another waiting for it.
 */
export function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return;
  try {
    process.kill(-leader.pid, 'SIGKILL');
  } catch (error) {
    // The group does not exist any more.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
