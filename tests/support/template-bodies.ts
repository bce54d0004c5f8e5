import { addTemplate } from '@cinnabar/api/operations/templates.js';
import type { TemplateFileId, TemplateId, TemplateParticipantId } from '@cinnabar/api/schemas/template.js';
import type { DataOf } from './client.js';
import type { Enterprise } from './given-enterprise.js';
import { uploadedPdf } from './pdf/sample-documents.js';

export const uploadPath = '/template/uploadContractFile';

export interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

/** Two pages, A4. */
export const twoPages = (): Promise<Uint8Array> => uploadedPdf([{}, {}]);

/** Uploads as the enterprise's owner. */
export async function uploadedBy(of: Enterprise, name: string, bytes?: Uint8Array): Promise<Uploaded> {
  const file = { name, bytes: bytes ?? (await twoPages()) };
  const { envelope } = await of.owner.client.upload<Uploaded>(uploadPath, file);
  if (envelope.code !== '200') throw new Error(`${name}: ${envelope.code} ${envelope.msg}`);
  return envelope.data;
}

/** The initiating enterprise: fills second, signs beside the person. */
export const partyA = {
  participantFlag: '甲方',
  participantType: 1,
  participateBizType: ['1', '2'],
  participantSetMode: 3,
  draftSort: 2,
  signOrder: 1,
} as const;

/** A person who only signs. */
export const partyB = {
  participantFlag: '乙方',
  participantType: 0,
  participateBizType: ['2'],
  participantSetMode: 0,
  draftSort: 1,
  signOrder: 1,
} as const;

export const templateBody = (templateName: string, contract: Uploaded, change: object = {}) => ({
  templateName,
  participantList: [partyA, partyB],
  contractFileList: [contract],
  ...change,
});

export interface MadeTemplate {
  readonly template: DataOf<typeof addTemplate>;
  readonly templateId: TemplateId;
  readonly fileId: TemplateFileId;
  /** 甲方 and 乙方. */
  readonly a: TemplateParticipantId;
  readonly b: TemplateParticipantId;
}

/** Makes a template of the two parties as the enterprise's owner. */
export async function templateOf(
  of: Enterprise,
  templateName: string,
  contract: Uploaded,
  change: object = {},
): Promise<MadeTemplate> {
  const template = await of.owner.client.data(addTemplate, templateBody(templateName, contract, change));
  const [first, second] = template.participantList;
  const [file] = template.contractFileList;
  if (first === undefined || second === undefined || file === undefined) throw new Error('incomplete');
  const byFlag = (flag: string) => (first.participantFlag === flag ? first : second).participantId;
  const { templateId } = template;
  return { template, templateId, fileId: file.fileId, a: byFlag('甲方'), b: byFlag('乙方') };
}
