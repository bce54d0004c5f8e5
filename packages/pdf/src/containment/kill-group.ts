import type { ChildProcess } from 'node:child_process';

/**
 * Ends every process of the group that a child leads, at once. What keeps a program apart has processes of its own around
 * it, and one that is ended alone may leave another waiting for it.
 */
export function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return;
  try {
    process.kill(-leader.pid, 'SIGKILL');
  } catch (error) {
    // Nothing of it is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
