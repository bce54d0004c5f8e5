import { isString, textOf } from '../syntax/values.js';
import type { Coverage } from './byte-range.js';
import type { CertificationLevel } from './change-permission.js';
import type { ValueCheck } from './check-signature.js';
import type { DocumentHistory, SignatureInHistory } from './document-history.js';
import type { DifferencePolicy } from './policies/difference-policy.js';
import type { provenTimes } from './proven-time.js';
import type { HeldTimestamp } from './signature-timestamps.js';
import type { ValidationData } from './validation-data.js';

/** One signature with all that can be said of it before the others are examined. */
export interface ExaminedSignature extends SignatureInHistory {
  readonly coverage: Coverage;
  readonly value: ValueCheck;
  /** Those over the signature value, in the CMS and among the validation data; of a document timestamp itself. */
  readonly timestamps: readonly HeldTimestamp[];
  readonly subFilter: string;
  readonly isTimestamp: boolean;
  readonly certification: CertificationLevel | null;
  readonly limit: CertificationLevel | null;
  readonly locks: (field: string) => boolean;
}

/** Additions from the rest of the file and from the verifier. */
export interface Circumstances {
  readonly differences: DifferencePolicy;
  readonly history: DocumentHistory;
  readonly earlier: readonly ExaminedSignature[];
  readonly later: readonly ExaminedSignature[];
  readonly proof: ReturnType<typeof provenTimes>;
  /** The validation data of each revision. */
  readonly stores: readonly (() => ValidationData)[];
  /** The newest of these, and what the verifier knows besides. */
  readonly known: () => ValidationData;
  readonly now: Date;
  /** Nothing but blanks follows what it covers. */
  readonly isLast: boolean;
  readonly isEncrypted: boolean;
}

export function textEntry(signature: ExaminedSignature, key: string): string | null {
  const value = signature.found.dictionary.get(key);
  return isString(value) ? textOf(value) : null;
}
