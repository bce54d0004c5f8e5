import type { SealId } from '@cinnabar/api/schemas/seal.js';
import type { AuthorisationId } from '@cinnabar/api/schemas/seal-author.js';
import type { Tx } from '../../database/schema.js';
import type { MemberContext, UserId } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { lockValidMembers } from '../members/index.js';
import { authorisationsConflict, isOver } from './authorisation-rules.js';
import {
  findAuthorisation,
  insertAuthorisations,
  standingAuthorisations,
  withdrawAuthorisation,
} from './authorisation-store.js';
import { lockSeal } from './store.js';

/**
 * Withdraws an examiner's authorisation and gives a colleague one with the same terms. Consent to automatic placement is a
 * person's own and passes to nobody.
 * @returns the seal; null if the colleague has taken it over before
 * @throws Refusal 404, SEAL_NOT_FOUND, AUTHOR_RULE_CONFLICT
 */
export async function handOverExamining(
  tx: Tx,
  { corpId, actingMember, services, now }: MemberContext,
  authorisationId: AuthorisationId,
  { from, to }: { readonly from: UserId; readonly to: UserId },
): Promise<SealId | null> {
  const held = await findAuthorisation(tx, corpId, authorisationId);
  if (held === null || held.user_id !== from || held.author_role !== 'SEAL_EXAMINER') throw refuse('404');
  // The lock serialises requests, as for addSealAuthor.
  if ((await lockSeal(tx, corpId, held.seal_id)) === null) throw refuse('SEAL_NOT_FOUND');
  if (!(await lockValidMembers(tx, corpId, [to])).has(to)) {
    throw invalidField('toUserId', {
      zh: '不是本企业的有效成员',
      en: 'is not a valid member of this enterprise',
    });
  }
  const current = await findAuthorisation(tx, corpId, authorisationId);
  if (current === null) throw refuse('404');
  const claim = { ...current, user_id: to, withdrawn_at: null };
  const known = await standingAuthorisations(tx, corpId, current.seal_id, [to]);
  const overlaps = known.some((other) => authorisationsConflict(claim, other));
  if (isOver(current, now)) {
    if (overlaps) return null;
    throw refuse('404');
  }
  if (overlaps) throw refuse('AUTHOR_RULE_CONFLICT');
  await withdrawAuthorisation(tx, corpId, authorisationId, now);
  await insertAuthorisations(tx, [
    {
      ...claim,
      authorisation_id: await services.ids.next<'SealAuthorisation'>(),
      auto_sign: false,
      effective_at: current.effective_at > now ? current.effective_at : now,
      manager_consent: null,
      member_consent: null,
      created_by: actingMember.userId,
      created_at: now,
    },
  ]);
  return current.seal_id;
}
