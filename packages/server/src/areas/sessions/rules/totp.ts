/** Authenticator codes: TOTP (RFC 6238): six digits, HMAC-SHA-1, steps of 30 seconds. */
import { createHmac } from 'node:crypto';
import { base32, sameSecret } from '../../../custody/secrets.js';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after the present one that are accepted too, because clocks differ (RFC 6238 section 5.2). */
const DRIFT = 1;
/** A last step further ahead than this is of a clock that has been set back since, which clocks' differences do not explain. */
const MAX_AHEAD = 10;
/** Length of a secret, as RFC 4226 section 4 recommends. */
export const TOTP_SECRET_BYTES = 20;

/** The password of a step (RFC 4226 section 5.3). */
export function totpOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS);
}

/**
 * The step of which that is the password; null if there is none.
 * @param lastStep the newest step of which a password was used: neither it nor an earlier one is accepted again, unless
 *   the clock has been set back since, because the person would be locked out until it is that late again
 */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  now: Date,
  lastStep: number | null,
): number | null {
  const present = totpStep(now);
  const used = lastStep === null || lastStep > present + MAX_AHEAD ? Number.NEGATIVE_INFINITY : lastStep;
  let accepted: number | null = null;
  // Every step is compared, so that the time reveals nothing.
  for (let step = present - DRIFT; step <= present + DRIFT; step += 1) {
    const isRight = sameSecret(code, totpOf(secret, step));
    if (isRight && step > used) accepted = step;
  }
  return accepted;
}

/** The secret as people type it, and the address that generators read from a QR code. */
export function totpKey(
  secret: Uint8Array,
  issuer: string,
  account: string,
): { readonly secret: string; readonly address: string } {
  const text = base32(secret).toUpperCase();
  const label = encodeURIComponent(`${issuer}:${account}`);
  const query = new URLSearchParams({ secret: text, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return { secret: text, address: `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}` };
}
