/**
 * The two ledgers of an enterprise equal the sums of their rows after any 32 concurrent starts, revocations, refusals,
 * signatures, expiries and the expiry of a package. FAULT_SEED repeats the choices of an earlier run, but not their
 * order of arrival.
 */
import { baseInfo, queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import { addPackage } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.js';
import { ledgerProblems } from '../support/flow-consistency.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate, taskInfo } from '../support/given-flow.js';
import { chooseSeed } from '../support/seeded-random.js';
import { type CostingFlow, type LedgerName, rowsOf } from './support/ledger-model.js';
import { type LedgersWorld, type Payer, readyActs, SHORT_LIFE_SECONDS } from './support/random-acts.js';
import { RandomChoice } from './support/random-choice.js';

const ROUNDS = 6;
const AT_ONCE = 32;
const LEDGERS: readonly LedgerName[] = ['contract', 'collection'];
const OPENING = { contracts: 20, collections: 12 };
/** Bought by each payer, and expiring during the acts: some units are used, the rest is lost. */
const PACKAGE = { contracts: 10, seconds: 6 };

const seed = chooseSeed();
const random = new RandomChoice(seed);
let world: LedgersWorld;

beforeAll(async () => {
  console.log(`ledgers: FAULT_SEED=${seed}`);
  const app = await startApp();
  const partner = await givenEnterprise(app);
  await givenSeal(partner);
  const payers: Payer[] = [];
  for (let count = 0; count < 2; count += 1) {
    const enterprise = await givenEnterprise(app, OPENING);
    await givenSeal(enterprise);
    const template = await givenTemplate(enterprise.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true },
        { flag: '乙方', mode: 0, signOrder: 1, area: true },
      ],
    });
    payers.push({ enterprise, template, ...OPENING, contracts: OPENING.contracts + PACKAGE.contracts });
  }
  world = { app, payers, partner, attempts: [] };
});

afterAll(() => world.app.close());

async function buyPackage({ enterprise: { corpId } }: Payer): Promise<void> {
  const { database, services } = world.app.app;
  const now = services.clock.now();
  const bought = {
    corpId,
    ledger: 'contract',
    recordType: 'orderBuy',
    count: PACKAGE.contracts,
    remark: null,
    now,
  } as const;
  const end = new Date(now.getTime() + PACKAGE.seconds * 1000);
  await transact(database.db, (tx) => addPackage(tx, services.ids, bought, end));
}

/** Units lost to expired packages; ledgerProblems checks that they were the account's. */
async function lost({ enterprise: { corpId } }: Payer, ledger: LedgerName): Promise<number> {
  const rows = await world.app.app.database.db
    .selectFrom('ledger_entries')
    .select('count')
    .where('corp_id', '=', corpId)
    .where('ledger', '=', ledger)
    .where('record_type', '=', 'orderExpire')
    .execute();
  return rows.reduce((sum, { count }) => sum - count, 0);
}

/** The flows of one payer with their final status, each the only one of its attempt. */
async function costingFlows(payer: Payer): Promise<ReadonlyMap<number, CostingFlow>> {
  const flows = new Map<number, CostingFlow>();
  for (const attempt of world.attempts) {
    const [flowId] = attempt.flowIds;
    if (attempt.payer !== payer || flowId === undefined) continue;
    const { flowStatus, participantList } = await taskInfo(payer.enterprise.owner, flowId);
    const signedByHand = participantList.some(({ signStatus }) => signStatus === 3);
    flows.set(flowId, { collects: attempt.collects, revoked: flowStatus === 4, signedByHand });
  }
  return flows;
}

/** Every start created one flow, or none if it was refused, however often it was repeated. */
async function startsAreSingle(): Promise<void> {
  const { db } = world.app.app.database;
  const stored = await db.selectFrom('flows').select(['flow_id', 'source_order_code']).execute();
  for (const { label, flowIds } of world.attempts) {
    const made = stored.filter(({ source_order_code }) => source_order_code === label);
    expect(
      made.map(({ flow_id }) => flow_id),
      `${label}, FAULT_SEED=${seed}`,
    ).toEqual([...flowIds]);
  }
}

async function ledgersHold(payer: Payer): Promise<void> {
  const { db } = world.app.app.database;
  const { corpId } = payer.enterprise;
  const flows = await costingFlows(payer);
  for (const ledger of LEDGERS) {
    const label = `${ledger} of ${corpId}, FAULT_SEED=${seed}`;
    const rows = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('corp_id', '=', corpId)
      .where('ledger', '=', ledger)
      .orderBy('position')
      .execute();
    expect(Math.min(...rows.map(({ balance }) => balance)), label).toBeGreaterThanOrEqual(0);
    const paid = rows.filter(({ sign_flow_id }) => sign_flow_id !== null);
    const expected = [...flows].flatMap(([flowId, flow]) =>
      rowsOf(flow, ledger).map(({ recordType, count }) => [flowId, recordType, count]),
    );
    const found = paid.map(({ sign_flow_id, record_type, count }) => [sign_flow_id, record_type, count]);
    expect(found.map(String).toSorted(), label).toEqual(expected.map(String).toSorted());
  }
}

/** The reported balance is the sum of the rows. */
async function balancesAreTold(payer: Payer): Promise<void> {
  const { client } = payer.enterprise.owner;
  const flows = [...(await costingFlows(payer)).values()];
  const left = (ledger: LedgerName, opening: number) =>
    flows.flatMap((flow) => rowsOf(flow, ledger)).reduce((sum, { count }) => sum + count, opening);
  const accountBalance = left('contract', payer.contracts) - (await lost(payer, 'contract'));
  const payeeBalance = left('collection', payer.collections) - (await lost(payer, 'collection'));
  expect(await client.data(baseInfo, {}), `FAULT_SEED=${seed}`).toMatchObject({
    accountBalance,
    payeeBalance,
  });
  const rows = await client.data(queryAccountHistoryList, { listPageSize: 1000 });
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(accountBalance);
  expect(rows[0]?.accountBalance).toBe(accountBalance);
}

describe('after any interleaving of acts', () => {
  it('the ledgers are the sum of their rows, and every flow has been charged correctly', async () => {
    const { db } = world.app.app.database;
    for (const payer of world.payers) await buyPackage(payer);
    for (let round = 0; round < ROUNDS; round += 1) {
      const acts = await readyActs(world, random, AT_ONCE);
      await Promise.all(acts.map((act) => act()));
      expect(await ledgerProblems(db), `FAULT_SEED=${seed}`).toEqual([]);
    }
    await world.app.advance(SHORT_LIFE_SECONDS + 5);
    const packages = await db.selectFrom('ledger_packages').select('remaining').execute();
    expect(packages.map(({ remaining }) => remaining)).toEqual([0, 0]);
    await startsAreSingle();
    for (const payer of world.payers) {
      await ledgersHold(payer);
      await balancesAreTold(payer);
    }
  }, 300_000);
});
