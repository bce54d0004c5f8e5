import { existsSync } from 'node:fs';

/** In POSIX; left out where the system has none of it, as on Windows. */
const NICE = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path)) ?? null;

/**
 * A command that runs with less claim to the processor than the service itself. Every thread of it does from its first
 * instruction on, while a process that lowers itself leaves behind the threads that its runtime has started by then.
 */
export function atPriority(
  niceness: number,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  return niceness === 0 || NICE === null ? command : [NICE, '-n', String(niceness), ...command];
}
