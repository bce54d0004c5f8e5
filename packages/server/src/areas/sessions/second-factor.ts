/** Second factors that are typed: authenticator codes, and recovery codes. */

import { PLATFORM } from '../../custody/envelope.js';
import { blindIndex } from '../../custody/secrets.js';
import type { Db, Tx } from '../../database/schema.js';
import type { UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { readRecoveryCode } from './rules/recovery-code.js';
import { acceptedStep } from './rules/totp.js';
import { passkeysOf } from './store/passkeys.js';
import { useRecoveryCode } from './store/recovery-codes.js';
import { findTotpFactor, useTotpStep } from './store/totp-factors.js';

export type FactorServices = Pick<Services, 'masterKey' | 'envelope'>;

export function totpSealing(userId: UserId): string {
  return `totp secret ${userId}`;
}

export function openTotpSecret(
  { envelope }: Pick<Services, 'envelope'>,
  userId: UserId,
  sealed: Uint8Array,
): Promise<Uint8Array> {
  return envelope.decrypt(PLATFORM, totpSealing(userId), sealed);
}

export function recoveryHash({ masterKey }: FactorServices, userId: UserId, code: string): string {
  return blindIndex(masterKey.pepper, `recovery code ${userId}`, code);
}

/** Whether the person has a second factor: an authenticator app or a passkey. */
export async function hasSecondFactor(db: Db, userId: UserId): Promise<boolean> {
  const totp = await findTotpFactor(db, userId);
  if (totp !== null && totp.confirmedAt !== null) return true;
  return (await passkeysOf(db, userId)).length > 0;
}

/** A factor that is correct as far as can be seen without using it. */
type Examined =
  | { readonly kind: 'totp'; readonly step: number; readonly lastStep: number | null }
  | { readonly kind: 'recovery'; readonly hash: string };

/** Examines a typed factor and changes nothing. */
export async function examineFactor(
  db: Db,
  services: FactorServices,
  userId: UserId,
  typed: string,
  now: Date,
): Promise<Examined | null> {
  const recovery = readRecoveryCode(typed);
  if (recovery !== null) return { kind: 'recovery', hash: recoveryHash(services, userId, recovery) };
  const factor = await findTotpFactor(db, userId);
  if (factor === null || factor.confirmedAt === null) return null;
  const secret = await openTotpSecret(services, userId, factor.secret);
  const step = acceptedStep(secret, typed.replace(/\s/g, ''), now, factor.lastStep);
  return step === null ? null : { kind: 'totp', step, lastStep: factor.lastStep };
}

/** Uses the factor, once. @returns null if it is wrong, or was used by another request */
export async function useFactor(
  tx: Tx,
  userId: UserId,
  examined: Examined | null,
  now: Date,
): Promise<Examined['kind'] | null> {
  if (examined === null) return null;
  const isUsed =
    examined.kind === 'totp'
      ? await useTotpStep(tx, userId, examined)
      : await useRecoveryCode(tx, userId, examined.hash, now);
  return isUsed ? examined.kind : null;
}
