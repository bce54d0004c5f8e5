import type { InputOf } from '@cinnabar/api/operation.js';
import {
  contractDownload,
  contractTaskInfo,
  fillComponentList,
  fillSignForm,
  signComponentList,
  signContract,
  signWish,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { createSealByTemplate } from '@cinnabar/api/operations/seals.js';
import { addComponent, addTemplate, templateComponentInfoList } from '@cinnabar/api/operations/templates.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { PDF, rgb } from '@libpdf/core';
import { ask } from './ask.js';
import type { Client, DataOf, Wire } from './client.js';
import type { Enterprise, Person } from './given-enterprise.js';
import { objections } from './pdf/judges.js';

/** A contract of `pages` A4 pages with a line of text on each. */
export async function contractPdf(pages = 2): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (let number = 1; number <= pages; number += 1) {
    const page = pdf.addPage({ width: 595.276, height: 841.89 });
    page.drawText(`Purchase contract, page ${number} of ${pages}`, {
      x: 72,
      y: 770,
      size: 14,
      color: rgb(0, 0, 0),
    });
  }
  return pdf.save();
}

export interface TemplateOptions {
  readonly name?: string;
  /** The parties in order; by default 甲方 (initiator) and 乙方, both filling and signing, in sequence. */
  readonly parties?: readonly PartyWish[];
  readonly pages?: number;
  readonly files?: number;
}

export interface PartyWish {
  readonly flag: string;
  readonly type?: 0 | 1;
  readonly business?: readonly ('1' | '2')[];
  readonly mode?: 0 | 1 | 3;
  readonly signOrder?: number;
  /** Whether it has a signature area; by default the party places its seal freely. */
  readonly area?: boolean;
  /** Keys of text controls to fill, all required. */
  readonly controls?: readonly string[];
}

const twoParties: readonly PartyWish[] = [
  { flag: '甲方', mode: 3, signOrder: 1, area: true, controls: ['amount'] },
  { flag: '乙方', mode: 0, signOrder: 2, area: true, controls: ['address'] },
];

export interface GivenTemplate {
  readonly templateId: TemplateId;
  readonly detail: DataOf<typeof addTemplate>;
  readonly files: DataOf<typeof templateComponentInfoList>;
}

let templates = 0;

/** Uploads a contract, makes a template of it and places the controls, all over HTTP. */
export async function givenTemplate(client: Client, options: TemplateOptions = {}): Promise<GivenTemplate> {
  const parties = options.parties ?? twoParties;
  const contractFileList = [];
  for (let index = 0; index < (options.files ?? 1); index += 1) {
    const name = `采购合同${index === 0 ? '' : index + 1}.pdf`;
    const uploaded = await client.upload<UploadedDocument>('/template/uploadContractFile', {
      name,
      bytes: await contractPdf(options.pages ?? 2),
      mediaType: 'application/pdf',
    });
    if (uploaded.envelope.code !== '200') throw new Error(JSON.stringify(uploaded.envelope));
    contractFileList.push(uploaded.envelope.data);
  }
  const detail = await client.data(addTemplate, {
    templateName: options.name ?? `模板${++templates}`,
    participantList: parties.map((party, index) => ({
      participantFlag: party.flag,
      participantType: party.type ?? 1,
      participateBizType: party.business ?? (party.controls === undefined ? ['2'] : ['1', '2']),
      participantSetMode: party.mode ?? 0,
      draftSort: index + 1,
      signOrder: party.signOrder ?? index + 1,
    })),
    contractFileList,
  });
  const components = parties.flatMap((party, index) => {
    const participant = detail.participantList[index];
    if (participant === undefined) throw new Error('the template lost a participant');
    return detail.contractFileList.flatMap((file, fileIndex) => {
      const common = { participantId: participant.participantId, contractFileId: file.fileId, pageNum: 1 };
      const controls = fileIndex > 0 ? [] : (party.controls ?? []);
      return [
        ...controls.map((key, line) => ({
          ...common,
          componentKey: key,
          componentName: key,
          componentType: 1,
          required: 1 as const,
          positionX: 120 + 320 * index,
          positionY: 200 + 40 * line,
          specialAttribute: { width: 240 },
        })),
        ...(party.area === true
          ? [
              {
                ...common,
                componentName: `${party.flag}签章`,
                componentType: 6,
                required: 1 as const,
                // A page has room for three side by side.
                positionX: 120 + 320 * (index % 3),
                positionY: 700 - 250 * Math.floor(index / 3),
                specialAttribute: { showSignDate: 1 as const },
              },
            ]
          : []),
      ];
    });
  });
  if (components.length > 0) {
    await client.data(addComponent, { templateId: detail.templateId, components });
  }
  const files = await client.data(templateComponentInfoList, { templateId: detail.templateId });
  return { templateId: detail.templateId, detail, files };
}

