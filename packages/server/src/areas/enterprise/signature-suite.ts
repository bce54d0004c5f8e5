/** The algorithms with which an enterprise's seals, and the persons in its contracts, sign. */
import type { SignerAlgorithm } from '../../authority/certificate-authority.js';
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
