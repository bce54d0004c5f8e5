/** OCSPRequest (RFC 6960, 4.1). */
import { DerError, TAG } from './der.js';
import { children, type DerElement, expectTag, readElement, readInteger } from './der-reader.js';
import { type DigestAlgorithm, digestOf, readDigestAlgorithm } from './digest-algorithm.js';
import { OID } from './object-identifiers.js';
import { bitsOf, readExtensions, serialNumberText } from './parsed-certificate.js';

export interface CertificateId {
  /** null: not known here. */
  readonly algorithm: DigestAlgorithm | null;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** Lower-case hexadecimal digits. */
  readonly serialNumber: string;
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
const MOST_CERTIFICATES = 20;

/** @throws DerError for what is no request, asks about nothing, or about more than 20 certificates */
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
  if (list.length === 0 || list.length > MOST_CERTIFICATES)
    throw new DerError('OUT_OF_RANGE', `a request about ${list.length} certificates`);
  const nonce = readExtensions(fields.find(({ tag }) => tag === 0xa2)).get(OID.ocspNonce)?.value ?? null;
  if (nonce !== null && nonce.length > LONGEST_NONCE)
    throw new DerError('OUT_OF_RANGE', 'length of the nonce');
  return { certificates: list.map(readCertificateId), nonce };
}

function readCertificateId(request: DerElement): CertificateId {
  const [id] = children(expectTag(request, TAG.sequence));
  const whole = expectTag(id, TAG.sequence);
  const [algorithm, nameHash, keyHash, serialNumber] = children(whole);
  return {
    algorithm: readDigestAlgorithm(algorithm),
    issuerNameHash: expectTag(nameHash, TAG.octetString).content,
    issuerKeyHash: expectTag(keyHash, TAG.octetString).content,
    serialNumber: serialNumberText(readInteger(serialNumber)),
    bytes: whole.bytes,
  };
}

/** Whether an identifier is of a certificate of that issuer (name as DER, key as SubjectPublicKeyInfo). */
export function isIssuedBy(id: CertificateId, name: Uint8Array, publicKey: Uint8Array): boolean {
  const { algorithm } = id;
  if (algorithm === null) return false;
  const [, key] = children(readElement(publicKey));
  return (
    Buffer.compare(id.issuerNameHash, digestOf(algorithm, name)) === 0 &&
    // Of the key's bits alone, without the algorithm (RFC 6960, 4.1.1).
    Buffer.compare(id.issuerKeyHash, digestOf(algorithm, bitsOf(key))) === 0
  );
}
