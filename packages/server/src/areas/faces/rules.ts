import type { FaceOrder, FacePurpose } from './face-order.js';

const MINUTE_MS = 60_000;

/** Time limit for making a check, and afterwards for using its result, ms. */
export const FACE_LIFE_MS = 10 * MINUTE_MS;
/** Time limit for beginning a check that a member makes for themselves, ms. */
export const OWN_FACE_LIFE_MS = 30 * MINUTE_MS;

/** `code` of a result: 0 if passed, otherwise the code that the interface defines for a failed check. */
export const PASSED = '0';
export const FAILED = '1403';

/** State of an order. */
export function stateOf(order: FaceOrder, now: Date): 'open' | 'passed' | 'failed' | 'expired' {
  if (order.result !== null) return order.result === 'pass' ? 'passed' : 'failed';
  return now < order.expireTime ? 'open' : 'expired';
}

export interface ResultUse {
  readonly corpId: number | null;
  readonly userId: number;
  readonly purpose: FacePurpose;
  readonly businessIds: readonly number[];
  /** The application or link session that wants to use the order. */
  readonly asker: string;
  readonly now: Date;
}

/** Whether a result proves that: recently passed, by this person, for this purpose, and not used yet. */
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

/** Adds parameters to an address; existing ones and the fragment are kept. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
