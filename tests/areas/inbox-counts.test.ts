/** Counts kept beside the inbox rows must equal the counted rows. */
import { countInbox, foldCounts } from '@cinnabar/server/areas/flows/lists/store/count-inbox.js';
import { countFlowsByState } from '@cinnabar/server/areas/flows/lists/store/flows-by-state.js';
import { flowsTouching } from '@cinnabar/server/areas/flows/lists/store/mine.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../support/flow-model.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

const CORP = idOf<'Corp'>(1);
const USER = idOf<'User'>(2);

let fresh: FreshDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address, max: 8 });
});

afterAll(async () => {
  await database.close();
  await fresh.drop();
});

/** Flows `from` to `to`, each with a row for the enterprise, for the member, and for the member as a person. */
async function add(from: number, to: number): Promise<void> {
  await database.pool.query(
    `insert into flow_inbox (viewer_corp_id, user_id, flow_id, owner_corp_id, owner_corp_name, flow_code, title,
      status, description, initiator_id, initiator_name, initiated, takes_part, copied, my_turn, my_unfinished,
      operate_status, confidential, created_at, signer_mobiles, signer_corps, signer_names, batch_id)
    select viewer, person, n, 1, '公司', 'HT' || n, '合同' || n, n % 7, '', 2 + n % 2, '员工', n % 2 = 0, n % 3 > 0,
      n % 11 = 0, n % 5 = 0, false, 0, n % 10 = 0, now(), '{}', '{}', '{}', case when n % 13 = 0 then 1 end
    from generate_series($1::bigint, $2::bigint) n, (values (1, 0), (1, 2), (0, 2)) as row (viewer, person)`,
    [from, to],
  );
}

const KIND = `viewer_corp_id, user_id, status, confidential, initiated, takes_part, copied, my_turn`;

/** Kinds whose stored count differs from the counted rows. */
async function wrongKinds(): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query(
    `select ${KIND}, bulk, own, sum(rows) as rows, sum(kept) as kept from (
       select ${KIND}, batch_id is not null as bulk, initiator_id = user_id as own, 1 as rows, 0 as kept from flow_inbox
       union all select ${KIND}, in_bulk, by_viewer, 0, flows from flow_inbox_counts
     ) as both_of_them
     group by ${KIND}, bulk, own having sum(rows) <> sum(kept)`,
  );
  return rows;
}

const none = {
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
} as const;

describe('the stored counts of flows', () => {
  it('follow every inserted, updated and deleted row, also while they are folded', async () => {
    await add(1, 500);
    expect(await wrongKinds()).toEqual([]);
    const changes = Array.from({ length: 40 }, (_, index) => async () => {
      const { pool } = database;
      if (index % 4 === 0) await add(1000 + 100 * index, 1020 + 100 * index);
      if (index % 4 === 1) {
        await pool.query(
          'update flow_inbox set status = (status + 1) % 7, title = title where flow_id = $1',
          [index],
        );
      }
      if (index % 4 === 2) await pool.query('delete from flow_inbox where flow_id = $1', [index]);
      if (index % 4 === 3) await foldCounts(database.db);
    });
    await Promise.all(changes.map((change) => change()));
    expect(await wrongKinds()).toEqual([]);
    const before = await database.pool.query('select from flow_inbox_counts');
    await foldCounts(database.db);
    const after = await database.pool.query('select from flow_inbox_counts');
    expect(await wrongKinds()).toEqual([]);
    expect(after.rowCount).toBeLessThanOrEqual(before.rowCount ?? 0);
  });

  it('tell each flow once by its state, for the metrics', async () => {
    const { rows } = await database.pool.query<{ status: number; flows: number }>(
      'select status, count(*)::int as flows from flow_inbox where user_id = 0 and initiated group by status',
    );
    const states = ['draft', 'fill', 'signing', 'completed', 'revoked', 'expired', 'refused'];
    const counted = new Map(rows.map(({ status, flows }) => [status, flows]));
    expect(counted.size).toBe(states.length);
    expect([...(await countFlowsByState(database.db))]).toEqual(
      states.map((state, status) => [state, counted.get(status)]),
    );
  });

  it('do not change if a transaction rolls back', async () => {
    const before = await database.pool.query('select sum(flows) as flows from flow_inbox_counts');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('delete from flow_inbox');
    await client.query('rollback');
    client.release();
    const after = await database.pool.query('select sum(flows) as flows from flow_inbox_counts');
    expect(after.rows).toEqual(before.rows);
  });

  it('equal the rows counted by a filter that all pass', async () => {
    const scopes = ([0, 1, 2, 3, 4, 5, 6, 7, 8] as const).map((docQueryType) => ({
      kind: 'own' as const,
      viewer: {
        corpId: CORP,
        userId: USER,
        personal: 'none' as const,
        seesNoSecrets: false,
        readsContracts: false,
        managesContracts: false,
      },
      docQueryType,
    }));
    for (const scope of [...scopes, { kind: 'enterprise' as const, corpId: CORP }]) {
      for (const statuses of [null, [2], [0, 1, 3]] as const) {
        const kept = await countInbox(database.db, scope, { ...none, statuses });
        const counted = await countInbox(database.db, scope, { ...none, statuses, flowTitle: '合同' });
        expect([scope, statuses, kept]).toEqual([scope, statuses, counted]);
      }
    }
  });
});

describe('the contracts that a person takes part in', () => {
  it('come in pages, each once, newest first, although several rows show one contract', async () => {
    const { rows } = await database.pool.query<{ flow_id: number }>(
      `select flow_id from flow_inbox
       where user_id = 2 and (takes_part or copied) and status <> 0 and flow_id not in (5, 10)
       group by flow_id order by max(created_at) desc, flow_id desc`,
    );
    const found: number[] = [];
    for (let offset = 0, hasMore = true; hasMore; offset += 100) {
      const without = [idOf<'Flow'>(5), idOf<'Flow'>(10)];
      const page = await flowsTouching(database.db, USER, [CORP], without, { limit: 100, offset });
      found.push(...page.keys.map(({ flowId }) => flowId));
      hasMore = page.hasMore;
    }
    expect(found.length).toBeGreaterThan(200);
    expect(found).toEqual(rows.map(({ flow_id }) => flow_id));
  });
});
