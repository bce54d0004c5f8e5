import { DerError, TAG } from '../../trust/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readObjectIdentifier,
  readTime,
} from '../../trust/der-reader.js';
import { isIssuedBy } from './certificate-path.js';
import { bitsOf, type Certificate, certificateOrNull, purposesOf, sameBytes } from './certificate-reader.js';
import type { RevocationStatement } from './revocation.js';
import { checkValue, digestNamed, digestOf, readAlgorithm } from './signature-algorithms.js';

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/** What an OCSP answer (RFC 6960) says of a certificate; null for one that says nothing of it, or is not its issuer's. */
export function statementOfAnswer(
  bytes: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): RevocationStatement | null {
  try {
    return read(bytes, certificate, issuer);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

function read(bytes: Uint8Array, certificate: Certificate, issuer: Certificate): RevocationStatement | null {
  const basic = basicResponse(bytes);
  if (basic === null) return null;
  const [data, algorithm, signature, certificates] = children(expectTag(readElement(basic), TAG.sequence));
  const signed = expectTag(data, TAG.sequence);
  const responders = [issuer, ...delegatesOf(certificates, issuer)];
  const isSigned = responders.some(({ publicKey }) => {
    if (publicKey === null) return false;
    const verdict = checkValue(readAlgorithm(algorithm), null, publicKey, signed.bytes, bitsOf(signature));
    return verdict === 'RIGHT' || verdict === 'WEAK';
  });
  if (!isSigned) return null;
  const answers = children(signed).find(({ tag }) => tag === TAG.sequence);
  for (const answer of answers === undefined ? [] : children(answers)) {
    const [identifier, status, thisUpdate, ...rest] = children(answer);
    if (!isAbout(identifier, certificate, issuer) || status === undefined) continue;
    const next = rest.find(({ tag }) => tag === 0xa0);
    const statement = {
      thisUpdate: readTime(thisUpdate),
      nextUpdate: next === undefined ? null : readTime(children(next)[0]),
    };
    if (status.tag === 0x80) return { ...statement, revokedAt: null };
    if (status.tag === 0xa1) return { ...statement, revokedAt: readTime(children(status)[0]) };
  }
  return null;
}

/** An OCSPResponse, or the BasicOCSPResponse alone, as some put it into a DSS. */
function basicResponse(bytes: Uint8Array): Uint8Array | null {
  const [status, wrapped] = children(expectTag(readElement(bytes), TAG.sequence));
  if (status?.tag !== TAG.enumerated) return bytes;
  if (status.content[0] !== 0) return null;
  const [type, response] = children(expectTag(children(expectTag(wrapped, 0xa0))[0], TAG.sequence));
  if (readObjectIdentifier(type) !== BASIC_RESPONSE) return null;
  return expectTag(response, TAG.octetString).content;
}

/** Responders that the issuer itself has named for this purpose (RFC 6960, 4.2.2.2). */
function delegatesOf(found: DerElement | undefined, issuer: Certificate): readonly Certificate[] {
  const list =
    found === undefined ? [] : children(expectTag(children(expectTag(found, 0xa0))[0], TAG.sequence));
  return list
    .map(({ bytes }) => certificateOrNull(bytes))
    .filter((certificate) => certificate !== null)
    .filter(
      (certificate) =>
        purposesOf(certificate)?.includes(OCSP_SIGNING) === true && isIssuedBy(certificate, issuer),
    );
}

function isAbout(identifier: DerElement | undefined, certificate: Certificate, issuer: Certificate): boolean {
  const [algorithm, nameHash, keyHash, serial] = children(expectTag(identifier, TAG.sequence));
  const digest = digestNamed(readAlgorithm(algorithm).algorithm);
  if (digest === null) return false;
  const key = bitsOf(children(readElement(issuer.publicKeyInfo))[1]);
  return (
    Buffer.from(expectTag(serial, TAG.integer).content).toString('hex') === certificate.serialNumber &&
    sameBytes(expectTag(nameHash, TAG.octetString).content, digestOf(digest, issuer.subject)) &&
    sameBytes(expectTag(keyHash, TAG.octetString).content, digestOf(digest, key))
  );
}
