/**
 * The audit of one enterprise and the ledger of its seals, over HTTP: pages of their lists, with each filter; and what
 * an entry costs the act that it records. BENCH_ENTRIES sets other numbers of entries; ten million of both take 12 GB
 * below TMPDIR. `npm run bench -- audit`
 */
import { performance } from 'node:perf_hooks';
import { openEnterprises } from './support/parties.mjs';
import { processorTime, serverTime } from './support/processor-time.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const SIZES = (process.env['BENCH_ENTRIES'] ?? '10000,1000000').split(',').map(Number);
const ROUNDS = 100;
/** Acts in a turn, and turns with entries; as many are without. */
const ACTS = 50;
const TURNS = 10;
const PORTION = 100_000;
/** As the page asks. */
const countLimit = 1000;

/** Entries without chain: lists read links by their keys, whose number makes no difference. */
const ADD = `
  insert into audit_entries (corp_id, user_id, app_id, act, object_kind, object_id, after, source, request_id, made_at)
  select $1::bigint, case when n % 1000 = 0 then $2::bigint else $2::bigint + n % 500 end, 'app',
    (array['seal.modify', 'template.modify', 'session.begin', 'contract.read'])[1 + n % 4],
    case when n % 2 = 0 then 'seal' end, case when n % 2 = 0 then n % 5000 end, '{"sealName": "章"}',
    case when n % 10000 = 0 then 'commandLine' else 'console' end, 'bench-' || n,
    now() - interval '5 years' + n * interval '10 seconds'
  from generate_series($3::bigint, $4::bigint) as n`;

const SEALS = 30;
const ADD_USES = `
  insert into seal_uses (corp_id, seal_id, used_at, flow_corp_id, flow_id, user_id, basis, places, outcome)
  select $1::bigint, case when n % 1000 = 0 then $2::bigint else $2::bigint + 1 + n % ${SEALS - 1} end,
    now() - interval '5 years' + n * interval '10 seconds', $1::bigint, $3::bigint, $4::bigint + n % 500,
    case when n % 10000 <> 0 then (array['role', 'authorisation', 'approval'])[1 + n % 3] end, 1,
    case when n % 10000 = 0 then 'failed' else 'placed' end
  from generate_series($5::bigint, $6::bigint) as n`;

const service = await startService();
try {
  const [corp] = await openEnterprises(service, () => undefined);
  const { client, userId } = corp.owner;
  const [{ corp_id: corpId }] = await service.statement('select corp_id from members where user_id = $1', [
    userId,
  ]);
  const { sealId } = await client.call('/seal/createSealByTemplate', {
    ...{ sealName: '台账章', sealStyle: 1, categoryType: 'CONTRACT' },
  });
  const cost = await costOfEntry({ client, sealId });
  const lists = [];
  const ledgers = [];
  let rows = 0;
  await service.statement('alter table audit_entries disable trigger audit_entries_unchained');
  for (const size of SIZES) {
    for (let done = rows; done < size; done += PORTION) {
      const [from, to] = [done + 1, Math.min(size, done + PORTION)];
      await service.statement(ADD, [corpId, userId, from, to]);
      await service.statement(ADD_USES, [corpId, sealId, 1, userId, from, to]);
    }
    rows = size;
    await service.statement('vacuum analyze audit_entries, seal_uses');
    for (const question of questions(userId)) {
      lists.push({ ...question, ...(await asked(client, '/audit/list', question)) });
    }
    for (const question of usesQuestions({ userId, sealId })) {
      ledgers.push({ ...question, ...(await asked(client, '/seal/usageList', question)) });
    }
  }
  await service.statement('alter table audit_entries enable trigger audit_entries_unchained');
  printLists('The audit of one enterprise', 'entries', lists);
  printLists('The ledger of its seals', 'uses', ledgers);
  printCost(cost);
} finally {
  await service.stop();
}

