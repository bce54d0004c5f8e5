import type { ChangeKind } from '@cinnabar/pdf/verify/document-change.js';
import type { ReasonCode, Verdict } from '@cinnabar/pdf/verify/reasons.js';
import type { PadesLevel } from '@cinnabar/pdf/verify/verification.js';
import type { Signer } from './signed-contract.js';
import type { TestAuthority } from './test-authority.js';

export interface Ingredients {
  /** A signer whose root is trusted. */
  readonly signer: Signer;
  /** A signer whose root is not trusted. */
  readonly stranger: Signer;
  /** Its root is trusted too. */
  readonly authority: TestAuthority;
  /** signedContract with this signer: one valid, trusted signature. */
  readonly contract: Buffer;
}

/** A file of the corpus and its expected result. */
export interface CorpusCase {
  readonly name: string;
  readonly make: (given: Ingredients) => Buffer | Promise<Buffer>;
  readonly verdict: Verdict | 'unsigned';
  /** Reasons that must be among those reported. */
  readonly reasons?: readonly ReasonCode[];
  /** The same for the document as a whole. */
  readonly problems?: readonly ReasonCode[];
  readonly levels?: readonly (PadesLevel | null)[];
  /** Changes that must be among those found after the first signature. */
  readonly changes?: readonly ChangeKind[];
}

/** Replaces the first or the last occurrence, byte by byte; throws if there is none. */
export function replaced(file: Buffer, what: string, by: string, which: 'first' | 'last' = 'first'): Buffer {
  const text = file.toString('latin1');
  const at = which === 'first' ? text.indexOf(what) : text.lastIndexOf(what);
  if (at < 0) throw new Error(`no ${what} in the file`);
  return Buffer.from(text.slice(0, at) + by + text.slice(at + what.length), 'latin1');
}
