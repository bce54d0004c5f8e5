/** Searches by the index return what reading every row returns. */
import { countInbox } from '@cinnabar/server/areas/flows/lists/store/count-inbox.js';
import { eachInInbox } from '@cinnabar/server/areas/flows/lists/store/each-in-inbox.js';
import { listInbox } from '@cinnabar/server/areas/flows/lists/store/find-in-inbox.js';
import { gatherSearch } from '@cinnabar/server/areas/flows/lists/store/gather-search.js';
import type { FlowFilters } from '@cinnabar/server/areas/flows/lists/store/inbox-filters.js';
import { type InboxScope, scopeParts } from '@cinnabar/server/areas/flows/lists/store/inbox-scope.js';
import { resolveFilters } from '@cinnabar/server/areas/flows/lists/store/sealed-titles.js';
import { lookUpOf, searchPart } from '@cinnabar/server/areas/flows/lists/store/search-inbox.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { primaryReads } from '@cinnabar/server/database/reads.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../support/flow-model.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

const CORP = idOf<'Corp'>(1);
const USER = idOf<'User'>(2);
const running = new AbortController().signal;

let fresh: FreshDatabase;
let database: OpenDatabase;

const pending = async () =>
  (await database.pool.query('select from flow_search_pending where viewer_corp_id = 1')).rowCount;

/** Flows `from` to `to`, with a row for the enterprise and for the member; one a minute, flow 1 first. */
async function add(from: number, to: number): Promise<void> {
  await database.pool.query(
    `insert into flow_inbox (viewer_corp_id, user_id, flow_id, owner_corp_id, owner_corp_name, flow_code, title,
      status, description, initiator_id, initiator_name, initiated, takes_part, copied, my_turn, my_unfinished,
      operate_status, confidential, created_at, signer_mobiles, signer_corps, signer_names)
    select 1, person, n, 1, '公司', 'HT' || n,
      (array['采购', '销售', '房屋租赁'])[1 + n % 3] || '合同' || case when n % 400 = 0 then '（鲲鹏 Plan）' else '' end || n,
      2 + n % 2, '', 2, '员工', true, false, false, false, false, 0, n % 50 = 0,
      timestamptz '2026-01-01' + n * interval '1 minute', array['13900000000', '136' || lpad((n % 40)::text, 8, '0')],
      array['朱砂科技', case when n % 2 = 0 then '' else 'Lihua 贸易' || n % 7 end], array['王小明', '签署人' || n]
    from generate_series($1::bigint, $2::bigint) n, (values (0), (2)) as row (person)`,
    [from, to],
  );
}

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address, max: 8 });
  // Three segments, of which the last one contains the oldest flows, and flows that are in none.
  for (const [from, to] of [
    [401, 2000],
    [2001, 2900],
    [1, 400],
  ] as const) {
    await add(from, to);
    await gatherSearch(database.db, running, 1);
  }
  await add(2901, 3000);
  await database.pool.query('analyze');
  // Only long lists are searched by the index.
  await database.pool.query(`
    insert into flow_inbox_counts
    select 1, person, status, false, true, false, false, false, false, true, 100000
    from (values (0), (2)) as viewer (person), generate_series(2, 3) as status`);
});

afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const none: FlowFilters = {
  flowCode: null,
  flowTitle: null,
  statuses: null,
  mobile: null,
  participant: null,
  time: null,
  sourceOrderCode: null,
  templateId: null,
  initiatorId: null,
  batchId: null,
  waitingSince: null,
};

const own: InboxScope = {
  kind: 'own',
  viewer: {
    corpId: CORP,
    userId: USER,
    personal: 'all',
    seesNoSecrets: false,
    readsContracts: true,
    managesContracts: true,
  },
  docQueryType: 0,
};
const enterprise: InboxScope = { kind: 'enterprise', corpId: CORP };

/** Ids of all rows that match a condition, newest first. */
async function read(user: number, condition: string): Promise<readonly number[]> {
  const { rows } = await database.pool.query<{ flow_id: number }>(
    `select flow_id from flow_inbox where viewer_corp_id = 1 and user_id = ${user} and ${condition}
     order by created_at desc, flow_id desc`,
  );
  return rows.map(({ flow_id }) => flow_id);
}

