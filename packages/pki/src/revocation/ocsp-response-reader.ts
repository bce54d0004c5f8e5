/** Reads OCSP responses of any responder (RFC 6960, 4.2), as far as required for archiving and verifying evidence. */

import { TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readEnumerated,
  readObjectIdentifier,
  readTime,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { isIssuedBy } from '../certificates/certificate-path.js';
import {
  bitsOf,
  certificateOrNull,
  extendedKeyPurposes,
  type ParsedCertificate,
} from '../certificates/parsed-certificate.js';
import { checkValue, readAlgorithm } from '../certificates/signature-algorithm.js';
import { isAbout, readCertificateId } from './ocsp-request.js';
import type { Revocation, RevocationStatement } from './revocation-statement.js';

/**
 * The statement of an OCSPResponse, or of a bare BasicOCSPResponse, about a certificate.
 * @returns null if it contains none, does not know the certificate, or is not signed by a responder authorised by the
 * issuer
 * @throws DerError
 */
export function statementOfAnswer(
  bytes: Uint8Array,
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): RevocationStatement | null {
  const basic = basicResponse(bytes);
  if (basic === null) return null;
  const [data, algorithm, signature, certificates] = children(expectTag(readElement(basic), TAG.sequence));
  const signed = expectTag(data, TAG.sequence);
  const responder = [issuer, ...delegatesOf(certificates, issuer)].find(({ publicKey }) => {
    const verdict = checkValue(readAlgorithm(algorithm), publicKey, signed.bytes, bitsOf(signature));
    return verdict === 'RIGHT' || verdict === 'WEAK';
  });
  if (responder === undefined) return null;
  const answers = children(signed).find(({ tag }) => tag === TAG.sequence);
  for (const answer of answers === undefined ? [] : children(answers)) {
    const [id, status, thisUpdate, ...rest] = children(expectTag(answer, TAG.sequence));
    const named = readCertificateId(id);
    if (named.serialNumber !== certificate.serialNumber || !isAbout(named, issuer)) continue;
    const next = rest.find(({ tag }) => tag === 0xa0);
    const since = readTime(thisUpdate);
    // The responder must have been authorised at that time.
    if (responder !== issuer && (since < responder.notBefore || since > responder.notAfter)) continue;
    const statement = {
      thisUpdate: since,
      nextUpdate: next === undefined ? null : readTime(children(next)[0]),
      responder: responder === issuer || responder.extensions.has(OID.ocspNoCheck) ? null : responder,
    };
    if (status?.tag === 0x80) return { ...statement, revocation: null };
    if (status?.tag === 0xa1) return { ...statement, revocation: readRevocation(status) };
  }
  return null;
}

/** RevokedInfo. @throws DerError */
function readRevocation(info: DerElement): Revocation {
  const [since, reason] = children(info);
  return {
    since: readTime(since),
    reason: reason === undefined ? null : readEnumerated(children(reason)[0]),
  };
}

/** Accepts an OCSPResponse or a bare BasicOCSPResponse, which some programs store in a DSS. */
function basicResponse(bytes: Uint8Array): Uint8Array | null {
  const [status, wrapped] = children(expectTag(readElement(bytes), TAG.sequence));
  if (status?.tag !== TAG.enumerated) return bytes;
  if (readEnumerated(status) !== 0) return null;
  const [type, response] = children(expectTag(children(expectTag(wrapped, 0xa0))[0], TAG.sequence));
  if (readObjectIdentifier(type) !== OID.ocspBasic) return null;
  return expectTag(response, TAG.octetString).content;
}

/** Certificates of responders that the issuer has authorised (RFC 6960, 4.2.2.2). */
function delegatesOf(found: DerElement | undefined, issuer: ParsedCertificate): readonly ParsedCertificate[] {
  const list =
    found === undefined ? [] : children(expectTag(children(expectTag(found, 0xa0))[0], TAG.sequence));
  return list
    .map(({ bytes }) => certificateOrNull(bytes))
    .filter((certificate) => certificate !== null)
    .filter(
      (certificate) =>
        extendedKeyPurposes(certificate)?.includes(OID.ocspSigning) === true &&
        isIssuedBy(certificate, issuer),
    );
}
