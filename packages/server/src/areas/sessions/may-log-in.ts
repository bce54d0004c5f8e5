import type { Db } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import { type Membership, membershipsOf } from '../members/index.js';
import { isOperator } from './store/operators.js';

/** The enterprises in which the person may act. */
export async function actingMemberships(db: Db, userId: UserId): Promise<readonly Membership[]> {
  return (await membershipsOf(db, userId)).filter(({ state }) => state === 'valid');
}

/** Whether the person may act in any enterprise or operates the platform: nobody else logs in. */
export async function mayLogIn(db: Db, userId: UserId): Promise<boolean> {
  return (await actingMemberships(db, userId)).length > 0 || isOperator(db, userId);
}
