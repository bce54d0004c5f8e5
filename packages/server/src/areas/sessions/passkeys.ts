/** Passkeys (Web Authentication Level 3), always with verification of the user by the authenticator. */
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { hashToken } from '../../custody/secrets.js';
import type { ChallengeKind } from '../../database/tables/console-sessions.js';
import { transact } from '../../database/transact.js';
import type { Context, UserId } from '../../operation/context.js';
import { invalidField, refuse, refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import { findUser } from '../members/index.js';
import { limitWrongTries } from './limit-wrong-tries.js';
import { mayLogIn } from './may-log-in.js';
import { firstRecoveryCodes, type RecordChange } from './own-factors.js';
import {
  challengeIn,
  credentialNamed,
  readAuthentication,
  readRegistration,
} from './rules/passkey-answer.js';
import { insertChallenge, takeChallenge } from './store/challenges.js';
import { findPasskey, insertPasskey, notePasskeyUse, type Passkey, passkeysOf } from './store/passkeys.js';

type PasskeyContext = Pick<Context, 'db' | 'services' | 'now' | 'address'>;

const CHALLENGE_MS = 5 * 60_000;
const SERVICE_NAME = 'Cinnabar';
const MAX_PASSKEYS = 10;

interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** null at an address that is no name: browsers offer passkeys for names only. */
export function relyingParty({ config }: Pick<Services, 'config'>): RelyingParty | null {
  const { hostname, origin } = new URL(config.baseUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}

function requireRelyingParty(ctx: PasskeyContext): RelyingParty {
  const party = relyingParty(ctx.services);
  if (party === null) throw refuse('404');
  return party;
}

async function keepChallenge(
  { db, now }: PasskeyContext,
  kind: ChallengeKind,
  challenge: string,
  userId: UserId | null,
): Promise<void> {
  const expireTime = new Date(now.getTime() + CHALLENGE_MS);
  await insertChallenge(db, { challengeHash: hashToken(challenge), kind, userId, content: {}, expireTime });
}

/** @returns the challenge that the answer signs, which serves once; null if it is not one of this person */
async function takenChallenge(
  { db, now }: PasskeyContext,
  kind: ChallengeKind,
  answer: { readonly response: { readonly clientDataJSON: string } },
  userId: UserId | null,
): Promise<string | null> {
  const challenge = challengeIn(answer.response.clientDataJSON);
  if (challenge === null) return null;
  const taken = await takeChallenge(db, kind, hashToken(challenge), now);
  return taken === null || taken.userId !== userId ? null : challenge;
}

/**
 * What the browser passes to the authenticator.
 * @param userId the person who proves that they are still there; null: who logs in, with any passkey
 */
export async function passkeyOptions(ctx: PasskeyContext, userId: UserId | null): Promise<string> {
  const party = requireRelyingParty(ctx);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const own = userId === null ? [] : await passkeysOf(ctx.db, userId);
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
  });
  await keepChallenge(ctx, userId === null ? 'passkeyLogin' : 'passkeyProof', options.challenge, userId);
  return JSON.stringify(options);
}

/** @throws Refusal LOGIN_WRONG, CREDENTIALS_LIMITED */
export function requirePasskeyLogin(ctx: PasskeyContext, given: string): Promise<UserId> {
  return limitWrongTries(ctx, async () => {
    const answer = readAuthentication(given);
    const challenge = answer === null ? null : await takenChallenge(ctx, 'passkeyLogin', answer, null);
    const passkey = answer === null ? null : await findPasskey(ctx.db, answer.id);
    const isRight =
      answer !== null &&
      challenge !== null &&
      passkey !== null &&
      (await isSigned(ctx, answer, challenge, passkey));
    if (!isRight || !(await mayLogIn(ctx.db, passkey.userId))) throw refuseFor('LOGIN_WRONG');
    return passkey.userId;
  });
}

/** Checks that the person still has one of their passkeys. @throws Refusal LOGIN_WRONG */
export async function requireOwnPasskey(ctx: PasskeyContext, userId: UserId, given: string): Promise<void> {
  const answer = readAuthentication(given);
  const challenge = answer === null ? null : await takenChallenge(ctx, 'passkeyProof', answer, userId);
  const passkey = answer === null ? null : await findPasskey(ctx.db, answer.id);
  if (answer === null || challenge === null || passkey?.userId !== userId) throw refuseFor('LOGIN_WRONG');
  if (!(await isSigned(ctx, answer, challenge, passkey))) throw refuseFor('LOGIN_WRONG');
}

async function isSigned(
  ctx: PasskeyContext,
  response: AuthenticationResponseJSON,
  challenge: string,
  passkey: Passkey,
): Promise<boolean> {
  const party = requireRelyingParty(ctx);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    if (!verified) return false;
    await transact(ctx.db, (tx) =>
      notePasskeyUse(tx, passkey.credentialId, authenticationInfo.newCounter, ctx.now),
    );
    return true;
  } catch {
    // The library throws for every answer that is malformed or of another challenge, origin or key.
    return false;
  }
}

/** @throws Refusal 409 for more than ten */
export async function newPasskeyOptions(ctx: PasskeyContext, userId: UserId): Promise<string> {
  const party = requireRelyingParty(ctx);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const own = await passkeysOf(ctx.db, userId);
  if (own.length >= MAX_PASSKEYS) {
    throw refuse('409', { zh: `最多 ${MAX_PASSKEYS} 个通行密钥`, en: `at most ${MAX_PASSKEYS} passkeys` });
  }
  const person = await findUser(ctx.db, userId);
  const options = await generateRegistrationOptions({
    rpName: SERVICE_NAME,
    rpID: party.id,
    userName: person?.mobile ?? '',
    userDisplayName: person?.realName ?? '',
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(ctx, 'passkeyNew', options.challenge, userId);
  return JSON.stringify(options);
}

/**
 * Keeps a new passkey of the person.
 * @returns recovery codes if this is the first second factor
 * @throws Refusal 400 naming `response`
 */
export async function addPasskey(
  ctx: PasskeyContext,
  userId: UserId,
  { response, name }: { readonly response: string; readonly name: string },
  record: RecordChange,
): Promise<readonly string[]> {
  const { db, services, now } = ctx;
  const answer = readRegistration(response);
  const challenge = answer === null ? null : await takenChallenge(ctx, 'passkeyNew', answer, userId);
  const credential = answer === null || challenge === null ? null : await registered(ctx, answer, challenge);
  if (credential === null) throw invalidPasskey();
  return transact(db, async (tx) => {
    const passkey = { ...credential, userId, name, createdAt: now, lastUsedAt: null };
    if (!(await insertPasskey(tx, passkey))) throw invalidPasskey();
    await record(tx);
    return firstRecoveryCodes(tx, services, userId, now);
  });
}

function invalidPasskey() {
  return invalidField('response', { zh: '通行密钥无效，请重试', en: 'is not a valid passkey, try again' });
}

async function registered(
  ctx: PasskeyContext,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> | null> {
  const party = requireRelyingParty(ctx);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    return registrationInfo === undefined ? null : credentialNamed(registrationInfo.credential);
  } catch {
    return null;
  }
}
