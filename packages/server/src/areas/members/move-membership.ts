import type { Tx } from '../../database/schema.js';
import { refuse } from '../../operation/refusal.js';
import { removeAddress } from '../notices/index.js';
import type { Membership } from './membership.js';
import { setSigningPassword } from './password-store.js';
import { confirmMembership, deleteMembership, saveMembership } from './store.js';
import type { Verification } from './verification.js';

/**
 * Moves an invitation to the right account: the enterprise meant the holder of the mobile, who turned out to be another
 * person. What it granted and nobody had accepted passes to that person.
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
  await removeAddress(tx, from.corpId, from.userId);
  const saved = await saveMembership(tx, { corpId, userId, userName, jobNum, state: 'valid', roles, now });
  if (!saved) throw refuse('MEMBER_MOBILE_EXIST');
  await confirmMembership(tx, corpId, userId, now);
  await setSigningPassword(tx, corpId, userId, passwordVerifier, { by: passwordBy, at: now });
}
