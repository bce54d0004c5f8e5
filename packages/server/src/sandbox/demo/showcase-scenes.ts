/** One contract in each state, so that home and lists of the showcase enterprise show what they can. */

import { contractCancel, contractRefuse } from '@cinnabar/api/operations/flows.js';
import { templateInfo } from '@cinnabar/api/operations/templates.js';
import { keepDraft } from '@cinnabar/api/operations/workspace.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import type { UserId } from '../../operation/context.js';
import { customer, showcase } from './cast.js';
import {
  type DemoFlow,
  type DemoParty,
  fillIn,
  ownerOf,
  signAreas,
  startContract,
  TITLE,
  type Values,
} from './contract-acts.js';
import { type DemoMember, demoMember, type Stage } from './perform.js';
import type { DemoEnterpriseIds } from './record.js';

export interface ShowcaseIds {
  readonly host: DemoEnterpriseIds;
  readonly customer: DemoEnterpriseIds;
  readonly templateId: TemplateId;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Everything that a scene may use. */
interface Scene {
  readonly stage: Stage;
  readonly ids: ShowcaseIds;
}

/** Nobody has registered this enterprise. */
const stranger: DemoParty = {
  corpName: '未名咖啡（演示）有限公司',
  person: { realName: '何一舟', mobile: '19900000110' },
};

/** The sides of the contract, in the order of the template's participants; who signs for the customer is still open. */
const draftParties = [
  {
    participantType: 1,
    signOrder: 1,
    participantCorpName: showcase.corpName,
    psnName: showcase.owner.realName,
    psnAccount: showcase.owner.mobile,
  },
  { participantType: 1, signOrder: 2, participantCorpName: customer.corpName, psnName: '', psnAccount: '' },
] as const;

/** In the order in which they are made; the newest stands first in the lists. */
export const scenes: readonly ((scene: Scene) => Promise<unknown>)[] = [
  async (scene) => begun(scene, { goods: '投影设备', ago: 9 * DAY, lasts: 8 * DAY }),
  async (scene) => begun(scene, { goods: '门禁系统', ago: 5 * DAY }),
  async (scene) => begun(scene, { goods: '咖啡机', ago: 3 * DAY, partyB: stranger }),
  async (scene) => signedBy(scene, await filled(scene, '网络设备'), ['host', 'customer']),
  async (scene) => {
    const flow = await filled(scene, '会议平板');
    await signedBy(scene, flow, ['host']);
    const reason = '交付日期需改到下个季度，请修改后重新发起';
    await (await ownerAt(scene, 'customer')).perform(contractRefuse, {
      flowId: flow.flowId,
      refuseMsg: reason,
    });
  },
  async (scene) => {
    const { flowId } = await begun(scene, { goods: '打印设备', ago: 2 * HOUR });
    const owner = await ownerAt(scene, 'host');
    await owner.perform(contractCancel, { flowId, cancelMsg: '型号选错，另行发起' });
  },
  async (scene) => {
    const { stage, ids } = scene;
    const { corpId, memberId } = ids.host;
    const member = await memberOf(stage, ids.host, memberId);
    const partyA = { corpName: showcase.corpName, person: showcase.member };
    const flow = await filled(scene, '机房空调', { by: member, partyA });
    // The member may use no seal, so that an approval is asked for.
    await signAreas(stage, member, { corpId, userId: memberId }, flow);
  },
  async (scene) => signedBy(scene, await filled(scene, '服务器'), ['host']),
  async (scene) => begun(scene, { goods: '视频会议系统', ago: 26 * HOUR, lasts: 46 * HOUR }),
  async (scene) => begun(scene, { goods: '办公电脑' }),
  async (scene) => filled(scene, '监控设备'),
  async (scene) => {
    const owner = await ownerAt(scene, 'host');
    const { templateId } = scene.ids;
    const { participantList } = await owner.perform(templateInfo, { templateId, templateType: '2' });
    await owner.perform(keepDraft, {
      draftKey: '7d1c7f0a-8a53-4a0e-9b1e-0d6a3c5b2f41',
      templateId,
      step: 2,
      flowTitle: `${TITLE}（样机）`,
      participantList: draftParties.flatMap((party, index) => {
        const role = participantList[index];
        return role === undefined ? [] : [{ ...party, partyKey: String(role.participantId) }];
      }),
    });
  },
];

interface Begin {
  readonly goods: string;
  /** How long ago it was sent. */
  readonly ago?: number;
  /** From then to its deadline. */
  readonly lasts?: number;
  readonly by?: DemoMember;
  readonly partyA?: DemoParty;
  readonly partyB?: DemoParty;
}

/** Sent, and waiting for the other party to fill in its blanks. */
async function begun({ stage, ids }: Scene, wanted: Begin): Promise<DemoFlow> {
  const { goods, ago = 0, lasts, by, partyA = ownerOf(showcase), partyB = ownerOf(customer) } = wanted;
  const now = new Date(stage.now.getTime() - ago);
  const { corpId, ownerId } = ids.host;
  const flowId = await startContract(by ?? (await memberOf({ ...stage, now }, ids.host, ownerId)), {
    ...{ templateId: ids.templateId, title: `${TITLE}（${goods}）`, partyA, partyB },
    valuesOfA: valuesOfA(goods, partyA, partyB),
    ...(lasts === undefined ? {} : { deadline: new Date(now.getTime() + lasts) }),
  });
  return { initiator: corpId, flowId };
}

/** Filled in by both, and waiting for the first signature. */
async function filled(scene: Scene, goods: string, more: Omit<Begin, 'goods'> = {}): Promise<DemoFlow> {
  const flow = await begun(scene, { goods, ...more });
  await fillIn(scene.stage, await ownerAt(scene, 'customer'), flow, valuesOfB);
  return flow;
}

type Side = 'host' | 'customer';

async function signedBy(scene: Scene, flow: DemoFlow, sides: readonly Side[]): Promise<void> {
  for (const side of sides) {
    const { corpId, ownerId } = scene.ids[side];
    await signAreas(scene.stage, await ownerAt(scene, side), { corpId, userId: ownerId }, flow);
  }
}

function ownerAt({ stage, ids }: Scene, side: Side): Promise<DemoMember> {
  return memberOf(stage, ids[side], ids[side].ownerId);
}

function memberOf(stage: Stage, { corpId, appId }: DemoEnterpriseIds, userId: UserId): Promise<DemoMember> {
  return demoMember(stage, { corpId, appId, userId });
}

function valuesOfA(goods: string, partyA: DemoParty, partyB: DemoParty): Values {
  return [
    ['contractNo', 'TL-CG-2026-0018'],
    ['partyA', partyA.corpName],
    ['partyB', partyB.corpName],
    ['goods', goods],
    ['model', 'TL-200'],
    ['quantity', '6'],
    ['unitPrice', '4800'],
    ['amount', '28800'],
    ['amountInWords', '人民币贰万捌仟捌佰元整'],
    ['deliveryDate', '2026-12-31'],
    ['deliveryAddress', showcase.address],
    ['agentA', partyA.person.realName],
  ];
}

const valuesOfB: Values = [
  ['bankName', '演示银行上海浦东支行'],
  ['bankAccount', '6200 0000 0000 0104'],
  ['remark', '到货后七日内完成安装调试。'],
  ['agentB', customer.owner.realName],
];
