/** Verifies signers of CMS (RFC 5652, 5.4 to 5.6; RFC 5035). */
import { set, TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readObjectIdentifier,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import { digestNamed, digestOf } from '../certificates/digest-algorithm.js';
import type { ParsedCertificate } from '../certificates/parsed-certificate.js';
import { checkValue, readAlgorithm, type ValueVerdict } from '../certificates/signature-algorithm.js';
import { only, type SignerInfo } from './signed-data.js';

/** Whether the signed attributes, if any, state that content type (RFC 5652, 11.1). @throws DerError */
export function namesContentType(signer: SignerInfo, contentType: string): boolean {
  const type = only(signer.attributes.get(OID.contentType));
  return type !== null && readObjectIdentifier(type) === contentType;
}

/**
 * Whether the signed attributes contain the digest of the content (RFC 5652, 11.2); false if the algorithm is unknown.
 * @throws DerError
 */
export function namesDigest(signer: SignerInfo, content: readonly Uint8Array[]): boolean {
  const algorithm = digestNamed(signer.digestAlgorithm);
  const digest = only(signer.attributes.get(OID.messageDigest));
  if (algorithm === null || digest === null) return false;
  return sameBytes(expectTag(digest, TAG.octetString).content, digestOf(algorithm, ...content));
}

/**
 * Verifies the signature value with the certificate's key, over the signed attributes or, without them, the content.
 * The signed bytes are DER (RFC 5652, 5.4); attributes that are not in DER order are tried both as they are, as OpenSSL
 * does, and sorted.
 * @throws DerError
 */
export function checkSignerValue(
  signer: SignerInfo,
  certificate: ParsedCertificate,
  content: readonly Uint8Array[],
): ValueVerdict {
  const { signatureAlgorithm, signature, signedAttributes } = signer;
  const digest = digestNamed(signer.digestAlgorithm);
  const check = (data: Uint8Array): ValueVerdict =>
    checkValue(signatureAlgorithm, certificate.publicKey, data, signature, digest);
  if (signedAttributes === null) return check(Buffer.concat(content));
  const verdict = check(signedAttributes);
  if (verdict !== 'WRONG') return verdict;
  const sorted = inOrder(signedAttributes);
  return sameBytes(sorted, signedAttributes) ? verdict : check(sorted);
}

/** Whether the signed attributes are in DER order, as required (RFC 5652, 5.4). @throws DerError */
export function attributesAreInOrder({ signedAttributes }: SignerInfo): boolean {
  return signedAttributes === null || sameBytes(inOrder(signedAttributes), signedAttributes);
}

function inOrder(signedAttributes: Uint8Array): Uint8Array {
  return set(...children(readElement(signedAttributes)).map(({ bytes }) => bytes));
}

/** Whether the ESS attributes of a signer identify its certificate by digest (RFC 5035, section 3). @throws DerError */
export function namedCertificate(
  signer: SignerInfo,
  certificate: ParsedCertificate,
): { readonly named: 'THIS' | 'ANOTHER' | 'NONE'; readonly issuerSerials: readonly DerElement[] } {
  const issuerSerials: DerElement[] = [];
  let named: 'THIS' | 'NONE' = 'NONE';
  for (const type of [OID.signingCertificate, OID.signingCertificateV2]) {
    const values = signer.attributes.get(type);
    if (values === undefined) continue;
    // The first ESSCertID or ESSCertIDv2 is that of the signer; the others are those of its authorities.
    const value = only(values);
    if (value === null) return { named: 'ANOTHER', issuerSerials };
    const [identifiers] = children(expectTag(value, TAG.sequence));
    const [first] = children(expectTag(identifiers, TAG.sequence));
    const fields = children(expectTag(first, TAG.sequence));
    const byDefault = type === OID.signingCertificate ? 'sha1' : 'sha256';
    const stated = fields[0]?.tag === TAG.sequence ? fields.shift() : undefined;
    const digest = stated === undefined ? byDefault : digestNamed(readAlgorithm(stated).algorithm);
    const [hash, issuerSerial] = fields;
    const told = expectTag(hash, TAG.octetString).content;
    if (digest === null || !sameBytes(digestOf(digest, certificate.bytes), told))
      return { named: 'ANOTHER', issuerSerials };
    if (issuerSerial !== undefined) issuerSerials.push(issuerSerial);
    named = 'THIS';
  }
  return { named, issuerSerials };
}
