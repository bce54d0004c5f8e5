/**
 * What the search index costs the start of a contract: startSignFlow over HTTP with the index and without it, in
 * alternating rounds of one service. Without it, the triggers that list new contracts for the index are disabled.
 * `npm run bench -- starts`; BENCH_ROUNDS sets another number of rounds.
 */
import { performance } from 'node:perf_hooks';
import { inLanes } from './support/in-lanes.mjs';
import { makeTemplate, openEnterprises, openLanes } from './support/parties.mjs';
import { startFlow } from './support/play-flow.mjs';
import { processorTime, serverTime } from './support/processor-time.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30);
const STARTS_A_ROUND = 40;
const CONCURRENT = [1, 8];
const TRIGGERS = ['flow_inbox_search_added', 'flow_inbox_search_changed'];

const service = await startService();
try {
  const enterprises = await openEnterprises(service);
  const template = await makeTemplate(enterprises[0]);
  const lanes = await openLanes(service, enterprises, Math.max(...CONCURRENT));
  console.log(`startSignFlow, ${ROUNDS} rounds of ${STARTS_A_ROUND} with the search index and without it.\n`);
  const rows = [];
  for (const atOnce of CONCURRENT) {
    const variants = [true, false].map((isSearched) => ({ isSearched, took: [], processor: [] }));
    await play(template, lanes.slice(0, atOnce), 2 * STARTS_A_ROUND);
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates, so that neither variant always follows the other.
      for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
        await listNewFlows(variant.isSearched);
        const before = processor();
        variant.took.push(...(await play(template, lanes.slice(0, atOnce), STARTS_A_ROUND)));
        variant.processor.push((processor() - before) / STARTS_A_ROUND);
      }
    }
    const [searched, plain] = variants.map(({ took, processor: spent }) => ({
      p50: median(took),
      p99: quantile(took, 0.99),
      spent: median(spent),
    }));
    rows.push([
      atOnce,
      ...[plain, searched].flatMap(({ p50, p99, spent }) => [ms(p50), ms(p99), ms(spent)]),
      (searched.p50 / plain.p50).toFixed(2),
      (searched.spent / plain.spent).toFixed(2),
    ]);
  }
  printTable(
    [
      ...['concurrent', 'p50 ms without', 'p99 ms', 'processor ms', 'p50 ms with', 'p99 ms', 'processor ms'],
      ...['p50, with/without', 'processor, with/without'],
    ],
    rows,
  );
} finally {
  await service.stop();
}

/** Enables or disables the listing of new and changed contracts for the index. */
async function listNewFlows(isEnabled) {
  for (const trigger of TRIGGERS) {
    await service.statement(`alter table flow_inbox ${isEnabled ? 'enable' : 'disable'} trigger ${trigger}`);
  }
}

/** Starts contracts in parallel lanes. @returns the time of each in ms */
async function play(template, sides, count) {
  const took = [];
  await inLanes(sides, count, async (lane) => {
    const began = performance.now();
    await startFlow(template, lane);
    took.push(performance.now() - began);
  });
  return took;
}

/** Processor time of service and database, ms. */
function processor() {
  return processorTime(service.pid) + (service.databasePid === null ? 0 : serverTime(service.databasePid));
}
