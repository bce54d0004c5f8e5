/** Verifies signatures with electronic seals, in the order of GB/T 38540-2020, 7.3. */
import { DerError, type DerProblem } from '../asn1/der.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import { certificatePath } from '../certificates/certificate-path.js';
import { type DigestAlgorithm, digestOf } from '../certificates/digest-algorithm.js';
import {
  allowsUsage,
  certificateOrNull,
  orNull,
  type ParsedCertificate,
} from '../certificates/parsed-certificate.js';
import { checkValue, type ValueVerdict } from '../certificates/signature-algorithm.js';
import { TimestampError } from '../timestamps/timestamp-error.js';
import { type VerifiedTimestamp, verifyTimestamp } from '../timestamps/verify-timestamp.js';
import type { SealUsers } from './electronic-seal.js';
import { SealVersionError } from './seal-fields.js';
import { readSealSignature, type SealSignature } from './seal-signature-reader.js';

/** Checks of a signature that was read, which need neither trust nor a time of the verifier. */
export type SealCheck =
  /** The signature value over TBS_Sign, by the enclosed certificate. */
  | 'SIGNATURE'
  /** The certificate of the signer is one of those that the seal lists. */
  | 'SIGNER_LISTED'
  /** The signature value of the maker over the seal. */
  | 'SEAL_SIGNATURE'
  /** The stated time of sealing lies within the validity of the seal. */
  | 'SEAL_VALIDITY'
  /** The digest is that of what is sealed. */
  | 'DATA_HASH';

/** Checks of a signature that was read. */
type ReadSealCheck = SealCheck | 'SIGNER_CERTIFICATE' | 'MAKER_CERTIFICATE' | 'TIMESTAMP';

/** A value that is not right, by its verdict; null for the other checks. */
export interface SealFault {
  readonly check: SealCheck;
  readonly value: Exclude<ValueVerdict, 'RIGHT'> | null;
}

/** Outcome of a verification: `failed` names the first check that does not hold, in the order of the standard. */
export type SealVerdict =
  | {
      readonly valid: true;
      readonly signature: SealSignature;
      /** From the certificate to a trust anchor. */
      readonly signerPath: readonly ParsedCertificate[];
      readonly makerPath: readonly ParsedCertificate[];
      readonly timestamp: VerifiedTimestamp | null;
    }
  | { readonly valid: false; readonly failed: 'STRUCTURE'; readonly reason: DerProblem }
  | { readonly valid: false; readonly failed: 'VERSION'; readonly version: bigint }
  | { readonly valid: false; readonly failed: ReadSealCheck; readonly signature: SealSignature };

export interface SealExpectation {
  /** SM3 of what is said to be sealed. */
  readonly dataHash: Uint8Array;
  /** Trust anchors of signers, makers and timestamps. */
  readonly anchors: readonly ParsedCertificate[];
  readonly intermediates?: readonly ParsedCertificate[];
  /**
   * Time for which the signer's certificate is judged. By default that which the signature states: a claim of the signer
   * unless a timestamp confirms it.
   */
  readonly at?: Date;
}

const DIGITAL_SIGNATURE = 0;
const CONTENT_COMMITMENT = 1;
/** Signing over SM3; the first two leave the digest open, for which the standard permits no other. */
const SM2_ALGORITHMS: ReadonlySet<string> = new Set([OID.sm2, OID.sm2Signing, OID.sm2WithSm3]);

/**
 * Verifies a signature with an electronic seal: structure and version, signature value, certificate of the signer,
 * whether the seal lists it, signature of the maker, certificate of the maker, validity of the seal, digest, timestamp.
 * Revocation is checked by callers, who know the published data and its time. Never throws for what it is given.
 * @example
 * ```ts
 * import { digestOf, type ParsedCertificate, verifySealSignature } from '@cinnabar/pki';
 *
 * function told(signature: Uint8Array, data: Uint8Array, anchors: readonly ParsedCertificate[]): string {
 *   const verdict = verifySealSignature(signature, { dataHash: digestOf('sm3', data), anchors });
 *   return verdict.valid ? `sealed with ${verdict.signature.seal.name}` : `not valid: ${verdict.failed}`;
 * }
 * ```
 */
