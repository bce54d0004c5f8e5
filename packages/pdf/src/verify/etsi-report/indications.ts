/** Maps reason codes to the indications of ETSI EN 319 102-1, clause 5.1.3. */
import type { Effect, Problem, ReasonCode } from '../reasons.js';

export type SubIndication =
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'REVOKED'
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'OUT_OF_BOUNDS_NO_POE';

/**
 * The constraints of the report. The norm leaves the assessment of later changes to the verifier; they form a
 * constraint of their own here.
 */
export type Constraint = 'format' | 'cryptography' | 'certificate' | 'laterChanges';

const SUBINDICATIONS: Readonly<Partial<Record<ReasonCode, SubIndication>>> = Object.freeze({
  DIGEST_MISMATCH: 'HASH_FAILURE',
  SIGNATURE_VALUE_WRONG: 'SIG_CRYPTO_FAILURE',
  SEAL_ALTERED: 'SIG_CRYPTO_FAILURE',
  KEY_PROVES_NOTHING: 'SIG_CRYPTO_FAILURE',
  CERTIFICATE_REVOKED: 'REVOKED',
  CERTIFICATE_MISSING: 'NO_SIGNING_CERTIFICATE_FOUND',
  SIGNING_CERTIFICATE_ABSENT: 'NO_SIGNING_CERTIFICATE_FOUND',
  CHAIN_UNTRUSTED: 'NO_CERTIFICATE_CHAIN_FOUND',
  SEAL_MAKER_UNTRUSTED: 'NO_CERTIFICATE_CHAIN_FOUND',
  CHAIN_CONSTRAINT: 'CHAIN_CONSTRAINTS_FAILURE',
  KEY_USAGE: 'CHAIN_CONSTRAINTS_FAILURE',
  CERTIFICATE_EXPIRED: 'OUT_OF_BOUNDS_NO_POE',
  CERTIFICATE_NOT_YET_VALID: 'OUT_OF_BOUNDS_NO_POE',
  ALGORITHM_WEAK: 'CRYPTO_CONSTRAINTS_FAILURE',
  ALGORITHM_UNSUPPORTED: 'CRYPTO_CONSTRAINTS_FAILURE',
});

/** For all other reasons: `invalid` is a format failure, `indeterminate` violates a rule of this verifier. */
const DEFAULT_SUBINDICATION: Readonly<Record<Exclude<Effect, 'remark'>, SubIndication>> = Object.freeze({
  invalid: 'FORMAT_FAILURE',
  indeterminate: 'SIG_CONSTRAINTS_FAILURE',
});

const CONSTRAINTS: Readonly<Partial<Record<ReasonCode, Constraint>>> = Object.freeze({
  CMS_UNREADABLE: 'cryptography',
  CMS_SIGNERS: 'cryptography',
  CMS_CONTENT: 'cryptography',
  SEAL_UNREADABLE: 'cryptography',
  SEAL_ALTERED: 'cryptography',
  SEAL_VERSION: 'cryptography',
  DIGEST_MISMATCH: 'cryptography',
  SIGNATURE_VALUE_WRONG: 'cryptography',
  KEY_PROVES_NOTHING: 'cryptography',
  ALGORITHM_WEAK: 'cryptography',
  ALGORITHM_UNSUPPORTED: 'cryptography',
  SIGNING_CERTIFICATE_MISMATCH: 'cryptography',
  SIGNING_CERTIFICATE_ABSENT: 'cryptography',
  CERTIFICATE_MISSING: 'certificate',
  CHAIN_UNTRUSTED: 'certificate',
  CHAIN_CONSTRAINT: 'certificate',
  CERTIFICATE_EXPIRED: 'certificate',
  CERTIFICATE_NOT_YET_VALID: 'certificate',
  CERTIFICATE_REVOKED: 'certificate',
  KEY_USAGE: 'certificate',
  SEAL_SIGNER_NOT_LISTED: 'certificate',
  SEAL_NOT_VALID_THEN: 'certificate',
  SEAL_MAKER_UNTRUSTED: 'certificate',
  FORBIDDEN_CHANGE: 'laterChanges',
  UNCLEAR_CHANGE: 'laterChanges',
  REVISION_UNUSUAL: 'laterChanges',
  RENDERING_DIFFERS: 'laterChanges',
  RENDERING_UNFINISHED: 'laterChanges',
  SIGNATURE_REMOVED: 'laterChanges',
});

export function constraintOf({ code }: Problem): Constraint {
  return CONSTRAINTS[code] ?? 'format';
}

export interface Indication {
  readonly effect: 'invalid' | 'indeterminate' | null;
  readonly subIndications: readonly SubIndication[];
}

/** The most severe of the problems, with all reasons of equal severity. */
export function indicationOf(problems: readonly Problem[]): Indication {
  const effects = problems.map(({ effect }) => effect);
  const effect = (['invalid', 'indeterminate'] as const).find((each) => effects.includes(each)) ?? null;
  if (effect === null) return { effect, subIndications: [] };
  const heaviest = problems.filter((problem) => problem.effect === effect);
  const named = heaviest.map(({ code }) => SUBINDICATIONS[code] ?? DEFAULT_SUBINDICATION[effect]);
  return { effect, subIndications: [...new Set(named)] };
}
