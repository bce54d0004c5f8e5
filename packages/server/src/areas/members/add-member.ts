import type { Role } from '@cinnabar/api/permissions.js';
import type { IdSource } from '../../database/ids.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { refuse } from '../../operation/refusal.js';
import type { Membership } from './membership.js';
import { admit } from './rules.js';
import { lockMembership, saveMembership } from './store.js';
import { ensureUser, lockIdentity } from './user-store.js';

export interface NewMember {
  readonly corpId: CorpId;
  readonly userName: string;
  readonly mobile: string;
  readonly jobNum: string;
  readonly roles: readonly Role[];
  readonly now: Date;
}

/**
 * Makes the person of that mobile a member. A former member, and a person whose identity is proven elsewhere, remains
 * invited until they accept (rules.ts, admit).
 *
 * @throws Refusal MEMBER_MOBILE_EXIST
 */
export async function addMember(tx: Tx, ids: IdSource, member: NewMember): Promise<Membership> {
  const userId = await ensureUser(tx, ids, member.mobile, member.now);
  // The person cannot prove their identity between this check and the commit.
  const person = await lockIdentity(tx, userId);
  const state = admit(await lockMembership(tx, member.corpId, userId), (person?.verifiedAt ?? null) !== null);
  if (state === 'exists') throw refuse('MEMBER_MOBILE_EXIST');
  const { corpId, userName, jobNum, roles, now } = member;
  const saved = await saveMembership(tx, { corpId, userId, userName, jobNum, state, roles, now });
  const membership = saved ? await lockMembership(tx, corpId, userId) : null;
  if (membership === null) throw refuse('MEMBER_MOBILE_EXIST');
  return membership;
}
