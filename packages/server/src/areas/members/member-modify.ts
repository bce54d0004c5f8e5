import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberModify as operation } from '@cinnabar/api/operations/members.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { removeAddress, saveGivenMail, saveLanguage } from '../notices/index.js';
import { saveNames } from './list-store.js';
import { memberView } from './rules.js';
import { lockMembership } from './store.js';

/** Display name, employee number and mail address only: who a person is, they prove themselves. */
export async function memberModify(
  ctx: MemberContext,
  { userId, ...given }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { email, language, removeEmail } = given;
  if ([given.userName, given.jobNum, email, language, removeEmail].every((each) => each === undefined)) {
    throw invalidField('userName', {
      zh: '至少填写一项修改内容',
      en: 'or another field to change is required',
    });
  }
  if (email !== undefined && removeEmail === true) {
    throw invalidField('removeEmail', { zh: '不能与 email 同时填写', en: 'cannot be combined with email' });
  }
  return ctx.act(async (tx) => {
    const member = await lockMembership(tx, ctx.corpId, userId);
    if (member === null || member.state === 'deleted') throw refuse('MEMBER_NOT_FOUND');
    const { userName = member.userName, jobNum = member.jobNum } = given;
    const after = { ...member, userName: userName.trim(), jobNum: jobNum.trim() };
    await saveNames(tx, after);
    if (removeEmail === true) await removeAddress(tx, ctx.corpId, userId);
    else if (email !== undefined) {
      await saveGivenMail(tx, { corpId: ctx.corpId, userId, flowId: null }, given, member.mobile, ctx.now);
    } else if (language !== undefined) await saveLanguage(tx, ctx.corpId, userId, language);
    const isRenamed = member.userName !== after.userName;
    await recordAct(
      tx,
      {
        corpId: ctx.corpId,
        userId: ctx.actingMember.userId,
        appId: ctx.appId,
        subjectUserId: userId,
        act: 'member.modify',
        object: { kind: 'member', id: userId },
        before: { jobNum: member.jobNum },
        after: { jobNum: after.jobNum },
        texts: isRenamed ? { userNameBefore: member.userName, userName: after.userName } : {},
      },
      originOf(ctx),
    );
    return memberView(after);
  });
}
