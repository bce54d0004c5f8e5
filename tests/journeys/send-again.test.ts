/** A contract that is sent again: a draft with the same parties and files, whatever happened to the first one. */
import { contractCancel } from '@cinnabar/api/operations/flow-control.js';
import { copyToDraft, directSignFlow, startSignFlow } from '@cinnabar/api/operations/flow-start.js';
import { updateStatus } from '@cinnabar/api/operations/templates.js';
import { draftInfo } from '@cinnabar/api/operations/workspace.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, fillAll, givenTemplate, startFlow } from '../support/given-flow.js';

let app: RunningApp;
let home: Enterprise;
let author: Person;
let partner: Enterprise;

beforeAll(async () => {
  app = await startApp({ settings: { ROLE: 'web' } });
  home = await givenEnterprise(app);
  partner = await givenEnterprise(app);
  author = await home.member();
});
afterAll(() => app.close());

const parties = () => [as('甲方', author, home), as('乙方', partner.owner, partner)];

async function startedFromTemplate() {
  const template = await givenTemplate(home.owner.client, {
    parties: [
      { flag: '甲方', controls: ['合同金额'], area: true },
      { flag: '乙方', area: true },
    ],
  });
  const { flowId } = await startFlow(author.client, template, { participantList: parties() });
  await fillAll(author, flowId, '壹拾万元整');
  return { flowId, template };
}

const named = (flag: string, { detail }: Awaited<ReturnType<typeof givenTemplate>>) =>
  String(detail.participantList.find(({ participantFlag }) => participantFlag === flag)?.participantId);

describe('a contract is sent again', () => {
  test('from its template, with its parties and what the initiator typed, also after it was revoked', async () => {
    const { flowId, template } = await startedFromTemplate();
    await author.client.data(contractCancel, { flowId });
    const { draftKey, draftVersion, templateId } = await author.client.data(copyToDraft, { flowId });
    expect({ draftVersion, templateId }).toEqual({ draftVersion: 1, templateId: template.templateId });
    const draft = await author.client.data(draftInfo, { draftKey });
    expect(draft).toMatchObject({
      step: 2,
      templateId,
      contractFileList: [],
      participantList: [
        { partyKey: named('甲方', template), participantCorpName: home.corpName, psnAccount: author.mobile },
        {
          partyKey: named('乙方', template),
          participantCorpName: partner.corpName,
          psnName: partner.owner.realName,
        },
      ],
      fillComponents: [{ componentValue: '壹拾万元整' }],
      expireDate: '',
      privaryFlag: 0,
    });
    const again = await author.client.data(startSignFlow, {
      templateId: template.templateId,
      templateName: draft.flowTitle,
      participantList: draft.participantList.map(({ participantCorpName, psnName, psnAccount }, index) => ({
        participantFlag: index === 0 ? '甲方' : '乙方',
        ...{ participantCorpName, psnName, psnAccount },
      })),
      autoFill: 2,
      fillComponents: draft.fillComponents,
    });
    expect(again.flowStatus).toBe(2);
    expect(again.flowId).not.toBe(flowId);
  });

  test('from its files where the template can no longer be used, without values', async () => {
    const { flowId, template } = await startedFromTemplate();
    await home.owner.client.data(updateStatus, { templateId: template.templateId, templateStatus: 0 });
    const { draftKey, templateId } = await author.client.data(copyToDraft, { flowId });
    expect(templateId).toBeNull();
    const draft = await author.client.data(draftInfo, { draftKey });
    expect(draft).toMatchObject({
      contractFileList: [{ fileName: '采购合同.pdf', totalPage: 2 }],
      participantList: [
        { participantType: 1, signOrder: 1 },
        { participantType: 1, signOrder: 2 },
      ],
      fillComponents: [],
    });
    const again = await author.client.data(directSignFlow, {
      flowTitle: draft.flowTitle,
      contractFileList: draft.contractFileList,
      participantList: draft.participantList.map((party, index) => ({
        participantFlag: index === 0 ? '甲方' : '乙方',
        participantType: party.participantType,
        participantCorpName: party.participantCorpName,
        psnName: party.psnName,
        psnAccount: party.psnAccount,
        participateBizType: ['2' as const],
        signOrder: party.signOrder,
      })),
    });
    expect(again.flowStatus).toBe(2);
  });

  test('by whoever manages the contracts of the enterprise, into a draft of their own', async () => {
    const { flowId } = await startedFromTemplate();
    const { draftKey } = await home.owner.client.data(copyToDraft, { flowId });
    const draft = await home.owner.client.data(draftInfo, { draftKey });
    // What somebody else typed is theirs.
    expect(draft.fillComponents).toEqual([]);
    const { envelope } = await author.client.post('/signTask/contract/draftInfo', { draftKey });
    expect(envelope.code).toBe('404');
  });
});
