import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberList as operation } from '@cinnabar/api/operations/members.js';
import { pageWindow } from '@cinnabar/api/schemas/paging.js';
import type { MemberContext } from '../../operation/context.js';
import { addressesOfMembers } from '../notices/index.js';
import { memberTasks, pageOfFoundMembers } from './list-store.js';
import { listedMemberView } from './rules.js';

const states = { 0: 'valid', 1: 'deleted', 2: 'invited' } as const;

export async function memberList(
  ctx: MemberContext,
  input: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { db, corpId, now } = ctx;
  const keyword = input.keyword?.trim() ?? '';
  const filter = {
    keyword: keyword === '' ? null : keyword,
    userId: input.userId ?? null,
    role: input.role ?? null,
    state: input.status === undefined ? null : states[input.status],
  };
  const { items, totalCount } = await pageOfFoundMembers(db, corpId, filter, pageWindow(input));
  const userIds = items.map(({ userId }) => userId);
  const [tasks, addresses] = await Promise.all([
    memberTasks(db, corpId, userIds, now),
    addressesOfMembers(db, corpId, userIds),
  ]);
  const views = items.map((member) =>
    listedMemberView(member, tasks.get(member.userId), addresses.get(member.userId)),
  );
  return { items: views, totalCount };
}
