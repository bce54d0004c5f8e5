/** Balances and the ledger rows that explain them, after concurrent starts, revocations and fees. */
import { contractCancel, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { reversePayContractFee } from '@cinnabar/api/operations/payments.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, type FlowId, type GivenTemplate } from '../support/given-flow.js';
import { givenSaleTemplate } from '../support/given-payments.js';

const OPENING = 40;
const ROUNDS = 3;
let app: RunningApp;
let enterprises: readonly [Enterprise, Enterprise];
let templates: readonly [GivenTemplate, GivenTemplate];

beforeAll(async () => {
  app = await startApp();
  const given = () => givenEnterprise(app, { contracts: OPENING, collections: OPENING });
  enterprises = [await given(), await given()];
  templates = [await givenSaleTemplate(enterprises[0]), await givenSaleTemplate(enterprises[1])];
});
afterAll(() => app.close());

/** A small pseudo-random generator; the seed is printed, so that a failure can be reproduced. */
function choices(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** One of the two enterprises, and the other. */
function sides(which: number) {
  const [first, second] = enterprises;
  const [ofFirst, ofSecond] = templates;
  return which === 0
    ? { initiator: first, counterparty: second, template: ofFirst }
    : { initiator: second, counterparty: first, template: ofSecond };
}

async function start(which: number, reverse: boolean, collects: boolean): Promise<FlowId | null> {
  const { initiator, counterparty, template } = sides(which);
  const { envelope } = await initiator.owner.client.post<{ flowId: FlowId } | null>(startSignFlow.path, {
    templateId: template.templateId,
    reversePayFlag: reverse ? 1 : 0,
    participantList: [
      {
        ...as('乙方', counterparty.owner, counterparty),
        ...(collects ? { payeeContractFlag: 1, payee: { amount: 1 } } : {}),
      },
    ],
  });
  return envelope.data?.flowId ?? null;
}

test('ledgers equal the sum of their rows after 32 concurrent starts, revocations and fees, repeatedly', async () => {
  const seed = Number(process.env['SEED'] ?? 20_261_121);
  console.log(`ledgers: seed ${seed}`);
  const choose = choices(seed);
  const flows: { readonly which: number; readonly flowId: FlowId }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const acts = Array.from({ length: 32 }, async () => {
      const which = choose(2);
      const { initiator, counterparty } = sides(which);
      const known = flows.filter((flow) => flow.which === which);
      const flow = known[choose(Math.max(known.length, 1))];
      const kind = flow === undefined ? 0 : choose(3);
      if (kind === 0 || flow === undefined) {
        const flowId = await start(which, choose(4) > 0, choose(2) === 0);
        if (flowId !== null) flows.push({ which, flowId });
      } else if (kind === 1) {
        await initiator.owner.client.post(contractCancel.path, { flowId: flow.flowId });
      } else {
        await counterparty.owner.client.post(reversePayContractFee.path, { flowId: flow.flowId });
      }
    });
    await Promise.all(acts);
    await expectSound();
  }
  expect(flows.length).toBeGreaterThan(20);
});

/** The balance of each enterprise equals the sum of its rows and corresponds to its flows. */
async function expectSound(): Promise<void> {
  const { db } = app.app.database;
  for (const { corpId } of enterprises) {
    for (const ledger of ['contract', 'collection'] as const) {
      const rows = await db
        .selectFrom('ledger_entries')
        .select(['position', 'count', 'balance'])
        .where('corp_id', '=', corpId)
        .where('ledger', '=', ledger)
        .orderBy('position')
        .execute();
      const { balance, entries } = await db
        .selectFrom('corp_balances')
        .select(['balance', 'entries'])
        .where('corp_id', '=', corpId)
        .where('ledger', '=', ledger)
        .executeTakeFirstOrThrow();
      let sum = 0;
      for (const [index, row] of rows.entries()) {
        sum += row.count;
        expect([row.position, row.balance]).toEqual([index + 1, sum]);
        expect(sum).toBeGreaterThanOrEqual(0);
      }
      expect([balance, entries]).toEqual([sum, rows.length]);
    }
  }
  // Of the contracts of both together, one is used for each flow that is not revoked, whoever paid for it.
  const held = await db
    .selectFrom('corp_balances')
    .select(['ledger', 'balance'])
    .where(
      'corp_id',
      'in',
      enterprises.map(({ corpId }) => corpId),
    )
    .execute();
  const left = (ledger: string) =>
    held.filter((row) => row.ledger === ledger).reduce((sum, row) => sum + row.balance, 0);
  const standing = await db
    .selectFrom('flows')
    .innerJoin('flow_participants', (join) =>
      join
        .onRef('flow_participants.corp_id', '=', 'flows.corp_id')
        .onRef('flow_participants.flow_id', '=', 'flows.flow_id'),
    )
    .select(['flows.flow_id', 'payee_id'])
    .where('status', '!=', 4)
    .where('participant_flag', '=', '乙方')
    .execute();
  expect(left('contract')).toBe(2 * OPENING - standing.length);
  expect(left('collection')).toBe(
    2 * OPENING - standing.filter(({ payee_id: payeeId }) => payeeId !== null).length,
  );
}
