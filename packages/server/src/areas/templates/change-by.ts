import type { OperatorContext } from '../../context.js';
import type { Change } from './store.js';

/** Who makes this change, as lists will show it. */
export function changeBy({ operator, now }: OperatorContext): Change {
  return { userId: operator.userId, userName: operator.realName ?? operator.userName, now };
}
