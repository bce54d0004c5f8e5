import type { OperatorContext } from '../../context.js';
import { timeOfChange } from './rules.js';
import type { Change, TemplateRow } from './store.js';

/** Who makes this change and when, as lists will show it. `template`: as it was before, locked; null for a new one. */
export function changeBy(
  { operator, now }: OperatorContext,
  template: Pick<TemplateRow, 'updated_at'> | null,
): Change {
  return {
    userId: operator.userId,
    userName: operator.realName ?? operator.userName,
    now: timeOfChange(template?.updated_at ?? null, now),
  };
}
