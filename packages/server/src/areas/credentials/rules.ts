import { sameSecret } from '../../custody/secrets.js';
import { AddressRanges, isAddressRange } from '../../outbound/address-ranges.js';
import type { Application } from './store.js';

export const TOKEN_LIFETIME_MS = 2 * 3_600_000;
/** Default overlap of the previous secret after a rotation. */
export const ROTATION_GRACE_MS = 24 * 3_600_000;

export const WRONG_CREDENTIALS_ALLOWED = 10;
export const WRONG_CREDENTIALS_WINDOW_MS = 5 * 60_000;

export type CredentialsVerdict = 'right' | 'wrong' | 'address';

/** Stands in for the secret of an application that does not exist; no input has this as its SHA-256. */
const NO_SECRET = '0'.repeat(64);

/**
 * Judges an application id and secret. Unknown application, disabled application and wrong secret are one verdict,
 * reached by the same comparisons, so that nobody can find out which ids exist; the allow-list is spoken of only to
 * who holds the secret.
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
 * Whether an address is on an application's allow-list of addresses and CIDR ranges; an empty list allows all. Entries
 * that are neither allow nobody: a list with a typing error must not open the door.
 */
export function addressAllowed(address: string, allowList: readonly string[]): boolean {
  return allowList.length === 0 || new AddressRanges(allowList).has(address);
}

/** Whether an entry is an address or a CIDR range; any other would keep everybody out. */
export const isAllowListEntry = isAddressRange;