interface UploadedDocument {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

/** The person of a part, in the form of startSignFlow. */
export function as(flag: string, person: Person, enterprise: Pick<Enterprise, 'corpName'> | null) {
  return {
    participantFlag: flag,
    psnAccount: person.mobile,
    psnName: person.realName,
    ...(enterprise === null ? {} : { participantCorpName: enterprise.corpName }),
  };
}

export type StartedFlow = DataOf<typeof startSignFlow>;
export type FlowId = StartedFlow['flowId'];
type StartInput = Wire<InputOf<typeof startSignFlow>>;

/** Starts a flow of the template; the parties are bound by their flags. */
export function startFlow(
  client: Client,
  template: GivenTemplate,
  input: Omit<StartInput, 'templateId'>,
): Promise<StartedFlow> {
  return client.data(startSignFlow, { templateId: template.templateId, ...input });
}

/** Fills every control of the person's participants with one value. */
export async function fillAll(person: Person, flowId: FlowId, value: string): Promise<number> {
  const items = await person.client.data(fillComponentList, { flowId });
  const components = items.flatMap(({ fileId, componentList, participantList }) => {
    const own = participantList.filter(({ psnId }) => psnId === person.userId);
    return componentList
      .filter(({ participantId }) => own.some((participant) => participant.participantId === participantId))
      .map(({ componentId, participantId }) => ({
        componentId,
        participantId,
        contractFileId: fileId,
        value,
      }));
  });
  const { flowStatus } = await person.client.data(fillSignForm, { flowId, components });
  return flowStatus;
}

/** The commands that place the default seal in every area of the person's participant. */
export async function sealEverything(person: Person, flowId: FlowId): Promise<readonly SignCommandOnWire[]> {
  const items = await person.client.data(signComponentList, { flowId });
  return items.flatMap(({ fileId, componentList, participantList }) => {
    const own = participantList.filter(
      ({ psnId, dongStatus }) => psnId === person.userId && dongStatus === 'do',
    );
    return componentList
      .filter(({ participantId }) => own.some((participant) => participant.participantId === participantId))
      .map((component) => ({
        componentId: component.componentId,
        participantId: component.participantId,
        contractFileId: fileId,
        pageNum: component.pageNum,
        positionX: component.positionX,
        positionY: component.positionY,
        fieldType: 0 as const,
        sealId: 0 as const,
        specialAttribute: {},
      }));
  });
}

export type SignCommandOnWire = Wire<InputOf<typeof signContract>>['signComponents'][number];

/** The body of a signing request with every seal placed. */
export async function sealCommands(person: Person, flowId: FlowId) {
  return { flowId, signComponents: await sealEverything(person, flowId) };
}

/** Confirms the intent with the signing password. */
export async function confirmByPassword(person: Person, flowId: FlowId): Promise<void> {
  await person.client.data(signWish, { flowId, authType: 'pwd', signPwd: person.signPwd });
}

/** Intent and signature of a person in all of their areas. */
export async function sign(person: Person, flowId: FlowId): Promise<DataOf<typeof signContract>> {
  await confirmByPassword(person, flowId);
  return person.client.data(signContract, await sealCommands(person, flowId));
}

export function taskInfo(person: Person, flowId: FlowId): Promise<DataOf<typeof contractTaskInfo>> {
  return person.client.data(contractTaskInfo, { flowId });
}

/**
 * The newest revision of the flow's only file, or the archive of several. Every signed PDF downloaded by a journey is
 * verified by all judges; a finding fails the journey.
 */
export async function download(person: Person, flowId: FlowId): Promise<Uint8Array> {
  const { baseUrl, headers } = person.client;
  const response = await ask(baseUrl + contractDownload.path, {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    body: JSON.stringify({ flowId }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.headers.get('content-type') !== 'application/pdf') return bytes;
  const against = await objections(bytes);
  if (against.length > 0) throw new Error(`not everybody accepts what was signed:\n${against.join('\n')}`);
  return bytes;
}

/** An enabled default seal for the enterprise. */
export async function givenSeal(enterprise: Enterprise, sealName = '合同专用章'): Promise<SealId> {
  const { sealId } = await enterprise.owner.client.data(createSealByTemplate, {
    sealName,
    sealStyle: 1,
    categoryType: 'CONTRACT',
    sealHorizontalText: '合同专用章',
  });
  return sealId;
}
