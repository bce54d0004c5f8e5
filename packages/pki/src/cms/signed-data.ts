/** Parser for CMS SignedData (RFC 5652, section 5) in DER or BER, without any judgement of its content. */
import { readBer } from '../asn1/ber.js';
import { DerError, element, TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readInteger,
  readObjectIdentifier,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import { certificateOrNull, type ParsedCertificate } from '../certificates/parsed-certificate.js';
import { type AlgorithmIdentifier, readAlgorithm } from '../certificates/signature-algorithm.js';

export interface SignerInfo {
  /** IssuerAndSerialNumber; null if the signer is identified by key identifier. */
  readonly issuerAndSerialNumber: { readonly issuer: Uint8Array; readonly serialNumber: bigint } | null;
  readonly subjectKeyIdentifier: Uint8Array | null;
  /** Object identifier, possibly of an unknown algorithm; see digestNamed. */
  readonly digestAlgorithm: string;
  /** Encoded with the tag of a SET, in their original order; null if the content itself is signed. */
  readonly signedAttributes: Uint8Array | null;
  /** Values of each attribute, complete elements. */
  readonly attributes: ReadonlyMap<string, readonly DerElement[]>;
  /** Types of signed attributes that occur more than once; none of those that are used here. */
  readonly repeatedAttributes: readonly string[];
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly unsignedAttributes: ReadonlyMap<string, readonly DerElement[]>;
}

export interface SignedData {
  readonly contentType: string;
  /** null: detached. */
  readonly content: Uint8Array | null;
  /** The readable certificates. */
  readonly certificates: readonly ParsedCertificate[];
  /** CertificateLists, DER. */
  readonly revocationLists: readonly Uint8Array[];
  readonly signers: readonly SignerInfo[];
  /** Length of the ContentInfo. */
  readonly length: number;
}

/**
 * Reads exactly one ContentInfo.
 * @throws DerError
 * @example
 * ```ts
 * import { certificateOf, checkSignerValue, namesDigest, readSignedData } from '@cinnabar/pki';
 *
 * // Whether every signer of a detached CMS signed the content with its included certificate.
 * function isSigned(cms: Uint8Array, content: Uint8Array): boolean {
 *   const { signers, certificates } = readSignedData(cms);
 *   return signers.every((signer) => {
 *     const certificate = certificateOf(signer, certificates);
 *     if (certificate === null || !namesDigest(signer, [content])) return false;
 *     return checkSignerValue(signer, certificate, [content]) === 'RIGHT';
 *   });
 * }
 * ```
 */
export function readSignedData(contentInfo: Uint8Array): SignedData {
  const signedData = readFirstSignedData(contentInfo);
  if (signedData.length !== contentInfo.length)
    throw new DerError('TRAILING_BYTES', `${contentInfo.length - signedData.length} after the signed data`);
  return signedData;
}

/** GB/T 35275 has the structure of RFC 5652 under types of its own. */
const SIGNED_DATA: ReadonlySet<string> = new Set([OID.signedData, OID.gmSignedData]);

/**
 * Reads the first ContentInfo and ignores trailing bytes, such as the padding of a CMS in /Contents.
 * @throws DerError
 */
export function readFirstSignedData(bytes: Uint8Array): SignedData {
  const { der, length } = readBer(bytes);
  const [type, wrapped] = children(expectTag(readElement(der), TAG.sequence));
  if (!SIGNED_DATA.has(readObjectIdentifier(type))) throw new DerError('UNEXPECTED_TAG', 'not a SignedData');
  const body = children(expectTag(children(expectTag(wrapped, 0xa0))[0], TAG.sequence));
  const [, , encapsulated] = body;
  const [contentType, content] = children(expectTag(encapsulated, TAG.sequence));
  return {
    contentType: readObjectIdentifier(contentType),
    content: content === undefined ? null : contentOf(children(content)[0]),
    // Certificate formats other than X.509 have tags of their own and are not used (RFC 5652, 10.2.2).
    certificates: within(body, 0xa0)
      .map(({ bytes: certificate }) => certificateOrNull(certificate))
      .filter((certificate) => certificate !== null),
    revocationLists: within(body, 0xa1)
      .filter(({ tag }) => tag === TAG.sequence)
      .map(({ bytes: list }) => list),
    signers: children(expectTag(body.at(-1), TAG.set)).map(readSigner),
    length,
  };
}

function within(body: readonly DerElement[], wanted: number): readonly DerElement[] {
  const found = body.find(({ tag }) => tag === wanted);
  return found === undefined ? [] : children(found);
}

/** The content of an OCTET STRING; PKCS #7 version 1 has other types of content. */
function contentOf(found: DerElement | undefined): Uint8Array {
  if (found === undefined) throw new DerError('TRUNCATED', 'content');
  return found.content;
}

function readSigner(signer: DerElement): SignerInfo {
  const fields = children(expectTag(signer, TAG.sequence));
  const [, identifier, digestAlgorithm] = fields;
  const signed = fields[3]?.tag === 0xa0 ? fields[3] : undefined;
  const [signatureAlgorithm, signature, unsigned] = fields.slice(signed === undefined ? 3 : 4);
  const byIssuer = identifier?.tag === TAG.sequence;
  const [issuer, serialNumber] = byIssuer ? children(identifier) : [];
  return {
    issuerAndSerialNumber: byIssuer
      ? { issuer: expectTag(issuer, TAG.sequence).bytes, serialNumber: readInteger(serialNumber) }
      : null,
    subjectKeyIdentifier: byIssuer ? null : expectTag(identifier, 0x80).content,
    digestAlgorithm: readAlgorithm(digestAlgorithm).algorithm,
    signedAttributes: signed === undefined ? null : element(TAG.set, signed.content),
    attributes: readAttributes(signed),
    repeatedAttributes: repeatedIn(signed),
    signatureAlgorithm: readAlgorithm(signatureAlgorithm),
    signature: expectTag(signature, TAG.octetString).content,
    unsignedAttributes: readAttributes(unsigned?.tag === 0xa1 ? unsigned : undefined),
  };
}

/** Attributes that must be unique: if one occurs twice, programs may use different values. */
const ONCE: ReadonlySet<string> = new Set([
  OID.contentType,
  OID.messageDigest,
  OID.signingTime,
  OID.signingCertificate,
  OID.signingCertificateV2,
  OID.adobeRevocation,
]);

/** @throws DerError also for a duplicate attribute of these, because it is ambiguous which of the two was signed for */
function readAttributes(found: DerElement | undefined): ReadonlyMap<string, readonly DerElement[]> {
  const attributes = new Map<string, readonly DerElement[]>();
  for (const each of found === undefined ? [] : children(found)) {
    const [type, values] = children(expectTag(each, TAG.sequence));
    const name = readObjectIdentifier(type);
    const known = attributes.get(name);
    if (known !== undefined && ONCE.has(name))
      throw new DerError('OUT_OF_RANGE', `the attribute ${name} twice`);
    attributes.set(name, [...(known ?? []), ...children(expectTag(values, TAG.set))]);
  }
  return attributes;
}

function repeatedIn(found: DerElement | undefined): readonly string[] {
  const seen = new Set<string>();
  const types = (found === undefined ? [] : children(found)).map((each) =>
    readObjectIdentifier(children(each)[0]),
  );
  return types.filter((type, index) => {
    const isRepeated = seen.has(type) && types.lastIndexOf(type) === index;
    seen.add(type);
    return isRepeated;
  });
}

/** The certificate that a signer identifies, from the given ones; null if it is not among them. @throws DerError */
export function certificateOf(
  signer: SignerInfo,
  certificates: readonly ParsedCertificate[],
): ParsedCertificate | null {
  const { issuerAndSerialNumber: named, subjectKeyIdentifier } = signer;
  const found = certificates.find((certificate) => {
    if (named !== null)
      return certificate.serialNumber === named.serialNumber && sameBytes(certificate.issuer, named.issuer);
    const extension = certificate.extensions.get(OID.subjectKeyIdentifier);
    if (extension === undefined || subjectKeyIdentifier === null) return false;
    return sameBytes(readElement(extension.value).content, subjectKeyIdentifier);
  });
  return found ?? null;
}

/** The only value; null if there is none or more than one. */
export function only<Value>(values: readonly Value[] | undefined): Value | null {
  return values?.length === 1 ? (values[0] ?? null) : null;
}
