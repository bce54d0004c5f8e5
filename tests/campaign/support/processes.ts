/** The processes of this machine, by whom they were started. */
import { readdir, readFile } from 'node:fs/promises';

export interface MachineProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function processOf(pid: number): Promise<MachineProcess | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    // The name in parentheses may contain spaces; state and parent follow it.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : { pid, parent: Number(parent), command };
  } catch {
    return null;
  }
}

async function running(): Promise<readonly MachineProcess[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
  return (await Promise.all(pids.map(processOf))).filter((each) => each !== null);
}

/** Children of the process, their children, and so on. */
export async function descendants(pid: number): Promise<readonly MachineProcess[]> {
  const all = await running();
  const found: MachineProcess[] = [];
  for (const parents = [pid]; parents.length > 0; ) {
    const parent = parents.pop();
    const children = all.filter((each) => each.parent === parent);
    found.push(...children);
    parents.push(...children.map((child) => child.pid));
  }
  return found;
}

/** Of these processes those that still run, and are no others with the same number. */
export async function stillRunning(given: readonly MachineProcess[]): Promise<readonly MachineProcess[]> {
  const now = await Promise.all(given.map(({ pid }) => processOf(pid)));
  return given.filter(({ command }, index) => now[index]?.command === command);
}
