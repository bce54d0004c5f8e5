/**
 * Complete contracts between two enterprises over HTTP: start, fill, and for each party the intent and the signature.
 * `npm run bench -- flows`; BENCH_AGAINST names the folder of another build, whose service is measured in turns with
 * this one's.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bareFlows } from './support/bare-flows.mjs';
import { inLanes } from './support/in-lanes.mjs';
import { makeTemplate, openEnterprises, openLanes } from './support/parties.mjs';
import { playFlow } from './support/play-flow.mjs';
import { firstThreadTime, processorTime, serverTime } from './support/processor-time.mjs';
import { startService } from './support/service.mjs';
import { signingLimit } from './support/signing-limit.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const FLOWS = Number(process.env['BENCH_FLOWS'] ?? 200);
const ROUNDS = 4;
const WARM_UP_FLOWS = 24;
/** Size of a signed contract of this benchmark, bytes. */
const SIGNED_BYTES = 60_000;
/** Jobs that flows have caused are part of them, and have run by then. */
const JOBS_MS = 2_500;
/** Beyond the five minutes after which a completed flow is archived. */
const ARCHIVED_AFTER_S = 310;
const COST_COLUMNS = [
  'writing',
  'statements',
  'control',
  'log kB',
  'event loop',
  'other threads',
  'database',
  'client',
  'all',
];
const SOURCE_COLUMNS = ['request', 'statements', 'BEGIN and COMMIT', 'writing transactions'];
/** BENCH_INTENT=sms omits the runs by password. */
const RUNS = [
  { kind: 'sms', atOnce: 8 },
  { kind: 'sms', atOnce: 1 },
  { kind: 'pwd', atOnce: 8 },
  { kind: 'pwd', atOnce: 1 },
].filter(({ kind }) => kind === (process.env['BENCH_INTENT'] ?? kind));

const builds = [{ name: 'this build', root: fileURLToPath(new URL('..', import.meta.url)) }];
const other = process.env['BENCH_AGAINST'];
if (other) builds.unshift({ name: 'other build', root: other });

const worlds = [];
try {
  for (const build of builds) worlds.push(await openWorld(build, 'total'));
  console.log(
    `Complete two-party flows of one 2-page contract, ${FLOWS} a run; PostgreSQL ${worlds[0].service.databaseVersion}\n`,
  );
  const results = [];
  for (const run of RUNS) {
    for (const world of worlds) {
      await play(world, run, WARM_UP_FLOWS);
      // As autovacuum does within a minute, and at another moment in each run.
      await world.service.statement('analyze');
    }
    const measured = worlds.map((world) => ({
      ...run,
      world,
      flows: [],
      operations: new Map(),
      cost: new Map(),
      rounds: [],
    }));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const each of measured) await measureInto(each, FLOWS / ROUNDS);
    }
    results.push(...measured);
  }
  for (const world of worlds) await allCompleted(world, results);
  const archived = [];
  for (const world of worlds) archived.push(await archive(world));
  print(results);
  printArchiving(archived);
  await printFloor(results.at(-1));
} finally {
  for (const world of worlds) await world.service.stop();
}
for (const build of builds) await printProfile(build);

async function openWorld(build, counting) {
  const service = await startService({ root: build.root, counting });
  const took = [];
  /** Called after each request with its name. */
  const world = { ...build, service, took, noted: () => undefined };
  const enterprises = await openEnterprises(service, (path, time) => {
    const operation = path.split('/').at(-1);
    took.push([operation, time]);
    world.noted(operation);
  });
  const template = await makeTemplate(enterprises[0]);
  const lanes = await openLanes(service, enterprises, Math.max(...RUNS.map(({ atOnce }) => atOnce)));
  // What a clock that is moved for the first time makes due besides archives.
  await moveClock(service);
  await pause(JOBS_MS);
  return Object.assign(world, { template, lanes });
}

/** Plays this number of flows in `atOnce` parallel lanes, each with people of its own. */
async function play({ template, lanes }, { kind, atOnce }, count) {
  const flows = [];
  await inLanes(lanes.slice(0, atOnce), count, async (sides) => {
    const began = performance.now();
    const flowId = await playFlow(template, sides, kind);
    flows.push({ flowId, took: performance.now() - began });
  });
  return flows;
}

async function measureInto(result, count) {
  const { world, operations, cost } = result;
  const before = await readings(world.service);
  world.took.length = 0;
  const began = performance.now();
  const flows = await play(world, result, count);
  result.seconds = (result.seconds ?? 0) + (performance.now() - began) / 1000;
  for (const [operation, time] of world.took) {
    if (!operations.has(operation)) operations.set(operation, []);
    operations.get(operation).push(time);
  }
  const after = await readings(world.service);
  result.flows.push(...flows);
  for (const [name, value] of Object.entries(after)) {
    if (value !== null) cost.set(name, (cost.get(name) ?? 0) + value - before[name]);
  }
  const processor = ['service', 'database', 'client'].map((name) => after[name] - before[name]);
  result.rounds.push(processor.reduce((sum, each) => sum + each) / count);
}

