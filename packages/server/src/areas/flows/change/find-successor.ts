import type { MemberContext } from '../../../operation/context.js';
import { fieldRefusal } from '../../../operation/refusal.js';
import { areOnePerson, findMembership, namesMatch, userByMobile } from '../../members/index.js';
import type { Participant } from '../flow/flow.js';
import type { Successor } from './rules/handing-over.js';

/** @throws Refusal 400 NAME_MISMATCH if the person of that mobile is known by another name */
export async function findSuccessor(
  ctx: MemberContext,
  participant: Participant,
  given: { readonly psnAccount: string; readonly psnName: string },
): Promise<Successor> {
  const user = await userByMobile(ctx.db, given.psnAccount);
  const membership =
    user === null || participant.corpId === null
      ? null
      : await findMembership(ctx.db, participant.corpId, user.userId);
  // An enterprise's assertions are compared only with its own assertions.
  const isOwn = participant.corpId === ctx.corpId;
  const realName = user?.realName ?? (isOwn ? membership?.realName : null) ?? null;
  if (realName !== null) {
    const known = { realName, userName: membership?.userName ?? null };
    if (!namesMatch(given.psnName, known)) {
      const words = { zh: '姓名与该账号不一致', en: 'is not the name of this account' };
      throw fieldRefusal('psnName', words, 'NAME_MISMATCH');
    }
  }
  return {
    psnAccount: given.psnAccount,
    psnName: realName ?? given.psnName,
    psnId: user?.userId ?? null,
    isColleague: membership?.state === 'valid',
    isSamePerson: user !== null && (await areOnePerson(ctx.db, participant.psnId, user.userId)),
  };
}
