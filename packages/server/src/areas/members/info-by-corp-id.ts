import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { infoByCorpId as operation } from '@cinnabar/api/operations/members.js';
import { plainMobile } from '@cinnabar/api/schemas/fields.js';
import type { ApplicationContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { memberView } from './rules.js';
import { listMembers, type MemberFilter } from './store.js';

export async function infoByCorpId(
  ctx: ApplicationContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const filter: MemberFilter = {
    corpId: ctx.corpId,
    userId: input.userId ?? null,
    userName: given(input.userName),
    mobile: given(plainMobile(input.mobile ?? '')),
    verified: input.realNameStatus === undefined ? null : input.realNameStatus === 1,
  };
  const { userId, userName, mobile, verified } = filter;
  if (userId === null && userName === null && mobile === null && verified === null) {
    throw invalidField('userId', {
      zh: '与 userName、mobile、realNameStatus 至少填写一项',
      en: 'or userName, mobile or realNameStatus is required',
    });
  }
  const found = await listMembers(ctx.db, filter);
  if (found.length === 0) throw refuse('MEMBER_NOT_FOUND');
  return found.map(memberView);
}

/** A blank value means no filter. */
function given(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
