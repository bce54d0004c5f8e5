import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { CorpId, UserId } from '../../operation/context.js';
import { type AuditOrigin, recordAct } from '../audit/index.js';
import { erasePerson } from '../personal-data/index.js';
import { endRemoval, noteRemoved } from './store/closures.js';
import * as store from './store/remove.js';

/** Stated where persons are erased; it names nobody. */
const REASON = 'the enterprise was closed and its period has ended';

/**
 * Removes what is left of a closed enterprise. Every portion is a transaction of its own and finds what is left by
 * itself, so that a removal that was interrupted goes on where it was.
 * @returns the number of removed rows
 */
export async function removeCorp(db: Db, corpId: CorpId, now: Date, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (const [table, remove] of store.portions) {
    for (let count = -1; count !== 0; total += count) {
      signal.throwIfAborted();
      count = await transact(db, async (tx) => {
        const removed = await remove(tx, corpId, now);
        if (removed > 0) await noteRemoved(tx, corpId, table, removed);
        return removed;
      });
    }
  }
  total += await removeMembers(db, corpId, now, signal);
  await transact(db, async (tx) => {
    await store.emptyCorp(tx, corpId);
    await endRemoval(tx, corpId, now);
    const act = { corpId, userId: null, appId: null, act: 'corp.remove' } as const;
    await recordAct(tx, act, originOf(now));
  });
  return total;
}

async function removeMembers(db: Db, corpId: CorpId, now: Date, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (;;) {
    const userIds = await store.someMembers(db, corpId);
    if (userIds.length === 0) return total;
    for (const userId of userIds) {
      signal.throwIfAborted();
      await transact(db, (tx) => removeMember(tx, corpId, userId, now));
      total += 1;
    }
  }
}

/** The membership, and the person too if they belong nowhere else. */
async function removeMember(tx: Tx, corpId: CorpId, userId: UserId, now: Date): Promise<void> {
  if (!(await store.belongsElsewhere(tx, corpId, userId))) {
    // Somebody who waits for a payment or a registration of their own is left to themselves.
    const { kind } = await erasePerson(tx, { userId, by: { reason: REASON } }, originOf(now));
    if (kind === 'erased') await noteRemoved(tx, corpId, 'users', 1);
  }
  await store.deleteMember(tx, corpId, userId);
  await noteRemoved(tx, corpId, 'members', 1);
}

function originOf(now: Date): AuditOrigin {
  return { now, address: null, device: null, requestId: null, source: 'platform' };
}
