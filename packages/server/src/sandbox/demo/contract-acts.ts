/** The demo template and what parties do with its contracts, by the operations of the interface. */
import { fillSignForm, signContract, signWish, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { addComponent, addTemplate, uploadContractFile } from '@cinnabar/api/operations/templates.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { loadFlow } from '../../areas/flows/index.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import type { DemoEnterprise, DemoPerson } from './cast.js';
import { contractControls } from './controls.js';
import { drawContract } from './draw-contract.js';
import type { DemoMember, Stage } from './perform.js';
import { type BlankKey, purchaseContract } from './purchase-contract.js';
import { demoSignPwd } from './secrets.js';

export const TITLE = '设备采购合同';

export type Values = readonly (readonly [BlankKey, string])[];

/** The contract's file with its blanks: slow, and independent of the database. */
export function drawDemoContract({ documents }: Pick<Services, 'documents'>): Promise<Uint8Array> {
  return drawContract(documents, purchaseContract(), TITLE);
}

export async function seedTemplate(actingMember: DemoMember, bytes: Uint8Array): Promise<TemplateId> {
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

/** A party and the person who acts for it. */
export interface DemoParty {
  readonly corpName: string;
  readonly person: Pick<DemoPerson, 'mobile' | 'realName'>;
}

export function ownerOf({ corpName, owner }: DemoEnterprise): DemoParty {
  return { corpName, person: owner };
}

interface NewContract {
  readonly templateId: TemplateId;
  readonly title: string;
  readonly partyA: DemoParty;
  readonly partyB: DemoParty;
  readonly valuesOfA: Values;
  readonly deadline?: Date;
}

/** Starts a contract whose first party has filled in its blanks. */
export async function startContract(
  initiator: DemoMember,
  { templateId, title, partyA, partyB, valuesOfA, deadline }: NewContract,
): Promise<FlowId> {
  const { flowId } = await initiator.perform(startSignFlow, {
    templateId,
    templateName: title,
    participantList: [
      { participantFlag: '甲方', ...asParty(partyA) },
      { participantFlag: '乙方', ...asParty(partyB) },
    ],
    autoFill: 2,
    fillComponents: valuesOfA.map(([componentKey, componentValue]) => ({ componentKey, componentValue })),
    ...(deadline === undefined ? {} : { expireDate: deadline }),
  });
  return flowId;
}

function asParty({ corpName, person }: DemoParty) {
  return { participantCorpName: corpName, psnAccount: person.mobile, psnName: person.realName };
}

/** A contract by the enterprise that has initiated it. */
export interface DemoFlow {
  readonly initiator: CorpId;
  readonly flowId: FlowId;
}

export async function fillIn(
  { tx }: Pick<Stage, 'tx'>,
  actingMember: DemoMember,
  { initiator, flowId }: DemoFlow,
  values: Values,
): Promise<void> {
  const flow = await loadFlow(tx, initiator, flowId);
  const components = values.flatMap(([key, value]) => {
    const control = flow?.components.find(({ componentKey }) => componentKey === key);
    if (control === undefined) return [];
    const { componentId, participantId, fileId } = control;
    return { componentId, participantId, contractFileId: fileId, value };
  });
  await actingMember.perform(fillSignForm, { flowId, components });
}

/** Signs in every area of the member's enterprise, with its default seal. */
export async function signAreas(
  { tx, services }: Pick<Stage, 'tx' | 'services'>,
  actingMember: DemoMember,
  { corpId, userId }: { readonly corpId: CorpId; readonly userId: UserId },
  { initiator, flowId }: DemoFlow,
): Promise<void> {
  const signPwd = demoSignPwd(services.masterKey, { corpId, userId });
  await actingMember.perform(signWish, { flowId, authType: 'pwd', signPwd });
  const flow = await loadFlow(tx, initiator, flowId);
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