/** The same act with its entry and without: a trigger leaves out the rows, so that their writing is the difference. */
async function costOfEntry({ client, sealId }) {
  await service.statement(`
    create function leave_out() returns trigger language plpgsql as 'begin return null; end'`);
  await service.statement(`
    create trigger leave_out before insert on audit_entries for each row execute function leave_out()`);
  const found = { with: { took: [], processor: 0 }, without: { took: [], processor: 0 } };
  for (let turn = 0; turn < 2 * TURNS; turn += 1) {
    const kind = turn % 2 === 0 ? 'with' : 'without';
    const toggle = kind === 'with' ? 'disable' : 'enable';
    await service.statement(`alter table audit_entries ${toggle} trigger leave_out`);
    const before = processorOf(service);
    for (let act = 0; act < ACTS; act += 1) {
      const began = performance.now();
      await client.call('/seal/modify', { sealId, sealName: `台账章${turn}-${act}` });
      found[kind].took.push(performance.now() - began);
    }
    found[kind].processor += processorOf(service) - before;
  }
  await service.statement('drop trigger leave_out on audit_entries');
  return found;
}

/** In ms; NaN where PostgreSQL runs elsewhere. */
function processorOf({ pid, databasePid }) {
  return databasePid === null ? Number.NaN : processorTime(pid) + serverTime(databasePid);
}

function usesQuestions({ userId, sealId }) {
  const page = { listPageSize: 50, countLimit };
  return [
    { what: 'first page', body: page },
    { what: 'page 20, the last that is counted', body: { ...page, listPageNo: 20 } },
    { what: 'of one seal, one use in a thousand', body: { ...page, sealId } },
    { what: 'of one member', body: { ...page, userId } },
    { what: 'of one month', body: { ...page, beginTime: '2023-01-01', endTime: '2023-01-31' } },
    {
      what: 'of one seal in one month',
      body: { ...page, sealId, beginTime: '2023-01-01', endTime: '2023-01-31' },
    },
    { what: 'after approval', body: { ...page, basis: 'approval' } },
    { what: 'tries that placed nothing', body: { ...page, outcome: 'failed' } },
  ];
}

function questions(userId) {
  const page = { listPageSize: 50, countLimit };
  return [
    { what: 'first page', body: page },
    { what: 'page 20, the last that is counted', body: { ...page, listPageNo: 20 } },
    { what: 'of one person, one in a thousand', body: { ...page, userId } },
    { what: 'of one act', body: { ...page, act: 'seal.modify' } },
    { what: 'of an act that nobody did', body: { ...page, act: 'corp.parent' } },
    { what: 'of one object', body: { ...page, objectKind: 'seal', objectId: 4242 } },
    { what: 'of one source, one in ten thousand', body: { ...page, source: 'commandLine' } },
    { what: 'of one request', body: { ...page, requestId: 'bench-777' } },
    { what: 'of one day', body: { ...page, beginTime: '2023-01-01', endTime: '2023-01-01' } },
    {
      what: 'of one person, act and source',
      body: { ...page, userId, act: 'seal.modify', source: 'console' },
    },
  ];
}

async function asked(client, path, { body }) {
  const took = [];
  await client.call(path, body);
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await client.call(path, body);
    took.push(performance.now() - began);
  }
  return { p50: median(took), p99: quantile(took, 0.99) };
}

function printLists(title, rows, lists) {
  console.log(
    `\n${title}, one request at a time; PostgreSQL ${service.databaseVersion}. p50 / p99 ms, by number of ${rows}\n`,
  );
  const each = lists.length / SIZES.length;
  printTable(
    ['list', ...SIZES.map(String)],
    lists.slice(0, each).map(({ what }, index) => [
      what,
      ...SIZES.map((_size, place) => {
        const { p50, p99 } = lists[place * each + index];
        return `${ms(p50)} / ${ms(p99)}`;
      }),
    ]),
  );
}

function printCost(cost) {
  console.log('\nA seal is renamed, with the rows of its entry and without them, in turns. ms\n');
  printTable(
    ['act', 'p50', 'p90', 'processor'],
    Object.entries(cost).map(([kind, { took, processor }]) => [
      `${kind} entry`,
      ms(median(took)),
      ms(quantile(took, 0.9)),
      ms(processor / took.length),
    ]),
  );
}
