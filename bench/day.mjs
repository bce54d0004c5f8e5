/**
 * A simulated day: contracts are signed without a pause while the sandbox's clock passes a day in BENCH_MINUTES (10), so
 * that every sweep and every job of a day runs. Prints the resident memory of each process at the start, in the middle and
 * at the end, how long events and jobs waited, and how long the jobs of each step of the clock took.
 * `npm run bench -- day`
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { WORKER_SCHEMA } from '@cinnabar/server/jobs/worker-schema.js';
import { clientOf } from './support/client.mjs';
import { makeTemplate, openEnterprises, openLanes } from './support/parties.mjs';
import { residentOf } from './support/peak-memory.mjs';
import { playFlow } from './support/play-flow.mjs';
import { startService } from './support/service.mjs';
import { median, printTable, quantile } from './support/statistics.mjs';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 10);
const DAY_SECONDS = 24 * 3_600;
/** The clock moves between contracts: a code that was sent before would have expired. */
const STEP_MS = 10_000;
const STEPS = Math.max(4, Math.round((MINUTES * 60_000) / STEP_MS));
const LANES = 4;
const SAMPLE_MS = 500;
/** Two processes, which share the requests and the jobs. */
const PROCESSES = 2;

const service = await startService({ processes: PROCESSES });
try {
  const enterprises = await openEnterprises(service, () => undefined);
  const template = await makeTemplate(enterprises[0]);
  const lanes = await openLanes(service, enterprises, LANES);
  // Warm: compiled code, caches, and the first contracts.
  await playFor(STEP_MS, template, lanes);
  const steps = [];
  for (let step = 0; step < STEPS; step += 1) steps.push(await oneStep(template, lanes));
  print(steps);
} finally {
  await service.stop();
}

/** Load, then the clock moves, and everything that falls due by that is done. */
async function oneStep(template, lanes) {
  const load = { isOver: false };
  const waiting = observeWaiting(load);
  const contracts = await playFor(STEP_MS, template, await withNewTokens(lanes));
  load.isOver = true;
  const { events, jobs } = await waiting;
  const began = performance.now();
  await moveClock(Math.round(DAY_SECONDS / STEPS));
  return {
    ...{ contracts, events, jobs },
    moved: (performance.now() - began) / 1000,
    resident: service.processes.map(({ pid }) => residentOf(pid)),
    rows: await rowsOfQueues(),
  };
}

/** Tokens live for two hours. */
async function withNewTokens(lanes) {
  const tokens = await Promise.all(
    service.demo.enterprises.map(async (corp) => {
      const client = await clientOf(service.baseUrl, corp);
      client.close();
      return client.headers;
    }),
  );
  return lanes.map((sides) =>
    sides.map((side, index) => {
      const { accessToken } = tokens[index];
      return { ...side, signer: { ...side.signer, client: side.signer.client.with({ accessToken }) } };
    }),
  );
}

/** @returns the number of contracts, each signed by two people at both processes in turns */
async function playFor(milliseconds, template, lanes) {
  const end = performance.now() + milliseconds;
  let played = 0;
  await Promise.all(
    lanes.map(async (sides) => {
      while (performance.now() < end) {
        const { baseUrl } = service.processes[played % PROCESSES];
        played += 1;
        const there = sides.map(({ corpName, signer }) => ({
          corpName,
          signer: { ...signer, client: signer.client.at(baseUrl) },
        }));
        await playFlow(template, there, 'sms');
      }
    }),
  );
  return played;
}

/** Seconds that the oldest event and the oldest due job had waited, each time that was looked. */
async function observeWaiting(load) {
  const events = [];
  const jobs = [];
  while (!load.isOver) {
    const [now] = await service.statement(
      `select
         coalesce((select extract(epoch from clock_timestamp() + interval '1 millisecond' * coalesce(
                            (select (value #>> '{}')::bigint from settings where name = 'clock_offset_ms'), 0) - min(created_at))
                   from outbox where delivered_at is null), 0)::float8 as event,
         coalesce((select extract(epoch from clock_timestamp() - min(run_at)) from ${WORKER_SCHEMA}._private_jobs
                   where locked_at is null and attempts < max_attempts and run_at <= clock_timestamp()), 0)::float8 as job`,
    );
    events.push(Math.max(0, now.event));
    jobs.push(Math.max(0, now.job));
    await pause(SAMPLE_MS);
  }
  return { events, jobs };
}

async function moveClock(advanceSeconds) {
  const response = await fetch(`${service.baseUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
  });
  if (response.status !== 200) throw new Error(`the clock was not moved: ${await response.text()}`);
}

async function rowsOfQueues() {
  const [row] = await service.statement(
    `select (select count(*)::int from outbox) as outbox,
            (select count(*)::int from ${WORKER_SCHEMA}._private_jobs) as jobs`,
  );
  return row;
}

function print(steps) {
  const contracts = steps.reduce((sum, step) => sum + step.contracts, 0);
  const hours = DAY_SECONDS / 3_600 / STEPS;
  console.log(
    `A day in ${STEPS} steps of ${(hours * 60).toFixed(0)} minutes, ${STEP_MS / 1000} s of load before each: ` +
      `${contracts} contracts by ${LANES} lanes, ${PROCESSES} processes\n`,
  );
  const thirds = [
    steps.slice(0, STEPS / 3),
    steps.slice(STEPS / 3, (2 * STEPS) / 3),
    steps.slice((2 * STEPS) / 3),
  ];
  const seconds = (values, share) => quantile(values, share).toFixed(2);
  printTable(
    ['', 'first third', 'second third', 'last third'],
    [
      ['contracts a step', ...thirds.map((part) => median(part.map((step) => step.contracts)).toFixed(0))],
      ...service.processes.map((_process, index) => [
        `resident memory of process ${index + 1}, median, MB`,
        ...thirds.map((part) => median(part.map(({ resident }) => resident[index])).toFixed(0)),
      ]),
      ...['events', 'jobs'].map((what) => [
        `oldest waiting of ${what}, p50 / p99 / longest, s`,
        ...thirds.map((part) => {
          const all = part.flatMap((step) => step[what]);
          return [0.5, 0.99, 1].map((share) => seconds(all, share)).join(' / ');
        }),
      ]),
      [
        'jobs of a step done within, p50 / longest, s',
        ...thirds.map((part) => {
          const all = part.map(({ moved }) => moved);
          return [0.5, 1].map((share) => seconds(all, share)).join(' / ');
        }),
      ],
      ...['outbox', 'jobs'].map((table) => [
        `rows of ${table} at the end`,
        ...thirds.map((part) => part.at(-1).rows[table]),
      ]),
    ],
  );
}
