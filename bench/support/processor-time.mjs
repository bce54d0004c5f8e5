// CPU time of other processes, from /proc: varies less than elapsed time on a shared machine.
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds per clock tick in /proc: there are 100 ticks a second on every Linux platform of Node.js. */
const TICK_MS = 10;

/** CPU time of the process in ms; null without /proc. */
export function processorTime(pid) {
  const fields = fieldsOf(`/proc/${pid}/stat`);
  return fields === null ? null : ticks(fields);
}

/** CPU time of the main thread only: for Node.js, that of the event loop. */
export function firstThreadTime(pid) {
  const fields = fieldsOf(`/proc/${pid}/task/${pid}/stat`);
  return fields === null ? null : ticks(fields);
}

export function parentOf(pid) {
  const fields = fieldsOf(`/proc/${pid}/stat`);
  return fields === null ? null : Number(fields[1]);
}

/** All processes of a database server given its postmaster, including those that have ended. */
export function serverTime(postmaster) {
  const own = fieldsOf(`/proc/${postmaster}/stat`);
  if (own === null) return null;
  let total = ticks(own) + (Number(own[13]) + Number(own[14])) * TICK_MS;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = fieldsOf(`/proc/${name}/stat`);
    if (fields !== null && Number(fields[1]) === postmaster) total += ticks(fields);
  }
  return total;
}

function ticks(fields) {
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The fields after the command name, which may contain blanks: state, parent, ... (proc(5)). */
function fieldsOf(path) {
  try {
    const text = readFileSync(path, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
