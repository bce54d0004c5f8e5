import { spawnSync } from 'node:child_process';

/**
 * How much claim to the processor a process has: as much as the service; less, though it is waited for; or only what
 * nobody else wants.
 */
export type Priority = 'normal' | 'low' | 'idle';

const PREFIXES: Readonly<Record<Priority, readonly (readonly string[])[]>> = {
  normal: [],
  low: [['nice', '-n', '10']],
  // A process that wakes up takes the processor from the policy for idle times at once. From a process that is merely nice
  // it may have to wait for the end of a slice, and one signature wakes up dozens of times.
  idle: [
    ['chrt', '--idle', '0'],
    ['nice', '-n', '19'],
  ],
};

const usable = new Map<Priority, readonly string[]>();

/**
 * A command that runs at this priority. Every thread of it does from its first instruction on, while a process that
 * lowers itself leaves behind the threads that its runtime has started by then.
 */
export function atPriority(
  priority: Priority,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  let prefix = usable.get(priority);
  if (prefix === undefined) {
    prefix = PREFIXES[priority].filter(works).flat();
    usable.set(priority, prefix);
  }
  const [tool, ...options] = prefix;
  return tool === undefined ? command : [tool, ...options, ...command];
}

/** Not every system has these tools, and a container may forbid what they do. */
function works([tool = '', ...options]: readonly string[]): boolean {
  return spawnSync(tool, [...options, 'true'], { stdio: 'ignore' }).status === 0;
}
