/**
 * Separates what a person signs for themselves from the enterprises that know the person. Every access to a personal
 * part is decided here; for lists, store/personal-rows.ts expresses the same rules in SQL.
 */
import type { CorpId, IdentityStrength } from '../../../../operation/context.js';
import type { Flow } from '../flow.js';

/**
 * Which of a person's own parts are accessible to somebody who acts in their name. `shared`: those in flows that the
 * enterprise started or takes part in.
 */
export type PersonalReach = 'none' | 'shared' | 'all';

export interface WhoActs {
  /** The channel: a link for a part of their own, a link issued by an application, or anything else. */
  readonly by: 'ownPart' | 'accessLink' | 'application';
  readonly identity: IdentityStrength | null;
  readonly opensPersonalContracts: boolean;
}

/**
 * A person reaches all of their own parts by their own link. An application reaches those in its enterprise's flows
 * once the person has proven their identity to that enterprise, and the others once they have allowed it; an access
 * link never does.
 */
export function personalReach({ by, identity, opensPersonalContracts }: WhoActs): PersonalReach {
  if (by === 'ownPart') return 'all';
  if (by === 'accessLink' || identity !== 'proven') return 'none';
  return opensPersonalContracts ? 'all' : 'shared';
}

/** Whether the person's own parts in this flow are within the enterprise's reach. */
export function reachesPersonalParts(
  flow: Pick<Flow, 'corpId' | 'participants'>,
  { corpId, personal }: { readonly corpId: CorpId; readonly personal: PersonalReach },
): boolean {
  return personal === 'shared' ? sharesFlow(flow, corpId) : personal === 'all';
}

/** Whether the enterprise started the flow or takes part in it; a copy does not count. */
export function sharesFlow(flow: Pick<Flow, 'corpId' | 'participants'>, corpId: number): boolean {
  return flow.corpId === corpId || flow.participants.some((participant) => participant.corpId === corpId);
}
