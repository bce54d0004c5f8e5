import { findActingMember } from '../../areas/members/index.js';
import type { ConsoleContext, CorpId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';

/**
 * Refuses an enterprise that the session may not open, or of which its person is no member.
 * @throws Refusal NOT_MEMBER
 */
export async function requireOpenCorp({ db, session }: ConsoleContext, corpId: CorpId): Promise<void> {
  const isOpen = session.corpId === null || session.corpId === corpId;
  if (!isOpen || (await findActingMember(db, corpId, session.userId)) === null) throw refuseFor('NOT_MEMBER');
}
