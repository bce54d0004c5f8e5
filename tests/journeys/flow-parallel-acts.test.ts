import {
  contractCancel,
  fillComponentList,
  fillSignForm,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answered, DataOf } from '../support/client.js';
import { inconsistencies, ledgerProblems, readStoredFlow } from '../support/flow-consistency.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  startFlow,
} from '../support/given-flow.js';

let app: RunningApp;
let seller: Enterprise;

beforeAll(async () => {
  app = await startApp();
  seller = await givenEnterprise(app);
});
afterAll(() => app.close());

async function buyerWith(contracts: number): Promise<Enterprise> {
  const buyer = await givenEnterprise(app, { contracts });
  await givenSeal(buyer);
  return buyer;
}

/** The initiator fills and signs, then the other party signs. */
function templateOf(buyer: Enterprise): Promise<GivenTemplate> {
  return givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, area: true, controls: ['amount'] },
      { flag: '乙方', mode: 0, area: true },
    ],
  });
}

function outcome({ status, envelope }: Answered): string {
  return status === 200 ? `code ${envelope.code}` : `${status} ${envelope.reason}`;
}

async function expectSound(flowIds: readonly FlowId[]): Promise<void> {
  const { db } = app.app.database;
  for (const flowId of flowIds) expect(await inconsistencies(db, flowId)).toEqual([]);
  expect(await ledgerProblems(db)).toEqual([]);
}

describe('concurrent starts', () => {
  test('with three contracts left: three of eight succeed, and the balance is zero', async () => {
    const buyer = await buyerWith(3);
    const template = await templateOf(buyer);
    const body = { templateId: template.templateId, participantList: [as('乙方', seller.owner, seller)] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        buyer.owner.client.post<DataOf<typeof startSignFlow>>(startSignFlow.path, body),
      ),
    );
    expect(answers.map(outcome).toSorted()).toEqual([
      ...Array(5).fill('403 BALANCE_NOT_ENOUGH'),
      ...Array(3).fill('code 200'),
    ]);
    const started = answers
      .filter(({ status }) => status === 200)
      .map(({ envelope }) => envelope.data.flowId);
    expect(new Set(started).size).toBe(3);
    await expectSound(started);
    const { db } = app.app.database;
    const stored = await db
      .selectFrom('flows')
      .select('flow_id')
      .where('corp_id', '=', buyer.corpId)
      .execute();
    expect(stored).toHaveLength(3);
  });

  test('that name the same unknown person create one user', async () => {
    const buyer = await buyerWith(10);
    const template = await templateOf(buyer);
    const mobile = '13711112222';
    const started = await Promise.all(
      Array.from({ length: 4 }, () =>
        startFlow(buyer.owner.client, template, {
          participantList: [
            {
              participantFlag: '乙方',
              psnAccount: mobile,
              psnName: '新人',
              participantCorpName: '尚未注册的公司',
            },
          ],
        }),
      ),
    );
    const { db } = app.app.database;
    const users = await db.selectFrom('users').select('user_id').where('mobile', '=', mobile).execute();
    expect(users).toHaveLength(1);
    const invited = started.map(({ participantList }) => participantList[1]?.psnId);
    expect(invited).toEqual(Array(4).fill(users[0]?.user_id));
    await expectSound(started.map(({ flowId }) => flowId));
  });
});

describe('concurrent filling', () => {
  async function fillable(buyer: Enterprise) {
    const { flowId } = await startFlow(buyer.owner.client, await templateOf(buyer), {
      participantList: [as('乙方', seller.owner, seller)],
    });
    const [item] = await buyer.owner.client.data(fillComponentList, { flowId });
    const [component] = item?.componentList ?? [];
    if (component === undefined) throw new Error('nothing to fill in');
    const { componentId, participantId, contractFileId } = component;
    const fill = (value: string) =>
      buyer.owner.client.post(fillSignForm.path, {
        flowId,
        components: [{ componentId, participantId, contractFileId, value }],
      });
    return { flowId, fill };
  }

  test('of one control with three values: one is drawn and recorded, the others are refused', async () => {
    const buyer = await buyerWith(10);
    const { flowId, fill } = await fillable(buyer);
    const values = ['一元', '二元', '三元'];
    const answers = await Promise.all(values.map(fill));
    const outcomes = answers.map(outcome);
    expect(outcomes.toSorted()).toEqual(['403 FLOW_STATE', '403 FLOW_STATE', 'code 0']);
    const { db } = app.app.database;
    const { value } = await db
      .selectFrom('flow_components')
      .select('value')
      .where('flow_id', '=', flowId)
      .where('component_key', '=', 'amount')
      .executeTakeFirstOrThrow();
    expect(value).toBe(values[outcomes.indexOf('code 0')]);
    const { flow, kinds } = await readStoredFlow(db, flowId);
    expect([flow.status, kinds]).toEqual([2, ['started', 'filled', 'fillingEnded']]);
    await expectSound([flowId]);
  });

  test('and a revocation: the contract is returned once, whichever is first', async () => {
    const buyer = await buyerWith(10);
    for (let time = 0; time < 4; time += 1) {
      const { flowId, fill } = await fillable(buyer);
      const cancel = () => buyer.owner.client.post(contractCancel.path, { flowId });
      const answers = await Promise.all([fill('一元'), cancel(), cancel()]);
      const [filled, ...revoked] = answers.map(outcome);
      expect(revoked.toSorted()).toEqual(['403 FLOW_STATE', 'code 0']);
      expect(['code 0', '403 FLOW_STATE']).toContain(filled);
      const { flow, kinds } = await readStoredFlow(app.app.database.db, flowId);
      expect(flow.status).toBe(4);
      expect(kinds.includes('filled')).toBe(filled === 'code 0');
      await expectSound([flowId]);
    }
  });
});
