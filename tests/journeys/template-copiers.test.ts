import {
  contractCancel,
  contractInfo,
  contractList,
  contractTaskInfo,
  enterpriseContractsList,
} from '@cinnabar/api/operations/flows.js';
import { modifyTemplate, templateInfo } from '@cinnabar/api/operations/templates.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
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
import { openPersonalContracts } from '../support/my-session.js';

let running: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
/** The copied person's enterprise. */
let bank: Enterprise;
/** Copied as an enterprise. */
let auditor: Enterprise;
let reader: Person;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  seller = await givenEnterprise(running);
  bank = await givenEnterprise(running);
  auditor = await givenEnterprise(running);
  reader = await bank.member();
  await openPersonalContracts(running, reader, bank);
  await givenSeal(buyer);
  await givenSeal(seller);
});
afterAll(() => running.close());

/** Both sign in their areas; a person and an enterprise get a copy. */
async function givenCopied(encryptFlag: 0 | 1): Promise<GivenTemplate> {
  const template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', signOrder: 2, area: true },
    ],
  });
  const { client } = buyer.owner;
  const { templateId } = template;
  const detail = await client.data(templateInfo, { templateId, templateType: '1' });
  await client.data(modifyTemplate, {
    ...detail,
    encryptFlag,
    copierList: [
      { copierType: 0, psnAccount: reader.mobile, psnName: reader.realName },
      { copierType: 1, corpName: auditor.corpName },
    ],
  });
  return template;
}

async function statusOf(person: Person, path: string, flowId: FlowId): Promise<number> {
  return (await person.client.post(path, { flowId })).status;
}

async function signedByBoth(by: Person, flowId: FlowId): Promise<void> {
  await sign(by, flowId);
  await sign(seller.owner, flowId);
}

const linkOf = async (person: Person, flowId: FlowId): Promise<string | undefined> =>
  (await person.client.data(contractTaskInfo, { flowId })).contractFileList[0]?.fileUrl;

describe('copiers of a template and of a start', () => {
  it('see the contract when it is completed, once each, and nobody else in their enterprises does', async () => {
    const template = await givenCopied(0);
    const late = await bank.member();
    await openPersonalContracts(running, late, bank);
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
      copierList: [
        { copierType: 0, psnAccount: late.mobile },
        // Already copiers of the template.
        { copierType: 0, psnAccount: `+86 ${reader.mobile}`, psnName: '另一个名字' },
        { copierType: 1, corpName: auditor.corpName },
      ],
    });
    const contracts = await auditor.member(['CONTRACT_ADMIN']);
    const copied = [reader, late, auditor.owner, contracts];
    for (const person of copied) {
      expect(await statusOf(person, contractInfo.path, flowId)).toBe(404);
      expect(await person.client.data(contractList, { docQueryType: 3 })).toEqual([]);
    }
    await signedByBoth(buyer.owner, flowId);
    for (const person of copied) {
      expect(await statusOf(person, contractInfo.path, flowId)).toBe(200);
    }
    for (const person of [reader, late]) {
      const list = await person.client.data(contractList, { docQueryType: 3 });
      expect(list.map((flow) => flow.flowId)).toEqual([flowId]);
      // A copy permits reading only.
      expect(await statusOf(person, contractCancel.path, flowId)).toBe(403);
    }
    for (const person of [auditor.owner, contracts]) {
      const list = await person.client.data(enterpriseContractsList, {});
      expect(list.map((flow) => flow.flowId)).toEqual([flowId]);
    }
    for (const person of [bank.owner, await auditor.member()]) {
      expect(await statusOf(person, contractInfo.path, flowId)).toBe(404);
    }
    const rows = await running.app.database.db
      .selectFrom('flow_copiers')
      .select(['type', 'psn_account', 'psn_name', 'copier_corp_id'])
      .where('flow_id', '=', flowId)
      .orderBy('copier_id')
      .execute();
    expect(rows).toEqual([
      { type: 'person', psn_account: reader.mobile, psn_name: reader.realName, copier_corp_id: null },
      { type: 'enterprise', psn_account: '', psn_name: '', copier_corp_id: auditor.corpId },
      { type: 'person', psn_account: late.mobile, psn_name: '', copier_corp_id: null },
    ]);
  });

  it('stay those of the start when the template changes', async () => {
    const template = await givenCopied(0);
    const { client } = buyer.owner;
    const { flowId } = await startFlow(client, template, {
      participantList: [as('乙方', seller.owner, seller)],
    });
    const { templateId } = template;
    const detail = await client.data(templateInfo, { templateId, templateType: '1' });
    await client.data(modifyTemplate, { ...detail, copierList: [] });
    await signedByBoth(buyer.owner, flowId);
    expect(await statusOf(reader, contractInfo.path, flowId)).toBe(200);
  });

  it.each([
    ['a person without mobile', { copierType: 0, psnAccount: '' }, 'copierList[0].psnAccount'],
    ['an enterprise without name', { copierType: 1, psnAccount: '13800138000' }, 'copierList[0].corpName'],
  ])('%s is nobody', async (_, copier, field) => {
    const template = await givenCopied(0);
    const { status, envelope } = await buyer.owner.client.post('/signTask/startSignFlow', {
      templateId: template.templateId,
      participantList: [as('乙方', seller.owner, seller)],
      copierList: [copier],
    });
    expect([status, envelope.code]).toEqual([400, '400']);
    expect(envelope.msg).toContain(field);
  });
});

describe('an encrypted template', () => {
  it('creates encrypted flows, unless the start specifies otherwise', async () => {
    const template = await givenCopied(1);
    const colleague = await buyer.member();
    const start = { participantList: [as('乙方', seller.owner, seller)] };
    const { flowId } = await startFlow(colleague.client, template, start);
    const plain = await startFlow(colleague.client, template, { ...start, encryptFlag: 0 });
    const info = await colleague.client.data(contractTaskInfo, { flowId });
    expect(info.encryptFlag).toBe(1);
    expect((await colleague.client.data(contractTaskInfo, { flowId: plain.flowId })).encryptFlag).toBe(0);
    // The administrator of the initiating enterprise knows of it, and cannot read it.
    expect(await linkOf(buyer.owner, flowId)).toBe('');
    expect(await linkOf(buyer.owner, plain.flowId)).toMatch(/^http/);
    expect(await statusOf(buyer.owner, contractInfo.path, flowId)).toBe(403);
    for (const person of [colleague, seller.owner]) expect(await linkOf(person, flowId)).toMatch(/^http/);
  });

  it('lets its copiers read the completed contract', async () => {
    const template = await givenCopied(1);
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
    });
    await signedByBoth(buyer.owner, flowId);
    for (const person of [reader, auditor.owner]) expect(await linkOf(person, flowId)).toMatch(/^http/);
    expect(await statusOf(await auditor.member(), contractTaskInfo.path, flowId)).toBe(404);
  });
});
