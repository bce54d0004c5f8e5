import { formatDateTime } from '@cinnabar/api/date-time.js';
import type {
  FlowPage,
  FlowPageAttachment,
  FlowPageFile,
  FlowPageParty,
} from '@cinnabar/api/pages/flow-page.js';
import type { LinkServices } from '../../../operation/link-address.js';
import { linkAddress, storedFileAddress } from '../../../operation/link-address.js';
import type { Flow, FlowFile, Participant } from '../flow/flow.js';
import { turnHolders } from '../flow/rules/turns.js';
import type { DetailParts } from './flow-detail-view.js';
import { pdfName } from './flow-detail-view.js';
import type { PageParts } from './page-parts.js';

/** Content that all pages about this contract share. */
export function flowPageView(
  services: LinkServices,
  flow: Flow,
  me: Participant | null,
  { attachments, ending }: PageParts,
  now: Date,
): FlowPage {
  const zone = services.config.timeZone;
  return {
    flowId: flow.flowId,
    title: flow.title,
    status: flow.status,
    revision: flow.revision,
    corpName: flow.corpName,
    initiatorName: flow.initiatorName,
    deadline: flow.deadline === null ? null : formatDateTime(flow.deadline, zone),
    endReason: flow.endReason,
    ending,
    parties: [...flow.participants]
      .sort((left, right) => left.signOrder - right.signOrder || left.draftSort - right.draftSort)
      .map((participant) => partyView(flow, participant, me, zone)),
    files: flow.files.map((file) => pageFileView(services, flow, file, now)),
    attachments: attachmentViews(services, attachments, now),
  };
}

/** One party, as seen by the participant `me`; null: the viewer is none of the participants. */
export function partyView(
  flow: Flow,
  participant: Participant,
  me: Participant | null,
  zone: string,
): FlowPageParty {
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
    isMe: participant.participantId === me?.participantId,
    isTurn: turnHolders(flow).includes(participant),
  };
}

/** A file with the data for rendering its pages, and a link to its newest revision. */
export function pageFileView(services: LinkServices, flow: Flow, file: FlowFile, now: Date): FlowPageFile {
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
  };
}

function attachmentViews(
  services: LinkServices,
  attachments: DetailParts['attachments'],
  now: Date,
): readonly FlowPageAttachment[] {
  return attachments.map(({ attachment, stored }) => ({
    fileName: attachment.fileName,
    url: storedFileAddress(services, { ...stored, fileName: attachment.fileName }, 'attachment', now),
  }));
}
