import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import type { ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { Signer } from '../../../authority/signer.js';
import type { UserId } from '../../../operation/context.js';
import { refuseFor } from '../../../operation/refusal.js';
import type { Services } from '../../../operation/services.js';
import { findCorp } from '../../enterprise/index.js';
import type { PasswordOrigin } from '../../members/index.js';
import type { AutomaticSeal } from '../../seals/index.js';
import { type Actor, actorDetail } from '../flow/actor.js';
import { type FlowEvent, flowCompleted, flowSigned, newsOf } from '../flow/events.js';
import { type Flow, type FlowFile, type Participant, SignStatus } from '../flow/flow.js';
import type { FlowChange, NewSignature } from '../flow/flow-change.js';
import { type SignerIdentity, signerIdentity, underVerifiedName } from '../flow/is-verified-signer.js';
import type { LoadedMark } from '../flow/load-marks.js';
import { recordedWords } from '../flow/rules/recorded-words.js';
import { moveFlow } from '../flow/rules/states.js';
import { newSalt, withMarks, wordsOf } from './mark-record.js';
import type { AttachmentId } from './rules/act-terms.js';
import { completes } from './rules/signing.js';
import { levelOf, type PlacedMark, type SigningContext, signFile } from './sign-file.js';
import type { Intent } from './store/intents.js';

/** What the history says of an intent. */
export type UsedIntent = Omit<Intent, 'participantId' | 'ownPassword' | 'expireTime' | 'authType'> & {
  readonly authType: string;
};

/**
 * Who answers for what the signer saw: our own page, which the act says the state of; the application that claims the
 * intent; or one that drives a session which an application opened for a member.
 */
export type ShownBy = 'page' | 'application' | 'accessSession';

/** On what grounds an act is done: the signer's own intent, or an authorisation of automatic placement. */
export interface SignedBy {
  readonly actor: Actor;
  /** What the signer confirmed, when and where; null where the platform signs by an authorisation. */
  readonly intent: (UsedIntent & { readonly shownBy: ShownBy }) | null;
  /** Of an intent by a membership's password: who has set that, where it is known. */
  readonly password: PasswordOrigin | null;
  /** Of the flow, that came after the intent. */
  readonly uncoveredAttachments: readonly AttachmentId[];
  /** By which the platform places the seal, with both consents to it. */
  readonly authorisation?: Pick<AutomaticSeal, 'authorisationId' | 'consents'>;
  /** Whose consent the use of the seals has, where it needs any. */
  readonly approval: { readonly approvalId: ApprovalId; readonly by: UserId } | null;
}

/**
 * The act of signing: every file of the flow gets the signer's signatures as incremental updates, and the flow what
 * follows from it. The new revisions are stored, and nothing refers to them until the caller commits.
 */
export async function applySignatures(
  ctx: SigningContext,
  flow: Flow,
  participantId: ParticipantId,
  marks: readonly LoadedMark[],
  by: SignedBy,
): Promise<FlowChange> {
  const found = flow.participants.find((each) => each.participantId === participantId);
  if (found === undefined) throw new Error(`flow ${flow.flowId} has no participant ${participantId}`);
  const signer = await underVerifiedName(ctx.db, found);
  const placed = await withOwnIds(ctx.services, flow, marks);
  const certified = await signerFor(ctx, signer);
  try {
    const files: FlowFile[] = [];
    const signatures: NewSignature[] = [];
    for (const file of flow.files) {
      const signed = await signFile(ctx, flow, file, signer, placed, certified);
      files.push(signed.file);
      signatures.push(...signed.signatures);
    }
    const serialNumber = certified.serialNumber;
    const identity = await signerIdentity(ctx.db, found);
    const act: Act = { ...by, serialNumber, identity, signatures, now: ctx.now };
    return { ...conclude(flow, { ...flow, files }, signer, placed, act), signatures };
  } finally {
    certified.release();
  }
}

/** A free placement becomes a control of the flow, with an id of its own. */
async function withOwnIds(
  services: Pick<Services, 'ids'>,
  flow: Flow,
  marks: readonly LoadedMark[],
): Promise<readonly PlacedMark[]> {
  const placed: PlacedMark[] = [];
  for (const mark of marks) {
    const componentId = mark.planned.area?.componentId ?? (await services.ids.next<'Component'>());
    const salt = wordsOf(mark).text === null ? null : newSalt(flow);
    placed.push({ ...mark, componentId, salt });
  }
  return placed;
}

/** An enterprise signs with its certificate, a person with one that is issued for this act. */
async function signerFor(ctx: SigningContext, signer: Participant): Promise<Signer> {
  const { authority } = ctx.services;
  if (signer.type === 'person') {
    return authority.personSigner({ userId: signer.psnId, name: signer.psnName }, ctx.now);
  }
  const corp = signer.corpId === null ? null : await findCorp(ctx.db, signer.corpId);
  if (corp === null) throw refuseFor('NOT_VERIFIED');
  const { corpId, corpName, corpCode } = corp;
  return authority.enterpriseSigner({ corpId, corpName, corpCode }, ctx.now);
}

interface Act extends SignedBy {
  readonly serialNumber: string;
  /** As it is known when they sign, whatever is found out later. */
  readonly identity: SignerIdentity | null;
  readonly signatures: readonly NewSignature[];
  readonly now: Date;
}

function conclude(
  before: Flow,
  signedFiles: Flow,
  signer: Participant,
  marks: readonly PlacedMark[],
  act: Act,
): FlowChange {
  const participants = signedFiles.participants.map((participant) =>
    participant.participantId === signer.participantId
      ? { ...participant, psnName: signer.psnName, signStatus: SignStatus.signed, signTime: act.now }
      : participant,
  );
  const components = withMarks(signedFiles.components, signer, marks);
  const signed: Flow = { ...signedFiles, participants, components };
  const events = [signedEvent(before, signed, signer, marks, act)];
  const signedNews = flowSigned.event({
    corpId: signed.corpId,
    stream: `flow:${signed.flowId}`,
    payload: {
      flowId: signed.flowId,
      flowCode: signed.flowCode,
      status: signed.status,
      participantId: signer.participantId,
    },
  });
  if (!completes(signedFiles, signer)) return { after: signed, events, news: [signedNews] };
  const status = moveFlow(signed.status, 'lastSignature');
  if (status === null) throw new Error(`the last signature came in state ${signed.status}`);
  const completed: Flow = { ...signed, status, finishTime: act.now };
  return {
    after: completed,
    events: [...events, { kind: 'completed', detail: { files: completed.files.map(fileHash) } }],
    news: [signedNews, newsOf(flowCompleted, completed)],
  };
}

function fileHash(file: FlowFile): { readonly fileId: number; readonly hash: string } {
  return { fileId: file.fileId, hash: file.currentHash };
}

function identityDetail(identity: SignerIdentity | null) {
  if (identity === null) return null;
  const { strength, since, by, corpId } = identity;
  return { strength, since: since?.toISOString() ?? null, by, corpId };
}

function signedEvent(
  before: Flow,
  after: Flow,
  signer: Participant,
  marks: readonly PlacedMark[],
  act: Act,
): FlowEvent {
  return {
    kind: 'signed',
    detail: {
      actor: actorDetail(act.actor),
      participantId: signer.participantId,
      signer: signer.type === 'enterprise' ? signer.corpName : signer.psnName,
      certificate: act.serialNumber,
      identity: identityDetail(act.identity),
      intent:
        act.intent === null
          ? null
          : {
              intentId: act.intent.intentId,
              authType: act.intent.authType,
              confirmed: act.intent.createTime.toISOString(),
              channel: act.intent.channel,
              shownBy: act.intent.shownBy,
              scope: act.intent.scope,
              digest: act.intent.digest,
              ...(act.password === null
                ? {}
                : { password: { setBy: act.password.by, at: act.password.at.toISOString() } }),
              attachments: [...act.intent.attachmentIds],
            },
      ...(act.uncoveredAttachments.length === 0
        ? {}
        : { uncoveredAttachments: [...act.uncoveredAttachments] }),
      ...(act.authorisation === undefined ? {} : authorisationDetail(act.authorisation)),
      ...(act.approval === null ? {} : { approval: { ...act.approval } }),
      marks: marks.map((mark) => ({
        fileId: mark.planned.file.fileId,
        componentId: mark.componentId,
        kind: mark.planned.seam ? 'seam' : mark.planned.kind,
        sealId: mark.sealId,
        ...mark.planned.box,
        ...recordedWords(wordsOf(mark), mark.salt),
      })),
      files: after.files.map((file) => ({
        fileId: file.fileId,
        before: before.files.find((earlier) => earlier.fileId === file.fileId)?.currentHash ?? null,
        after: file.currentHash,
        ...levelOf(act.signatures.find(({ fileId, lastOfAct }) => lastOfAct && fileId === file.fileId)),
      })),
    },
  };
}

/** Who wanted the seal to be placed by itself, when and for which revisions of the templates. */
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
