/**
 * Lists, searches, counts and exports of one enterprise with ten thousand, a hundred thousand and a million flows, over
 * HTTP. BENCH_FLOWS sets other numbers, for example `10000,10000000`. A million flows take 4 GB below TMPDIR.
 * `npm run bench -- lists`
 */
import { performance } from 'node:perf_hooks';
import { measureCopy, measureExport } from './lists/export.mjs';
import { seedFlows, settle } from './lists/seed.mjs';
import { openEnterprises } from './support/parties.mjs';
import { processorTime, serverTime } from './support/processor-time.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const SIZES = (process.env['BENCH_FLOWS'] ?? '10000,100000,1000000').split(',').map(Number);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const MIN_ROUNDS = 10;
const MAX_ROUNDS = 500;
const WARM_UP = 5;
/** As the pages ask. */
const countLimit = 1000;

const OWN = '/signTask/contract/list';
const ENTERPRISE = '/signTask/enterpriseContracts/list';
const EXPORT = '/signTask/enterpriseContracts/export';
const ONE_SIGNER = { participantName: '签署人1778' };
const BY_MOBILE = '/signTask/contract/listByMobile';

const service = await startService();
try {
  const [buyer] = await openEnterprises(service, () => undefined);
  const { client, userId, realName, mobile } = buyer.owner;
  const [{ corp_id: corpId }] = await service.statement('select corp_id from members where user_id = $1', [
    userId,
  ]);
  const operator = { corpId, corpName: buyer.corpName, userId, name: realName, mobile };
  const [lists, workbooks] = [[], []];
  let flows = 0;
  for (const size of SIZES) {
    await seedFlows(service, operator, flows, size);
    await settle(service);
    flows = size;
    for (const question of questions(size, mobile)) {
      const answers = await asked(client, question).catch((error) => ({ refused: error.message }));
      lists.push({ size, ...question, ...answers });
    }
    workbooks.push(...(await exported(client, corpId)));
  }
  print(lists, workbooks);
} finally {
  await service.stop();
}

function questions(size, mobile) {
  const deep = { listPageNo: Math.floor((size * 0.9) / 10) };
  return [
    { what: "the acting member's, first page", path: OWN, body: {} },
    { what: '… received', path: OWN, body: { docQueryType: 1 } },
    { what: '… awaiting their action', path: OWN, body: { docQueryType: 4 } },
    { what: '… count', path: '/signTask/myContract/listCount', body: {} },
    { what: '… page at nine tenths', path: OWN, body: deep },
    { what: '… title, in every flow', path: OWN, body: { flowTitle: '合同', countLimit } },
    { what: '… title, in every second flow', path: OWN, body: { flowTitle: '双方', countLimit } },
    { what: '… title, in one of 5000', path: OWN, body: { flowTitle: '鲲鹏', countLimit } },
    { what: '… title, one character', path: OWN, body: { flowTitle: '鲲', countLimit } },
    { what: '… title, not found', path: OWN, body: { flowTitle: '麒麟', countLimit } },
    {
      what: '… title, frequent parts, not found',
      path: OWN,
      body: { flowTitle: '采购单次合同9', countLimit },
    },
    { what: '… title, a number', path: OWN, body: { flowTitle: '9876', countLimit } },
    { what: '… title, in one of 5000, exact total', path: OWN, body: { flowTitle: '鲲鹏' } },
    { what: '… title, in every second flow, exact total', path: OWN, body: { flowTitle: '双方' } },
    { what: '… code', path: OWN, body: { flowCode: 'HT800000777' } },
    { what: "the enterprise's, first page", path: ENTERPRISE, body: {} },
    { what: '… in one state', path: ENTERPRISE, body: { flowStatus: 2 } },
    { what: '… count', path: '/signTask/enterpriseContracts/enterpriseContractsCount', body: {} },
    { what: '… page at nine tenths', path: ENTERPRISE, body: deep },
    {
      what: '… of one day',
      path: ENTERPRISE,
      body: { flowStartTime: '2026-01-01', flowFinishTime: '2026-01-01' },
    },
    { what: "… a signer's name", path: ENTERPRISE, body: { participantName: '签署人778', countLimit } },
    {
      what: "… a signer's enterprise",
      path: ENTERPRISE,
      body: { participantName: '有限公司', participantType: 1, countLimit },
    },
    {
      what: '… a title and a name, never together',
      path: ENTERPRISE,
      body: { flowTitle: '双方', participantName: '代理人', countLimit },
    },
    {
      what: '… a title and a state, never together',
      path: ENTERPRISE,
      body: { flowTitle: '采购', flowStatus: 2, countLimit },
    },
    { what: "a signer's mobile", path: BY_MOBILE, body: { mobile: '13600000777', countLimit } },
    { what: '… of every flow', path: BY_MOBILE, body: { mobile, countLimit } },
    { what: '… of none', path: BY_MOBILE, body: { mobile: '13600020777', countLimit } },
  ];
}

