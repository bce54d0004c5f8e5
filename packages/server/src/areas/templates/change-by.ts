import type { MemberContext } from '../../operation/context.js';
import { timeOfChange } from './rules.js';
import type { Change, TemplateRow } from './store.js';

/** Author and time of this change, for display in lists. `template`: the state before, locked; null for a new one. */
export function changeBy(
  { actingMember, now }: MemberContext,
  template: Pick<TemplateRow, 'updated_at'> | null,
): Change {
  return {
    userId: actingMember.userId,
    userName: actingMember.realName ?? actingMember.userName,
    now: timeOfChange(template?.updated_at ?? null, now),
  };
}
