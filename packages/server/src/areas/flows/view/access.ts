import { holdsRight } from '@cinnabar/api/permissions.js';
import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { MemberContext } from '../../../operation/context.js';
import { refuse, refuseFor } from '../../../operation/refusal.js';
import { approvesIn } from '../approval/store/approvals.js';
import type { Flow, Participant } from '../flow/flow.js';
import { awaitsCorp } from '../flow/rules/newcomers.js';
import { personalReach, type WhoActs } from '../flow/rules/personal-wall.js';
import {
  isCopyOf,
  isInitiator,
  ownParticipants,
  type Sight,
  sightOf,
  type Viewer,
} from '../flow/rules/viewing.js';
import { findFlow, loadFlow } from '../flow/store/load-flow.js';

/** A flow with the acting member's access to it. */
export interface SeenFlow {
  readonly flow: Flow;
  readonly viewer: Viewer;
  /** `list`: files and values must not be shown. */
  readonly sight: 'list' | 'all';
  /** The participants as which the acting member acts. */
  readonly own: readonly Participant[];
  readonly isInitiator: boolean;
}

export function viewerOf(ctx: MemberContext): Viewer {
  return {
    corpId: ctx.corpId,
    userId: ctx.actingMember.userId,
    personal: personalReach({ ...ctx.actingMember, by: wayOf(ctx) }),
    seesNoSecrets: wayOf(ctx) === 'accessLink',
    readsContracts: holdsRight(ctx.actingMember.roles, 'readContracts'),
    managesContracts: holdsRight(ctx.actingMember.roles, 'manageContracts'),
  };
}

function wayOf(ctx: MemberContext): WhoActs['by'] {
  if (isOwnPart(ctx)) return 'ownPart';
  return ctx.link?.kind === 'access' ? 'accessLink' : 'application';
}

/** Whether the person acts by a link for one part of a flow. */
function isOwnPart(ctx: MemberContext): boolean {
  return (ctx.link?.participantId ?? null) !== null;
}

/** Whether the link is for a copy, of a flow that may not concern the person otherwise. */
function isCopyLink(ctx: MemberContext): boolean {
  return (ctx.link?.copierId ?? null) !== null;
}

/** A link for one part does not let its person act in another, even one of their own. */
function withinLink(ctx: MemberContext, own: readonly Participant[]): readonly Participant[] {
  return isOwnPart(ctx) ? own.filter(({ participantId }) => participantId === ctx.link?.participantId) : own;
}

/**
 * Returns the flow if the acting member may see it. `contents` requests files and values, which administrators do not
 * see of an encrypted flow.
 * @throws Refusal 404 if the flow does not concern them, PERMISSION_DENIED if it concerns only their enterprise
 */
export async function seeFlow(
  ctx: MemberContext,
  flowId: FlowId,
  need: 'list' | 'contents' = 'list',
): Promise<SeenFlow> {
  const flow = isCopyLink(ctx)
    ? await loadFlow(ctx.db, ctx.corpId, flowId)
    : await findFlow(ctx.db, viewerOf(ctx), flowId);
  if (flow === null) throw refuse('404');
  return seeFound(ctx, flow, need);
}

/** Like seeFlow, of a flow that was found for the acting member. */
async function seeFound(
  ctx: MemberContext,
  flow: Flow,
  need: 'list' | 'contents' = 'list',
): Promise<SeenFlow> {
  const copierId = ctx.link?.copierId ?? null;
  if (copierId !== null) return seeCopy(ctx, flow, copierId);
  const viewer = viewerOf(ctx);
  const sight = awaitsRegistration(ctx, flow) ? 'all' : await sightWithApprovals(ctx, flow, viewer);
  if (sight === 'foreign') throw refuse('404');
  if (sight === 'denied' || (need === 'contents' && sight === 'list')) throw refuseFor('PERMISSION_DENIED');
  const own = withinLink(ctx, ownParticipants(flow, viewer));
  return { flow, viewer, sight, own, isInitiator: isInitiator(flow, viewer) };
}

/** A link for a copy shows the flow only as to a copier, whatever other roles the person has. */
function seeCopy(ctx: MemberContext, flow: Flow, copierId: number): SeenFlow {
  if (!isCopyOf(flow, copierId, ctx.actingMember.userId)) throw refuse('404');
  return { flow, viewer: viewerOf(ctx), sight: 'all', own: [], isInitiator: false };
}

/**
 * Whether the link is for a part whose enterprise is not registered yet. Its person may read the contract before
 * registering the enterprise, and act only afterwards.
 */
function awaitsRegistration(ctx: MemberContext, { participants }: Pick<Flow, 'participants'>): boolean {
  return participants.some(
    (participant) =>
      participant.participantId === ctx.link?.participantId &&
      participant.psnId === ctx.actingMember.userId &&
      awaitsCorp(participant),
  );
}

/** Approvers see the content that they decide on, except that of encrypted flows. */
async function sightWithApprovals(ctx: MemberContext, flow: Flow, viewer: Viewer): Promise<Sight> {
  const sight = sightOf(flow, viewer);
  if (sight === 'all' || sight === 'list' || viewer.seesNoSecrets) return sight;
  if (!(await approvesIn(ctx.db, viewer.corpId, viewer.userId, flow.flowId))) return sight;
  return flow.encrypted ? 'list' : 'all';
}

/**
 * Whether the acting member may do what the initiator does without the initiator's consent: remind, extend, delete a
 * record. The initiator may, and whoever manages the contracts of the initiating enterprise.
 */
export function managesFlow({ flow, viewer, isInitiator }: SeenFlow): boolean {
  return isInitiator || (viewer.managesContracts && flow.corpId === viewer.corpId);
}

/** Like `seeFlow`, for acts of a participant: permission to see a flow is not permission to act in it. */
export async function seeAsParticipant(ctx: MemberContext, flowId: FlowId): Promise<SeenFlow> {
  return asParticipant(ctx, await seeFlow(ctx, flowId));
}

/** Like seeAsParticipant, of a flow that was found for the acting member. */
export async function seeFoundAsParticipant(ctx: MemberContext, flow: Flow): Promise<SeenFlow> {
  return asParticipant(ctx, await seeFound(ctx, flow));
}

function asParticipant(ctx: MemberContext, seen: SeenFlow): SeenFlow {
  if (seen.own.length === 0) {
    throw refuseFor(awaitsRegistration(ctx, seen.flow) ? 'NOT_VERIFIED' : 'PERMISSION_DENIED');
  }
  return seen;
}
