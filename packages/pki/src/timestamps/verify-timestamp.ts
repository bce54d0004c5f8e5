/** Whether a timestamp token is to be believed: RFC 3161, 2.2 and 2.3, with RFC 5816. */
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
  /** The digest, by the token's own algorithm, of what should have been stamped. */
  readonly imprint: (algorithm: DigestAlgorithm) => Uint8Array;
  /** Nonce of the request; omitted if there was none, as when a document is verified years later. */
  readonly nonce?: bigint;
  readonly policy?: string;
  readonly anchors: readonly ParsedCertificate[];
  /** Beside those in the token. */
  readonly intermediates?: readonly ParsedCertificate[];
}

export interface VerifiedTimestamp {
  readonly info: TimestampInfo;
  /** The authority's certificate first, an anchor last. */
  readonly path: readonly ParsedCertificate[];
}

const DIGITAL_SIGNATURE = 0;
const NON_REPUDIATION = 1;

/** A token taken apart, nothing of it verified. @throws TimestampError MALFORMED */
export function readTimestampToken(bytes: Uint8Array): TimestampToken {
  return orMalformed(() => {
    const signedData = readSignedData(bytes);
    const { content, contentType, signers } = signedData;
    // RFC 3161, 2.4.2: one signature, the authority's own.
    const signer = only(signers);
    if (contentType !== OID.tstInfo || content === null || signer === null)
      throw new TimestampError('MALFORMED', 'signed data, but no timestamp');
    return { info: readTimestampInfo(content), content, signedData, signer };
  });
}

/**
 * Everything that makes a token proof: it is of what was asked for, signed by the certificate that it names, which is
 * for timestamping alone, was valid at the time of the token, and leads to a trusted one. Revocation is for callers,
 * who know what was published and when.
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
    throw new TimestampError('NONCE_MISMATCH', 'the token answers another request');
  if (expected.policy !== undefined && info.policy !== expected.policy)
    throw new TimestampError('POLICY_MISMATCH', `${info.policy} instead of ${expected.policy}`);
  return orMalformed(() => {
    const intermediates = [...token.signedData.certificates, ...(expected.intermediates ?? [])];
    const certificate = certificateOf(token.signer, [...intermediates, ...expected.anchors]);
    if (certificate === null) throw new TimestampError('NO_CERTIFICATE', 'it is not in the token');
    requireSigningCertificate(token.signer, certificate);
    if (!isSigned(token, certificate))
      throw new TimestampError('SIGNATURE_INVALID', 'the signature does not hold');
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
    throw new TimestampError('WEAK_ALGORITHM', 'an imprint of an algorithm that is not taken');
  const digest = expected.imprint(imprint.algorithm);
  if (digest.length !== imprint.digest.length || !timingSafeEqual(digest, imprint.digest))
    throw new TimestampError('IMPRINT_MISMATCH', 'the token is of other data');
}

/** Content type and digest are among the signed attributes and are right, and nothing of it is weak. */
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
 * The token names the signer's certificate (RFC 5816), so that no other one of the same key can be put in its place.
 */
function requireSigningCertificate(signer: SignerInfo, certificate: ParsedCertificate): void {
  const { named, issuerSerials } = namedCertificate(signer, certificate);
  if (named === 'NONE') throw mismatch('the token does not name its certificate');
  if (named === 'ANOTHER') throw mismatch('another certificate is named');
  if (!issuerSerials.every((issuerSerial) => namesIssuer(issuerSerial, certificate)))
    throw mismatch('another issuer or number is named');
}

/** IssuerSerial: GeneralNames with one directoryName, and the number. */
function namesIssuer(issuerSerial: DerElement, certificate: ParsedCertificate): boolean {
  const [names, serialNumber] = children(expectTag(issuerSerial, TAG.sequence));
  const directoryNames = children(expectTag(names, TAG.sequence)).filter(({ tag }) => tag === 0xa4);
  const named = directoryNames.some((name) =>
    sameBytes(children(name)[0]?.bytes ?? Buffer.of(), certificate.issuer),
  );
  return named && readInteger(serialNumber) === certificate.serialNumber;
}

/** RFC 3161, 2.3: this one purpose, critical; and a key that signs. */
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
