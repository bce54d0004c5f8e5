import { type ChildProcess, spawn } from 'node:child_process';
import type { SandboxAccess } from '@cinnabar/pdf/containment/containment.js';
import { type Isolation, isolated } from './isolation.js';

/** Address space, KiB: LibreOffice reserves far more than it uses, but a document must not exhaust the machine. */
const MAX_MEMORY = 4 * 1024 * 1024;

export interface GroupOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly isolation: Isolation;
  readonly access: SandboxAccess;
  readonly folder: string;
}

/**
 * Starts a program, given by its absolute path, as the leader of a process group of its own, so that all its children
 * can be killed with it. The shell only sets limits and is then replaced; it never interprets the arguments.
 */
export function startGroup(
  program: string,
  args: readonly string[],
  { environment, isolation, access, folder }: GroupOptions,
): ChildProcess {
  const script = `ulimit -v ${MAX_MEMORY} 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$0" "$@"`;
  const [command, ...rest] = isolated(isolation, ['/bin/sh', '-c', script, program, ...args], access);
  return spawn(command, rest, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
