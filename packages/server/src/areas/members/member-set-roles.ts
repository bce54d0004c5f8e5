import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type { memberSetRoles as operation } from '@cinnabar/api/operations/members.js';
import type { MemberContext } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { rolesSetBy } from './rules.js';
import { lockMembership, saveRoles } from './store.js';

export function memberSetRoles(
  ctx: MemberContext,
  { userId, roles: wanted }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { corpId, appId, actingMember } = ctx;
  return ctx.act(async (tx) => {
    const member = await lockMembership(tx, corpId, userId);
    if (member === null || member.state === 'deleted') throw refuse('MEMBER_NOT_FOUND');
    const roles = rolesSetBy(actingMember.roles, member.roles, wanted);
    if (roles === 'ownership') {
      throw invalidField('roles', {
        zh: '所有者不能在此变更，须由运营人员或法定代表人刷脸办理',
        en: 'ownership does not pass here, but by the operator or a face check of the legal representative',
      });
    }
    if (roles === 'beyond') throw refuseFor('PERMISSION_DENIED');
    const before = { roles: member.roles.toSorted().join(',') };
    const after = { roles: roles.toSorted().join(',') };
    if (before.roles !== after.roles) {
      await saveRoles(tx, corpId, userId, roles);
      const object = { kind: 'member', id: userId } as const;
      const about = { corpId, userId: actingMember.userId, appId, subjectUserId: userId, object };
      await recordAct(tx, { ...about, act: 'member.roles', before, after }, originOf(ctx));
    }
    return { userId, roles: [...roles] };
  });
}
