// A member lets the platform place the seal on contracts of one template.
import { setTimeout as pause } from 'node:timers/promises';
import { asParty, confirmByPassword, sign } from '../acts.mjs';
import { uploadContract } from '../cast.mjs';
import { findCode, messagesTo, nextMessage } from '../client.mjs';
import { flowStatusName, signStatusName } from '../names.mjs';
import { expectThat, note, scene, step } from '../stage.mjs';
import { Visitor } from '../visitor.mjs';

const LONGEST_WAIT_MS = 60_000;

export async function playAutomaticSeal({ baseUrl, buyer, supplier, person }) {
  scene('自动落章', 'a seal that the platform places');
  const { client } = buyer.owner;

  step('创建模板并授权', 'a template, and a member authorised to have its contracts sealed by themselves');
  const template = await givenTemplate(buyer);
  const [seal] = await client.call('/seal/getSealListByPage', { sealStatus: 1 });
  // Permitted only for named templates, and only after the seal's manager has confirmed it: here with a verification
  // code.
  const { mobile } = buyer.owner;
  await client.call('/sms/sendSmsVerifyCode', { mobile, smsType: 'sign', sealId: seal.sealId });
  const verifyCode = await findCode(baseUrl, mobile, 'sign');
  const known = await messagesTo(baseUrl, person.mobile);
  await client.call('/seal/addSealAuthor', {
    sealId: seal.sealId,
    authorMemberRange: 1,
    userIdList: [{ userId: person.userId }],
    authorRole: 'SEAL_USER',
    authorRange: 1,
    templatesList: [{ templateId: template.templateId, templateName: template.templateName }],
    autoSign: 1,
    authType: 'sms',
    verifyCode,
  });
  note(`${seal.sealName} -> ${person.realName}，${(await recordOf(client, seal)).autoSignStatus}`);

  step('成员本人同意', 'the member agrees on a page of their own: the acts are made in their name');
  const { text } = await nextMessage(baseUrl, person.mobile, known);
  const [address] = /https?:\S+/.exec(text);
  const { visitor } = await Visitor.enter(baseUrl, address, person);
  const { shown, templates } = await visitor.page('/automatic/view');
  note(templates.map(({ templateName }) => templateName).join('，'));
  await visitor.page('/automatic/decide', { wanted: true, shown });
  const { autoSign, autoSignStatus } = await recordOf(client, seal);
  note(autoSignStatus);
  expectThat(autoSign === 1, 'both have consented');

  step('发起后自动落章', 'the turn comes, and the seal with it');
  const { flowId } = await person.client.call('/signTask/startSignFlow', {
    templateId: template.templateId,
    templateName: '设备采购合同（自动落章）',
    participantList: [asParty('甲方', person, buyer), asParty('乙方', supplier.owner, supplier)],
  });
  note(`甲方 ${signStatusName(await signedSoon(person.client, flowId))}，没有人操作 / nobody acted`);

  step('乙方签署', 'the counterparty signs as ever');
  await confirmByPassword(supplier.owner.client, flowId, supplier.owner);
  const { flowStatus } = await sign(supplier.owner.client, flowId, supplier.owner);
  note(flowStatusName(flowStatus));
  expectThat(flowStatus === 3, 'the contract is completed');
  return flowId;
}

/** The newest usage record of the seal. */
async function recordOf(client, { sealId }) {
  const [record] = await client.call('/seal/getSealAuthorList', { sealId });
  return record;
}

async function givenTemplate({ owner }) {
  const party = { participantType: 1, participateBizType: ['2'] };
  const template = await owner.client.call('/template/addTemplate', {
    templateName: `设备采购合同（自动落章）${new Date().toISOString()}`,
    participantList: [
      { ...party, participantFlag: '甲方', participantSetMode: 3, draftSort: 1, signOrder: 1 },
      { ...party, participantFlag: '乙方', participantSetMode: 0, draftSort: 2, signOrder: 2 },
    ],
    contractFileList: [await uploadContract(owner)],
  });
  const components = template.participantList.map(({ participantId, participantFlag }, index) => ({
    participantId,
    contractFileId: template.contractFileList[0].fileId,
    componentName: `${participantFlag}签章`,
    componentType: 6,
    required: 1,
    pageNum: 2,
    positionX: [146, 471][index],
    positionY: 755,
    specialAttribute: { sealSpecs: 1, showSignDate: 1 },
  }));
  await owner.client.call('/template/addComponent', { templateId: template.templateId, components });
  return template;
}

/** Happens within seconds; the demo polls until it has. */
async function signedSoon(client, flowId) {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const { participantList } = await client.call('/signTask/contract/taskInfo', { flowId });
    const { signStatus } = participantList.find(({ participantFlag }) => participantFlag === '甲方');
    if (signStatus === 3) return signStatus;
    if (Date.now() > deadline) throw new Error('the seal was not placed');
    await pause(200);
  }
}
