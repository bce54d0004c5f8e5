/** Every act of the table as a valid request with a valid proof, so that only the rules under test can refuse it. */

import type { Operation } from '@cinnabar/api/operation.js';
import { approvalSign } from '@cinnabar/api/operations/approvals.js';
import {
  contractAddAttachment,
  contractChangeParticipant,
  contractExtend,
  contractRefuse,
  contractTransfer,
  fillComponentList,
  fillSignForm,
  signContract,
} from '@cinnabar/api/operations/flows.js';
import { faceAuth, memberAuth, memberSetRoles } from '@cinnabar/api/operations/members.js';
import { payOrderAdd } from '@cinnabar/api/operations/payments.js';
import { createByHandwriting, personalSealSetDefault } from '@cinnabar/api/operations/personal-seals.js';
import { createSealByTemplate, updDefault } from '@cinnabar/api/operations/seals.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { ApprovalPageView } from '@cinnabar/api/pages/approval.js';
import type { SignPageView } from '@cinnabar/api/pages/sign.js';
import sharp from 'sharp';
import type { Client } from '../support/client.js';
import { contractPdf, type FlowId } from '../support/given-flow.js';
import { givenOwnPassword } from '../support/own-password.js';
import type { ActName, ProofName } from './binding-table.js';
import { identNumOf, type Opened, sealsOf, type Way, type World } from './binding-world.js';

/** Set by the person alone. */
const OWN_PASSWORD = '135792';

export interface Asked {
  readonly operation: Operation;
  readonly body: object;
}

let seals = 0;

/** Runs before the channel is opened. */
export function prepareProof({ app }: World, { person }: Opened, proof: ProofName): Promise<void> {
  const own = { ...person, signPwd: OWN_PASSWORD };
  return proof === 'ownPassword' ? givenOwnPassword(app, own) : Promise.resolve();
}

/** The request of an act with its proof, both through the same channel if the channel may request such a proof. */
export async function askedOf(
  world: World,
  act: ActName,
  opened: Opened,
  way: Way,
  proof: ProofName,
): Promise<Asked> {
  const { person, contract, part, approvalId } = opened;
  const { flowId, participantId } = contract;
  const successor = { psnAccount: world.colleague.mobile, psnName: world.colleague.realName };
  switch (act) {
    case 'fill':
      return { operation: fillSignForm, body: { flowId, components: await valuesOf(opened) } };
    case 'sign':
    case 'remark':
    case 'newPassword':
      return { operation: signContract, body: await signing(world, act, opened, way, proof) };
    case 'approve': {
      const decision = { approvalId, approvalStatus: 2, ...(await shownApproval(way, approvalId)) };
      const about = { smsType: 'approval', ids: { approvalIds: [approvalId] } } as const;
      const face = { authType: 'approvalSign', id: String(approvalId) };
      return {
        operation: approvalSign,
        body: { ...decision, ...(await proven(world, opened, way, proof, about, face)) },
      };
    }
    case 'refuse':
      return { operation: contractRefuse, body: { flowId, refuseMsg: '条款有误' } };
    case 'transfer':
      return { operation: contractTransfer, body: { flowId, participantId, ...successor } };
    case 'attach':
      return {
        operation: contractAddAttachment,
        body: { flowId, ...(await attachment(person.client, way)) },
      };
    case 'extend':
      return { operation: contractExtend, body: { flowId, expireDate: '2099-12-31 18:00:00' } };
    case 'change': {
      const stranger = { psnAccount: '13700001234', psnName: '周新人' };
      const to = part === 'enterprise' ? successor : stranger;
      return { operation: contractChangeParticipant, body: { flowId, participantId, ...to } };
    }
    case 'pay': {
      const channelModelId = world.merchantChannels('payAPC');
      return { operation: payOrderAdd, body: { channelModelId, signerId: participantId, source: 'pc' } };
    }
    case 'makeSeal':
      return part === 'personal'
        ? { operation: createByHandwriting, body: { image: await drawn() } }
        : { operation: createSealByTemplate, body: sealNamed(`业务专用章${++seals}`) };
    case 'chooseSeal':
      return part === 'personal'
        ? { operation: personalSealSetDefault, body: { sealId: 0 } }
        : { operation: updDefault, body: { sealId: world.sealId } };
    case 'memberPassword': {
      const { realName } = person;
      return { operation: memberAuth, body: { realName, identNum: identNumOf(person), signPwd: '864201' } };
    }
    case 'role':
      return { operation: memberSetRoles, body: { userId: person.userId, roles: ['CONTRACT_ADMIN'] } };
  }
}

const sealNamed = (sealName: string) => ({
  sealName,
  sealStyle: 1,
  categoryType: 'CONTRACT',
  sealHorizontalText: '合同专用章',
});

