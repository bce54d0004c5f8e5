/** Compares a provider's statement of a day with our orders: pure. */
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import type {
  StatementDifference,
  StatementResult,
  StatementTotals,
} from '../../../database/tables/payments.js';
import type { StatementRow } from '../../../providers/pay/port.js';

/** An order as far as a statement states it. */
export interface StatedOrder {
  readonly orderId: PayOrderId;
  readonly businessOrderNo: string;
  readonly amountFen: number;
  /** Whether its payment is recorded, also one that is being returned. */
  readonly isPaid: boolean;
  /** Whether the statement of this day must list its payment. */
  readonly isPaidToday: boolean;
  /** null: it is not refunded. */
  readonly refund: { readonly refundNo: string; readonly fen: number; readonly isToday: boolean } | null;
}

/** Merchants may use other systems, too; their numbers look otherwise. */
const OUR_NUMBER = /^CN\d{24}$/;
/** Providers round each fee in their own way. */
const FEE_TOLERANCE_FEN = 1;

/**
 * @param orders those that the day must list, and those that its rows name
 * @param feeRate agreed fee in ten-thousandths; null: fees are not compared
 */
export function reconcile(
  orders: readonly StatedOrder[],
  statement: readonly StatementRow[],
  feeRate: number | null,
): StatementResult {
  const rows = statement.filter(({ businessOrderNo }) => OUR_NUMBER.test(businessOrderNo));
  const byNumber = new Map(orders.map((order) => [order.businessOrderNo, order]));
  const found = rows.flatMap((row) => differencesOf(row, byNumber.get(row.businessOrderNo) ?? null, feeRate));
  const missing = orders.flatMap((order) => missingThere(order, rows));
  return {
    ours: ourTotals(orders),
    theirs: theirTotals(rows),
    feeFen: rows.reduce((sum, { feeFen }) => sum + feeFen, 0),
    others: statement.length - rows.length,
    differences: [...found, ...missing],
  };
}

const yuan = (fen: number): string => (fen / 100).toFixed(2);

function differencesOf(
  row: StatementRow,
  order: StatedOrder | null,
  feeRate: number | null,
): readonly StatementDifference[] {
  const about = {
    isRefund: row.kind === 'refund',
    businessOrderNo: row.businessOrderNo,
    refundNo: row.refundNo,
    orderId: order?.orderId ?? null,
  };
  const theirs = yuan(row.amountFen);
  if (row.state === 'failed') return [];
  if (row.kind === 'payment') {
    if (order === null) return [{ ...about, kind: 'missingHere', ours: null, theirs }];
    if (order.amountFen !== row.amountFen) {
      return [{ ...about, kind: 'amount', ours: yuan(order.amountFen), theirs }];
    }
    if (!order.isPaid) return [{ ...about, kind: 'state', ours: 'unpaid', theirs: 'paid' }];
    return feeDifference(row, about, feeRate);
  }
  const refund = order?.refund ?? null;
  if (refund === null || refund.refundNo !== row.refundNo) {
    // A refund that the provider is making is not recorded here yet.
    if (row.state === 'processing') return [];
    return [{ ...about, kind: 'missingHere', ours: null, theirs }];
  }
  if (refund.fen === row.amountFen) return [];
  return [{ ...about, kind: 'amount', ours: yuan(refund.fen), theirs }];
}

function feeDifference(
  row: StatementRow,
  about: Omit<StatementDifference, 'kind' | 'ours' | 'theirs'>,
  feeRate: number | null,
): readonly StatementDifference[] {
  if (feeRate === null) return [];
  const expected = Math.round((row.amountFen * feeRate) / 10_000);
  if (Math.abs(expected - row.feeFen) <= FEE_TOLERANCE_FEN) return [];
  return [{ ...about, kind: 'fee', ours: yuan(expected), theirs: yuan(row.feeFen) }];
}

function missingThere(order: StatedOrder, rows: readonly StatementRow[]): readonly StatementDifference[] {
  const { orderId, businessOrderNo, refund } = order;
  const lists = (kind: StatementRow['kind']) => (row: StatementRow) =>
    row.kind === kind && row.businessOrderNo === businessOrderNo;
  const about = { kind: 'missingThere', businessOrderNo, orderId, theirs: null } as const;
  const missing: StatementDifference[] = [];
  if (order.isPaidToday && !rows.some(lists('payment'))) {
    missing.push({ ...about, isRefund: false, refundNo: null, ours: yuan(order.amountFen) });
  }
  if (refund?.isToday === true && !rows.some(lists('refund'))) {
    missing.push({ ...about, isRefund: true, refundNo: refund.refundNo, ours: yuan(refund.fen) });
  }
  return missing;
}

function ourTotals(orders: readonly StatedOrder[]): StatementTotals {
  const paid = orders.filter(({ isPaidToday }) => isPaidToday);
  const refunds = orders.flatMap(({ refund }) => (refund?.isToday === true ? [refund] : []));
  return {
    payments: paid.length,
    paidFen: paid.reduce((sum, { amountFen }) => sum + amountFen, 0),
    refunds: refunds.length,
    refundedFen: refunds.reduce((sum, { fen }) => sum + fen, 0),
  };
}

function theirTotals(rows: readonly StatementRow[]): StatementTotals {
  const of = (kind: StatementRow['kind']) =>
    rows.filter((row) => row.kind === kind && row.state !== 'failed');
  const sum = (some: readonly StatementRow[]) => some.reduce((total, { amountFen }) => total + amountFen, 0);
  const [payments, refunds] = [of('payment'), of('refund')];
  return {
    payments: payments.length,
    paidFen: sum(payments),
    refunds: refunds.length,
    refundedFen: sum(refunds),
  };
}
