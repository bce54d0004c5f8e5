import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { SignPageArea, SignPageFile, SignPageParty, SignPageView } from '@cinnabar/api/pages/sign.js';
import type { LinkServices } from '../../../link-address.js';
import { linkAddress, storedFileAddress } from '../../../link-address.js';
import { maskMobile } from '../../../trust/masking.js';
import { type Component, type Flow, type FlowFile, type Participant, signatureAreaType } from '../flow.js';
import { seamsOfFile } from '../rules/seams.js';
import { turnHolders } from '../rules/turns.js';
import type { DetailParts } from './flow-detail-view.js';
import { pdfName } from './flow-detail-view.js';

type Whole = Pick<SignPageView, 'obstacle' | 'canTransfer' | 'proofs' | 'seals'>;

/** A flow as its signer's page shows it, whatever has become of it. */
export function signingPageView(
  services: LinkServices,
  flow: Flow,
  signer: Participant,
  attachments: DetailParts['attachments'],
  rest: Whole,
  now: Date,
): SignPageView {
  const zone = services.config.timeZone;
  const parties = [...flow.participants]
    .sort((left, right) => left.signOrder - right.signOrder || left.draftSort - right.draftSort)
    .map((participant) => partyView(flow, participant, signer, zone));
  const { payee } = signer;
  return {
    flowId: flow.flowId,
    title: flow.title,
    status: flow.status,
    revision: flow.revision,
    corpName: flow.corpName,
    initiatorName: flow.initiatorName,
    deadline: flow.deadline === null ? null : formatDateTime(flow.deadline, zone),
    endReason: flow.endReason,
    me: partyView(flow, signer, signer, zone),
    isEnterprise: signer.type === 'enterprise',
    mobile: maskMobile(signer.psnAccount),
    amount: payee === null ? null : payee.amountFen / 100,
    parties,
    files: flow.files.map((file) => fileView(services, flow, file, signer, now)),
    areas: flow.components
      .filter(({ componentType }) => componentType === signatureAreaType)
      .map((component) => areaView(component)),
    attachments: attachments.map(({ attachment, stored }) => ({
      fileName: attachment.fileName,
      url: storedFileAddress(services, { ...stored, fileName: attachment.fileName }, 'attachment', now),
    })),
    ...rest,
  };
}

function partyView(flow: Flow, participant: Participant, signer: Participant, zone: string): SignPageParty {
  const isEnterprise = participant.type === 'enterprise';
  return {
    participantId: participant.participantId,
    name: isEnterprise ? participant.corpName : participant.psnName,
    personName: isEnterprise ? participant.psnName : '',
    signs: participant.signs,
    fills: participant.fills,
    filled: participant.filled,
    signStatus: participant.signStatus,
    signTime: participant.signTime === null ? null : formatDateTime(participant.signTime, zone),
    isMe: participant.participantId === signer.participantId,
    isTurn: turnHolders(flow).includes(participant),
  };
}

function fileView(
  services: LinkServices,
  flow: Flow,
  file: FlowFile,
  signer: Participant,
  now: Date,
): SignPageFile {
  const seam = seamsOfFile(flow, file).find(({ participantId }) => participantId === signer.participantId);
  const target = {
    kind: 'file',
    corpId: flow.corpId,
    hash: file.currentHash,
    fileName: pdfName(file.fileName),
    mediaType: 'application/pdf',
    disposition: 'attachment',
  } as const;
  return {
    fileId: file.fileId,
    fileName: file.fileName,
    pages: file.pages.map(({ width, height }) => ({ width, height })),
    version: file.currentHash.slice(0, 16),
    downloadUrl: linkAddress(services, target, now),
    freeSeam: seam !== undefined && seam.area === null && file.pages.length > 1,
  };
}

function areaView(component: Component): SignPageArea {
  const { attribute } = component;
  return {
    componentId: component.componentId,
    fileId: component.fileId,
    participantId: component.participantId,
    name: component.componentName,
    page: component.pageNum,
    x: component.positionX,
    y: component.positionY,
    width: attribute.width,
    height: attribute.height,
    required: component.required,
    seam: attribute.signStyle === 2,
    sealSpecs: attribute.sealSpecs ?? 1,
    showSignDate: attribute.showSignDate === 1,
  };
}
