/** One act of signing: prepared on a revision, compared with its intent, and committed or stored for an approval. */
import { partOf } from '@cinnabar/api/schema.js';
import { type FlowId, type SignAct, signAct } from '@cinnabar/api/schemas/flow.js';
import { sql } from 'kysely';
import type { Write } from '../../../database/gathered-writes.js';
import type { Tx } from '../../../database/schema.js';
import { NeedsTransaction } from '../../../database/transact.js';
import type { Act, MemberContext } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { mayUseSeal } from '../../seals/index.js';
import { commitFlowAlone, commitFlowWith } from '../commit/commit-flow.js';
import { RevisionLost } from '../commit/revision-lost.js';
import { withRevision } from '../commit/with-revision.js';
import { withPreparedFiles } from '../fill/prepare-files.js';
import { decideFill } from '../fill/rules/filling.js';
import { actorOf } from '../flow/actor.js';
import type { Flow, Participant } from '../flow/flow.js';
import type { FlowChange } from '../flow/flow-change.js';
import { flowDescription } from '../flow/flow-description.js';
import { changeOf, joined } from '../flow/rules/decision.js';
import {
  consumedIntent,
  type Intent,
  intentConsumed,
  intentLocked,
  lockedIntent,
  openIntents,
} from '../flow/store/intents.js';
import { isCurrent } from '../flow/store/load-flow.js';
import { seeFoundAsParticipant, viewerOf } from '../view/access.js';
import { type GivenAct, type ReadAct, readAct, textTerms } from './act-of.js';
import { applySignatures } from './apply-signatures.js';
import { askForSeal } from './ask-for-seal.js';
import { checkSealsUsable } from './load-marks.js';
import { passwordOf } from './password-of-act.js';
import { digestOf } from './rules/act-terms.js';
import { covers, uncoveredBy } from './rules/intent-cover.js';
import type { LoadedMark } from './rules/placed-marks.js';
import type { ShownBy } from './rules/signature.js';
import { refusalToSign } from './rules/signing.js';
import { type SealNeeds, sealNeeds, sealsToAskFor } from './seals-to-ask-for.js';
import { findFlowToSign, type SigningMeans } from './store/flow-to-sign.js';

/** An act as named by a request. */
export interface AskedAct extends GivenAct {
  /** In a page session: the participant as which it acts. */
  readonly ctx: MemberContext;
  readonly flowId: FlowId;
  /** Digest of what the page displayed. */
  readonly shown?: string;
}

/** An act that is permitted now, on one revision of its flow, and still requires an intent. */
export interface PreparedAct extends ReadAct {
  /** Read with the flow. */
  readonly means: SigningMeans;
}

/**
 * @throws Refusal 400 naming the element; the reason why its signer cannot sign now; CONTENT_CHANGED if the page
 * displayed something else
 */
export async function prepareAct(asked: AskedAct): Promise<PreparedAct> {
  const { ctx } = asked;
  const found = await findFlowToSign(ctx.db, viewerOf(ctx), {
    flowId: asked.flowId,
    channel: ctx.appId,
    sealIds: asked.signComponents.map(({ sealId }) => sealId),
    now: ctx.now,
  });
  if (found === null) throw refuse('404');
  const { means } = found;
  const act = await readAct(ctx, await seeFoundAsParticipant(ctx, found.flow), asked, means);
  const { signer, fills } = act;
  const { flow } = act.seen;
  const { verified } = act.facts;
  const refusal = refusalToSign(flow, signer, { now: ctx.now, verified, fillsFirst: fills !== null });
  if (refusal !== null) throw refuseFor(refusal);
  if (asked.shown !== undefined) {
    const { digest } = digestOf(await textTerms(ctx.db, flow, signer.participantId));
    if (digest !== asked.shown) throw refuseFor('CONTENT_CHANGED');
  }
  return { ...act, means };
}

/** @param prepared the act as resolved when its proof was checked; null: it is resolved again */
export function carryOutAct(asked: AskedAct, prepared: PreparedAct | null, act: Act) {
  let first = prepared;
  return withRevision(async () => {
    const found = first ?? (await prepareAct(asked));
    first = null;
    return attempt(asked, found, act);
  });
}