export function verifySealSignature(bytes: Uint8Array, expected: SealExpectation): SealVerdict {
  const read = readOrFault(bytes);
  if (!read.readable) return read.verdict;
  const { signature } = read;
  const { seal } = signature;
  const failed = (check: ReadSealCheck): SealVerdict => ({ valid: false, failed: check, signature });

  if (signedValue(signature) !== 'RIGHT') return failed('SIGNATURE');
  const signerPath = pathOf(signature.certificate, expected, expected.at ?? signature.time);
  if (signerPath === null) return failed('SIGNER_CERTIFICATE');
  if (!isListed(seal.users, signature.certificate)) return failed('SIGNER_LISTED');
  if (sealValue(signature) !== 'RIGHT') return failed('SEAL_SIGNATURE');
  const makerPath = pathOf(seal.makerCertificate, expected, seal.created);
  if (makerPath === null) return failed('MAKER_CERTIFICATE');
  if (!isWithinValidity(signature)) return failed('SEAL_VALIDITY');
  if (!sameBytes(signature.dataHash, expected.dataHash)) return failed('DATA_HASH');
  const timestamp = timestampOf(signature, expected);
  if (timestamp === 'INVALID') return failed('TIMESTAMP');
  return { valid: true, signature, signerPath, makerPath, timestamp };
}

/** All checks that do not hold and need no trust, in the order of the standard. */
export function sealFaults(signature: SealSignature, dataHash: Uint8Array): readonly SealFault[] {
  const faults: SealFault[] = [];
  const value = signedValue(signature);
  if (value !== 'RIGHT') faults.push({ check: 'SIGNATURE', value });
  if (!isListed(signature.seal.users, signature.certificate))
    faults.push({ check: 'SIGNER_LISTED', value: null });
  const makerValue = sealValue(signature);
  if (makerValue !== 'RIGHT') faults.push({ check: 'SEAL_SIGNATURE', value: makerValue });
  if (!isWithinValidity(signature)) faults.push({ check: 'SEAL_VALIDITY', value: null });
  if (!sameBytes(signature.dataHash, dataHash)) faults.push({ check: 'DATA_HASH', value: null });
  return faults;
}

function readOrFault(
  bytes: Uint8Array,
):
  | { readonly readable: true; readonly signature: SealSignature }
  | { readonly readable: false; readonly verdict: SealVerdict } {
  try {
    return { readable: true, signature: readSealSignature(bytes) };
  } catch (error) {
    if (error instanceof SealVersionError)
      return { readable: false, verdict: { valid: false, failed: 'VERSION', version: error.version } };
    if (error instanceof DerError)
      return { readable: false, verdict: { valid: false, failed: 'STRUCTURE', reason: error.reason } };
    throw error;
  }
}

function signedValue({
  signatureAlgorithm,
  certificate,
  toBeSigned,
  signature,
}: SealSignature): ValueVerdict {
  return sm2Value(signatureAlgorithm, certificate, toBeSigned, signature);
}

function sealValue({ seal }: SealSignature): ValueVerdict {
  return sm2Value(seal.signatureAlgorithm, seal.makerCertificate, seal.toBeSigned, seal.signature);
}

function sm2Value(
  algorithm: string,
  certificate: Uint8Array,
  data: Uint8Array,
  value: Uint8Array,
): ValueVerdict {
  if (!SM2_ALGORITHMS.has(algorithm)) return 'UNSUPPORTED';
  const parsed = certificateOrNull(certificate);
  if (parsed === null) return 'WRONG';
  return checkValue({ algorithm, parameters: null }, parsed.publicKey, data, value, 'sm3');
}

/** By equal bytes, or by the SM3 digest of the certificate; what a maker writes before a digest is not interpreted. */
function isListed(users: SealUsers, certificate: Uint8Array): boolean {
  if (users.listedBy === 'CERTIFICATE')
    return users.certificates.some((listed) => sameBytes(listed, certificate));
  const digest = digestOf('sm3', certificate);
  return users.digests.some((listed) => sameBytes(listed.digest, digest));
}

function isWithinValidity({ seal, time }: SealSignature): boolean {
  return seal.validFrom <= time && time <= seal.validUntil;
}

/** The path of a certificate whose key may sign; null if there is none. */
function pathOf(
  bytes: Uint8Array,
  { anchors, intermediates = [] }: SealExpectation,
  at: Date,
): readonly ParsedCertificate[] | null {
  return orNull(() => {
    const certificate = certificateOrNull(bytes);
    if (certificate === null || !maySignSeals(certificate)) return null;
    return certificatePath(certificate, { anchors, intermediates, at, purpose: OID.documentSigning });
  });
}

/** Whether the key usage of a certificate, of a signer or of a maker, permits signatures. @throws DerError */
function maySignSeals(certificate: ParsedCertificate): boolean {
  return allowsUsage(certificate, DIGITAL_SIGNATURE) || allowsUsage(certificate, CONTENT_COMMITMENT);
}

function timestampOf(
  { timestamp, signature }: SealSignature,
  { anchors, intermediates = [] }: SealExpectation,
): VerifiedTimestamp | 'INVALID' | null {
  if (timestamp === null) return null;
  try {
    const imprint = (algorithm: DigestAlgorithm): Uint8Array => digestOf(algorithm, signature);
    return verifyTimestamp(timestamp, { imprint, anchors, intermediates });
  } catch (error) {
    if (error instanceof TimestampError) return 'INVALID';
    throw error;
  }
}
