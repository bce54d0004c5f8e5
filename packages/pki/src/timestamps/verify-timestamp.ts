/** Verifies timestamp tokens (RFC 3161, 2.2 and 2.3, with RFC 5816). */
import { timingSafeEqual } from 'node:crypto';
import { DerError, TAG } from '../asn1/der.js';
import { children, type DerElement, expectTag, readInteger } from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import { certificatePath } from '../certificates/certificate-path.js';
import { type DigestAlgorithm, digestNamed, isWeakDigest } from '../certificates/digest-algorithm.js';
import {
  allowsUsage,
  extendedKeyPurposes,
  type ParsedCertificate,
} from '../certificates/parsed-certificate.js';
import { checkSignerValue, namedCertificate, namesContentType, namesDigest } from '../cms/check-signer.js';
import { certificateOf, only, readSignedData, type SignedData, type SignerInfo } from '../cms/signed-data.js';
import { TimestampError } from './timestamp-error.js';
import { readTimestampInfo, type TimestampInfo } from './timestamp-info.js';

export interface TimestampToken {
  readonly info: TimestampInfo;
  /** DER of the TSTInfo. */
  readonly content: Uint8Array;
  readonly signedData: SignedData;
  readonly signer: SignerInfo;
}

export interface TimestampExpectation {
  /** Computes the expected digest with the token's algorithm. */
  readonly imprint: (algorithm: DigestAlgorithm) => Uint8Array;
  /** Nonce of the request; omitted if unknown, as when a document is verified years later. */
  readonly nonce?: bigint;
  readonly policy?: string;
  readonly anchors: readonly ParsedCertificate[];
  /** Intermediate certificates in addition to those in the token. */
  readonly intermediates?: readonly ParsedCertificate[];
}

export interface VerifiedTimestamp {
  readonly info: TimestampInfo;
  /** From the authority's certificate to a trust anchor. */
  readonly path: readonly ParsedCertificate[];
}

const DIGITAL_SIGNATURE = 0;
const NON_REPUDIATION = 1;

/** Parses a token without verifying it. @throws TimestampError MALFORMED */
export function readTimestampToken(bytes: Uint8Array): TimestampToken {
  return orMalformed(() => {
    const signedData = readSignedData(bytes);
    const { content, contentType, signers } = signedData;
    // RFC 3161, 2.4.2: the only signature is that of the authority.
    const signer = only(signers);
    if (contentType !== OID.tstInfo || content === null || signer === null)
      throw new TimestampError('MALFORMED', 'signed data, but not a timestamp');
    return { info: readTimestampInfo(content), content, signedData, signer };
  });
}

/**
 * Verifies a token as proof: it matches the request, is signed with the certificate that it identifies, and that
 * certificate is for timestamping only, was valid at the time of the token, and chains to a trust anchor. Revocation is
 * checked by callers, who know the published data and its time.
 * @throws TimestampError
 * @example
 * ```ts
 * import { digestOf, type ParsedCertificate, verifyTimestamp } from '@cinnabar/pki';
 *
 * const provenTime = (token: Uint8Array, data: Uint8Array, anchors: readonly ParsedCertificate[]): Date =>
 *   verifyTimestamp(token, { imprint: (algorithm) => digestOf(algorithm, data), anchors }).info.time;
 * ```
 */
