/**
 * The content to which a signer commits: the flow as displayed to one participant, and what their act adds to it. An
 * intent covers the SHA-256 of these terms as canonical JSON (RFC 8785), so that an act cannot be applied on terms
 * other than the confirmed ones.
 */
import { createHash } from 'node:crypto';
import type { Acceptance } from '@cinnabar/api/pages/acceptances.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import { canonicalJson, type JsonValue } from '../../../../custody/canonical-json.js';
import {
  type AttachmentId,
  type Component,
  type Flow,
  type Participant,
  signatureAreaType,
} from '../../flow/flow.js';
import { isPlainDateFormat } from './plain-dates.js';
import type { PlannedMark } from './planned-mark.js';

/** An attachment with the hash of its bytes. */
export interface HashedAttachment {
  readonly attachmentId: AttachmentId;
  readonly fileName: string;
  readonly hash: string;
}

/** A mark of the act with the seal of id 0 resolved, and the hash of each picture as drawn. */
export interface ResolvedMark {
  readonly planned: PlannedMark;
  /** Of a seal of the enterprise or the person; null for a name seal, and for a mark other than a seal. */
  readonly sealId: number | null;
  /** SHA-256 of a seal's face, or of a remark's picture; null for text. */
  readonly pictureHash: string | null;
}

export interface ActTerms {
  readonly flow: Flow;
  /** null if its signer only consents to the contract. */
  readonly participantId: ParticipantId | null;
  /** All attachments of the flow, ordered by id. */
  readonly attachments: readonly HashedAttachment[];
  /** The agreements in force that a signer accepts. */
  readonly agreements: readonly Acceptance[];
  /** null: the text alone, without the participant's own choices. */
  readonly marks: readonly ResolvedMark[] | null;
}

export interface Digest {
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  /** The canonical JSON that is hashed. */
  readonly preimage: string;
  readonly attachmentIds: readonly AttachmentId[];
}

/**
 * @param covered the attachments that count; omitted: all. An attachment added after an intent does not invalidate it.
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
      // The normalised upload: later values and signatures do not change it.
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

/** Texts and pictures placed by other participants so far; their seals do not change what is signed. */
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
  // Handwriting is a picture with arbitrary content, even where it stands for a seal.
  return placed?.kind === 'remark' || (placed !== null && placed.picture !== null);
}

/** 1/1000 px: integers, which every implementation serialises alike. */
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
