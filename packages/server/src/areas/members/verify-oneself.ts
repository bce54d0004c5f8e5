import { transact } from '../../database/transact.js';
import type { Context, UserId } from '../../operation/context.js';
import { fieldRefusal, refuse } from '../../operation/refusal.js';
import { askAboutPerson } from './ask-registry.js';
import { sameNumber } from './identity.js';
import { saveProof } from './prove-identity.js';
import { type Identity, namesMatch, readIdentity } from './rules.js';
import { takeOverMobile } from './take-over-mobile.js';
import { findIdentity, lockIdentity } from './user-store.js';
import { identNumIndex, prepareIdentity } from './verification.js';

/**
 * A person states their identity for themselves, outside any enterprise. Memberships created from their mobile stay
 * unconfirmed, and those with a contradicting assertion require the person to accept again.
 * @param expected the name given by somebody else; '' if none
 * @throws Refusal USER_ALREADY_AUTHENTICATED, AUTH_INFO_INVALID, NAME_MISMATCH, 503
 */
export async function verifyOneself(
  { db, services, now }: Pick<Context, 'db' | 'services' | 'now'>,
  userId: UserId,
  given: Identity,
  expected: string,
): Promise<void> {
  const stored = await findIdentity(db, userId);
  if (stored === null) throw refuse('404');
  const identity = readIdentity(given);
  if (stored.verifiedAt !== null) {
    const number = identity === null ? '' : identNumIndex(services, identity.identNum);
    if (identity === null || sameNumber(stored, { identNumIndex: number })) {
      throw refuse('USER_ALREADY_AUTHENTICATED');
    }
    return becomeAnother({ db, services, now }, userId, stored.mobile, identity);
  }
  if (identity === null) throw refuse('AUTH_INFO_INVALID');
  if (expected.trim() !== '' && !namesMatch(expected, { realName: identity.realName, userName: null })) {
    const words = {
      zh: '与合同中的姓名不一致，请联系发起方更正',
      en: 'is not the name in the contract; ask its initiator to correct it',
    };
    throw fieldRefusal('realName', words, 'NAME_MISMATCH');
  }
  await askAboutPerson(services, identity, stored.mobile);
  const prepared = await prepareIdentity(services, userId, identity);
  await transact(db, async (tx) => {
    const current = await lockIdentity(tx, userId);
    if (current === null || current.verifiedAt !== null) throw refuse('USER_ALREADY_AUTHENTICATED');
    await saveProof(tx, userId, current, { identity: prepared, by: 'page', corpId: null }, now);
  });
}

/** The same mobile with an ID document number other than the proven one belongs to another person. */
async function becomeAnother(
  { db, services, now }: Pick<Context, 'db' | 'services' | 'now'>,
  formerId: UserId,
  mobile: string,
  identity: Identity,
): Promise<void> {
  await askAboutPerson(services, identity, mobile);
  const userId = await services.ids.next<'User'>();
  const prepared = await prepareIdentity(services, userId, identity);
  const proof = { identity: prepared, by: 'page', corpId: null } as const;
  await transact(db, (tx) => takeOverMobile(tx, services.ids, { formerId, userId, proof }, now));
}
