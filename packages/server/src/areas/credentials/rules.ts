import { sameSecret } from '../../custody/secrets.js';
import { AddressRanges, isAddressRange } from '../../outbound/address-ranges.js';
import type { Application } from './store.js';

export const TOKEN_LIFETIME_MS = 2 * 3_600_000;
/** Default overlap of the previous secret after a rotation. */
export const ROTATION_GRACE_MS = 24 * 3_600_000;

export const WRONG_CREDENTIALS_ALLOWED = 10;
export const WRONG_CREDENTIALS_WINDOW_MS = 5 * 60_000;

export type CredentialsVerdict = 'right' | 'wrong' | 'address';

/** Placeholder secret hash of an application that does not exist; no input has this value as its SHA-256. */
const NO_SECRET = '0'.repeat(64);

/**
 * Judges an application id and secret. An unknown application, a disabled application and a wrong secret give one
 * verdict, reached by the same comparisons, so that existing ids cannot be discovered. The allow-list is mentioned only
 * to holders of the secret.
 *
 * @param secretHash SHA-256 of the secret that was sent, hexadecimal
 */
export function judgeCredentials(
  application: Application | null,
  secretHash: string,
  address: string,
  now: Date,
): CredentialsVerdict {
  const fitsPresent = sameSecret(secretHash, application?.secretHash ?? NO_SECRET);
  const fitsPrevious = sameSecret(secretHash, application?.previousSecretHash ?? NO_SECRET);
  if (application === null) return 'wrong';
  const inGrace = application.previousUntil !== null && now < application.previousUntil;
  const right = fitsPresent || (fitsPrevious && inGrace);
  if (!right || application.status !== 'enabled') return 'wrong';
  return addressAllowed(address, application.allowList) ? 'right' : 'address';
}

/**
 * Whether an address is on an application's allow-list of addresses and CIDR ranges. An empty list allows every
 * address. An entry that is neither matches no address: a mistyped list must not allow access.
 */
export function addressAllowed(address: string, allowList: readonly string[]): boolean {
  return allowList.length === 0 || new AddressRanges(allowList).has(address);
}

/** Whether an entry is an address or a CIDR range. Any other entry would match no address and so deny all access. */
export const isAllowListEntry = isAddressRange;
