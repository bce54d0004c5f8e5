/** Parser for X.509 certificates of any issuer (RFC 5280, 4.1), without any judgement of their content. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { DerError, TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readInteger,
  readObjectIdentifier,
  readTime,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import { type AlgorithmIdentifier, readAlgorithm } from './signature-algorithm.js';

export interface Extension {
  readonly critical: boolean;
  /** DER of the value within the OCTET STRING. */
  readonly value: Uint8Array;
}

export interface ParsedCertificate {
  /** The whole certificate, DER. */
  readonly bytes: Uint8Array;
  readonly toBeSigned: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly serialNumber: bigint;
  /** Names, DER. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeyInfo: Uint8Array;
  /** Null for a kind of key that OpenSSL does not support. */
  readonly publicKey: KeyObject | null;
  readonly extensions: ReadonlyMap<string, Extension>;
}

/**
 * Reads an X.509 certificate of any issuer.
 * @throws DerError if it is not a certificate in DER
 * @example
 * ```ts
 * import { parseCertificate, readCommonName } from '@cinnabar/pki';
 *
 * const nameIn = (certificate: Uint8Array): string => readCommonName(parseCertificate(certificate).subject);
 * ```
 */
export function parseCertificate(bytes: Uint8Array): ParsedCertificate {
  const [body, signatureAlgorithm, signature] = children(expectTag(readElement(bytes), TAG.sequence));
  const fields = children(expectTag(body, TAG.sequence));
  if (fields[0]?.tag === 0xa0) fields.shift();
  const [serial, innerAlgorithm, issuer, validity, subject, keyInfo, ...rest] = fields;
  const outer = expectTag(signatureAlgorithm, TAG.sequence);
  const publicKeyInfo = expectTag(keyInfo, TAG.sequence).bytes;
  // RFC 5280, 4.1.1.2: both must be equal; otherwise the unsigned one was altered.
  if (!sameBytes(expectTag(innerAlgorithm, TAG.sequence).bytes, outer.bytes))
    throw new DerError('OUT_OF_RANGE', 'the certificate states two different signature algorithms');
  const [notBefore, notAfter] = children(expectTag(validity, TAG.sequence));
  return {
    bytes,
    toBeSigned: expectTag(body, TAG.sequence).bytes,
    signatureAlgorithm: readAlgorithm(outer),
    signature: bitsOf(signature),
    serialNumber: readInteger(serial),
    issuer: expectTag(issuer, TAG.sequence).bytes,
    subject: expectTag(subject, TAG.sequence).bytes,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    publicKeyInfo,
    publicKey: openKey(publicKeyInfo),
    extensions: readExtensions(rest.find(({ tag }) => tag === 0xa3)),
  };
}

/** The certificate, or null if the bytes are not one. */
export function certificateOrNull(bytes: Uint8Array): ParsedCertificate | null {
  return orNull(() => parseCertificate(bytes));
}

/** Cache of parsed keys: authorities' keys recur in every signature, and parsing a key with OpenSSL is slow. */
const openKeys = new Map<string, KeyObject | null>();
const MAX_OPEN_KEYS = 256;

function openKey(publicKeyInfo: Uint8Array): KeyObject | null {
  const text = Buffer.from(publicKeyInfo).toString('latin1');
  const known = openKeys.get(text);
  if (known !== undefined) return known;
  const key = openedKey(publicKeyInfo);
  const [oldest] = openKeys.keys();
  if (oldest !== undefined && openKeys.size >= MAX_OPEN_KEYS) openKeys.delete(oldest);
  openKeys.set(text, key);
  return key;
}

function openedKey(publicKeyInfo: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(publicKeyInfo), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** Result of a DER reader; null if the input has another structure. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** The bytes of a BIT STRING without unused bits, such as a signature or key. @throws DerError */
export function bitsOf(found: DerElement | undefined): Uint8Array {
  const { content } = expectTag(found, TAG.bitString);
  if (content[0] !== 0) throw new DerError('NOT_DER', 'unused bits');
  return content.subarray(1);
}

/** The bytes of a BIT STRING with named bits, of any length. @throws DerError */
export function namedBitsOf(found: DerElement | undefined): Uint8Array {
  return expectTag(found, TAG.bitString).content.subarray(1);
}

/**
 * Reads extensions within their explicit tag; empty if there are none. A duplicate extension is an error (RFC 5280,
 * 4.2).
 * @throws DerError
 */
export function readExtensions(wrapped: DerElement | undefined): ReadonlyMap<string, Extension> {
  return wrapped === undefined ? new Map() : extensionsIn(children(wrapped)[0]);
}

/** Extensions ::= SEQUENCE OF Extension. @throws DerError */
export function extensionsIn(found: DerElement | undefined): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>();
  for (const each of children(expectTag(found, TAG.sequence))) {
    const [type, second, third] = children(expectTag(each, TAG.sequence));
    const critical = second?.tag === TAG.boolean && second.content[0] !== 0;
    const value = expectTag(second?.tag === TAG.boolean ? third : second, TAG.octetString).content;
    const name = readObjectIdentifier(type);
    if (extensions.has(name)) throw new DerError('OUT_OF_RANGE', `the extension ${name} twice`);
    extensions.set(name, { critical, value });
  }
  return extensions;
}

/** Lower-case hexadecimal digits in pairs, as stored in the certificates table. */
export function serialNumberText(serialNumber: bigint): string {
  const digits = serialNumber.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** The extended key purposes of a certificate; null without the extension. @throws DerError */
export function extendedKeyPurposes(certificate: ParsedCertificate): readonly string[] | null {
  const extension = certificate.extensions.get(OID.extendedKeyUsage);
  if (extension === undefined) return null;
  return children(expectTag(readElement(extension.value), TAG.sequence)).map(readObjectIdentifier);
}

/** Whether KeyUsage, if present, has that bit (RFC 5280, 4.2.1.3; bits count from 0). @throws DerError */
export function allowsUsage(certificate: ParsedCertificate, bit: number): boolean {
  const extension = certificate.extensions.get(OID.keyUsage);
  if (extension === undefined) return true;
  const bits = namedBitsOf(readElement(extension.value));
  return ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
}

/**
 * BasicConstraints: null for an end entity; for an authority the path length, Infinity if it has none.
 * @throws DerError
 */
export function pathLengthOf(certificate: ParsedCertificate): number | null {
  const extension = certificate.extensions.get(OID.basicConstraints);
  if (extension === undefined) return null;
  const [authority, length] = children(expectTag(readElement(extension.value), TAG.sequence));
  if (authority?.tag !== TAG.boolean || authority.content[0] === 0) return null;
  return length === undefined ? Number.POSITIVE_INFINITY : Number(readInteger(length));
}
