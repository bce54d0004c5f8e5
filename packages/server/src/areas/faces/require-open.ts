import { refuse } from '../../operation/refusal.js';
import type { FaceOrder } from './face-order.js';
import { stateOf } from './rules.js';

/** @throws Refusal 410 for an order that has ended, 409 for one that is finished */
export function requireOpen(order: FaceOrder, now: Date): void {
  const state = stateOf(order, now);
  if (state === 'expired') throw refuse('410');
  if (state !== 'open') throw refuse('409', { zh: '核验已完成', en: 'the check is finished' });
}
