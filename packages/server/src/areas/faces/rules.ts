import type { FaceOrder, FacePurpose } from './face-order.js';

const MINUTE_MS = 60_000;

/** How long a check can be made, and afterwards how long its result proves something. */
export const FACE_LIFE_MS = 10 * MINUTE_MS;
/** How long a check that a member makes for themselves can be begun. */
export const OWN_FACE_LIFE_MS = 30 * MINUTE_MS;

/** `code` of a result: 0 for passed, else what the interface says of a face that was not. */
export const PASSED = '0';
export const FAILED = '1403';

/** How an order stands. */
export function stateOf(order: FaceOrder, now: Date): 'open' | 'passed' | 'failed' | 'expired' {
  if (order.result !== null) return order.result === 'pass' ? 'passed' : 'failed';
  return now < order.expireTime ? 'open' : 'expired';
}

export interface ResultUse {
  readonly corpId: number | null;
  readonly userId: number;
  readonly purpose: FacePurpose;
  readonly businessIds: readonly number[];
  /** The application, or the link's session, that wants to use it. */
  readonly asker: string;
  readonly now: Date;
}

/** Whether a result proves that: passed a short while ago, by this person, for this, and not used yet. */
export function proves(order: FaceOrder, use: ResultUse): boolean {
  if (order.result !== 'pass' || order.finishTime === null || order.useTime !== null) return false;
  return (
    order.corpId === use.corpId &&
    order.userId === use.userId &&
    order.purpose === use.purpose &&
    order.asker === use.asker &&
    use.businessIds.every((businessId) => order.businessIds.includes(businessId)) &&
    use.now.getTime() < order.finishTime.getTime() + FACE_LIFE_MS
  );
}

/** An address with more parameters; those that it has stay as they are, and so does its fragment. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
