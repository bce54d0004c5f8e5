// A contract names a person and an enterprise that are not registered yet.
import { randomInt } from 'node:crypto';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { confirmByPassword, sealCommands, sign } from '../acts.mjs';
import { findCode } from '../client.mjs';
import { startDirectly } from '../direct-flow.mjs';
import { flowStatusName } from '../names.mjs';
import { expectThat, note, scene, step } from '../stage.mjs';
import { Visitor } from '../visitor.mjs';

export async function playNewcomers(cast) {
  scene('新用户与新企业', 'a person who is new here with an enterprise that is new here');
  const { baseUrl, buyer } = cast;
  const { person, enterprise } = someoneNew();

  step('发起合同，相对方尚未注册', 'start a contract with somebody who is not here yet');
  const counterparty = { person, enterprise };
  const { flowId, participantList } = await startDirectly(cast, '设备采购合同（新企业）', {}, counterparty);
  const part = participantList.find(({ participantFlag }) => participantFlag === '乙方');
  note(`${enterprise.corpName}，${person.realName} ${person.mobile}`);
  expectThat(part.participantCorpId === null, 'the enterprise is not here');
  await confirmByPassword(buyer.owner.client, flowId, buyer.owner);
  await sign(buyer.owner.client, flowId, buyer.owner);

  step('签署链接，凭短信验证码打开', 'a link, opened by a code on the mobile');
  const { participantId } = part;
  const address = await buyer.owner.client.call('/signTask/getSignUrl', { flowId, participantId });
  const { visitor, userId } = await Visitor.enter(baseUrl, address, person);
  note(`下一步 / next: ${(await visitor.page('/party')).nextStep}`);

  step('本人同意协议并实名', 'the person accepts the agreements and proves who they are');
  const { realName, identNum } = person;
  const accepted = acceptanceOf(agreementsFor.verifyPerson);
  await visitor.page('/person/verify', { realName, identNum, accepted });
  note(`下一步 / next: ${(await visitor.page('/party')).nextStep}`);

  step('注册企业', 'and registers the enterprise, whose owner they become');
  const { corpId } = await visitor.page('/corp/register', {
    ...enterprise,
    legalRepName: person.realName,
    legalRepIdentNo: person.identNum,
    sealName: '公章',
    accepted: acceptanceOf(agreementsFor.registerCorp),
  });
  const { corp } = await visitor.page('/party');
  note(`corpId ${corpId}，${corp.identStatus}，${corp.standing}`);

  step('签署', 'they sign with the seal of the new enterprise');
  const newcomer = { ...person, userId };
  const { shown } = await visitor.page('/sign/view');
  const signComponents = await sealCommands(visitor.client, flowId, newcomer);
  await visitor.client.call('/sms/sendSmsVerifyCode', { mobile: person.mobile, smsType: 'sign' });
  const proof = { authType: 'sms', verifyCode: await findCode(baseUrl, person.mobile, 'sign') };
  const { flowStatus } = await visitor.client.call('/signTask/signContract', {
    flowId,
    shown,
    signComponents,
    ...proof,
  });
  note(flowStatusName(flowStatus));
  expectThat(flowStatus === 3, 'the contract is completed');
  return flowId;
}

/** An unused mobile number, ID document number and credit code, different in each run. */
function someoneNew() {
  const digits = (count) => Array.from({ length: count }, () => randomInt(10)).join('');
  const number = digits(7);
  return {
    person: {
      realName: '季新来',
      mobile: `198${digits(8)}`,
      identNum: residentNumber(`31011519900${1 + randomInt(9)}15${digits(3)}`),
    },
    enterprise: {
      corpName: `新来${number}（演示）有限公司`,
      corpCode: creditCode(`91310115MA${number}`),
    },
  };
}

/** GB 11643: the last character is a check character over the 17 before it. */
function residentNumber(body) {
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (2 ** (17 - place) % 11), 0);
  return body + '10X98765432'.charAt(sum % 11);
}

/** GB 32100: the last character is a check character over the 17 before it. */
function creditCode(body) {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
  const sum = [...body].reduce(
    (total, character, place) => total + alphabet.indexOf(character) * (3 ** place % 31),
    0,
  );
  return body + alphabet.charAt((31 - (sum % 31)) % 31);
}
