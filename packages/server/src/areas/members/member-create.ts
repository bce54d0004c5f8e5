import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberCreate as operation } from '@cinnabar/api/operations/members.js';
import type { MemberContext } from '../../operation/context.js';
import { issueLink } from '../links/index.js';
import { notify, saveGivenMail } from '../notices/index.js';
import { addMember } from './add-member.js';
import { memberView } from './rules.js';
import { findCorpName } from './store.js';

export async function memberCreate(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, now } = ctx;
  return ctx.act(async (tx) => {
    const membership = await addMember(tx, ctx.services.ids, {
      corpId,
      userName: input.userName.trim(),
      mobile: input.mobile,
      jobNum: input.jobNum.trim(),
      roles: [],
      now,
    });
    const { userId, mobile } = membership;
    await saveGivenMail(tx, { corpId, userId, flowId: null }, input, mobile, now);
    if (membership.state === 'invited') {
      const link = await issueLink(tx, ctx.services, { kind: 'invitation', corpId, userId, now });
      await notify(tx, ctx.services, {
        said: { kind: 'membershipInvited', facts: { corpName: await findCorpName(tx, corpId), link } },
        to: { userId, mobile, corpIds: [corpId] },
        idempotencyKey: `invited-${await ctx.services.ids.next()}`,
        now,
      });
    }
    return memberView(membership);
  });
}
