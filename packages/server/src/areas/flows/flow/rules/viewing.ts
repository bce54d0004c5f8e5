/** Visibility of a flow, and the participants as whom a viewer acts. */
import type { CorpId, UserId } from '../../../../operation/context.js';
import { type Flow, FlowStatus, type Participant } from '../flow.js';
import { type PersonalReach, reachesPersonalParts } from './personal-wall.js';

export interface Viewer {
  /** The enterprise of the token. */
  readonly corpId: CorpId;
  readonly userId: UserId;
  /** Which of the person's own parts are accessible. */
  readonly personal: PersonalReach;
  /** Arrived by a link that an application issued: encrypted and confidential flows do not exist for this viewer. */
  readonly seesNoSecrets: boolean;
  /** Has the right to read the enterprise's contracts. */
  readonly readsContracts: boolean;
  /** Has the right to act on what other members of the enterprise have started. */
  readonly managesContracts: boolean;
}

/** The acting person, as far as needed to determine as which participants they act. */
export type Actor = Pick<Viewer, 'corpId' | 'userId' | 'personal' | 'seesNoSecrets'>;

type Seen = Pick<
  Flow,
  'corpId' | 'initiatorId' | 'status' | 'encrypted' | 'confidential' | 'participants' | 'copiers'
>;

/**
 * The participants as which the viewer acts: for an enterprise only with a token of that enterprise, for a person only
 * within their reach (personal-wall.ts).
 */
export function ownParticipants(
  flow: Pick<Flow, 'corpId' | 'participants' | 'encrypted' | 'confidential'>,
  viewer: Actor,
): readonly Participant[] {
  if (isHidden(flow, viewer)) return [];
  const personal = reachesPersonalParts(flow, viewer);
  return flow.participants.filter(
    (participant) =>
      participant.psnId === viewer.userId &&
      (participant.type === 'person' ? personal : participant.corpId === viewer.corpId),
  );
}

function isHidden(
  { encrypted, confidential }: Pick<Flow, 'encrypted' | 'confidential'>,
  { seesNoSecrets }: Actor,
): boolean {
  return seesNoSecrets && (encrypted || confidential);
}

export function isInitiator(flow: Pick<Flow, 'corpId' | 'initiatorId'>, viewer: Viewer): boolean {
  return flow.corpId === viewer.corpId && flow.initiatorId === viewer.userId;
}

function isCopier(flow: Seen, viewer: Viewer): boolean {
  if (flow.status !== FlowStatus.completed) return false;
  return flow.copiers.some((copier) =>
    copier.type === 'person'
      ? copier.psnId === viewer.userId && reachesPersonalParts(flow, viewer)
      : copier.corpId === viewer.corpId && (copier.psnId === viewer.userId || viewer.readsContracts),
  );
}

/** Whether a link for that copier shows the flow: only after completion, and to the person for whom it was issued. */
export function isCopyOf(
  flow: Pick<Flow, 'status' | 'deletedAt' | 'copiers'>,
  copierId: number,
  userId: UserId,
): boolean {
  if (flow.status !== FlowStatus.completed || flow.deletedAt !== null) return false;
  return flow.copiers.some((copier) => copier.copierId === copierId && copier.psnId === userId);
}

function concernsEnterprise(flow: Seen, corpId: CorpId): boolean {
  return flow.corpId === corpId || flow.participants.some((participant) => participant.corpId === corpId);
}

/**
 * `foreign`: does not concern the caller, as if it did not exist. `denied`: a flow of the caller's enterprise that this
 * member may not see. `list`: the flow and its parties are visible, its contents not (encrypted flows, for
 * administrators). `all`: everything is visible.
 */
export type Sight = 'foreign' | 'denied' | 'list' | 'all';

export function sightOf(flow: Seen, viewer: Viewer): Sight {
  if (isHidden(flow, viewer)) return 'foreign';
  if (isInitiator(flow, viewer) || ownParticipants(flow, viewer).length > 0 || isCopier(flow, viewer))
    return 'all';
  if (!concernsEnterprise(flow, viewer.corpId)) return 'foreign';
  // A confidential flow is invisible to administrators, so they must not be able to distinguish it from a missing one.
  if (!viewer.readsContracts || flow.confidential) return flow.confidential ? 'foreign' : 'denied';
  return flow.encrypted ? 'list' : 'all';
}

/** Whether the viewer sees the flow by the right to the enterprise's contracts and not for a part of their own. */
export function seesByRightAlone(flow: Seen, viewer: Viewer): boolean {
  const isSeen = (sight: Sight): boolean => sight === 'list' || sight === 'all';
  return isSeen(sightOf(flow, viewer)) && !isSeen(sightOf(flow, { ...viewer, readsContracts: false }));
}
