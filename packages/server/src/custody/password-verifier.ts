import { createHmac, type KeyObject, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { CustodyError } from './custody-error.js';

/** Server-side secret without which a stolen table of verifiers cannot be attacked by brute force. */
export interface Pepper {
  /** Identifies the pepper, so that it can be replaced while old verifiers are still checked (MasterKey.id). */
  readonly kid: string;
  readonly key: KeyObject;
}

/** Parameters of scrypt (RFC 7914): N = 2^ln, r, p. */
export interface PasswordCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/**
 * 16 MiB, about 50 ms. A million candidates can be tried soon at any cost that a server can bear, so the pepper is the
 * main protection and the slow hash only adds to it.
 */
export const PASSWORD_COST: PasswordCost = Object.freeze({ ln: 14, r: 8, p: 1 });
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const VERIFIER =
  /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+),kid=([0-9a-f]+)\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

/**
 * Stored form of a password: `$scrypt$ln=14,r=8,p=1,kid=<pepper>$<salt>$<hash>`.
 * @param bound the password after everything that it is bound to, so that a verifier moved to another row matches
 * nothing
 * @param salt 16 random bytes, new for every password
 * @param cost kept in the verifier, so that it can be raised without ending the passwords that are stored
 */
export async function makePasswordVerifier(
  bound: string,
  pepper: Pepper,
  salt: Uint8Array,
  cost: PasswordCost,
): Promise<string> {
  if (salt.length !== SALT_BYTES) throw new RangeError(`a salt has ${SALT_BYTES} bytes`);
  const hash = await slowHash(bound, pepper, salt, cost);
  const parameters = `ln=${cost.ln},r=${cost.r},p=${cost.p},kid=${pepper.kid}`;
  return `$scrypt$${parameters}$${Buffer.from(salt).toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether the password matches.
 * @param peppers the present one and any whose verifiers are still stored
 * @throws CustodyError VERIFIER_MALFORMED, UNKNOWN_PEPPER
 */
export async function matchesPasswordVerifier(
  bound: string,
  verifier: string,
  peppers: readonly Pepper[],
): Promise<boolean> {
  const [, ln, r, p, kid, salt = '', expected = ''] = VERIFIER.exec(verifier) ?? [];
  if (kid === undefined) throw new CustodyError('VERIFIER_MALFORMED', 'not a verifier of a password');
  const pepper = peppers.find((candidate) => candidate.kid === kid);
  if (pepper === undefined)
    throw new CustodyError('UNKNOWN_PEPPER', `the verifier was made with pepper ${kid}`);
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const hash = await slowHash(bound, pepper, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(hash, Buffer.from(expected, 'base64url'));
}

/** Whether a verifier was made with that pepper. */
export function isMadeWith(verifier: string, { kid }: Pepper): boolean {
  return VERIFIER.exec(verifier)?.[4] === kid;
}

function slowHash(bound: string, pepper: Pepper, salt: Uint8Array, cost: PasswordCost): Promise<Buffer> {
  const peppered = createHmac('sha256', pepper.key).update(bound, 'utf8').digest();
  const N = 2 ** cost.ln;
  const options: ScryptOptions = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(peppered, salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}
