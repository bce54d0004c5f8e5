/** What follows from a provider's answer about a refund: pure. */
import type { RefundOutcome } from '../../../providers/pay/port.js';

/** Minutes between questions about a refund that the provider is making; the last one repeats. */
const ASK_AFTER_MINUTES: readonly number[] = [1, 5, 15, 60, 180, 720, 1440];
/** From the third day on somebody should look at it. */
const ALERT_FROM_ASK = 8;

/** When to ask the provider again. */
export function nextAskAt(asks: number, now: Date): Date {
  const minutes = ASK_AFTER_MINUTES[Math.min(asks, ASK_AFTER_MINUTES.length - 1)] ?? 1440;
  return new Date(now.getTime() + minutes * 60_000);
}

export type RefundStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait'; readonly alerts: boolean }
  /** The provider does not know it, and is asked for it again under the same number. */
  | { readonly kind: 'request' }
  | { readonly kind: 'failed'; readonly detail: string };

export function refundStep(outcome: RefundOutcome, asks: number): RefundStep {
  switch (outcome.state) {
    case 'succeeded':
      return { kind: 'done' };
    case 'failed':
      return { kind: 'failed', detail: outcome.detail };
    case 'unknown':
      return { kind: 'request' };
    case 'processing':
      return { kind: 'wait', alerts: asks + 1 >= ALERT_FROM_ASK };
  }
}
