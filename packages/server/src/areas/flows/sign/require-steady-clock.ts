import { refuse } from '../../../operation/refusal.js';
import type { Flow } from '../flow/flow.js';
import type { SigningContext } from './signing-context.js';

/** Machines differ by less, and certificates are valid from five minutes before they are issued. */
const MAX_BACK_MS = 60_000;
/** Certificates of a single act are valid for a day. */
const MAX_FORWARD_MS = 12 * 3_600_000;

/**
 * Its certificate was chosen by the time at which an act began, and its timestamp has a later one. If the clock is set in
 * between, no verifier would accept the signature, so it is not committed. Repeated, the act has one time.
 * @throws Refusal 503
 */
export function requireSteadyClock({ services, now }: SigningContext): void {
  const passed = services.clock.now().getTime() - now.getTime();
  if (passed >= -MAX_BACK_MS && passed <= MAX_FORWARD_MS) return;
  throw refuse('503', {
    zh: '签署过程中服务器时间被调整，请重试',
    en: 'the clock of the service was set during the act; try again',
  });
}

/**
 * The timestamp of a signature proves that those before it existed at its time. With a clock that was set back that would
 * be before their certificates were valid, and they would not be accepted any more.
 * @throws Refusal 503
 */
export function requireLaterThanSignatures({ now }: SigningContext, { participants }: Flow): void {
  const last = Math.max(...participants.map(({ signTime }) => signTime?.getTime() ?? 0));
  if (now.getTime() >= last - MAX_BACK_MS) return;
  throw refuse('503', {
    zh: '服务器时间早于该合同上一次签署的时间，须由运维人员校准',
    en: 'the clock of the service is behind the last signature of this contract; the operator has to set it right',
  });
}
