/** The transition table of pay orders. Transitions that it does not list do not happen. */
import { PayOrderStatus } from '@cinnabar/api/enums.js';

export type OrderTrigger = 'providerHasIt' | 'paid' | 'failed' | 'closed' | 'refunded';

interface OrderMove {
  readonly from: readonly PayOrderStatus[];
  readonly trigger: OrderTrigger;
  readonly to: PayOrderStatus;
}

const { generated, paying, success, failed, refunded, cancelled } = PayOrderStatus;

export const orderMoves: readonly OrderMove[] = [
  { from: [generated], trigger: 'providerHasIt', to: paying },
  { from: [paying], trigger: 'paid', to: success },
  { from: [paying], trigger: 'failed', to: failed },
  { from: [generated, paying], trigger: 'closed', to: cancelled },
  { from: [success], trigger: 'refunded', to: refunded },
];

/** The state after `trigger`; null if the table has no such transition. */
export function moveOrder(from: PayOrderStatus, trigger: OrderTrigger): PayOrderStatus | null {
  const move = orderMoves.find((candidate) => candidate.trigger === trigger && candidate.from.includes(from));
  return move?.to ?? null;
}

/** Whether the order can still be paid. */
export function isLive(status: PayOrderStatus): boolean {
  return status === generated || status === paying;
}

export type OrderOutcome =
  | { readonly kind: 'move'; readonly status: PayOrderStatus }
  /** Money for an ended order: it is refunded, and the order keeps its state. */
  | { readonly kind: 'giveBack' }
  | { readonly kind: 'nothing' };

/**
 * Applies the provider's final status to an order. A status of an order whose registration was not confirmed proves
 * that it was registered. Repeated and late statuses change nothing, unless money has moved.
 */
export function outcomeFor(status: PayOrderStatus, word: 'succeeded' | 'failed' | 'closed'): OrderOutcome {
  const known = word === 'closed' ? status : (moveOrder(status, 'providerHasIt') ?? status);
  const trigger = { succeeded: 'paid', failed: 'failed', closed: 'closed' } as const;
  const moved = moveOrder(known, trigger[word]);
  if (moved !== null) return { kind: 'move', status: moved };
  const isOver = status === failed || status === cancelled;
  return word === 'succeeded' && isOver ? { kind: 'giveBack' } : { kind: 'nothing' };
}
