/**
 * Complete contracts between two enterprises over HTTP: start, fill, and for each party the intent and the signature.
 * `npm run bench -- flows`
 */
import { performance } from 'node:perf_hooks';
import { addSigner, makeTemplate, openEnterprises } from './support/parties.mjs';
import { playFlow } from './support/play-flow.mjs';
import { firstThreadTime, processorTime, serverTime } from './support/processor-time.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const AT_ONCE = [1, 8, 32];
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const WARM_UP_SECONDS = 3;

const service = await startService();
try {
  const operations = new Map();
  const enterprises = await openEnterprises(service, (path, took) => {
    if (!operations.has(path)) operations.set(path, []);
    operations.get(path).push(took);
  });
  const template = await makeTemplate(enterprises[0]);
  const byPassword = enterprises.map(({ corpName, owner }) => ({ corpName, signer: owner }));
  const byCode = [];
  for (let pair = 0; pair < Math.max(...AT_ONCE); pair += 1) byCode.push(await signersOfBoth(enterprises));
  const kinds = [
    { kind: 'pwd', sidesOf: () => byPassword },
    { kind: 'sms', sidesOf: (worker) => byCode[worker] },
  ];
  const runs = [];
  for (const { kind, sidesOf } of kinds) {
    for (const atOnce of AT_ONCE) {
      const play = (worker) => playFlow(template, sidesOf(worker), kind);
      await playFor(WARM_UP_SECONDS, atOnce, play);
      operations.clear();
      runs.push({ kind, atOnce, ...(await measured(atOnce, play)), operations: new Map(operations) });
    }
  }
  await allCompleted(runs);
  print(runs);
} finally {
  await service.stop();
}

/** A verification code is bound to one mobile number, so concurrent signers need different numbers. */
async function signersOfBoth(enterprises) {
  const sides = [];
  for (const enterprise of enterprises) {
    sides.push({ corpName: enterprise.corpName, signer: await addSigner(service, enterprise) });
  }
  return sides;
}

/** Runs flows in `atOnce` parallel lanes until the time is over; flows already started are completed. */
async function playFor(seconds, atOnce, play) {
  const until = performance.now() + seconds * 1000;
  const flows = [];
  const place = async (worker) => {
    while (performance.now() < until) {
      const began = performance.now();
      const flowId = await play(worker);
      flows.push({ flowId, took: performance.now() - began });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => place(worker)));
  return flows;
}

async function measured(atOnce, play) {
  const before = await readings();
  const began = performance.now();
  const flows = await playFor(SECONDS, atOnce, play);
  const seconds = (performance.now() - began) / 1000;
  const after = await readings();
  const perFlow = (name) =>
    before[name] === null || after[name] === null ? Number.NaN : (after[name] - before[name]) / flows.length;
  return { flows, perSecond: flows.length / seconds, perFlow };
}

async function readings() {
  // Other connections report their counters when they become idle.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const [{ commits }] = await service.statement(
    'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()',
  );
  const [{ bytes }] = await service.statement('select wal_bytes::float8 as bytes from pg_stat_wal');
  const own = process.cpuUsage();
  return {
    eventLoop: firstThreadTime(service.pid),
    service: processorTime(service.pid),
    database: service.databasePid === null ? null : serverTime(service.databasePid),
    client: (own.user + own.system) / 1000,
    commits,
    walKilobytes: bytes / 1000,
  };
}

/** The result is valid only if every counted flow is completed. */
async function allCompleted(runs) {
  const ids = runs.flatMap(({ flows }) => flows.map(({ flowId }) => flowId));
  const [{ completed }] = await service.statement(
    'select count(*)::int as completed from flows where status = 3 and flow_id = any($1::bigint[])',
    [ids],
  );
  if (completed !== ids.length) throw new Error(`${completed} of ${ids.length} flows are completed`);
}

function print(runs) {
  console.log(
    `Complete two-party flows of one 2-page contract, ${SECONDS} s a run; PostgreSQL ${service.databaseVersion}\n`,
  );
  printTable(
    ['intent', 'concurrent', 'flows/s', 'p50 ms', 'p99 ms'],
    runs.map(({ kind, atOnce, flows, perSecond }) => {
      const took = flows.map((flow) => flow.took);
      return [kind, atOnce, perSecond.toFixed(1), ms(median(took)), ms(quantile(took, 0.99))];
    }),
  );
  console.log('\nOperations, p50 / p99 ms\n');
  const paths = [...new Set(runs.flatMap(({ operations }) => [...operations.keys()]))];
  printTable(
    ['operation', ...runs.map(({ kind, atOnce }) => `${kind} ${atOnce}`)],
    paths.map((path) => [
      path.split('/').at(-1),
      ...runs.map(({ operations }) => {
        const took = operations.get(path) ?? [];
        return took.length === 0 ? '' : `${ms(median(took))} / ${ms(quantile(took, 0.99))}`;
      }),
    ]),
  );
  console.log('\nCost of one flow: CPU ms by process, database commits, kB of write-ahead log\n');
  printTable(
    ['intent', 'concurrent', 'event loop', 'other threads', 'database', 'client', 'commits', 'log kB'],
    runs.map(({ kind, atOnce, perFlow }) => [
      kind,
      atOnce,
      ms(perFlow('eventLoop')),
      ms(perFlow('service') - perFlow('eventLoop')),
      ms(perFlow('database')),
      ms(perFlow('client')),
      ms(perFlow('commits')),
      ms(perFlow('walKilobytes')),
    ]),
  );
}
