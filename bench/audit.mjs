/**
 * The audit of one enterprise, over HTTP: pages of its list, with each filter.
 * BENCH_ENTRIES sets other numbers of entries; ten million take 8 GB below TMPDIR. `npm run bench -- audit`
 */
import { performance } from 'node:perf_hooks';
import { openEnterprises } from './support/parties.mjs';
import { startService } from './support/service.mjs';
import { median, ms, printTable, quantile } from './support/statistics.mjs';

const SIZES = (process.env['BENCH_ENTRIES'] ?? '10000,1000000').split(',').map(Number);
const ROUNDS = 100;
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

const service = await startService();
try {
  const [corp] = await openEnterprises(service, () => undefined);
  const { client, userId } = corp.owner;
  const [{ corp_id: corpId }] = await service.statement('select corp_id from members where user_id = $1', [
    userId,
  ]);
  const lists = [];
  let entries = 0;
  await service.statement('alter table audit_entries disable trigger audit_entries_unchained');
  for (const size of SIZES) {
    for (let done = entries; done < size; done += PORTION) {
      await service.statement(ADD, [corpId, userId, done + 1, Math.min(size, done + PORTION)]);
    }
    entries = size;
    await service.statement('vacuum analyze audit_entries');
    for (const question of questions(userId)) lists.push({ ...question, ...(await asked(client, question)) });
  }
  await service.statement('alter table audit_entries enable trigger audit_entries_unchained');
  print(lists);
} finally {
  await service.stop();
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

async function asked(client, { body }) {
  const took = [];
  await client.call('/audit/list', body);
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await client.call('/audit/list', body);
    took.push(performance.now() - began);
  }
  return { p50: median(took), p99: quantile(took, 0.99) };
}

function print(lists) {
  console.log(
    `\nThe audit of one enterprise, one request at a time; PostgreSQL ${service.databaseVersion}. p50 / p99 ms, by number of entries\n`,
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