async function signing(
  world: World,
  act: 'sign' | 'remark' | 'newPassword',
  opened: Opened,
  way: Way,
  proof: ProofName,
): Promise<object> {
  const { flowId, participantId } = opened.contract;
  const signComponents = await marksOf(opened, act === 'remark');
  const body = { flowId, participantId, signComponents, ...(await shownContract(way)) };
  if (act === 'newPassword') {
    const verifyCode = await codeBy(world, opened, way, { smsType: 'signPwd', ids: {} });
    return { ...body, authType: 'pwd', newPwd: true, signPwd: '975310', verifyCode };
  }
  const about = { smsType: 'sign', ids: { flowId } } as const;
  const face = { authType: 'signContract', id: String(flowId), participantId, signComponents };
  return { ...body, ...(await proven(world, opened, way, proof, about, face)) };
}

async function marksOf(opened: Opened, withRemark: boolean) {
  const own = await sealsOf(opened);
  const [first] = own;
  if (!withRemark || first === undefined) return own;
  const place = { componentId: 0 as const, sealId: 0 as const, pageNum: 2, positionX: 200, positionY: 500 };
  const specialAttribute = { value: '另加：欠款一百万元', width: 200, height: 60 };
  return [...own, { ...first, ...place, fieldType: 1 as const, specialAttribute }];
}

async function valuesOf({ person, contract }: Opened) {
  const { flowId, participantId } = contract;
  const items = await person.client.data(fillComponentList, { flowId });
  return items.flatMap(({ fileId, componentList }) =>
    componentList
      .filter((component) => component.participantId === participantId)
      .map(({ componentId }) => ({ componentId, participantId, contractFileId: fileId, value: '一万元整' })),
  );
}

interface About {
  readonly smsType: 'sign' | 'approval' | 'signPwd';
  readonly ids: { readonly flowId?: FlowId; readonly approvalIds?: readonly (number | null)[] };
}

async function proven(
  world: World,
  opened: Opened,
  way: Way,
  proof: ProofName,
  about: About,
  face: object,
): Promise<object> {
  switch (proof) {
    case 'none':
      return {};
    case 'sms':
      return { authType: 'sms', verifyCode: await codeBy(world, opened, way, about) };
    case 'memberPassword':
      return { authType: 'pwd', signPwd: opened.person.signPwd };
    case 'ownPassword':
      return { authType: 'pwd', signPwd: OWN_PASSWORD };
    case 'face':
      return { authType: 'face', ...(await faceBy(world, opened, way, face)) };
  }
}

/**
 * Requested by the channel; if it may not request one, the best that it can obtain: a proof requested by the
 * application.
 */
async function codeBy(
  { app }: World,
  { person }: Opened,
  way: Way,
  { smsType, ids }: About,
): Promise<string> {
  const { mobile } = person;
  for (const client of [way.client, person.client]) {
    const { envelope } = await client.post(sendSmsVerifyCode.path, { mobile, smsType, ...ids });
    if (envelope.code === sendSmsVerifyCode.successCode) break;
  }
  return app.newestCode(mobile);
}

async function faceBy({ app }: World, { person }: Opened, way: Way, face: object): Promise<object> {
  const body = { channel: 'channelA', callbackUrl: 'https://erp.example.com/face', ...face };
  for (const client of [way.client, person.client]) {
    const { envelope } = await client.post<{ url: string } | null>(faceAuth.path, body);
    if (envelope.data === null) continue;
    const orderNo = new URL(envelope.data.url).searchParams.get('orderNo') ?? '';
    const passed = await app.post(`/sandbox/face/${orderNo}`, { result: 'pass' });
    const redirect = new URL(String(Reflect.get(passed.envelope, 'redirect')), app.baseUrl);
    return Object.fromEntries(redirect.searchParams);
  }
  throw new Error('nobody may ask for a face check');
}

/** The content displayed on the channel's page of the contract, if it has one. */
async function shownContract({ page }: Way): Promise<object> {
  if (page === null) return {};
  const { envelope } = await page.post<SignPageView | null>('/pages/sign/view', {});
  return envelope.data === null ? {} : { shown: envelope.data.shown };
}

async function shownApproval({ page }: Way, approvalId: number | null): Promise<object> {
  if (page === null) return {};
  const { envelope } = await page.post<ApprovalPageView | null>('/pages/approval/view', { approvalId });
  return envelope.data === null ? {} : { shown: envelope.data.shown };
}

/** Uploaded by the channel, or on its behalf. */
async function attachment(application: Client, { client }: Way): Promise<object> {
  const file = { name: '附件.pdf', bytes: await contractPdf(1), mediaType: 'application/pdf' };
  for (const uploader of [client, application]) {
    const { envelope } = await uploader.upload<object | null>('/template/uploadAttachmentFile', file);
    if (envelope.data !== null) return envelope.data;
  }
  throw new Error('nobody may upload');
}

async function drawn(): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><path d="M20 20L260 90" stroke="#1030c0" stroke-width="8"/></svg>';
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
}
