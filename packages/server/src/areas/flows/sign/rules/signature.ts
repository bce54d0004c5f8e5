/** The act of signing after its files have been signed: the flow's new state and its event in the history. */
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { SealUseBasis } from '@cinnabar/api/schemas/seal-use.js';
import type { PersonIdentity, UserId } from '../../../../operation/context.js';
import type { PasswordOrigin } from '../../../members/index.js';
import type { AutomaticSeal, NewSealUse } from '../../../seals/index.js';
import { type Actor, actorDetail } from '../../flow/actor.js';
import { type FlowEvent, flowCompleted, flowSigned, newsOf } from '../../flow/events.js';
import type { AttachmentId } from '../../flow/flow.js';
import { type Flow, type FlowFile, type Participant, SignStatus } from '../../flow/flow.js';
import type { FlowChange, NewSignature } from '../../flow/flow-change.js';
import { type Decision, refused } from '../../flow/rules/decision.js';
import { recordedWords } from '../../flow/rules/recorded-words.js';
import { moveFlow } from '../../flow/rules/states.js';
import type { Intent } from '../../flow/store/intents.js';
import { type PlacedMark, withMarks, wordsOf } from './placed-marks.js';
import { completes, refusalToSign } from './signing.js';

/** An intent as recorded in the history. */
export type UsedIntent = Omit<
  Intent,
  'participantId' | 'ownPassword' | 'expireTime' | 'authType' | 'proof'
> & {
  readonly authType: string;
  readonly proof?: NonNullable<Intent['proof']>;
};

/**
 * Who is responsible for what the signer saw: our own page, whose displayed digest the act names; the application that
 * asserts the intent; or the application that opened the session for a member.
 */
export type ShownBy = 'page' | 'application' | 'accessSession';

/** Basis of an act: the signer's own intent, or an authorisation of automatic placement. */
export interface SignedBy {
  readonly actor: Actor;
  /** What the signer confirmed, when and by which channel; null for automatic placement. */
  readonly intent: (UsedIntent & { readonly shownBy: ShownBy }) | null;
  /** For an intent by the password of a membership: who set the password, if known. */
  readonly password: PasswordOrigin | null;
  /** Events of the flow after the intent. */
  readonly uncoveredAttachments: readonly AttachmentId[];
  /** Authorisation for automatic placement, with both consents. */
  readonly authorisation?: Pick<AutomaticSeal, 'authorisationId' | 'consents'>;
  /** Whether the actor's roles permit every seal of the enterprise, without an authorisation. */
  readonly byRole?: boolean;
  /** Approval of the use of the seals, if required. */
  readonly approval: { readonly approvalId: ApprovalId; readonly by: UserId } | null;
}

export interface SignatureCommand extends SignedBy {
  readonly now: Date;
  /** The signer's verified name. */
  readonly signer: Participant;
  /** Whether the signer's person is verified and their enterprise identified. */
  readonly verified: boolean;
  /** The identity known at signing, whatever is found out later. */
  readonly identity: PersonIdentity | null;
  /** Of the signer's certificate. */
  readonly serialNumber: string;
  /** Of the certificate of the act's signatures by another algorithm; null: there are none. */
  readonly besideSerialNumber: string | null;
  readonly marks: readonly PlacedMark[];
  /** The flow's files with the signatures of this act. */
  readonly files: readonly FlowFile[];
  readonly signatures: readonly NewSignature[];
}

export function decideSignature(flow: Flow, command: SignatureCommand): Decision {
  const { signer, verified, now, signatures } = command;
  const refusal = refusalToSign(flow, signer, { now, verified, fillsFirst: false });
  if (refusal !== null) return refused(refusal);
  const signed: Flow = {
    ...flow,
    files: command.files,
    participants: flow.participants.map((participant) =>
      participant.participantId === signer.participantId
        ? { ...participant, psnName: signer.psnName, signStatus: SignStatus.signed, signTime: now }
        : participant,
    ),
    components: withMarks(flow.components, signer, command.marks),
  };
  const change: FlowChange = {
    after: signed,
    events: [{ kind: 'signed', detail: signedDetail(flow, command) }],
    news: [signedNews(signed, signer)],
    signatures,
    sealUses: sealUsesOf(flow, command),
  };
  return completes(flow, signer) ? completion(change, now) : { change };
}

/** One row for each seal of the enterprise that the act places. */
function sealUsesOf(flow: Flow, command: SignatureCommand): readonly NewSealUse[] {
  const { signer, approval, marks, now } = command;
  const { corpId } = signer;
  if (signer.type === 'person' || corpId === null) return [];
  const sealIds = [...new Set(marks.flatMap(({ sealId }) => sealId ?? []))];
  return sealIds.map((sealId) => ({
    ...{ corp_id: corpId, seal_id: sealId, used_at: now, flow_corp_id: flow.corpId, flow_id: flow.flowId },
    user_id: signer.psnId,
    decided_by: approval?.by ?? null,
    basis: basisOf(command),
    places: marks.filter((mark) => mark.sealId === sealId).length,
    outcome: 'placed',
    reason: null,
  }));
}

