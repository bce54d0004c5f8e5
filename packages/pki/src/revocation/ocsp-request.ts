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
  /** null: not known here. */
  readonly algorithm: DigestAlgorithm | null;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  readonly serialNumber: bigint;
  /** As it stands, DER: the answer repeats it. */
  readonly bytes: Uint8Array;
}

export interface OcspRequest {
  readonly certificates: readonly CertificateId[];
  /** The nonce's extension value as it stands; null: none. */
  readonly nonce: Uint8Array | null;
}

/** RFC 9654 allows 128 bytes and an OCTET STRING around them. */
const LONGEST_NONCE = 131;
const MAX_CERTIFICATES = 20;

/** @throws DerError for what is not a request, asks about nothing, or about more than 20 certificates */
export function readOcspRequest(bytes: Uint8Array): OcspRequest {
  // A signature on the request, which may follow, says nothing about what is asked.
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
  if (nonce !== null && nonce.length > LONGEST_NONCE)
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

/** Whether an identifier is of a certificate of that issuer. */
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
 * OCSPRequest about one certificate, without nonce: the answer is kept, and what makes it fresh is the archive
 * timestamp. Responders look it up by SHA-1 (RFC 5019, 2.1.1), which here is a name and proves nothing.
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

/** The key's bits alone, without the algorithm (RFC 6960, 4.1.1). */
function keyBits({ publicKeyInfo }: IssuerNames): Uint8Array {
  const [, key] = children(readElement(publicKeyInfo));
  return bitsOf(key);
}
