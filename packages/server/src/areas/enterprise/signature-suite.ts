/** The algorithms with which an enterprise's seals, and the persons in its contracts, sign. */
import type { SignerAlgorithm } from '../../authority/certificate-authority.js';
import { HOLDS_SM2 } from '../../custody/outside-key-store.js';
import type { PlacesOfKeys } from '../../custody/placed-key-store.js';
import type { Words } from '../../operation/refusal.js';
import type { Corp } from './corp.js';

export const SIGNATURE_SUITE = 'signatureSuite';
export const signatureSuites = ['p256', 'rsa2048', 'sm2', 'dual'] as const;
export type SignatureSuite = (typeof signatureSuites)[number];

export interface SuiteAlgorithms {
  /** Of what a page shows, and of a file on which nothing is placed. */
  readonly shown: SignerAlgorithm;
  /** Of a second, invisible signature of each file. */
  readonly beside: SignerAlgorithm | null;
}

const ALGORITHMS: Readonly<Record<SignatureSuite, SuiteAlgorithms>> = Object.freeze({
  p256: { shown: 'P-256', beside: null },
  rsa2048: { shown: 'RSA-2048', beside: null },
  sm2: { shown: 'SM2', beside: null },
  dual: { shown: 'P-256', beside: 'SM2' },
});

export function readSignatureSuite(word: string): SignatureSuite | null {
  return signatureSuites.find((suite) => suite === word) ?? null;
}

/** null: it follows the platform. */
export function signatureSuiteOf({ settings }: Pick<Corp, 'settings'>): SignatureSuite | null {
  const stored = settings[SIGNATURE_SUITE];
  return typeof stored === 'string' ? readSignatureSuite(stored) : null;
}

/** @param ofPlatform what an enterprise without a suite of its own signs with */
export function suiteAlgorithms(
  corp: Pick<Corp, 'settings'> | null,
  ofPlatform: SignerAlgorithm,
): SuiteAlgorithms {
  const suite = corp === null ? null : signatureSuiteOf(corp);
  return suite === null ? { shown: ofPlatform, beside: null } : ALGORITHMS[suite];
}

/** Suites for which signers need keys of SM2. */
export const SM2_SUITES: readonly SignatureSuite[] = ['sm2', 'dual'];

/** Of the settings that choose the store of keys, by their use. */
const SETTINGS: Readonly<Record<keyof PlacesOfKeys, string>> = Object.freeze({
  authority: 'KEYS_AUTHORITY',
  enterprise: 'KEYS_ENTERPRISES',
  service: 'KEYS_SERVICES',
});

/**
 * Why nobody can sign by a suite with SM2 here; null: they can.
 * @param isSound whether OpenSSL signs with SM2 as the standard's example requires
 */
export function sm2Problem(places: PlacesOfKeys, isSound: boolean): Words | null {
  if (!isSound) {
    return {
      zh: '本机 Node.js 的 OpenSSL 不能按标准示例完成 SM2 签名，无法使用 sm2 与 dual',
      en: "the OpenSSL of this Node.js does not sign as the standard's example of SM2 requires: sm2 and dual cannot be used",
    };
  }
  const uses = ['authority', 'enterprise', 'service'] as const;
  const unfit = uses.filter((use) => !HOLDS_SM2[places[use]]).map((use) => `${SETTINGS[use]}=${places[use]}`);
  if (unfit.length === 0) return null;
  return {
    zh: `${unfit.join('、')} 所指的密钥存储不支持 SM2，使用 sm2 与 dual 前须改为 local 或 remote`,
    en: `the key store of ${unfit.join(', ')} cannot hold keys of SM2: sm2 and dual take local or remote`,
  };
}
