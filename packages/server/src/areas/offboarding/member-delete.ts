import { memberDelete as operation } from '@cinnabar/api/members.js';
import type { CorpId, UserId } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { route } from '../../handler.js';
import { refuse } from '../../refusal.js';
import { unfinishedParts, waitsForAlone } from '../flows/index.js';
import { endLinksOfMember } from '../links/index.js';
import { deleteMembership, lockMembership } from '../members/index.js';
import { withdrawAuthorisations } from '../seals/index.js';
import { FLOWS_NAMED, refusalToDelete } from './rules.js';

export const memberDelete = route('operator', operation, (ctx, { userId }) =>
  ctx.act(async (tx) => {
    const { corpId, operator, now } = ctx;
    const member = await lockMembership(tx, corpId, userId);
    if (member === null || member.state === 'deleted') throw refuse('MEMBER_NOT_FOUND');
    const unfinished = await unfinishedParts(tx, corpId, userId, now, FLOWS_NAMED);
    const approval = await waitsForAlone(tx, corpId, userId, now);
    const left = { unfinished, sealName: approval?.sealName ?? null };
    const refusal = refusalToDelete(operator, member, left);
    if (refusal !== null) throw refuse('MEMBER_DELETE_FAILED', refusal);
    await deleteMembership(tx, corpId, userId);
    await endWhatWasGiven(tx, corpId, userId, now);
    return {};
  }),
);

/** What a member was given ends with the membership, and does not come back with it. */
async function endWhatWasGiven(tx: Tx, corpId: CorpId, userId: UserId, now: Date): Promise<void> {
  await endLinksOfMember(tx, corpId, userId, now);
  await withdrawAuthorisations(tx, corpId, { userId }, now);
}