async function isSearched(scope: InboxScope, filters: FlowFilters): Promise<boolean> {
  const [part] = scopeParts(scope);
  return (await lookUpOf(database.db, part, await resolveFilters(database.db, scope, filters))) !== null;
}

async function holds(scope: InboxScope, filters: Partial<FlowFilters>, expected: readonly number[]) {
  const all = { ...none, ...filters };
  expect(await isSearched(scope, all), 'searched by the index').toBe(true);
  const total = expected.length;
  for (const { limit, offset, countLimit } of [
    { limit: 10, offset: 0, countLimit: null },
    { limit: 10, offset: 0, countLimit: 1000 },
    { limit: 7, offset: 35, countLimit: 20 },
    { limit: 5, offset: Math.max(0, total - 3), countLimit: Math.max(1, total) },
  ]) {
    const found = await listInbox(database.db, scope, all, { limit, offset }, countLimit);
    expect(found.rows.map(({ flow_id }) => flow_id)).toEqual(expected.slice(offset, offset + limit));
    const { totalCount, totalLimited } = found;
    expect({ totalCount, totalLimited }).toEqual(
      countLimit === null
        ? { totalCount: total, totalLimited: undefined }
        : { totalCount: Math.min(total, countLimit), totalLimited: total > countLimit },
    );
  }
  expect(await countInbox(database.db, scope, all)).toBe(total);
  expect(await exported(scope, all)).toEqual(expected);
}

async function exported(scope: InboxScope, filters: FlowFilters): Promise<readonly number[]> {
  const flows: number[] = [];
  for await (const rows of eachInInbox(primaryReads(database.db), scope, filters))
    flows.push(...rows.map(({ flow_id }) => flow_id));
  return flows;
}

it('exports all contracts of an enterprise, and those in one state, in the order of the list', async () => {
  expect(await exported(enterprise, none)).toEqual(await read(0, 'not confidential'));
  const completed = await read(0, 'not confidential and status = 3');
  expect(await exported(enterprise, { ...none, statuses: [3] })).toEqual(completed);
});

it('reads the next contracts while those before are written', async () => {
  let sent = 0;
  const around = <T>(_text: string, run: () => Promise<T>): Promise<T> => {
    sent += 1;
    return run();
  };
  const watched = openDatabase({ address: fresh.address, max: 2, around });
  const portions: (readonly [rows: number, sent: number])[] = [];
  for await (const rows of eachInInbox(primaryReads(watched.db), enterprise, none))
    portions.push([rows.length, sent]);
  await watched.close();
  const all = sent;
  // The last query has been sent before the last but one portion is consumed.
  expect(portions.map(([rows, sentBefore]) => [rows, all - sentBefore])).toEqual([
    [1000, 1],
    [1000, 0],
    [940, 0],
  ]);
});

describe('a search by a part of a title', () => {
  it.each([
    ['one character', '鲲'],
    ['two characters of every title', '合同'],
    ['two characters of every third title', '租赁'],
    ['two characters of one title in 400', '鲲鹏'],
    ['letters in the other case', 'PLAN'],
    ['a number', '288'],
    ['a long part of few titles', '采购合同（鲲鹏 plan）24'],
    ['parts of titles that no title contains together', '采购合同（鲲鹏 Plan）288'],
    ['words that no title contains', '麒麟'],
    ['a pattern character', '%'],
  ])('finds %s', async (_what, flowTitle) => {
    const condition = `position(lower('${flowTitle}') in lower(title)) > 0`;
    await holds(own, { flowTitle }, await read(2, condition));
  });

  it('finds none where each of two texts is in many contracts and both are in none', async () => {
    const participant = { kind: 'enterprise', name: 'lihua 贸易' } as const;
    for (const flowTitle of ['合同2', '合同（鲲鹏 plan）']) {
      const condition = `not confidential and title ilike '%${flowTitle}%' and signer_corps::text ilike '%${participant.name}%'`;
      await holds(enterprise, { flowTitle, participant }, await read(0, condition));
    }
  });

  it('takes the other filters into account', async () => {
    const expected = await read(2, `title like '%采购%' and status = 3`);
    await holds(own, { flowTitle: '采购', statuses: [3] }, expected);
  });
});

