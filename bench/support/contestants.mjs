// Runs the compared variants in alternating rounds, so that load of the machine affects all of them equally.
import { fork, spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { peakOfCommand } from './peak-memory.mjs';
import { median } from './statistics.mjs';

/**
 * A variant is {run, peak, end}: `run` does the work once and returns its duration in ms, `peak` returns the peak
 * memory so far in MB.
 * @returns for each name {time: median ms, first: ms of the first run, peak: MB or null}
 */
export async function takeTurns(contestants, rounds) {
  const names = Object.keys(contestants);
  const times = new Map(names.map((name) => [name, []]));
  const results = {};
  try {
    // One additional round: the first includes one-time loading.
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

/** An external program, started in each round. Throws if the program fails. */
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
 * Our own code in a separate process, so that its memory can be measured separately.
 * @param settings the task of bench/documents/contestant.mjs
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
