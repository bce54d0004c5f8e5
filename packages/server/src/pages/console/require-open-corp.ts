import { findActingMember } from '../../areas/members/index.js';
import type { ConsoleContext, CorpId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import { policyIn, requireStanding } from './require-standing.js';

/**
 * Refuses an enterprise that the session may not open, of which its person is no member, or whose rules do not let the
 * session in.
 * @throws Refusal NOT_MEMBER, SECOND_FACTOR_REQUIRED, LOGIN_METHOD_NOT_ALLOWED, NETWORK_NOT_ALLOWED
 */
export async function requireOpenCorp(ctx: ConsoleContext, corpId: CorpId): Promise<void> {
  const { db, services, session, address } = ctx;
  const isOpen = session.corpId === null || session.corpId === corpId;
  const member = isOpen ? await findActingMember(db, corpId, session.userId) : null;
  if (member === null) throw refuseFor('NOT_MEMBER');
  const policy = await policyIn(db, services, corpId);
  requireStanding(services, { session, policy, roles: member.roles, address });
}