describe('a search whose filters rarely meet', () => {
  it.each([
    ['nowhere', { flowTitle: '合同', initiatorId: idOf<'User'>(9) }, 'false'],
    ['nowhere, in one state', { flowTitle: '采购合同2', statuses: [5] }, 'false'],
    ['in some contracts', { flowTitle: '合同2', statuses: [3] }, `title like '%合同2%' and status = 3`],
    ['in most contracts', { flowTitle: '合同' }, `title like '%合同%'`],
  ] as const)('reads the rows of the list after many candidates: %s', async (_where, filters, condition) => {
    const [part] = scopeParts(own);
    const resolved = await resolveFilters(database.db, own, { ...none, ...filters });
    const lookUp = await lookUpOf(database.db, part, { ...resolved, statuses: null });
    if (lookUp === null) throw new Error('not searched by the index');
    const expected = await read(2, condition);
    for (const maxExamined of [1, 1500, Number.POSITIVE_INFINITY])
      for (const count of [null, 1, 100, 5000]) {
        const wanted = { places: 10, known: [], count };
        const found = await searchPart(database.db, part, resolved, { ...lookUp, maxExamined }, wanted);
        expect(found.places.slice(0, 10).map(({ flow_id }) => flow_id)).toEqual(expected.slice(0, 10));
        if (count === null) expect(found.count).toBe(expected.length);
        else expect(Math.min(found.count, count)).toBe(Math.min(expected.length, count));
      }
  });

  it('examines fewer candidates where reading a row needs no more than its index', async () => {
    const [part] = scopeParts(own);
    const most = async (filters: Partial<FlowFilters>) => {
      const resolved = await resolveFilters(database.db, own, { ...none, ...filters });
      return (await lookUpOf(database.db, part, resolved))?.maxExamined;
    };
    const rows = 203_000;
    expect(await most({ flowTitle: '合同' })).toBe(rows / 32);
    expect(await most({ flowTitle: '合同', statuses: [3] })).toBe(rows / 32);
    expect(await most({ flowTitle: '合同', initiatorId: USER })).toBe(rows / 2);
    expect(await most({ mobile: '13900000000', statuses: [3] })).toBe(rows / 4);
  });
});

describe('a search by a participant', () => {
  it.each([
    ['a person', 'person', '签署人12', 'signer_names'],
    ['a person of every contract', 'person', '小明', 'signer_names'],
    ['an enterprise', 'enterprise', 'lihua 贸易3', 'signer_corps'],
    ['nobody', 'enterprise', '签署人12', 'signer_corps'],
  ] as const)('finds %s, except in confidential contracts', async (_who, kind, name, column) => {
    const condition = `not confidential and array_to_string(${column}, '|') ilike '%${name}%'`;
    await holds(enterprise, { participant: { kind, name } }, await read(0, condition));
  });
});

describe('a search by the mobile of a signer', () => {
  it.each([
    ['of some contracts', '13600000007'],
    ['of every contract', '13900000000'],
    ['of none', '13600000041'],
    ['that is a part of one', '1360000000'],
  ])('finds one %s', async (_which, mobile) => {
    await holds(own, { mobile }, await read(2, `'${mobile}' = any(signer_mobiles)`));
  });

  it('takes the title into account', async () => {
    const expected = await read(2, `'13600000007' = any(signer_mobiles) and title like '%采购%'`);
    await holds(own, { mobile: '13600000007', flowTitle: '采购' }, expected);
  });

  it('finds contracts that an earlier version added to the index, or listed for addition', async () => {
    await database.pool.query(`
      update flow_search_segments set has_mobiles = false where segment = 2;
      delete from flow_search_postings where segment = 2 and field = 3;
      update flow_search_pending set mobiles = null where flow_id = 2927`);
    const filters = { ...none, mobile: '13600000007' };
    expect(await isSearched(own, filters)).toBe(false);
    const expected = await read(2, `'13600000007' = any(signer_mobiles)`);
    expect(expected).toContain(2927);
    const { rows } = await listInbox(database.db, own, filters, { limit: 100, offset: 0 }, null);
    expect(rows.map(({ flow_id }) => flow_id)).toEqual(expected);
    await gatherSearch(database.db, running);
    await holds(own, filters, expected);
    await gatherSearch(database.db, running, 1);
    await holds(own, filters, expected);
  });
});

