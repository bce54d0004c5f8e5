import type { ErrorReason } from '@cinnabar/api/errors.js';
import type { RecordType } from '@cinnabar/api/schemas/enterprise.js';
import type { CorpId } from '../../context.js';
import type { IdSource } from '../../database/ids.js';
import type { Tx } from '../../database/schema.js';
import type { Ledger } from '../../database/tables/enterprise.js';
import { refuseFor } from '../../refusal.js';
import { type FlowOfEntry, insertEntry, moveBalance } from './store.js';

export interface Charge {
  readonly corpId: CorpId;
  readonly ledger: Ledger;
  readonly recordType: RecordType;
  /** Negative: taken away. */
  readonly count: number;
  readonly flow: FlowOfEntry | null;
  readonly orderCode?: string | null;
  readonly remark: string | null;
  readonly now: Date;
}

/** Why nothing can be taken from a ledger that has nothing left. */
export const EMPTY_LEDGER = {
  contract: 'BALANCE_NOT_ENOUGH',
  collection: 'PAYEE_BALANCE_NOT_ENOUGH',
} as const satisfies Readonly<Record<Ledger, ErrorReason>>;

/**
 * Moves an enterprise's balance and writes the row that says why, so that the rows of a ledger always add up to its
 * balance. The balance stays locked until the transaction ends: take `contract` before `collection` where both are
 * charged, or two transactions may wait for each other.
 *
 * @returns the balance after it
 * @throws Refusal BALANCE_NOT_ENOUGH, PAYEE_BALANCE_NOT_ENOUGH when a deduction would leave less than nothing; nothing has changed then
 */
export async function charge(tx: Tx, ids: IdSource, given: Charge): Promise<number> {
  const { corpId, ledger, count } = given;
  const entryId = await ids.next<'LedgerEntry'>();
  const moved = await moveBalance(tx, corpId, ledger, count);
  if (moved === null) throw refuseFor(EMPTY_LEDGER[ledger]);
  await insertEntry(tx, {
    corpId,
    ledger,
    position: moved.position,
    entryId,
    recordType: given.recordType,
    count,
    balance: moved.balance,
    flow: given.flow,
    orderCode: given.orderCode ?? null,
    remark: given.remark,
    createdAt: given.now,
  });
  return moved.balance;
}
