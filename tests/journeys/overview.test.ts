/** The overview of what needs attention. */
import {
  contractCancel,
  enterpriseContractsList,
  signFlowRemind,
  signTaskOverview,
} from '@cinnabar/api/operations/flows.js';
import { webhookAdd } from '@cinnabar/api/operations/webhooks.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { INSTANCES, type RunningApp, startApp } from '../support/app.js';
import { askedForAutomatic } from '../support/automatic-seal.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
} from '../support/given-flow.js';

const HOUR = 3_600_000;

let app: RunningApp;
let home: Enterprise;
let partner: Enterprise;
let clerk: Person;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  partner = await givenEnterprise(app);
  await givenSeal(partner);
});
afterAll(() => app.close());
beforeEach(async () => {
  home = await givenEnterprise(app, { contracts: 100 });
  clerk = await home.member();
  template = await givenTemplate(home.owner.client, {
    pages: 1,
    parties: [{ flag: '乙方', area: true }],
  });
});

const db = () => app.app.database.db;
const fromNow = (hours: number): Date => new Date(app.app.services.clock.now().getTime() + hours * HOUR);

async function started(more: Readonly<Record<string, string | 0 | 1>> = {}): Promise<FlowId> {
  const participantList = [as('乙方', partner.owner, partner)];
  return (await startFlow(clerk.client, template, { participantList, ...more })).flowId;
}

/** Its party has been waiting for that long. */
async function waits(flowId: FlowId, hours: number, deadlineIn: number | null = null): Promise<void> {
  const deadline = deadlineIn === null ? null : fromNow(deadlineIn);
  await db()
    .updateTable('flow_inbox')
    .set({ waiting_since: fromNow(-hours), deadline })
    .where('flow_id', '=', flowId)
    .execute();
}

/** Past the ten seconds for which an answer is served again. */
async function overviewOf(person: Person, scope: 0 | 1 = 0) {
  await app.advance(10);
  return person.client.data(signTaskOverview, { scope });
}

describe('stuck contracts', () => {
  test('are those that have waited for a day, the nearest deadline first, then the longest wait', async () => {
    const [fresh, day, older, ending] = [await started(), await started(), await started(), await started()];
    await waits(fresh, 23);
    await waits(day, 25);
    await waits(older, 48);
    await waits(ending, 25, 500);
    const { stuck, counts } = await overviewOf(clerk);
    expect(stuck.map(({ flowId }) => flowId)).toEqual([ending, older, day]);
    expect(counts).toMatchObject({ open: 4, stuck: 3, soon: 0, awaitingMe: 0 });
    expect(stuck[1]).toMatchObject({
      why: 'linkNotOpened',
      who: partner.owner.realName,
      corpName: partner.corpName,
      for: 2,
      flowStatus: 2,
      remindTime: null,
    });
    await clerk.client.data(signFlowRemind, { flowId: older });
    const reminded = (await overviewOf(clerk)).stuck.find(({ flowId }) => flowId === older);
    expect(reminded?.remindTime).not.toBeNull();
  });

  test('end with their contract', async () => {
    const [signed, cancelled] = [await started(), await started()];
    await waits(signed, 30);
    await waits(cancelled, 30);
    await sign(partner.owner, signed);
    await clerk.client.data(contractCancel, { flowId: cancelled });
    expect((await overviewOf(clerk)).stuck).toEqual([]);
  });

  test('are fifty at most; the number goes on to 1000', async () => {
    const flowId = await started();
    await waits(flowId, 30);
    const columns = `viewer_corp_id, user_id, owner_corp_id, owner_corp_name, flow_code, title, status, description,
      initiator_id, initiator_name, initiated, takes_part, copied, my_turn, my_unfinished, operate_status, confidential,
      created_at, signer_mobiles, signer_corps, signer_names, signers, signed, waiting, waiting_since`;
    await app.app.database.pool.query(
      `insert into flow_inbox (flow_id, ${columns})
       select flow_id + 1000000 + number, ${columns} from flow_inbox, generate_series(1, 1010) as number
       where flow_id = $1 and initiated and user_id = $2`,
      [flowId, clerk.userId],
    );
    const { stuck, counts } = await overviewOf(clerk);
    expect([stuck.length, counts.stuck]).toEqual([50, 1001]);
  });
});

describe('near deadlines', () => {
  test('are those within 72 hours, whether or not the contract is stuck', async () => {
    const [near, far, both] = [await started(), await started(), await started()];
    await waits(near, 1, 71);
    await waits(far, 1, 73);
    await waits(both, 30, 10);
    const { soon, stuck, counts } = await overviewOf(clerk);
    expect(soon.map(({ flowId }) => flowId)).toEqual([both, near]);
    expect(stuck.map(({ flowId }) => flowId)).toEqual([both]);
    expect(counts.soon).toBe(2);
  });
});

