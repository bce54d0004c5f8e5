import type { Tx } from '../../database/schema.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';
import { Refusal, refuse } from '../../operation/refusal.js';
import { unfinishedParts, waitsForAlone } from '../flows/index.js';
import { endLinksOfMember } from '../links/index.js';
import { closePersonalContracts, deleteMembership, lockMembership } from '../members/index.js';
import { removeAddress } from '../notices/index.js';
import { withdrawAuthorisations } from '../seals/index.js';
import { FLOWS_NAMED, refusalToDelete, refusalToLeave } from './rules.js';

export interface Ending {
  readonly corpId: CorpId;
  readonly userId: UserId;
  /** Who ends it: a manager of members, or the person themselves. */
  readonly by: UserId | 'themselves';
}

/**
 * Ends a membership with all that it granted, unless something would be left unfinished.
 * @throws Refusal MEMBER_NOT_FOUND, MEMBER_DELETE_FAILED
 */
export async function endMembership(
  tx: Tx,
  { corpId, userId, by }: Ending,
  { now }: Pick<Context, 'now'>,
): Promise<void> {
  const member = await lockMembership(tx, corpId, userId);
  if (member === null || member.state === 'deleted') throw refuse('MEMBER_NOT_FOUND');
  const unfinished = await unfinishedParts(tx, corpId, userId, now, FLOWS_NAMED);
  const approval = await waitsForAlone(tx, corpId, userId, now);
  const left = { unfinished, sealName: approval?.sealName ?? null };
  const refusal = refusalToDelete(by, member, left);
  if (refusal !== null) {
    throw by === 'themselves'
      ? new Refusal('MEMBER_DELETE_FAILED', refusalToLeave(refusal))
      : refuse('MEMBER_DELETE_FAILED', refusal);
  }
  await deleteMembership(tx, corpId, userId);
  await removeAddress(tx, corpId, userId);
  await endWhatWasGiven(tx, corpId, userId, now);
}

/** Everything granted to or by a member ends with the membership, and is not restored with it. */
async function endWhatWasGiven(tx: Tx, corpId: CorpId, userId: UserId, now: Date): Promise<void> {
  await endLinksOfMember(tx, corpId, userId, now);
  await withdrawAuthorisations(tx, corpId, { userId }, now);
  await closePersonalContracts(tx, corpId, userId, now);
}
