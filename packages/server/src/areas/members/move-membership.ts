import type { Tx } from '../../database/schema.js';
import { refuse } from '../../operation/refusal.js';
import type { Membership } from './membership.js';
import { setSigningPassword } from './password-store.js';
import { confirmMembership, deleteMembership, saveMembership } from './store.js';
import type { Verification } from './verification.js';

/**
 * The enterprise meant the person of a mobile, which belongs to another one than it seemed: what it gave, and nobody
 * had agreed to, is theirs.
 */
export async function moveMembership(
  tx: Tx,
  from: Membership,
  to: Pick<Verification, 'corpId' | 'userId' | 'passwordVerifier' | 'passwordBy'>,
  now: Date,
): Promise<void> {
  const { corpId, userId, passwordVerifier, passwordBy } = to;
  const { userName, jobNum, roles } = from;
  await deleteMembership(tx, from.corpId, from.userId);
  const saved = await saveMembership(tx, { corpId, userId, userName, jobNum, state: 'valid', roles, now });
  if (!saved) throw refuse('MEMBER_MOBILE_EXIST');
  await confirmMembership(tx, corpId, userId, now);
  await setSigningPassword(tx, corpId, userId, passwordVerifier, { by: passwordBy, at: now });
}