describe('the scope', () => {
  test('of the enterprise requires the right, and has no confidential contract', async () => {
    const manager = await home.member(['CONTRACT_ADMIN']);
    const [open, secret] = [await started(), await started({ privaryFlag: 1 })];
    await waits(open, 30, 10);
    await waits(secret, 30, 10);
    expect((await clerk.client.call(signTaskOverview, { scope: 1 })).envelope.reason).toBe(
      'PERMISSION_DENIED',
    );
    const { stuck, soon, counts } = await overviewOf(manager, 1);
    expect([stuck, soon].map((flows) => flows.map(({ flowId }) => flowId))).toEqual([[open], [open]]);
    expect(counts).toMatchObject({ open: 1, stuck: 1, soon: 1 });
    expect(counts.open).toBe((await manager.client.data(enterpriseContractsList, {})).length);
    expect((await overviewOf(clerk)).counts).toMatchObject({ open: 2, stuck: 2, soon: 2 });
  });

  test('has no contracts of other enterprises, nor those that others have started', async () => {
    const flowId = await started();
    await waits(flowId, 30);
    for (const person of [partner.owner, home.owner]) {
      expect((await overviewOf(person)).stuck.map((flow) => flow.flowId)).not.toContain(flowId);
    }
    expect((await overviewOf(partner.owner, 1)).stuck.map((flow) => flow.flowId)).not.toContain(flowId);
    expect((await overviewOf(partner.owner)).counts.awaitingMe).toBeGreaterThan(0);
  });
});

describe('warnings', () => {
  const kindsFor = async (person: Person) => (await overviewOf(person)).warnings.map(({ kind }) => kind);

  test('are given of balances, certificates, authorisations and webhooks', async () => {
    expect(await kindsFor(home.owner)).toEqual([]);
    const sealId = await givenSeal(home);
    const id = await askedForAutomatic(home, sealId, clerk, template);
    const end = fromNow(13 * 24);
    await db()
      .updateTable('seal_authorisations')
      .set({ expire_at: end })
      .where('authorisation_id', '=', id)
      .execute();
    await home.owner.client.data(webhookAdd, {
      url: 'https://erp.example.com/hook',
      eventTypes: ['flow.completed'],
    });
    await db()
      .updateTable('webhooks')
      .set({ failing_since: fromNow(-1), last_failed_at: fromNow(-1) })
      .where('corp_id', '=', home.corpId)
      .execute();
    await db()
      .updateTable('corp_balances')
      .set({ balance: 19 })
      .where('corp_id', '=', home.corpId)
      .where('ledger', '=', 'contract')
      .execute();
    const { warnings } = await overviewOf(home.owner);
    expect(warnings.map(({ kind, value }) => [kind, value])).toEqual([
      ['balanceLow', 19],
      ['authorisationExpiring', 1],
      ['webhookFailing', 1],
    ]);
    expect(await kindsFor(clerk)).toEqual(['authorisationExpiring']);
    expect(await kindsFor(await home.member())).toEqual([]);
  });

  test('and days that the balance lasts go by the ledger of the last 30 days', async () => {
    const { corpId, owner } = await givenEnterprise(app, { contracts: 0 });
    // One contract an hour, the last one now.
    await sql`
      insert into ledger_entries (corp_id, ledger, position, entry_id, record_type, count, balance, created_at)
      select ${corpId}, 'contract', number, 900000000 + number, 'sign', 1, 0, ${fromNow(0)}::timestamptz - (1000 - number) * interval '1 hour'
      from generate_series(1, 1000) number
    `.execute(db());
    const left = async (balance: number) => {
      await db()
        .updateTable('corp_balances')
        .set({ balance, entries: 1000 })
        .where('corp_id', '=', corpId)
        .where('ledger', '=', 'contract')
        .execute();
      await app.advance(10);
      const { balanceDays, warnings } = await overviewOf(owner);
      return [balanceDays, warnings.map(({ kind }) => kind)];
    };
    expect(await left(720)).toEqual([null, []]);
    expect(await left(719)).toEqual([29, []]);
    expect(await left(71)).toEqual([2, ['balanceLow']]);
  });
});

// By the instance that gave it.
test.skipIf(INSTANCES > 1)('an answer is served again for ten seconds', async () => {
  const before = await overviewOf(clerk);
  await started();
  expect(await clerk.client.data(signTaskOverview, {})).toEqual(before);
  expect((await overviewOf(clerk)).counts.open).toBe(before.counts.open + 1);
});
