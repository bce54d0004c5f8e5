/** OCSPRequest (RFC 6960, 4.1). */
import { DerError, integer, octetString, sequence, TAG } from '../asn1/der.js';
import { children, type DerElement, expectTag, readElement, readInteger } from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import {
  type DigestAlgorithm,
  digestAlgorithmWithNull,
  digestOf,
  readDigestAlgorithm,
} from '../certificates/digest-algorithm.js';
import { bitsOf, type ParsedCertificate, readExtensions } from '../certificates/parsed-certificate.js';

export interface CertificateId {
  /** null: unknown algorithm. */
  readonly algorithm: DigestAlgorithm | null;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  readonly serialNumber: bigint;
  /** Unmodified DER, because the response repeats it. */
  readonly bytes: Uint8Array;
}

export interface OcspRequest {
  readonly certificates: readonly CertificateId[];
  /** The unmodified extension value of the nonce; null if there is none. */
  readonly nonce: Uint8Array | null;
}

/** RFC 9654 allows 128 bytes and an OCTET STRING around them. */
const MAX_NONCE_BYTES = 131;
const MAX_CERTIFICATES = 20;

/** @throws DerError if it is not a request, or not about 1 to 20 certificates */
export function readOcspRequest(bytes: Uint8Array): OcspRequest {
  // An optional signature of the request follows and is ignored.
  const [toBeSigned] = children(expectTag(readElement(bytes), TAG.sequence));
  const fields = children(expectTag(toBeSigned, TAG.sequence));
  const version = fields.find(({ tag }) => tag === 0xa0);
  if (version !== undefined && readInteger(children(version)[0]) !== 0n)
    throw new DerError('OUT_OF_RANGE', 'a request of another version');
  const list = children(
    expectTag(
      fields.find(({ tag }) => tag === TAG.sequence),
      TAG.sequence,
    ),
  );
  if (list.length === 0 || list.length > MAX_CERTIFICATES)
    throw new DerError('OUT_OF_RANGE', `a request about ${list.length} certificates`);
  const nonce = readExtensions(fields.find(({ tag }) => tag === 0xa2)).get(OID.ocspNonce)?.value ?? null;
  if (nonce !== null && nonce.length > MAX_NONCE_BYTES)
    throw new DerError('OUT_OF_RANGE', 'length of the nonce');
  const asked = list.map((request) => children(expectTag(request, TAG.sequence))[0]);
  return { certificates: asked.map(readCertificateId), nonce };
}

/** CertID. @throws DerError */
export function readCertificateId(id: DerElement | undefined): CertificateId {
  const whole = expectTag(id, TAG.sequence);
  const [algorithm, nameHash, keyHash, serialNumber] = children(whole);
  return {
    algorithm: readDigestAlgorithm(algorithm),
    issuerNameHash: expectTag(nameHash, TAG.octetString).content,
    issuerKeyHash: expectTag(keyHash, TAG.octetString).content,
    serialNumber: readInteger(serialNumber),
    bytes: whole.bytes,
  };
}

/** Issuer part of a certificate identifier. */
type IssuerNames = Pick<ParsedCertificate, 'subject' | 'publicKeyInfo'>;

/** Whether an identifier denotes a certificate of that issuer. */
export function isAbout(
  { algorithm, issuerNameHash, issuerKeyHash }: CertificateId,
  issuer: IssuerNames,
): boolean {
  return (
    algorithm !== null &&
    sameBytes(issuerNameHash, digestOf(algorithm, issuer.subject)) &&
    sameBytes(issuerKeyHash, digestOf(algorithm, keyBits(issuer)))
  );
}

/**
 * OCSPRequest for one certificate. It has no nonce, because the response is archived and its freshness is proven by the
 * archive timestamp. Responders identify issuers by SHA-1 (RFC 5019, 2.1.1), which serves as a name and proves nothing
 * here.
 */
export function ocspRequest(certificate: ParsedCertificate, issuer: ParsedCertificate): Uint8Array {
  const certificateId = sequence(
    digestAlgorithmWithNull('sha1'),
    octetString(digestOf('sha1', issuer.subject)),
    octetString(digestOf('sha1', keyBits(issuer))),
    integer(certificate.serialNumber),
  );
  return sequence(sequence(sequence(sequence(certificateId))));
}

/** The key bits without the algorithm (RFC 6960, 4.1.1). */
function keyBits({ publicKeyInfo }: IssuerNames): Uint8Array {
  const [, key] = children(readElement(publicKeyInfo));
  return bitsOf(key);
}
