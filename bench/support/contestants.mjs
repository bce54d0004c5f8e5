// What is compared takes turns, round by round, so that whatever else the machine does falls on all alike.
import { fork, spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { peakOfCommand } from './peak-memory.mjs';
import { median } from './statistics.mjs';

/**
 * A contestant is {run, peak, end}: `run` does the work once and answers the milliseconds it took, `peak` the most
 * memory that it took so far, in MB.
 * @returns for each name {time: median ms, first: ms of the first run, peak: MB or null}
 */
export async function takeTurns(contestants, rounds) {
  const names = Object.keys(contestants);
  const times = new Map(names.map((name) => [name, []]));
  const results = {};
  try {
    // One round more: the first pays for what is loaded once.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of names) times.get(name).push(await contestants[name].run());
    }
    for (const name of names) {
      const [first, ...others] = times.get(name);
      results[name] = { time: median(others), first, peak: await contestants[name].peak() };
    }
  } finally {
    for (const name of names) contestants[name].end();
  }
  return results;
}

/** An external program, started for each round. Fails if the program fails. */
export function command(program, args, options = {}) {
  return {
    async run() {
      const began = performance.now();
      const { status, error } = spawnSync(program, args, { stdio: 'ignore', ...options });
      const took = performance.now() - began;
      if (status !== 0) throw error ?? new Error(`${program} ended with ${status}`);
      return took;
    },
    peak: async () => peakOfCommand(program, args, options),
    end: () => undefined,
  };
}

/**
 * Our own code in a process of its own, so that its memory is its own too.
 * @param settings what bench/documents/contestant.mjs is to do
 */
export function ours(settings) {
  const child = fork(fileURLToPath(new URL('../documents/contestant.mjs', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(settings);
  const ask = (question) =>
    new Promise((resolve, reject) => {
      const gone = (code) => reject(new Error(`${settings.kind} ended with ${code}`));
      child.once('exit', gone);
      child.once('message', (answer) => {
        child.off('exit', gone);
        resolve(answer);
      });
      child.send(question);
    });
  return { run: () => ask('run'), peak: () => ask('peak'), end: () => child.disconnect() };
}

/** Whether a program is installed. */
export function isInstalled(program, ...args) {
  return spawnSync(program, args, { stdio: 'ignore' }).error === undefined;
}
