/** Messages to approvers: sender, subject, deadline, and a personal link. */
import { signFlowRemind } from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';

let app: RunningApp;
let buyer: Enterprise;
let plain: Person;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  await givenSeal(buyer);
  plain = await buyer.member();
  template = await givenTemplate(buyer.owner.client, { parties: [{ flag: '甲方', mode: 3, area: true }] });
});
afterAll(() => app.close());

/** A contract for whose seal a member without a role has requested approval. */
async function asked(templateName: string, more: { readonly encryptFlag?: 0 | 1 } = {}) {
  const participantList = [as('甲方', plain, buyer)];
  const { flowId } = await startFlow(plain.client, template, { participantList, templateName, ...more });
  const { approvalId } = await sign(plain, flowId);
  if (approvalId === null) throw new Error('nothing was asked');
  const { flowCode } = await taskInfo(plain, flowId);
  return { flowId, approvalId, flowCode };
}

async function textsTo({ mobile }: Person): Promise<readonly string[]> {
  await app.advance(1);
  return (await messagesTo(app.baseUrl, mobile)).map(({ text }) => text);
}

const linkIn = (text = '') => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

describe('an approver', () => {
  it('is notified by name, and reminded with a link that leads to the decision', async () => {
    const { flowId, approvalId } = await asked('提醒审批');
    const first = (await textsTo(buyer.owner)).filter((text) => text.includes('提醒审批'));
    expect(first).toHaveLength(1);
    expect(first[0]).toMatch(
      new RegExp(`${plain.realName}请您审批用印：提醒审批。请于 \\d{4}-\\d{2}-\\d{2} `),
    );
    await plain.client.data(signFlowRemind, { flowId });
    const both = (await textsTo(buyer.owner)).filter((text) => text.includes('提醒审批'));
    expect(both).toHaveLength(2);
    const session = await enterLink(app, linkIn(both[1]), buyer.owner);
    expect(session.entered).toMatchObject({ kind: 'approval', approvalId });
  });

  it('gets the code instead of the title of a confidential contract, in notice, reminder and verification code', async () => {
    const { flowId, approvalId, flowCode } = await asked('绝密审批', { encryptFlag: 1 });
    await plain.client.data(signFlowRemind, { flowId });
    const about = { smsType: 'approval', approvalIds: [approvalId] } as const;
    await buyer.owner.client.data(sendSmsVerifyCode, { mobile: buyer.owner.mobile, ...about });
    const texts = await textsTo(buyer.owner);
    expect(texts.filter((text) => text.includes(flowCode))).toHaveLength(3);
    expect(texts.join('\n')).not.toContain('绝密审批');
  });
});
