/** CMS SignedData (RFC 5652, section 5), taken apart; DER only. Which attributes mean what is judged elsewhere. */
import { DerError, set, TAG } from './der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readInteger,
  readObjectIdentifier,
} from './der-reader.js';
import { type DigestAlgorithm, digestOf, readDigestAlgorithm } from './digest-algorithm.js';
import { OID } from './object-identifiers.js';
import { type ParsedCertificate, parseCertificate } from './parsed-certificate.js';
import { signatureHolds } from './signature-algorithm.js';

export interface SignerInfo {
  /** IssuerAndSerialNumber, or null where the signer is named by key identifier. */
  readonly issuerAndSerialNumber: { readonly issuer: Uint8Array; readonly serialNumber: bigint } | null;
  readonly subjectKeyIdentifier: Uint8Array | null;
  /** null: not known here. */
  readonly digestAlgorithm: DigestAlgorithm | null;
  /** As they were signed: DER of a SET. */
  readonly signedAttributes: Uint8Array | null;
  readonly attributes: ReadonlyMap<string, readonly DerElement[]>;
  readonly signatureAlgorithm: DerElement;
  readonly signature: Uint8Array;
  readonly unsignedAttributes: ReadonlyMap<string, readonly DerElement[]>;
}

export interface SignedData {
  readonly contentType: string;
  /** null: detached. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly ParsedCertificate[];
  readonly signers: readonly SignerInfo[];
}

/** @throws DerError */
export function readSignedData(contentInfo: Uint8Array): SignedData {
  const [type, wrapped] = children(expectTag(readElement(contentInfo), TAG.sequence));
  if (readObjectIdentifier(type) !== OID.signedData) throw new DerError('UNEXPECTED_TAG', 'no SignedData');
  const body = children(expectTag(children(expectTag(wrapped, 0xa0))[0], TAG.sequence));
  const [, , encapsulated] = body;
  const [contentType, content] = children(expectTag(encapsulated, TAG.sequence));
  const certificates = body.find(({ tag }) => tag === 0xa0);
  const signers = expectTag(body.at(-1), TAG.set);
  return {
    contentType: readObjectIdentifier(contentType),
    content: content === undefined ? null : expectTag(children(content)[0], TAG.octetString).content,
    // Other forms than certificates have tags of their own and are of no use here (RFC 5652, 10.2.2).
    certificates: (certificates === undefined ? [] : children(certificates))
      .filter(({ tag }) => tag === TAG.sequence)
      .map(({ bytes }) => parseCertificate(bytes)),
    signers: children(signers).map(readSigner),
  };
}

function readSigner(element: DerElement): SignerInfo {
  const fields = children(expectTag(element, TAG.sequence));
  const [, identifier, digestAlgorithm] = fields;
  const signed = fields[3]?.tag === 0xa0 ? fields[3] : undefined;
  const [signatureAlgorithm, signature, unsigned] = fields.slice(signed === undefined ? 3 : 4);
  const byIssuer = identifier?.tag === TAG.sequence;
  const [issuer, serialNumber] = byIssuer ? children(identifier) : [];
  return {
    issuerAndSerialNumber: byIssuer
      ? {
          issuer: expectTag(issuer, TAG.sequence).bytes,
          serialNumber: readInteger(serialNumber),
        }
      : null,
    subjectKeyIdentifier: byIssuer ? null : expectTag(identifier, 0x80).content,
    digestAlgorithm: readDigestAlgorithm(digestAlgorithm),
    // RFC 5652, 5.4: signed with the tag of a SET, whatever tag they travel with. Rewritten as DER where a signer
    // has left them in another order.
    signedAttributes: signed === undefined ? null : set(...children(signed).map(({ bytes }) => bytes)),
    attributes: readAttributes(signed),
    signatureAlgorithm: expectTag(signatureAlgorithm, TAG.sequence),
    signature: expectTag(signature, TAG.octetString).content,
    unsignedAttributes: readAttributes(unsigned?.tag === 0xa1 ? unsigned : undefined),
  };
}

function readAttributes(element: DerElement | undefined): ReadonlyMap<string, readonly DerElement[]> {
  const attributes = new Map<string, readonly DerElement[]>();
  for (const each of element === undefined ? [] : children(element)) {
    const [type, values] = children(expectTag(each, TAG.sequence));
    const name = readObjectIdentifier(type);
    attributes.set(name, [...(attributes.get(name) ?? []), ...children(expectTag(values, TAG.set))]);
  }
  return attributes;
}

/** The certificate that a signer names, among those that are at hand; null where it is not. @throws DerError */
export function certificateOf(
  signer: SignerInfo,
  certificates: readonly ParsedCertificate[],
): ParsedCertificate | null {
  const { issuerAndSerialNumber: named, subjectKeyIdentifier } = signer;
  const found = certificates.find((certificate) => {
    if (named !== null) {
      return (
        certificate.serialNumber === named.serialNumber &&
        Buffer.compare(certificate.issuer, named.issuer) === 0
      );
    }
    const extension = certificate.extensions.get(OID.subjectKeyIdentifier);
    if (extension === undefined || subjectKeyIdentifier === null) return false;
    const { content } = expectTag(readElement(extension.value), TAG.octetString);
    return Buffer.compare(content, subjectKeyIdentifier) === 0;
  });
  return found ?? null;
}

/**
 * Whether the signer's signature holds over the content: content type and digest stand once each among the signed
 * attributes and are right (RFC 5652, 11.1 and 11.2), and the attributes are signed by the certificate's key.
 * @throws DerError
 */
export function signerHolds(
  signer: SignerInfo,
  certificate: ParsedCertificate,
  contentType: string,
  content: Uint8Array,
): boolean {
  const { digestAlgorithm, signedAttributes } = signer;
  if (digestAlgorithm === null || digestAlgorithm === 'sha1' || signedAttributes === null) return false;
  const type = only(signer.attributes.get(OID.contentType));
  const digest = only(signer.attributes.get(OID.messageDigest));
  if (type === null || digest === null || readObjectIdentifier(type) !== contentType) return false;
  const told = expectTag(digest, TAG.octetString).content;
  if (Buffer.compare(told, digestOf(digestAlgorithm, content)) !== 0) return false;
  return signatureHolds(
    signer.signatureAlgorithm,
    certificate.publicKey,
    signedAttributes,
    signer.signature,
    digestAlgorithm,
  );
}

/** The one value; null where there is none, or more than one. */
export function only<Value>(values: readonly Value[] | undefined): Value | null {
  return values?.length === 1 ? (values[0] ?? null) : null;
}
