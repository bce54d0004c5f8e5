/**
 * The wall between what a person signs for themselves and the enterprises that know the person. Anyone who wants to see
 * a personal part or act in it asks here, whatever the way: lists by store/personal-rows.ts, which says the same in
 * SQL.
 */
import type { CorpId, IdentityStrength } from '../../../../operation/context.js';
import type { Flow } from '../flow.js';

/**
 * Which of a person's own parts somebody reaches who acts in their name. `shared`: those in flows that the enterprise
 * started or takes part in.
 */
export type PersonalReach = 'none' | 'shared' | 'all';

export interface WhoActs {
  /** How they got access: by a link for a part of their own, by one that an application issued, or otherwise. */
  readonly by: 'ownPart' | 'accessLink' | 'application';
  readonly identity: IdentityStrength | null;
  readonly opensPersonalContracts: boolean;
}

/**
 * By their own link a person reaches what is theirs. An application reaches it once the person has proven to its
 * enterprise who they are, and beyond its own flows once they have allowed that; an access link never.
 */
export function personalReach({ by, identity, opensPersonalContracts }: WhoActs): PersonalReach {
  if (by === 'ownPart') return 'all';
  if (by === 'accessLink' || identity !== 'proven') return 'none';
  return opensPersonalContracts ? 'all' : 'shared';
}

/** Whether the personal parts of the person in this flow are within that reach of the enterprise. */
export function reachesPersonalParts(
  flow: Pick<Flow, 'corpId' | 'participants'>,
  { corpId, personal }: { readonly corpId: CorpId; readonly personal: PersonalReach },
): boolean {
  return personal === 'shared' ? sharesFlow(flow, corpId) : personal === 'all';
}

/** Whether the enterprise started the flow or takes part in it; a copy is not a part. */
export function sharesFlow(flow: Pick<Flow, 'corpId' | 'participants'>, corpId: number): boolean {
  return flow.corpId === corpId || flow.participants.some((participant) => participant.corpId === corpId);
}
