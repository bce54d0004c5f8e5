import type { Role } from '@cinnabar/api/permissions.js';
import { holdsRight } from '@cinnabar/api/permissions.js';
import type { SealStatus } from '@cinnabar/api/schemas/seal.js';

/** Only an enabled seal signs. */
export function isUsable(seal: { readonly status: SealStatus }): boolean {
  return seal.status === 1;
}

/** Who may put any seal of the enterprise into a document at once, without an authorisation. */
export function mayUseSeal(roles: readonly Role[]): boolean {
  return holdsRight(roles, 'manageSeals');
}

/** Unique because ids are; the same width for all, so that lists line up. */
export function sealCode(sealId: number): string {
  return `SEAL${String(sealId).padStart(12, '0')}`;
}
