// Peak resident memory of a process as counted by the system, in MB; null if the system does not report it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const GNU_TIME = '/usr/bin/time';

/** VmHWM of proc(5). */
export function peakOf(pid) {
  return megabytesOf(pid, 'VmHWM');
}

/** VmRSS of proc(5): the present size. */
export function residentOf(pid) {
  return megabytesOf(pid, 'VmRSS');
}

function megabytesOf(pid, name) {
  try {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1];
    return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return null;
  }
}

/** Resets the peak to the present size (proc(5), clear_refs). */
export function forgetPeak(pid) {
  if (existsSync(`/proc/${pid}/clear_refs`)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The highest peak of the processes for which `belongs`, called with parent and process group, is true. */
export function largestPeak(belongs) {
  let largest = null;
  for (const pid of existsSync('/proc/self/stat') ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(pid)) continue;
    const [parent, group] = familyOf(pid);
    const peak = belongs({ parent, group }) ? peakOf(pid) : null;
    if (peak !== null && (largest === null || peak > largest)) largest = peak;
  }
  return largest;
}

/** ru_maxrss of a command run to its end: that of its largest process if it starts several. */
export function peakOfCommand(program, args, options = {}) {
  if (process.platform !== 'linux' || !existsSync(GNU_TIME)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-bench-time-'));
  try {
    const note = join(folder, 'peak');
    const measured = ['-f', '%M', '-o', note, program, ...args];
    spawnSync(GNU_TIME, measured, { stdio: 'ignore', ...options });
    return (Number(readFileSync(note, 'utf8').trim().split('\n').at(-1)) * 1024) / 1e6;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function familyOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [Number(parent), Number(group)];
  } catch {
    return [0, 0];
  }
}
