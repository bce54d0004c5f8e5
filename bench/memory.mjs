/**
 * A service with one, two and four processes: contracts a second, signed eight at a time, with what the processor does
 * meanwhile; and the memory of each process, its peak during that, then every minute under light load, all three side by
 * side. BENCH_MINUTES sets another duration than 30 minutes.
 * `npm run bench -- memory`
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { makeTemplate, openEnterprises, openLanes } from './support/parties.mjs';
import { forgetPeak, peakOf, residentOf } from './support/peak-memory.mjs';
import { playFlow } from './support/play-flow.mjs';
import { firstThreadTime, processorTime, serverTime } from './support/processor-time.mjs';
import { startService } from './support/service.mjs';
import { printTable } from './support/statistics.mjs';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 30);
const COUNTS = [1, 2, 4];
const LANES = 8;
/** Of each process, until its code is compiled and plans are kept. */
const WARM_UP_FLOWS = 64;
/** Of a service, before its memory is observed. */
const FLOWS_UNDER_LOAD = 200;
/** Under light load a contract begins this often. */
const FLOW_EVERY_MS = 2_000;
const MINUTE_MS = 60_000;

const worlds = [];
try {
  for (const count of COUNTS) worlds.push(await openWorld(count));
  for (const world of worlds) await underLoad(world);
  printRates();
  await underLightLoad();
  print();
} finally {
  for (const { service } of worlds) await service.stop();
}

async function openWorld(count) {
  const service = await startService({ processes: count });
  const enterprises = await openEnterprises(service, () => undefined);
  const template = await makeTemplate(enterprises[0]);
  const lanes = await openLanes(service, enterprises, LANES);
  const observed = service.processes.map(({ pid }) => ({ pid, peak: 0, minutes: [] }));
  return { count, service, template, lanes, observed, played: 0, refused: 0 };
}

/** One contract, signed and listed at the next process. */
async function play(world, sides) {
  const { service, template, count } = world;
  const { baseUrl } = service.processes[world.played % count];
  world.played += 1;
  const there = sides.map(({ corpName, signer }) => ({
    corpName,
    signer: { ...signer, client: signer.client.at(baseUrl) },
  }));
  await playFlow(template, there, 'sms');
  const [{ signer }] = there;
  await signer.client.call('/signTask/contract/list', { flowTitle: '合同', countLimit: 1000 });
}

async function underLoad(world) {
  await playMany(world, WARM_UP_FLOWS * world.count);
  for (const { pid } of world.observed) forgetPeak(pid);
  const before = processorTimes(world);
  const began = performance.now();
  await playMany(world, FLOWS_UNDER_LOAD);
  const took = performance.now() - began;
  const after = processorTimes(world);
  world.rate = (1000 * FLOWS_UNDER_LOAD) / took;
  world.busy = Object.fromEntries(
    Object.entries(after).map(([part, time]) => [part, (time - before[part]) / took]),
  );
  for (const process of world.observed) process.peak = peakOf(process.pid);
}

async function playMany(world, count) {
  const end = world.played + count;
  const lane = async (sides) => {
    while (world.played < end) await play(world, sides);
  };
  await Promise.all(world.lanes.map(lane));
}

/** ms since their beginning. */
function processorTimes({ service }) {
  const sum = (times) => times.reduce((all, each) => all + each, 0);
  const own = process.cpuUsage();
  return {
    eventLoops: sum(service.processes.map(({ pid }) => firstThreadTime(pid))),
    service: sum(service.processes.map(({ pid }) => processorTime(pid))),
    database: service.databasePid === null ? Number.NaN : serverTime(service.databasePid),
    client: (own.user + own.system) / 1000,
  };
}

async function underLightLoad() {
  const end = Date.now() + MINUTES * MINUTE_MS;
  const lane = async (world) => {
    for (let round = 0; Date.now() < end; round += 1) {
      const next = pause(FLOW_EVERY_MS);
      await play(world, world.lanes[round % LANES]).catch((error) => noteRefusal(world, error));
      await next;
    }
  };
  const observe = async () => {
    for (let minute = 0; minute <= MINUTES; minute += 1) {
      if (minute > 0) await pause(MINUTE_MS);
      for (const { observed } of worlds) {
        for (const process of observed) process.minutes.push(residentOf(process.pid));
      }
    }
  };
  await Promise.all([...worlds.map(lane), observe()]);
}

/** A busy machine may have a request refused in an hour: its contract is given up, and counted. */
function noteRefusal(world, error) {
  if (error.status !== 503) throw error;
  world.refused += 1;
}

/** Change within an hour by the least squares of the second half, MB; `-` if that is a single minute. */
function growth(minutes) {
  const half = minutes.slice(Math.floor(minutes.length / 2));
  if (half.length < 2) return '-';
  const middle = (half.length - 1) / 2;
  const mean = half.reduce((sum, each) => sum + each, 0) / half.length;
  const above = half.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0);
  const below = half.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return ((60 * above) / below).toFixed(0);
}

function printRates() {
  console.log(
    `Contracts a second by processes, ${LANES} at once, and of ${availableParallelism()} cores the busy ones\n`,
  );
  printTable(
    ['processes', 'contracts/s', 'event loops', 'other threads', 'database', 'client', 'together'],
    worlds.map(({ count, rate, busy: { eventLoops, service, database, client } }) => [
      count,
      rate.toFixed(1),
      ...[eventLoops, service - eventLoops, database, client, service + database + client].map((cores) =>
        cores.toFixed(2),
      ),
    ]),
  );
  console.log('');
}

function print() {
  const marks = [...new Set([0, 1 / 6, 1 / 3, 2 / 3, 1].map((part) => Math.round(part * MINUTES)))];
  console.log(
    `Resident memory of each process, MB; a contract every ${FLOW_EVERY_MS / 1000} s and service\n`,
  );
  printTable(
    [
      'processes',
      'contracts',
      'refused',
      'peak under load',
      ...marks.map((minute) => `minute ${minute}`),
      'growth an hour',
    ],
    worlds.flatMap(({ count, played, refused, observed }) =>
      observed.map(({ peak, minutes }, index) => [
        index === 0 ? count : '',
        index === 0 ? played : '',
        index === 0 ? refused : '',
        peak.toFixed(0),
        ...marks.map((minute) => minutes[minute].toFixed(0)),
        growth(minutes),
      ]),
    ),
  );
}