function basisOf({ approval, authorisation, byRole = false }: SignedBy): SealUseBasis {
  if (approval !== null) return 'approval';
  if (authorisation !== undefined) return 'automatic';
  return byRole ? 'role' : 'authorisation';
}

function completion(change: FlowChange, now: Date): Decision {
  const signed = change.after;
  const status = moveFlow(signed.status, 'lastSignature');
  if (status === null) return refused('FLOW_STATE');
  const after: Flow = { ...signed, status, finishTime: now };
  const files = after.files.map((file) => ({ fileId: file.fileId, hash: file.currentHash }));
  return {
    change: {
      ...change,
      after,
      events: [...change.events, { kind: 'completed', detail: { files } }],
      news: [...change.news, newsOf(flowCompleted, after)],
    },
  };
}

function signedNews({ corpId, flowId, flowCode, status }: Flow, { participantId }: Participant) {
  return flowSigned.event({
    corpId,
    stream: `flow:${flowId}`,
    payload: { flowId, flowCode, status, participantId },
  });
}

function signedDetail(before: Flow, command: SignatureCommand): FlowEvent['detail'] {
  const { signer, authorisation, approval, uncoveredAttachments, besideSerialNumber } = command;
  return {
    actor: actorDetail(command.actor),
    participantId: signer.participantId,
    signer: signer.type === 'enterprise' ? signer.corpName : signer.psnName,
    certificate: command.serialNumber,
    ...(besideSerialNumber === null ? {} : { besideCertificate: besideSerialNumber }),
    identity: identityDetail(command.identity),
    intent: intentDetail(command),
    ...(uncoveredAttachments.length === 0 ? {} : { uncoveredAttachments: [...uncoveredAttachments] }),
    ...(authorisation === undefined ? {} : authorisationDetail(authorisation)),
    ...(approval === null ? {} : { approval: { ...approval } }),
    marks: command.marks.map(markDetail),
    files: command.files.map((file) => fileDetail(before, file, command.signatures)),
  };
}

function identityDetail(identity: PersonIdentity | null) {
  if (identity === null) return null;
  const { strength, since, by, corpId } = identity;
  return { strength, since: since?.toISOString() ?? null, by, corpId };
}

function intentDetail({ intent, password }: SignedBy) {
  if (intent === null) return null;
  return {
    intentId: intent.intentId,
    authType: intent.authType,
    ...(intent.proof === undefined ? {} : { proof: { ...intent.proof } }),
    confirmed: intent.createTime.toISOString(),
    channel: intent.channel,
    shownBy: intent.shownBy,
    scope: intent.scope,
    digest: intent.digest,
    ...(password === null ? {} : { password: { setBy: password.by, at: password.at.toISOString() } }),
    attachments: [...intent.attachmentIds],
  };
}

function markDetail(mark: PlacedMark) {
  const { planned, componentId, sealId, salt } = mark;
  return {
    fileId: planned.file.fileId,
    componentId,
    kind: planned.seam ? 'seam' : planned.kind,
    sealId,
    ...planned.box,
    ...recordedWords(wordsOf(mark), salt),
  };
}

function fileDetail(before: Flow, { fileId, currentHash }: FlowFile, signatures: readonly NewSignature[]) {
  return {
    fileId,
    before: before.files.find((earlier) => earlier.fileId === fileId)?.currentHash ?? null,
    after: currentHash,
    ...levelOf(signatures.find((each) => each.lastOfAct && each.fileId === fileId)),
  };
}

/** The level that the act has reached in a file (EN 319 142-1), with the authority's time. */
function levelOf(signature: NewSignature | undefined) {
  const timestamp = signature?.timestamp ?? null;
  if (timestamp === null) return { level: 'B-B' };
  const { time, authority, serialNumber } = timestamp;
  return { level: 'B-T', timestamp: { time: time.toISOString(), authority, serialNumber } };
}

/** Consents to automatic placement, with times and template revisions. */
function authorisationDetail({ authorisationId, consents }: NonNullable<SignedBy['authorisation']>) {
  const said = ({ userId, channel, at, revisions }: AutomaticSeal['consents']['manager']) => ({
    userId,
    channel,
    at,
    templates: { ...revisions },
  });
  return {
    authorisation: authorisationId,
    consents: { manager: said(consents.manager), member: said(consents.member) },
  };
}
