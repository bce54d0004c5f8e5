import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { AuditedAct, AuditOrigin } from './audited-act.js';
import { difference, masked } from './rules.js';
import { insertEntry, isRecorded, type KeptAct, lockObject } from './store/entries.js';

/** The same act of the same person on the same object within this time is one entry, ms. */
const SAME_ACT_MS = 10 * 60_000;

/** Records an act, in the transaction of the act itself. An act without transaction passes the database. */
export async function recordAct(db: Db | Tx, act: AuditedAct, origin: AuditOrigin): Promise<void> {
  await insertEntry(db, keptAct(act), origin);
}

/** Records what may be repeated at will, such as reading: once per person, act and object in ten minutes. */
export async function recordOnce(db: Db | Tx, act: AuditedAct, origin: AuditOrigin): Promise<void> {
  const kept = keptAct(act);
  const since = new Date(origin.now.getTime() - SAME_ACT_MS);
  if (await isRecorded(db, kept, since)) return;
  await transact(db, async (tx) => {
    await lockObject(tx, kept);
    if (!(await isRecorded(tx, kept, since))) await insertEntry(tx, kept, origin);
  });
}

function keptAct(act: AuditedAct): KeptAct {
  const { before, after, texts = {} } = act;
  const changed =
    before === undefined || after === undefined
      ? { before: before ?? null, after: after ?? null }
      : difference(before, after);
  return {
    ...act,
    before: changed.before === null ? null : masked(changed.before),
    after: changed.after === null ? null : masked(changed.after),
    texts: masked(texts),
  };
}