async function attempt(asked: AskedAct, found: PreparedAct, act: Act) {
  const { ctx } = asked;
  const { seen, signer, marks, means } = found;
  const { flow } = seen;
  const { proof, ...given } = await findIntent(ctx, found);
  const intent = { ...given, ...(proof === null ? {} : { proof }), shownBy: shownBy(ctx) };
  const filling = await fillFirst(ctx, found);
  const needs = await sealNeeds(ctx, found);
  const { sealIds } = needs;
  if (sealIds.length > 0) {
    const kept = withResolvedSeals(partOf(signAct, asked), marks);
    return askForSeal(ctx, flow, { signer, act: kept, intent, sealIds, filling }, act);
  }
  const signing = await applySignatures(ctx, filling.after, {
    participantId: signer.participantId,
    facts: found.facts,
    marks,
    actor: actorOf(ctx),
    intent,
    password: await passwordOf(ctx.db, intent, signer),
    uncoveredAttachments: uncoveredBy(intent, found.terms),
    certificate: means.corpId === signer.corpId ? means.certificate : null,
    byRole: mayUseSeal(ctx.actingMember.roles),
    approval: null,
  });
  const change = joined(filling, signing);
  const owner = { corpId: ctx.corpId, userId: ctx.actingMember.userId, flowId: flow.flowId };
  const consumed = consumedIntent(owner, intent.intentId, ctx.now);
  return act(async (tx, alone) => {
    const stored = alone
      ? await commitAlone(tx, ctx, { flow, change, needs, consumed, locked: lockedIntent(owner, intent) })
      : await commitChecked(tx, ctx, { flow, change, needs, consumed, signer, marks });
    const signed = stored.participants.find((each) => each.participantId === signer.participantId);
    return {
      flowId: stored.flowId,
      flowStatus: stored.status,
      flowDesc: flowDescription(stored),
      flowTitle: stored.title,
      signStatus: signed?.signStatus ?? signer.signStatus,
      approvalId: null,
      others: [],
    };
  });
}

interface Signing {
  readonly flow: Flow;
  readonly change: FlowChange;
  readonly needs: SealNeeds;
  /** Consumes the intent. */
  readonly consumed: Write;
}

/** Commits if the intent is unused and the seals are still usable without consent; otherwise NeedsTransaction. */
async function commitAlone(
  tx: Tx,
  ctx: MemberContext,
  { flow, change, needs, consumed, locked }: Signing & { readonly locked: Write },
): Promise<Flow> {
  if (needs.stillNone === null) throw new NeedsTransaction();
  return commitFlowAlone(tx, flow, change, ctx.now, {
    first: [locked],
    conditions: [intentLocked, needs.stillNone],
    writes: [consumed],
  });
}

async function commitChecked(
  tx: Tx,
  ctx: MemberContext,
  { flow, change, needs, consumed, signer, marks }: Signing & Pick<PreparedAct, 'signer' | 'marks'>,
): Promise<Flow> {
  const { flow: stored, holds } = await commitFlowWith(tx, flow, change, ctx.now, {
    writes: [consumed],
    checks: { intentConsumed, needNobody: needs.stillNone ?? sql<boolean>`false` },
  });
  if (!holds.has('needNobody')) {
    await checkSealsUsable(tx, signer, marks);
    // A member who has lost the right meanwhile needs an approval; nothing of this attempt is stored.
    if ((await sealsToAskFor(tx, ctx, flow, signer, marks)).length > 0) throw new RevisionLost();
  }
  if (!holds.has('intentConsumed')) throw refuseFor('WISH_REQUIRED');
  return stored;
}

/**
 * The intent for exactly this act: by this participant, in this channel, for these terms. An enterprise's act requires
 * the password of the membership, a personal one the person's own; neither substitutes for the other.
 */
async function findIntent(ctx: MemberContext, { seen, signer, terms, means }: PreparedAct): Promise<Intent> {
  const { flow } = seen;
  const { appId: channel, corpId, actingMember } = ctx;
  const owner = { corpId, userId: actingMember.userId, flowId: flow.flowId, channel };
  const suits = (each: Intent): boolean =>
    each.participantId === signer.participantId && isPasswordOf(each, signer) && covers(each, terms);
  const intent =
    means.intents.find(suits) ??
    // Confirmed since the flow was read, possibly by this request.
    (await openIntents(ctx.db, owner, signer.participantId, ctx.now)).find(suits);
  if (intent !== undefined) return intent;
  // Used by an act that committed after the flow was loaded: the refusal is derived from the present flow.
  if (!(await isCurrent(ctx.db, flow))) throw new RevisionLost();
  throw refuseFor('WISH_REQUIRED');
}

function isPasswordOf({ authType, ownPassword }: Intent, signer: Participant): boolean {
  return authType !== 'pwd' || ownPassword === (signer.type === 'person');
}

function shownBy({ link }: MemberContext): ShownBy {
  if (link === undefined) return 'application';
  return link.kind === 'access' ? 'accessSession' : 'page';
}

/** The confirmed seal is placed, even if another seal is the default when the approval passes. */
function withResolvedSeals(act: SignAct, marks: readonly LoadedMark[]): SignAct {
  const signComponents = act.signComponents.map((command, index) => ({
    ...command,
    sealId: marks[index]?.sealId ?? command.sealId,
  }));
  return { ...act, signComponents };
}

async function fillFirst(ctx: MemberContext, { seen, fills }: PreparedAct): Promise<FlowChange> {
  const { flow, own } = seen;
  if (fills === null) return { after: flow, events: [], news: [] };
  const request = { actor: actorOf(ctx), own, commands: fills, finish: true, now: ctx.now };
  const filling = changeOf(decideFill(flow, request));
  // Required values are missing: the turn would not end, so there is nothing to sign yet.
  if (!filling.fillingEnds) throw refuseFor('FLOW_STATE');
  return withPreparedFiles(ctx, filling);
}