/** Sequential requests until the time is over. Rejects if one is refused, as when its statement takes too long. */
async function asked(client, { path, body }) {
  const took = [];
  for (let count = 0; count < WARM_UP; count += 1) await client.call(path, body);
  const idle = await idleShare();
  const until = performance.now() + SECONDS * 1000;
  const [start, before] = [performance.now(), processorOf(service)];
  while (took.length < MIN_ROUNDS || (took.length < MAX_ROUNDS && performance.now() < until)) {
    const began = performance.now();
    await client.call(path, body);
    took.push(performance.now() - began);
  }
  const spent = processorOf(service) - before - idle * (performance.now() - start);
  const processor = Math.max(0, spent) / took.length;
  return { p50: median(took), p99: quantile(took, 0.99), processor };
}

/** Processor time that jobs take while nothing is asked, of each millisecond. */
async function idleShare() {
  const [start, before] = [performance.now(), processorOf(service)];
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  return (processorOf(service) - before) / (performance.now() - start);
}

/** Of the service and its database, in ms; NaN if the database may be on another machine. */
function processorOf({ pid, databasePid }) {
  return databasePid === null ? Number.NaN : processorTime(pid) + serverTime(databasePid);
}

/** All flows, and those of one signer in 20,000. */
async function exported(client, corpId) {
  const rows = await client.call('/signTask/enterpriseContracts/enterpriseContractsCount', {});
  const copy = await measureCopy(service, corpId);
  const workbook = await measureExport(service, client, EXPORT, {});
  const found = await measureExport(service, client, EXPORT, ONE_SIGNER);
  const { length } = await client.call(ENTERPRISE, { ...ONE_SIGNER, listPageSize: 1000 });
  if (length === 0) throw new Error('the signer has no flow');
  return [
    { rows, copy, ...workbook },
    { rows: length, copy: null, ...found },
  ];
}

function print(lists, workbooks) {
  console.log(
    `One enterprise, one request at a time; PostgreSQL ${service.databaseVersion}. p50 / p99 ms, and ms of processor time, by number of flows\n`,
  );
  const names = lists.filter(({ size }) => size === SIZES[0]);
  printTable(
    ['list', ...SIZES.map(String)],
    names.map((_name, index) => {
      const ofAll = SIZES.map((_size, place) => lists[place * names.length + index]);
      return [
        ofAll[0].what,
        ...ofAll.map(
          ({ refused, p50, p99, processor }) => refused ?? `${ms(p50)} / ${ms(p99)}, ${ms(processor)}`,
        ),
      ];
    }),
  );
  console.log('\nExports of the enterprise, and of one of its signers; CPU time by process\n');
  printTable(
    [
      'rows',
      's',
      'rows/s',
      'MB',
      'COPY s',
      'of COPY',
      'peak MB half-way',
      'peak MB',
      'event loop s',
      'threads s',
      'database s',
    ],
    workbooks.map(({ rows, seconds, megabytes, copy, halfWay, peak, eventLoop, service: all, database }) => [
      rows,
      seconds.toFixed(1),
      Math.round(rows / seconds),
      megabytes.toFixed(1),
      copy === null ? '-' : copy.toFixed(2),
      copy === null ? '-' : (seconds / copy).toFixed(1),
      ms(halfWay),
      ms(peak),
      eventLoop.toFixed(1),
      (all - eventLoop).toFixed(1),
      database.toFixed(1),
    ]),
  );
}