export function verifyTimestamp(bytes: Uint8Array, expected: TimestampExpectation): VerifiedTimestamp {
  const token = readTimestampToken(bytes);
  const { info } = token;
  requireImprint(info, expected);
  if (expected.nonce !== undefined && info.nonce !== expected.nonce)
    throw new TimestampError('NONCE_MISMATCH', 'the token belongs to another request');
  if (expected.policy !== undefined && info.policy !== expected.policy)
    throw new TimestampError('POLICY_MISMATCH', `${info.policy} instead of ${expected.policy}`);
  return orMalformed(() => {
    const intermediates = [...token.signedData.certificates, ...(expected.intermediates ?? [])];
    const certificate = certificateOf(token.signer, [...intermediates, ...expected.anchors]);
    if (certificate === null) throw new TimestampError('NO_CERTIFICATE', 'it is not part of the token');
    requireSigningCertificate(token.signer, certificate);
    if (!isSigned(token, certificate))
      throw new TimestampError('SIGNATURE_INVALID', 'the signature is invalid');
    requireForTimestamping(certificate);
    const { anchors } = expected;
    const rules = { anchors, intermediates, at: info.time, purpose: OID.timeStamping };
    const path = certificatePath(certificate, rules);
    if (path === null) {
      const detail = `no trusted path that was valid at ${info.time.toISOString()}`;
      throw new TimestampError('NOT_TRUSTED', detail);
    }
    return { info, path };
  });
}

function requireImprint({ imprint }: TimestampInfo, expected: TimestampExpectation): void {
  if (imprint.algorithm === null || isWeakDigest(imprint.algorithm))
    throw new TimestampError('WEAK_ALGORITHM', 'the digest algorithm of the imprint is not accepted');
  const digest = expected.imprint(imprint.algorithm);
  if (digest.length !== imprint.digest.length || !timingSafeEqual(digest, imprint.digest))
    throw new TimestampError('IMPRINT_MISMATCH', 'the token covers other data');
}

/** Whether the signed attributes contain the correct content type and digest, with no weak algorithm. */
function isSigned({ signer, content }: TimestampToken, certificate: ParsedCertificate): boolean {
  const digest = digestNamed(signer.digestAlgorithm);
  return (
    digest !== null &&
    !isWeakDigest(digest) &&
    namesContentType(signer, OID.tstInfo) &&
    namesDigest(signer, [content]) &&
    checkSignerValue(signer, certificate, [content]) === 'RIGHT'
  );
}

/**
 * Requires that the token identifies the signer's certificate (RFC 5816), so that another certificate with the same key
 * cannot be substituted.
 */
function requireSigningCertificate(signer: SignerInfo, certificate: ParsedCertificate): void {
  const { named, issuerSerials } = namedCertificate(signer, certificate);
  if (named === 'NONE') throw mismatch('the token does not name its certificate');
  if (named === 'ANOTHER') throw mismatch('another certificate is named');
  if (!issuerSerials.every((issuerSerial) => namesIssuer(issuerSerial, certificate)))
    throw mismatch('another issuer or number is named');
}

/** IssuerSerial: GeneralNames with one directoryName, and the serial number. */
function namesIssuer(issuerSerial: DerElement, certificate: ParsedCertificate): boolean {
  const [names, serialNumber] = children(expectTag(issuerSerial, TAG.sequence));
  const directoryNames = children(expectTag(names, TAG.sequence)).filter(({ tag }) => tag === 0xa4);
  const named = directoryNames.some((name) =>
    sameBytes(children(name)[0]?.bytes ?? Buffer.of(), certificate.issuer),
  );
  return named && readInteger(serialNumber) === certificate.serialNumber;
}

/** RFC 3161, 2.3: only this purpose, critical; and a key for signing. */
function requireForTimestamping(certificate: ParsedCertificate): void {
  const purposes = extendedKeyPurposes(certificate);
  const critical = certificate.extensions.get(OID.extendedKeyUsage)?.critical === true;
  const alone = purposes?.length === 1 && purposes[0] === OID.timeStamping;
  const signs = allowsUsage(certificate, DIGITAL_SIGNATURE) || allowsUsage(certificate, NON_REPUDIATION);
  if (!critical || !alone || !signs)
    throw new TimestampError('NOT_FOR_TIMESTAMPING', 'the certificate is not for timestamping alone');
}

function mismatch(detail: string): TimestampError {
  return new TimestampError('SIGNING_CERTIFICATE_MISMATCH', detail);
}

function orMalformed<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new TimestampError('MALFORMED', error.message, { cause: error });
  }
}
