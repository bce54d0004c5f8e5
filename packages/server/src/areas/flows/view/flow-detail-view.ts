import type { Infer } from '@cinnabar/api/schema.js';
import type { flowAttachment, flowComponent, flowDetail } from '@cinnabar/api/schemas/flow.js';
import { type LinkServices, linkAddress, storedFileAddress } from '../../../operation/link-address.js';
import type { StoredFile } from '../../../storage/stored-files.js';
import { documentSize, pagePictures } from '../../templates/index.js';
import {
  type Attachment,
  type Component,
  type Flow,
  type FlowFile,
  signatureAreaType,
} from '../flow/flow.js';
import { hiddenComponents } from '../flow/rules/component-rules.js';
import type { Actor } from '../flow/rules/viewing.js';
import { signerView } from './signer-view.js';

function componentView(component: Component, isHidden: boolean): Infer<typeof flowComponent> {
  return {
    componentId: component.componentId,
    componentKey: component.componentKey,
    componentName: component.componentName,
    componentType: shownType(component),
    participantId: component.participantId,
    contractFileId: component.fileId,
    required: component.required ? 1 : 0,
    hidden: isHidden ? 1 : 0,
    value: component.value,
    pageNum: component.pageNum,
    positionX: component.positionX,
    positionY: component.positionY,
    width: component.attribute.width,
    height: component.attribute.height,
    specialAttribute: component.attribute,
  };
}

/** For freely placed marks; what is placed in an area of the flow belongs to that area. */
const freeTypes = { seal: signatureAreaType, remark: 7, date: 8 } as const;

function shownType({ componentType, placed }: Component): number {
  return placed?.free === true ? freeTypes[placed.kind] : componentType;
}

/** A signed link to the newest revision of a file. */
export function fileAddress(services: LinkServices, flow: Flow, file: FlowFile, now: Date): string {
  return linkAddress(
    services,
    {
      kind: 'file',
      corpId: flow.corpId,
      hash: file.currentHash,
      fileName: pdfName(file.fileName),
      mediaType: 'application/pdf',
      disposition: 'inline',
    },
    now,
  );
}

/** Uploads in Word or picture formats have been converted to PDF, and are named accordingly. */
export function pdfName(fileName: string): string {
  return /\.pdf$/i.test(fileName) ? fileName : `${fileName.replace(/\.[^.]{1,5}$/, '')}.pdf`;
}

export interface DetailParts {
  readonly file: FlowFile;
  readonly components: readonly Component[];
  readonly attachments: readonly { readonly attachment: Attachment; readonly stored: StoredFile }[];
}

/** One file with the given controls, its pages as pictures, and the parties. */
export function flowDetailView(
  services: LinkServices,
  flow: Flow,
  { file, ...parts }: DetailParts,
  viewer: Actor,
  now: Date,
): Infer<typeof flowDetail> {
  const settled = new Set(
    flow.participants.filter(({ filled }) => filled).map(({ participantId }) => participantId),
  );
  const hidden = hiddenComponents(flow.components, (participantId) => settled.has(participantId));
  return {
    flowId: flow.flowId,
    fileId: file.fileId,
    fileName: file.fileName,
    fileUrl: fileAddress(services, flow, file, now),
    filePath: file.fileKey,
    ...documentSize(file.pages),
    componentList: parts.components
      .filter((component) => component.fileId === file.fileId)
      .map((component) => componentView(component, hidden.has(component))),
    participantList: flow.participants.map((participant) => signerView(flow, participant, viewer)),
    jpgUrlList: pagePictures(
      services,
      { corpId: flow.corpId, hash: file.currentHash, pageCount: file.pages.length },
      now,
    ),
    attachmentList: parts.attachments.map(({ attachment, stored }) =>
      attachmentView(services, attachment, stored, now),
    ),
  };
}

function attachmentView(
  services: LinkServices,
  attachment: Attachment,
  stored: StoredFile,
  now: Date,
): Infer<typeof flowAttachment> {
  return {
    attachmentId: attachment.attachmentId,
    fileName: attachment.fileName,
    fileUrl: storedFileAddress(services, { ...stored, fileName: attachment.fileName }, 'attachment', now),
    signerUpload: attachment.bySigner ? 1 : 0,
  };
}
