/** How a pay order moves between its states: the one table. Every move that it does not list does not happen. */
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

/** The state after `trigger`, or null when the table has no such move. */
export function moveOrder(from: PayOrderStatus, trigger: OrderTrigger): PayOrderStatus | null {
  const move = orderMoves.find((candidate) => candidate.trigger === trigger && candidate.from.includes(from));
  return move?.to ?? null;
}

/** Whether somebody may still pay it. */
export function isLive(status: PayOrderStatus): boolean {
  return status === generated || status === paying;
}

export type OrderOutcome =
  | { readonly kind: 'move'; readonly status: PayOrderStatus }
  /** Money for an order that is over: it goes back, and the order stays what it is. */
  | { readonly kind: 'giveBack' }
  | { readonly kind: 'nothing' };

/**
 * What the provider's final word makes of an order. A word about an order that we have not yet heard to have arrived
 * proves that it did. Repeats and words that come too late change nothing, unless they say that money has moved.
 */
export function outcomeFor(status: PayOrderStatus, word: 'succeeded' | 'failed' | 'closed'): OrderOutcome {
  const known = word === 'closed' ? status : (moveOrder(status, 'providerHasIt') ?? status);
  const trigger = { succeeded: 'paid', failed: 'failed', closed: 'closed' } as const;
  const moved = moveOrder(known, trigger[word]);
  if (moved !== null) return { kind: 'move', status: moved };
  const isOver = status === failed || status === cancelled;
  return word === 'succeeded' && isOver ? { kind: 'giveBack' } : { kind: 'nothing' };
}
