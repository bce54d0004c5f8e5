import type { Db, Tx } from '../../database/schema.js';
import type { AuditedAct, AuditOrigin } from './audited-act.js';
import { difference, masked } from './rules.js';
import { insertEntry, type KeptAct } from './store/entries.js';

/** Repeated readings of the same object by the same person within this time are one entry, ms. */
const SAME_READING_MS = 10 * 60_000;

/** Records an act, in the transaction of the act itself. An act without transaction passes the database. */
export async function recordAct(db: Db | Tx, act: AuditedAct, origin: AuditOrigin): Promise<void> {
  await insertEntry(db, keptAct(act), origin, null);
}

/** Records that somebody has read an object: once per person and object in ten minutes. */
export async function recordReading(db: Db | Tx, act: AuditedAct, origin: AuditOrigin): Promise<void> {
  await insertEntry(db, keptAct(act), origin, new Date(origin.now.getTime() - SAME_READING_MS));
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
