// Median duration of warm runs, in milliseconds.
import { performance } from 'node:perf_hooks';

export async function medianTime(rounds, work) {
  for (let round = 0; round < Math.min(20, Math.floor(rounds / 2)); round += 1) await work();
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
