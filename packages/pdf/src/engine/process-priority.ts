import { spawnSync } from 'node:child_process';

/** Scheduling priority of a process: that of the service; lower, although a caller waits for it; or idle. */
export type Priority = 'normal' | 'low' | 'idle';

const PREFIXES: Readonly<Record<Priority, readonly (readonly string[])[]>> = {
  normal: [],
  low: [['nice', '-n', '10']],
  // A waking process preempts SCHED_IDLE processes at once. It may have to wait for the time slice of a merely niced
  // process, and one signature wakes up dozens of times.
  idle: [
    ['chrt', '--idle', '0'],
    ['nice', '-n', '19'],
  ],
};

const usable = new Map<Priority, readonly string[]>();

/**
 * A command that runs at this priority. All its threads have it from the first instruction on, while a process that
 * lowers its own priority misses the threads that its runtime has already started.
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

/** Not every system has these tools, and a container may forbid their effect. */
function works([tool = '', ...options]: readonly string[]): boolean {
  return spawnSync(tool, [...options, 'true'], { stdio: 'ignore' }).status === 0;
}
