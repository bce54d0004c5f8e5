/** How a person sets up, replaces and removes the ways in which they log in. */
import { randomBytes } from 'node:crypto';
import { PLATFORM } from '../../custody/envelope.js';
import { hashLoginPassword } from '../../custody/login-password.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context, UserId } from '../../operation/context.js';
import { invalidField, refuse, refuseCode } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { commandOrigin } from '../audit/index.js';
import { findUser } from '../members/index.js';
import { sendNotice } from '../sms/index.js';
import { recordLoginAct } from './record-login.js';
import { type PasswordFault, passwordFault } from './rules/password-rules.js';
import { newRecoveryCode, RECOVERY_CODES, readRecoveryCode } from './rules/recovery-code.js';
import { acceptedStep, TOTP_SECRET_BYTES, totpKey } from './rules/totp.js';
import { openTotpSecret, recoveryHash, totpSealing } from './second-factor.js';
import { passkeysOf, removePasskeys } from './store/passkeys.js';
import { removeLoginPassword, saveLoginPassword } from './store/passwords.js';
import { countRecoveryCodes, removeRecoveryCodes, replaceRecoveryCodes } from './store/recovery-codes.js';
import { endAllSessions } from './store/sessions.js';
import {
  confirmTotpFactor,
  findTotpFactor,
  offerTotpFactor,
  removeTotpFactor,
} from './store/totp-factors.js';

type FactorContext = Pick<Context, 'db' | 'services' | 'now'>;

/** Records a change, in its transaction. */
export type RecordChange = (tx: Tx) => Promise<void>;

/** Name of the account in a generator. */
export const ISSUER = 'Cinnabar';

const faults: Readonly<Record<PasswordFault, { readonly zh: string; readonly en: string }>> = {
  length: { zh: '须为 12 到 128 个字符', en: 'must have 12 to 128 characters' },
  common: { zh: '太常见，容易被猜到', en: 'is too common and easy to guess' },
  personal: { zh: '不能主要由手机号或姓名组成', en: 'must not consist of your mobile or name' },
};

/** @param known what others know of the person @throws Refusal 400 naming `password` */
export function requireGoodPassword(password: string, known: readonly string[]): void {
  const fault = passwordFault(password, known);
  if (fault !== null) throw invalidField('password', faults[fault]);
}

/** @throws Refusal 400 naming `password` */
export async function setLoginPassword(
  { db, services, now }: FactorContext,
  userId: UserId,
  password: string,
  record: RecordChange,
): Promise<void> {
  const person = await findUser(db, userId);
  requireGoodPassword(password, [person?.mobile ?? '', person?.realName ?? '']);
  const verifier = await hashLoginPassword(
    password,
    userId,
    services.rotatedKeys.pepper,
    services.passwordCost,
  );
  await transact(db, async (tx) => {
    await saveLoginPassword(tx, userId, verifier, now);
    await record(tx);
  });
}

/**
 * A new generator, which counts as a factor once it is confirmed.
 * @throws Refusal 409 if the person has one
 */
export async function beginTotp(
  { db, services, now }: FactorContext,
  userId: UserId,
): Promise<{ readonly secret: string; readonly address: string }> {
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const sealed = await services.envelope.encrypt(PLATFORM, totpSealing(userId), secret);
  const person = await findUser(db, userId);
  if (!(await transact(db, (tx) => offerTotpFactor(tx, userId, sealed, now)))) throw refuse('409');
  return totpKey(secret, ISSUER, person?.mobile ?? '');
}

/**
 * Confirms the generator by a password of it.
 * @returns recovery codes if these are the first
 * @throws Refusal CODE_WRONG
 */
export async function confirmTotp(
  { db, services, now }: FactorContext,
  userId: UserId,
  code: string,
  record: RecordChange,
): Promise<readonly string[]> {
  const factor = await findTotpFactor(db, userId);
  if (factor === null || factor.confirmedAt !== null) throw refuse('409');
  const secret = await openTotpSecret(services, userId, factor.secret);
  const step = acceptedStep(secret, code.replace(/\s/g, ''), now, null);
  if (step === null) throw refuseCode('CODE_WRONG', 1);
  return transact(db, async (tx) => {
    if (!(await confirmTotpFactor(tx, userId, step, now))) throw refuse('409');
    await record(tx);
    return firstRecoveryCodes(tx, services, userId, now);
  });
}

/** Recovery codes for a person who has none: with the first second factor. */
export async function firstRecoveryCodes(
  tx: Tx,
  services: Pick<Services, 'masterKey' | 'envelope'>,
  userId: UserId,
  now: Date,
): Promise<readonly string[]> {
  if ((await countRecoveryCodes(tx, userId)) > 0) return [];
  return newRecoveryCodes(tx, services, userId, now);
}

/** New recovery codes, which replace all earlier ones. */
export async function newRecoveryCodes(
  tx: Tx,
  services: Pick<Services, 'masterKey' | 'envelope'>,
  userId: UserId,
  now: Date,
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = codes.map((code) => recoveryHash(services, userId, readRecoveryCode(code) ?? ''));
  await replaceRecoveryCodes(tx, userId, hashes, now);
  return codes;
}

/** Without a generator the password opens nothing any more. */
export async function removeTotp(tx: Tx, userId: UserId): Promise<void> {
  await removeTotpFactor(tx, userId);
  await endUnusedRecovery(tx, userId);
}

/** Recovery codes replace a second factor, so without one there is nothing to recover. */
export async function endUnusedRecovery(tx: Tx, userId: UserId): Promise<void> {
  const isLast = (await findTotpFactor(tx, userId)) === null && (await passkeysOf(tx, userId)).length === 0;
  if (isLast) await removeRecoveryCodes(tx, userId);
}

/**
 * For the operator, at the request of a person who has lost every second factor: they log in by a code, and set up new
 * ones.
 */
export async function resetFactors(
  tx: Tx,
  { ids }: Pick<Services, 'ids'>,
  userId: UserId,
  now: Date,
): Promise<void> {
  await removeLoginPassword(tx, userId);
  await removeTotpFactor(tx, userId);
  await removePasskeys(tx, userId);
  await removeRecoveryCodes(tx, userId);
  await endAllSessions(tx, userId);
  const person = await findUser(tx, userId);
  await sendNotice(tx, {
    mobile: person?.mobile ?? '',
    template: 'factorsReset',
    parameters: {},
    idempotencyKey: `factors-reset-${await ids.next()}`,
    now,
  });
  const after = { way: 'all', change: 'removed' };
  await recordLoginAct(tx, { userId, corpId: null, act: 'factor.change', after }, commandOrigin(now));
}
