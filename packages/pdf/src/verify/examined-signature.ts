import { isString, textOf } from '../syntax/values.js';
import type { Coverage } from './byte-range.js';
import type { CertificationLevel } from './change-permission.js';
import type { DocumentHistory, SignatureInHistory } from './document-history.js';
import type { DifferencePolicy } from './policies/difference-policy.js';
import type { provenTimes } from './proven-time.js';
import type { HeldTimestamp } from './signature-timestamps.js';
import type { ValidationData } from './validation-data.js';
import type { ValueCheck } from './value-check.js';

/** One signature with everything that can be determined without the others. */
export interface ExaminedSignature extends SignatureInHistory {
  readonly coverage: Coverage;
  readonly value: ValueCheck;
  /**
   * Timestamps over the signature value, from the CMS and the validation data; for a document timestamp, the timestamp
   * itself.
   */
  readonly timestamps: readonly HeldTimestamp[];
  readonly subFilter: string;
  readonly isTimestamp: boolean;
  readonly certification: CertificationLevel | null;
  readonly limit: CertificationLevel | null;
  readonly locks: (field: string) => boolean;
}

/** Context from the rest of the file and from the verifier. */
export interface Circumstances {
  readonly differences: DifferencePolicy;
  readonly history: DocumentHistory;
  readonly earlier: readonly ExaminedSignature[];
  readonly later: readonly ExaminedSignature[];
  readonly proof: ReturnType<typeof provenTimes>;
  /** The validation data of each revision. */
  readonly stores: readonly (() => ValidationData)[];
  /** The newest of these, and the revocation data supplied by the caller. */
  readonly known: () => ValidationData;
  readonly now: Date;
  /** Only blanks follow the covered bytes. */
  readonly isLast: boolean;
  readonly isEncrypted: boolean;
}

export function textEntry(signature: ExaminedSignature, key: string): string | null {
  const value = signature.found.dictionary.get(key);
  return isString(value) ? textOf(value) : null;
}