async function readings(service) {
  await pause(JOBS_MS);
  // The snapshot of the next transaction id takes none itself.
  const [{ transactions, bytes }] = await service.statement(
    `select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as transactions,
       (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as bytes`,
  );
  const sent = { statements: 0, control: 0 };
  for (const [, kind, , count] of await service.counts()) sent[kind] += count;
  const own = process.cpuUsage();
  const database = service.databasePid === null ? null : serverTime(service.databasePid);
  return {
    transactions,
    ...sent,
    logKilobytes: bytes / 1000,
    eventLoop: firstThreadTime(service.pid),
    service: processorTime(service.pid),
    database,
    client: (own.user + own.system) / 1000,
  };
}

/** Completed flows are archived five minutes later: what that costs, with the clock of the service moved on. */
async function archive(world) {
  const { service } = world;
  const before = { ...(await readings(service)), flows: await archivedFlows(service) };
  await moveClock(service);
  const after = { ...(await readings(service)), flows: await archivedFlows(service) };
  const flows = after.flows - before.flows;
  if (flows === 0) throw new Error('no flow was archived');
  const cost = new Map(Object.entries(after).map(([name, value]) => [name, value - before[name]]));
  return { world, flows, cost };
}

async function moveClock(service) {
  const moved = await fetch(`${service.baseUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: ARCHIVED_AFTER_S }),
  });
  if (!moved.ok) throw new Error(`the clock cannot be moved: ${moved.status}`);
}

async function archivedFlows(service) {
  const [{ flows }] = await service.statement(
    'select count(distinct flow_id)::int as flows from flow_archives where archived',
  );
  return flows;
}

/** The result is valid only if every counted flow is completed. */
async function allCompleted(world, results) {
  const ids = results
    .filter((result) => result.world === world)
    .flatMap(({ flows }) => flows.map(({ flowId }) => flowId));
  const [{ completed }] = await world.service.statement(
    'select count(*)::int as completed from flows where status = 3 and flow_id = any($1::bigint[])',
    [ids],
  );
  if (completed !== ids.length) throw new Error(`${completed} of ${ids.length} flows are completed`);
}

function print(results) {
  const titleOf = ({ kind, atOnce, world }) => [kind, atOnce, world.name];
  const columns = ['intent', 'concurrent', 'build'];
  printTable(
    [...columns, 'flows/s', 'p50 ms', 'p99 ms', 'p99/p50'],
    results.map((result) => {
      const took = result.flows.map((flow) => flow.took);
      const [middle, late] = [median(took), quantile(took, 0.99)];
      const perSecond = (took.length / result.seconds).toFixed(1);
      return [...titleOf(result), perSecond, ms(middle), ms(late), (late / middle).toFixed(1)];
    }),
  );
  console.log(
    '\nCost of one flow: writing transactions, statements, BEGIN and COMMIT, kB of log, processor ms\n',
  );
  printTable(
    [...columns, ...COST_COLUMNS],
    results.map((result) => [...titleOf(result), ...costColumns(result.cost, result.flows.length)]),
  );
  console.log(
    '\nProcessor ms of one flow in each round: less once JavaScript is compiled and plans are kept\n',
  );
  printTable(
    [...columns, ...results[0].rounds.map((_each, index) => `round ${index + 1}`)],
    results.map((result) => [...titleOf(result), ...result.rounds.map(ms)]),
  );
  console.log('\nOperations, p50 / p99 ms\n');
  const operations = [...new Set(results.flatMap((result) => [...result.operations.keys()]))];
  printTable(
    ['operation', ...results.map((result) => titleOf(result).join(' '))],
    operations.map((operation) => [
      operation,
      ...results.map((result) => {
        const took = result.operations.get(operation) ?? [];
        return took.length === 0 ? '' : `${ms(median(took))} / ${ms(quantile(took, 0.99))}`;
      }),
    ]),
  );
  printLimit(results.filter(({ kind, atOnce }) => kind === 'sms' && atOnce === 1));
}

function costColumns(cost, flows) {
  const of = (name) => (cost.get(name) ?? Number.NaN) / flows;
  const all = of('service') + of('database') + of('client');
  const counted = ['transactions', 'statements', 'control', 'logKilobytes', 'eventLoop'].map(of);
  return [...counted, of('service') - of('eventLoop'), of('database'), of('client'), all].map(ms);
}

function printArchiving(results) {
  console.log('\nArchiving of one flow, five minutes later; its statements are counted below\n');
  const isShown = (_each, index) => !['statements', 'control'].includes(COST_COLUMNS[index]);
  printTable(
    ['build', 'flows', ...COST_COLUMNS.filter(isShown)],
    results.map(({ world, flows, cost }) => [world.name, flows, ...costColumns(cost, flows).filter(isShown)]),
  );
}

function limitOfAct() {
  return median(Array.from({ length: 50 }, () => signingLimit(1, SIGNED_BYTES)));
}

function printLimit(results) {
  const limit = limitOfAct();
  console.log(
    `\nOne at a time, against the limit of one signature, one hash and one synced write: ${ms(limit)} ms\n`,
  );
  printTable(
    ['operation', ...results.map(({ world }) => `${world.name}, times`)],
    ['startSignFlow', 'signContract'].map((operation) => [
      operation,
      ...results.map((result) => (median(result.operations.get(operation)) / limit).toFixed(1)),
    ]),
  );
}

/** What remains if nothing is examined, looked up, listed, sent or reported. */
async function printFloor({ world: { service }, flows: [{ flowId }] }) {
  const floor = await bareFlows(service, flowId, { flows: FLOWS, warmUp: WARM_UP_FLOWS, atOnce: 8 });
  console.log(
    '\nProcessor ms of the same requests to a bare server, which only inserts the rows of a flow, reads them, signs and writes\n',
  );
  const parts = [floor.eventLoop, floor.service - floor.eventLoop, floor.database, floor.client];
  printTable(
    ['event loop', 'other threads', 'database', 'client', 'all'],
    [[...parts, floor.service + floor.database + floor.client].map(ms)],
  );
  const limit = limitOfAct();
  console.log(`\nIts start and its signature, one at a time, against the same limit: ${ms(limit)} ms\n`);
  printTable(
    ['act', 'ms', 'times'],
    [
      ['start', ms(floor.start), (floor.start / limit).toFixed(1)],
      ['sign', ms(floor.sign), (floor.sign / limit).toFixed(1)],
    ],
  );
}

/** Statements and writing transactions by request, in a service of their own: attributing them takes time. */
async function printProfile(build) {
  const world = await openWorld(build, 'attributed');
  try {
    await play(world, RUNS[0], WARM_UP_FLOWS);
    await world.service.statement('analyze');
    await pause(JOBS_MS);
    const before = await countsBySource(world.service);
    const flows = await play(world, RUNS[0], FLOWS);
    await pause(JOBS_MS);
    const after = await countsBySource(world.service);
    const { spent, played } = await processorBySource(world);
    console.log(
      `\nBy request, ${build.name}: one flow by sms, 8 at once; and processor ms until its answer, one at a time\n`,
    );
    printTable(
      [...SOURCE_COLUMNS, 'event loop', 'other threads', 'database'],
      perFlow(before, after, flows.length).map(([source, ...counts]) => [
        ...[source, ...counts],
        ...(spent.get(source) ?? []).map((time) => ms(time / played)),
      ]),
    );
    const untilThen = await countsBySource(world.service);
    const archived = await archive(world);
    const since = await countsBySource(world.service);
    // The request that moves the clock asks again and again whether the jobs have run.
    since.delete('clock');
    console.log(
      `\nBy source, ${build.name}: archiving one flow, without what the request that moves the clock does\n`,
    );
    printTable(SOURCE_COLUMNS, perFlow(untilThen, since, archived.flows));
  } finally {
    await world.service.stop();
  }
}

/** What each source has sent for one flow. */
function perFlow(before, after, flows) {
  return [...after].flatMap(([source, counts]) => {
    const of = (kind) => (counts[kind] - (before.get(source)?.[kind] ?? 0)) / flows;
    const each = ['statements', 'control', 'writing'].map(of);
    // Sources that prepared the benchmark.
    return each.every((count) => count === 0) ? [] : [[source, ...each.map((count) => count.toFixed(1))]];
  });
}

/** Of flows one at a time: what happens between two answers counts as the second request's. */
async function processorBySource(world) {
  const { service } = world;
  const read = () => {
    const eventLoop = firstThreadTime(service.pid);
    const database = service.databasePid === null ? Number.NaN : serverTime(service.databasePid);
    return [eventLoop, processorTime(service.pid) - eventLoop, database];
  };
  const spent = new Map();
  let last = read();
  world.noted = (operation) => {
    const now = read();
    const before = spent.get(operation) ?? [0, 0, 0];
    spent.set(
      operation,
      before.map((sum, part) => sum + now[part] - last[part]),
    );
    last = now;
  };
  const flows = await play(world, { kind: 'sms', atOnce: 1 }, FLOWS);
  return { spent, played: flows.length };
}

async function countsBySource(service) {
  const sources = new Map();
  for (const [source, kind, , count] of await service.counts()) {
    if (!sources.has(source)) sources.set(source, { statements: 0, control: 0, writing: 0 });
    sources.get(source)[kind] += count;
  }
  return sources;
}
