import { fillSignForm, signContract, signWish, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { addComponent, addTemplate, uploadContractFile } from '@cinnabar/api/operations/templates.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { loadFlow } from '../../areas/flows/index.js';
import type { Services } from '../../operation/services.js';
import { buyer, supplier } from './cast.js';
import { contractControls } from './controls.js';
import { drawContract } from './draw-contract.js';
import { type DemoMember, demoMember, type Stage } from './perform.js';
import { type BlankKey, purchaseContract } from './purchase-contract.js';
import type { DemoEnterpriseIds, DemoRecord } from './record.js';
import { demoSignPwd } from './secrets.js';

const TITLE = '设备采购合同';

type Values = readonly (readonly [BlankKey, string])[];

const valuesOfA: Values = [
  ['contractNo', 'YS-CG-2026-0001'],
  ['partyA', buyer.corpName],
  ['partyB', supplier.corpName],
  ['goods', '激光位移传感器'],
  ['model', 'QH-LDS-200'],
  ['quantity', '12'],
  ['unitPrice', '8600'],
  ['amount', '103200'],
  ['amountInWords', '人民币壹拾万叁仟贰佰元整'],
  ['deliveryDate', '2026-12-31'],
  ['deliveryAddress', buyer.address],
  ['agentA', buyer.owner.realName],
];
const valuesOfB: Values = [
  ['bankName', '演示银行上海浦东支行'],
  ['bankAccount', '6200 0000 0000 0102'],
  ['remark', '乙方负责设备到货后的安装指导，并提供一次免费的现场校准。'],
  ['agentB', supplier.owner.realName],
];

/** The contract's file with its blanks: slow, and independent of the database. */
export function drawDemoContract({ documents }: Pick<Services, 'documents'>): Promise<Uint8Array> {
  return drawContract(documents, purchaseContract(), TITLE);
}

/** A template of the first enterprise, and a flow of it that waits for the second enterprise's signature. */
export async function seedContract(stage: Stage, record: DemoRecord, file: Uint8Array): Promise<void> {
  const [first, second] = record.enterprises;
  const buyerOwner = await demoMember(stage, { ...first, userId: first.ownerId });
  const supplierOwner = await demoMember(stage, { ...second, userId: second.ownerId });

  const templateId = await seedTemplate(buyerOwner, file);
  const { flowId } = await buyerOwner.perform(startSignFlow, {
    templateId,
    templateName: `${TITLE}（激光位移传感器）`,
    participantList: [
      { participantFlag: '甲方', ...asParty(buyer) },
      { participantFlag: '乙方', ...asParty(supplier) },
    ],
    autoFill: 2,
    fillComponents: valuesOfA.map(([componentKey, componentValue]) => ({ componentKey, componentValue })),
  });
  await fillForSupplier(stage, supplierOwner, first, flowId);
  await signForBuyer(stage, buyerOwner, first, flowId);
}

function asParty({ corpName, owner }: typeof buyer) {
  return { participantCorpName: corpName, psnAccount: owner.mobile, psnName: owner.realName };
}

async function seedTemplate(actingMember: DemoMember, bytes: Uint8Array): Promise<TemplateId> {
  const uploaded = await actingMember.perform(uploadContractFile, {}, { fileName: `${TITLE}.pdf`, bytes });
  const template = await actingMember.perform(addTemplate, {
    templateName: TITLE,
    participantList: [
      {
        participantFlag: '甲方',
        participantType: 1,
        participateBizType: ['1', '2'],
        participantSetMode: 3,
        draftSort: 1,
        signOrder: 1,
      },
      {
        participantFlag: '乙方',
        participantType: 1,
        participateBizType: ['1', '2'],
        participantSetMode: 0,
        draftSort: 2,
        signOrder: 2,
      },
    ],
    contractFileList: [uploaded],
  });
  const [file] = template.contractFileList;
  const [partyA, partyB] = template.participantList;
  if (file === undefined || partyA === undefined || partyB === undefined) {
    throw new Error('the template lacks the controls it was created with');
  }
  await actingMember.perform(addComponent, {
    templateId: template.templateId,
    components: contractControls(purchaseContract(), file.fileId, {
      A: partyA.participantId,
      B: partyB.participantId,
    }),
  });
  return template.templateId;
}

async function fillForSupplier(
  { tx }: Stage,
  actingMember: DemoMember,
  initiator: DemoEnterpriseIds,
  flowId: FlowId,
): Promise<void> {
  const flow = await loadFlow(tx, initiator.corpId, flowId);
  const components = valuesOfB.flatMap(([key, value]) => {
    const control = flow?.components.find(({ componentKey }) => componentKey === key);
    if (control === undefined) return [];
    const { componentId, participantId, fileId } = control;
    return { componentId, participantId, contractFileId: fileId, value };
  });
  await actingMember.perform(fillSignForm, { flowId, components });
}

async function signForBuyer(
  { tx, services }: Stage,
  actingMember: DemoMember,
  { corpId, ownerId }: DemoEnterpriseIds,
  flowId: FlowId,
): Promise<void> {
  const signPwd = demoSignPwd(services.masterKey, { corpId, userId: ownerId });
  await actingMember.perform(signWish, { flowId, authType: 'pwd', signPwd });
  const flow = await loadFlow(tx, corpId, flowId);
  const own = flow?.participants.filter((participant) => participant.corpId === corpId) ?? [];
  const areas =
    flow?.components.filter(
      ({ componentType, participantId }) =>
        componentType === componentTypes.signatureArea &&
        own.some((participant) => participant.participantId === participantId),
    ) ?? [];
  await actingMember.perform(signContract, {
    flowId,
    signComponents: areas.map(({ componentId, participantId, fileId, pageNum, positionX, positionY }) => ({
      componentId,
      participantId,
      contractFileId: fileId,
      pageNum,
      positionX,
      positionY,
      fieldType: 0 as const,
      sealId: 0 as const,
      specialAttribute: {},
    })),
  });
}
