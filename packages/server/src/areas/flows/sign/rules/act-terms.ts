/**
 * What somebody binds themselves to: the flow as it is shown to one participant, and what their act adds to it. An
 * intent covers the SHA-256 of these terms as canonical JSON (RFC 8785), so that no act can be carried out on other
 * terms than those that were confirmed.
 */
import { createHash } from 'node:crypto';
import type { Acceptance } from '@cinnabar/api/pages/acceptances.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { canonicalJson, type JsonValue } from '../../../../custody/canonical-json.js';
import {
  type Attachment,
  type Component,
  type Flow,
  type Participant,
  signatureAreaType,
} from '../../flow/flow.js';
import { isPlainDateFormat } from '../../flow/rules/plain-dates.js';
import type { PlannedMark } from './planned-mark.js';

export type AttachmentId = Attachment['attachmentId'];

/** An attachment with the hash of its bytes. */
export interface HashedAttachment {
  readonly attachmentId: AttachmentId;
  readonly fileName: string;
  readonly hash: string;
}

/** A mark of the act, resolved: the seal that 0 stands for, and the hash of each picture as it is drawn. */
export interface ResolvedMark {
  readonly planned: PlannedMark;
  /** Of a seal of the enterprise or the person; null for a name seal and for what is not a seal. */
  readonly sealId: number | null;
  /** SHA-256 of a seal's face, or of a remark's picture; null for text. */
  readonly pictureHash: string | null;
}

export interface ActTerms {
  readonly flow: Flow;
  /** null: of who signs only consents to the contract. */
  readonly participantId: ParticipantId | null;
  /** All of the flow's, in the order of their ids. */
  readonly attachments: readonly HashedAttachment[];
  /** The agreements in force that a signer accepts. */
  readonly agreements: readonly Acceptance[];
  /** null: the text alone, without the participant's own choices. */
  readonly marks: readonly ResolvedMark[] | null;
}

export interface Digest {
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  /** The canonical JSON that it is taken of. */
  readonly preimage: string;
  readonly attachmentIds: readonly AttachmentId[];
}

/**
 * @param covered the attachments that count; left out: all. One that was added after an intent does not refuse the act.
 */
export function digestOf(terms: ActTerms, covered?: readonly AttachmentId[]): Digest {
  const attachments = terms.attachments.filter(
    ({ attachmentId }) => covered === undefined || covered.includes(attachmentId),
  );
  const preimage = canonicalJson(contentOf(terms, attachments));
  const digest = createHash('sha256').update(preimage).digest('hex');
  return { digest, preimage, attachmentIds: attachments.map(({ attachmentId }) => attachmentId) };
}

function contentOf(
  { flow, participantId, agreements, marks }: ActTerms,
  attachments: readonly HashedAttachment[],
): JsonValue {
  return {
    version: 1,
    flowId: flow.flowId,
    participantId,
    salt: flow.digestSalt,
    title: flow.title.normalize('NFC'),
    deadline: flow.deadline?.toISOString() ?? null,
    parties: flow.participants.map(partyOf),
    files: flow.files.map((file) => ({
      fileId: file.fileId,
      // The normalised upload: neither values, which follow, nor signatures change it.
      hash: file.baseHash,
      values: valuesOf(flow, file.fileId),
    })),
    placed: placedByOthers(flow, participantId),
    attachments: attachments.map(({ attachmentId, fileName, hash }) => ({
      attachmentId,
      name: fileName.normalize('NFC'),
      hash,
    })),
    agreements: agreements.map(({ name, version }) => ({ name, version })),
    marks: marks === null ? null : marks.map(markOf),
  };
}

function partyOf(participant: Participant): JsonValue {
  const { payee } = participant;
  return {
    participantId: participant.participantId,
    type: participant.type,
    corpName: participant.corpName,
    psnId: participant.psnId,
    psnName: participant.psnName,
    payee:
      payee === null
        ? null
        : { amountFen: payee.amountFen, priority: payee.priority, remark: payee.remark ?? '' },
  };
}

function valuesOf({ components }: Pick<Flow, 'components'>, fileId: number): JsonValue {
  return components
    .filter((component) => component.fileId === fileId && isFilled(component))
    .map(({ componentId, value }) => ({ componentId, value: (value ?? '').normalize('NFC') }))
    .toSorted((left, right) => left.componentId - right.componentId);
}

function isFilled({ componentType, value, placed }: Component): boolean {
  return componentType !== signatureAreaType && placed === null && value !== null;
}

/** Words and pictures that other participants have placed so far; their seals change nothing in what is signed. */
function placedByOthers(flow: Flow, participantId: ParticipantId | null): JsonValue {
  return flow.components
    .filter((component) => component.participantId !== participantId && addsContent(component))
    .map(({ componentId, value, placed }) => ({
      componentId,
      text: value?.normalize('NFC') ?? null,
      picture: placed?.picture ?? null,
    }))
    .toSorted((left, right) => left.componentId - right.componentId);
}

function addsContent({ placed, attribute }: Component): boolean {
  if (placed?.kind === 'date') return !isPlainDateFormat(attribute.dateFormat);
  // Handwriting is a picture, and may say anything, also where it stands for a seal.
  return placed?.kind === 'remark' || (placed !== null && placed.picture !== null);
}

/** 1/1000 px: whole numbers, which every implementation writes alike. */
const MILLI = 1000;

function markOf({ planned, sealId, pictureHash }: ResolvedMark): JsonValue {
  const { attribute, box } = planned;
  const isSeal = planned.kind === 'seal';
  const showsDate = planned.kind === 'date' || (isSeal && attribute.showSignDate === 1);
  return {
    fileId: planned.file.fileId,
    componentId: planned.area?.componentId ?? null,
    page: box.page,
    box: [box.x, box.y, box.width, box.height].map((length) => Math.round(length * MILLI)),
    kind: planned.seam ? 'seam' : planned.kind,
    sealId,
    picture: pictureHash,
    text: planned.kind === 'remark' && pictureHash === null ? (planned.value ?? '').normalize('NFC') : null,
    size: isSeal ? (attribute.sealSpecs === 2 ? 'fitted' : 'actual') : null,
    dateFormat: showsDate ? (attribute.dateFormat ?? 'yyyy-MM-dd') : null,
    style: isSeal
      ? null
      : {
          font: attribute.font,
          fontSize: Math.round(attribute.fontSize * MILLI),
          color: attribute.textColor.toLowerCase(),
          bold: attribute.bold,
          italic: attribute.italic,
          underline: attribute.underLine,
          lineThrough: attribute.lineThrough,
          alignment: attribute.alignment,
        },
  };
}
