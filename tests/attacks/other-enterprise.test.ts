/** An enterprise that wants what belongs to another one: its seals, files, contracts, approvals, orders and tokens. */
import {
  approvalCancel,
  approvalSign,
  approvalSignAuth,
  batchApprovalSign,
  getApprovalInfo,
  getApprovalList,
  getApprovalSignUrl,
} from '@cinnabar/api/approvals.js';
import { baseInfo } from '@cinnabar/api/enterprise.js';
import {
  contractAddAttachment,
  contractInfo,
  contractList,
  directSignFlow,
  enterpriseContractsCount,
  enterpriseContractsExport,
  enterpriseContractsList,
  getDesignatedSignatureUrl,
  listByMobile,
  signContract,
  startSignFlow,
} from '@cinnabar/api/flows.js';
import {
  payOrderAdd,
  payOrderAudit,
  payOrderCancel,
  payOrderListByPage,
  payOrderQuery,
  queryChannelList,
} from '@cinnabar/api/payments.js';
import { registry } from '@cinnabar/api/registry.js';
import {
  createSealByImage,
  getSealListByPage,
  uploadSealFile,
  uploadSealFilePreView,
} from '@cinnabar/api/seals.js';
import { addTemplate, modifyTemplate } from '@cinnabar/api/templates.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  contractPdf,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { givenChannels, givenSaleTemplate, payAtProvider, signerOf, startSale } from '../support/given-payments.js';
import { absent, denied, hear } from './answers-of-attacks.js';

let app: RunningApp;
let victim: Enterprise;
let attacker: Enterprise;
let stranger: Enterprise;
let sealOfVictim: Awaited<ReturnType<typeof givenSeal>>;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  victim = await givenEnterprise(app);
  attacker = await givenEnterprise(app);
  stranger = await givenEnterprise(app);
  sealOfVictim = await givenSeal(victim);
  await givenSeal(attacker);
  // The attacker is the counterparty: it sees the contract, and only its own part of it is its own.
  template = await givenTemplate(victim.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true, signOrder: 1 },
      { flag: '乙方', area: true, signOrder: 1 },
    ],
  });
});
afterAll(() => app.close());

async function sharedContract(): Promise<FlowId> {
  const participantList = [as('乙方', attacker.owner, attacker)];
  return (await startFlow(victim.owner.client, template, { participantList })).flowId;
}

describe('the seal of another enterprise', () => {
  test('is not put into one’s own area, whoever signs', async () => {
    const flowId = await sharedContract();
    const plain = await attacker.member();
    await attacker.owner.client.data(
      { ...signContractless },
      { flowId, psnAccount: plain.mobile, psnName: plain.realName },
    );
    for (const signer of [plain]) {
      await confirmByPassword(signer, flowId);
      const commands = await sealEverything(signer, flowId);
      const signComponents = commands.map((command) => ({ ...command, sealId: sealOfVictim }));
      expect(await hear(signer, signContract, { flowId, signComponents })).toEqual([200, 'SEAL_NOT_FOUND', null]);
    }
  });
});