describe('the index', () => {
  it('finds a contract by its new title and not by its old one, before and after it is added again', async () => {
    await database.pool.query(`update flow_inbox set title = '麒麟计划' where flow_id in (800, 2950)`);
    for (const gathered of [false, true]) {
      if (gathered) await gatherSearch(database.db, running, 1);
      await holds(own, { flowTitle: '麒麟' }, [2950, 800]);
      await holds(own, { flowTitle: '鲲鹏' }, [2800, 2400, 2000, 1600, 1200, 400]);
    }
  });

  it('lists a contract for addition when its texts change, and at no other change', async () => {
    await database.pool.query(`update flow_inbox set status = 3, my_turn = true where flow_id < 100`);
    expect(await pending()).toBe(0);
    await database.pool.query(`update flow_inbox set signer_names = '{新人}' where flow_id = 7`);
    expect(await pending()).toBe(1);
    await holds(enterprise, { participant: { kind: 'person', name: '新人' } }, [7]);
  });

  it('is made of flows that an earlier version stored, and used once it has all of them', async () => {
    await database.pool.query(`
      truncate flow_search_pending, flow_search_segments, flow_search_flows, flow_search_postings;
      insert into flow_search_backfill values (0, 0)`);
    await add(3001, 3001);
    expect(await isSearched(own, { ...none, flowTitle: '鲲鹏' })).toBe(false);
    await gatherSearch(database.db, running, 1);
    await holds(own, { flowTitle: '鲲鹏' }, [2800, 2400, 2000, 1600, 1200, 400]);
  });

  it('does not find what was deleted', async () => {
    await database.pool.query('delete from flow_inbox where flow_id in (7, 2400)');
    await holds(own, { flowTitle: '鲲鹏' }, [2800, 2000, 1600, 1200, 400]);
    await holds(enterprise, { participant: { kind: 'person', name: '新人' } }, []);
  });
});

it('finds what is in several parts of a scope in one order', async () => {
  await database.pool.query('delete from flow_inbox where user_id = 2 and flow_id % 10 in (0, 1)');
  const seen: InboxScope = { kind: 'seen', viewer: own.viewer };
  const condition = (mobile: string) => `'${mobile}' = any(signer_mobiles)`;
  for (const mobile of ['13900000000', '13600000001', '13600000007', '13600000041']) {
    const mine = await read(2, condition(mobile));
    const others = await read(0, `not confidential and flow_id % 10 in (0, 1) and ${condition(mobile)}`);
    // Flow numbers are in the order of their creation.
    await holds(
      seen,
      { mobile },
      [...mine, ...others].sort((one, other) => other - one),
    );
  }
});

it('leaves out no contract that is added to the index while it is searched', async () => {
  await add(4001, 4100);
  const [part] = scopeParts(own);
  const filters = await resolveFilters(database.db, own, { ...none, flowTitle: '合同' });
  const lookUp = await lookUpOf(database.db, part, filters);
  if (lookUp === null) throw new Error('not searched by the index');
  await gatherSearch(database.db, running, 1);
  // Contracts that await their addition again fill the page, and newer ones are in the index by now.
  await database.pool.query(
    `update flow_inbox set title = title || '补充' where flow_id between 4001 and 4010`,
  );
  const { places } = await searchPart(database.db, part, filters, lookUp, {
    places: 10,
    known: [],
    count: 10,
  });
  const newest = Array.from({ length: 10 }, (_, index) => 4100 - index);
  expect(places.slice(0, 10).map(({ flow_id }) => flow_id)).toEqual(newest);
});
