import { randomUUID } from 'node:crypto';
import { applicationCreate } from '@cinnabar/api/operations/applications.js';
import { webhookAdd } from '@cinnabar/api/operations/webhooks.js';
import { keepDraft } from '@cinnabar/api/operations/workspace.js';
import type { RunningApp } from './app.js';
import { type Enterprise, givenEnterprise, type Person } from './given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
} from './given-flow.js';

/** Texts by which what an enterprise has left behind is found, each where people or applications put it. */
export const planted = {
  clerk: '司空末页',
  mobile: '13677770917',
  identNum: '370102198511234593',
  job: 'J-末页-77',
  template: '末页采购模板',
  draft: '末页未发出的草稿',
  alone: '末页内部承诺书',
  webhook: 'https://hooks.last-page.example/h7',
  application: '末页接口应用',
  seal: '末页合同章',
  network: '203.0.113.77',
  legalRep: '110101196605057731',
} as const;

export interface Closing {
  readonly corp: Enterprise;
  readonly partner: Enterprise;
  readonly clerk: Person;
  /** Of contracts with a partner. */
  readonly template: GivenTemplate;
  /** Of the enterprise with its partner, signed by both. */
  readonly shared: FlowId;
  /** Of the enterprise alone, signed. */
  readonly alone: FlowId;
}

const initiator = { flag: '甲方', mode: 3, signOrder: 1, area: true } as const;

/** An enterprise with everything that enterprises have, of which its partner shares one contract. */
export async function givenClosing(running: RunningApp): Promise<Closing> {
  const corp = await givenEnterprise(running, {
    profile: { legalRepIdentNo: planted.legalRep },
    ...{ contracts: 2, collections: 0 },
  });
  const partner = await givenEnterprise(running);
  await givenSeal(corp, planted.seal);
  await givenSeal(partner);
  const { owner } = corp;
  const clerk = await corp.member(['TEMPLATE_ADMIN'], {
    realName: planted.clerk,
    mobile: planted.mobile,
    identNum: planted.identNum,
  });
  const two = await givenTemplate(clerk.client, {
    name: planted.template,
    parties: [initiator, { flag: '乙方', mode: 0, signOrder: 1, area: true }],
  });
  const one = await givenTemplate(clerk.client, { pages: 1, parties: [initiator] });
  await clerk.client.data(keepDraft, { draftKey: randomUUID(), flowTitle: planted.draft });
  await owner.client.data(webhookAdd, {
    url: planted.webhook,
    eventTypes: ['flow.completed'],
    remark: planted.job,
  });
  await owner.client.data(applicationCreate, { name: planted.application, allowList: [planted.network] });
  const participantList = [as('乙方', partner.owner, partner)];
  const { flowId: shared } = await startFlow(owner.client, two, {
    participantList,
    templateName: '年度采购框架合同',
  });
  await sign(owner, shared);
  await sign(partner.owner, shared);
  const { flowId: alone } = await startFlow(owner.client, one, {
    participantList: [],
    templateName: planted.alone,
  });
  await sign(owner, alone);
  return { corp, partner, clerk, template: two, shared, alone };
}
