/** Password and authenticator app of a person who has neither, set together: the first operator of the platform. */
import { randomBytes } from 'node:crypto';
import { PLATFORM } from '../../custody/envelope.js';
import { hashLoginPassword } from '../../custody/login-password.js';
import type { Tx } from '../../database/schema.js';
import type { Context, UserId } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { firstRecoveryCodes, ISSUER, requireGoodPassword } from './own-factors.js';
import { acceptedStep, TOTP_SECRET_BYTES, totpKey } from './rules/totp.js';
import { totpSealing } from './second-factor.js';
import { saveLoginPassword } from './store/passwords.js';
import { confirmTotpFactor, offerTotpFactor } from './store/totp-factors.js';

const OFFER_SEALING = 'authenticator offered to nobody yet';

export interface AuthenticatorOffer {
  /** As people type it. */
  readonly secret: string;
  /** For the QR code. */
  readonly address: string;
  /** The secret for the request that accepts it; only this service can read it. */
  readonly sealed: string;
}

/** A new secret for a person who does not exist yet, so that nothing is stored. */
export async function offerAuthenticator(
  { envelope }: Pick<Services, 'envelope'>,
  account: string,
): Promise<AuthenticatorOffer> {
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const sealed = await envelope.encrypt(PLATFORM, OFFER_SEALING, secret);
  return { ...totpKey(secret, ISSUER, account), sealed: Buffer.from(sealed).toString('base64') };
}

export interface GivenFactors {
  readonly password: string;
  /** Of the offer. */
  readonly sealed: string;
  /** A password of the generator. */
  readonly code: string;
}

export interface CheckedFactors {
  readonly password: string;
  readonly secret: Uint8Array;
  readonly step: number;
}

/**
 * @param known what others know of the person
 * @throws Refusal 400 naming `password`, `sealed` or `totp`
 */
export async function checkFactors(
  { services, now }: Pick<Context, 'services' | 'now'>,
  { password, sealed, code }: GivenFactors,
  known: readonly string[],
): Promise<CheckedFactors> {
  requireGoodPassword(password, known);
  const secret = await openOffer(services, sealed);
  const step = acceptedStep(secret, code.replace(/\s/g, ''), now, null);
  if (step === null) throw invalidField('totp', { zh: '不正确，请重试', en: 'is wrong, try again' });
  return { password, secret, step };
}

async function openOffer({ envelope }: Pick<Services, 'envelope'>, sealed: string): Promise<Uint8Array> {
  try {
    return await envelope.decrypt(PLATFORM, OFFER_SEALING, Buffer.from(sealed, 'base64'));
  } catch {
    throw invalidField('sealed', { zh: '无效，请重新开始', en: 'is not of this service, start again' });
  }
}

/** The same for one person. Made before the transaction, because hashing takes time. */
export interface SealedFactors {
  readonly userId: UserId;
  readonly verifier: string;
  readonly secret: Uint8Array;
  readonly step: number;
}

export async function sealFactors(
  services: Services,
  userId: UserId,
  { password, secret, step }: CheckedFactors,
): Promise<SealedFactors> {
  const verifier = await hashLoginPassword(
    password,
    userId,
    services.rotatedKeys.pepper,
    services.passwordCost,
  );
  return {
    userId,
    verifier,
    secret: await services.envelope.encrypt(PLATFORM, totpSealing(userId), secret),
    step,
  };
}

/** @returns recovery codes @throws Refusal 409 if the person has an authenticator app */
export async function saveFirstFactors(
  tx: Tx,
  services: Pick<Services, 'masterKey' | 'envelope'>,
  { userId, verifier, secret, step }: SealedFactors,
  now: Date,
): Promise<readonly string[]> {
  if (!(await offerTotpFactor(tx, userId, secret, now))) throw refuse('409');
  await confirmTotpFactor(tx, userId, step, now);
  await saveLoginPassword(tx, userId, verifier, now);
  return firstRecoveryCodes(tx, services, userId, now);
}
