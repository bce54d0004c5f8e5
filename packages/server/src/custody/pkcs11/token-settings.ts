import { InvalidSetting } from '../../settings/invalid-setting.js';

/** A PKCS #11 token, and what it takes to log in to it. */
export interface TokenSettings {
  /** Path of the vendor's library. */
  readonly module: string;
  /** By which the token is found; at least one is given. */
  readonly label: string | null;
  readonly serial: string | null;
  readonly pin: string;
  /** Sessions of one process of the service, which is the number of its parallel signatures. */
  readonly sessions: number;
  /** Time limit for a signature, ms. */
  readonly deadlineMs: number;
}

/** The settings of a token. The PIN can be given by a file, as `PKCS11_PIN_FILE`. */
export const PKCS11_SETTINGS = {
  PKCS11_MODULE: 'required',
  PKCS11_TOKEN: 'optional',
  PKCS11_SERIAL: 'optional',
  PKCS11_PIN: 'secret',
  PKCS11_SESSIONS: 'optional',
  PKCS11_DEADLINE_MS: 'optional',
} as const;

/** @throws InvalidSetting */
export function readTokenSettings(given: Readonly<Record<string, string>>): TokenSettings {
  const module = given['PKCS11_MODULE'] ?? '';
  if (!module.startsWith('/'))
    throw new InvalidSetting('PKCS11_MODULE', 'must be the whole path of a library');
  const label = given['PKCS11_TOKEN'] ?? null;
  const serial = given['PKCS11_SERIAL'] ?? null;
  if (label === null && serial === null)
    throw new InvalidSetting('PKCS11_TOKEN', 'must name the token, unless PKCS11_SERIAL does');
  return {
    ...{ module, label, serial, pin: given['PKCS11_PIN'] ?? '' },
    sessions: integer('PKCS11_SESSIONS', given['PKCS11_SESSIONS'] ?? '4', 1, 64),
    deadlineMs: integer('PKCS11_DEADLINE_MS', given['PKCS11_DEADLINE_MS'] ?? '10000', 100, 120_000),
  };
}

function integer(name: string, given: string, min: number, max: number): number {
  const number = Number(given);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new InvalidSetting(name, `must be an integer from ${min} to ${max}`);
}
