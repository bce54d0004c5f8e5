import { createPublicKey, type KeyObject } from 'node:crypto';
import { DerError, TAG } from '../../trust/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readInteger,
  readObjectIdentifier,
  readTime,
} from '../../trust/der-reader.js';
import { type AlgorithmIdentifier, readAlgorithm } from './signature-algorithms.js';

export interface CertificateExtension {
  readonly critical: boolean;
  /** What the OCTET STRING holds. */
  readonly value: Uint8Array;
}

/** An X.509 certificate (RFC 5280) as far as a verifier looks into it. */
export interface Certificate {
  readonly bytes: Uint8Array;
  readonly toBeSigned: Uint8Array;
  /** INTEGER content in hexadecimal. */
  readonly serialNumber: string;
  /** Names as DER, for comparison. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeyInfo: Uint8Array;
  /** Null for a kind of key that OpenSSL does not read. */
  readonly publicKey: KeyObject | null;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly extensions: ReadonlyMap<string, CertificateExtension>;
}

export const EXTENSION = Object.freeze({
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  crlDistributionPoints: '2.5.29.31',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInformation: '1.3.6.1.5.5.7.1.1',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
});

/** @throws DerError where the bytes are no certificate */
export function readCertificate(bytes: Uint8Array): Certificate {
  const [toBeSigned, algorithm, signature] = children(expectTag(readElement(bytes), TAG.sequence));
  const parts = children(expectTag(toBeSigned, TAG.sequence));
  const first = parts[0]?.tag === 0xa0 ? 1 : 0;
  const [serial, , issuer, validity, subject, publicKeyInfo] = parts.slice(first);
  const [notBefore, notAfter] = children(expectTag(validity, TAG.sequence));
  const extensions = parts.find((part) => part.tag === 0xa3);
  return {
    bytes,
    toBeSigned: expectTag(toBeSigned, TAG.sequence).bytes,
    serialNumber: Buffer.from(expectTag(serial, TAG.integer).content).toString('hex'),
    issuer: expectTag(issuer, TAG.sequence).bytes,
    subject: expectTag(subject, TAG.sequence).bytes,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    publicKeyInfo: expectTag(publicKeyInfo, TAG.sequence).bytes,
    publicKey: keyOf(expectTag(publicKeyInfo, TAG.sequence).bytes),
    signatureAlgorithm: readAlgorithm(algorithm),
    signature: bitsOf(signature),
    extensions: extensions === undefined ? new Map() : readExtensions(children(extensions)[0]),
  };
}

/** The certificate, or null where the bytes are none. */
export function certificateOrNull(bytes: Uint8Array): Certificate | null {
  try {
    return readCertificate(bytes);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** Extensions ::= SEQUENCE OF Extension; one that stands twice is an error (RFC 5280, 4.2). @throws DerError */
export function readExtensions(found: DerElement | undefined): ReadonlyMap<string, CertificateExtension> {
  const extensions = new Map<string, CertificateExtension>();
  for (const extension of children(expectTag(found, TAG.sequence))) {
    const [type, second, third] = children(expectTag(extension, TAG.sequence));
    const critical = second?.tag === TAG.boolean && second.content[0] !== 0;
    const value = expectTag(second?.tag === TAG.boolean ? third : second, TAG.octetString).content;
    const name = readObjectIdentifier(type);
    if (extensions.has(name)) throw new DerError('NOT_DER', `the extension ${name} twice`);
    extensions.set(name, { critical, value });
  }
  return extensions;
}

/** The bytes of a BIT STRING without unused bits. @throws DerError */
export function bitsOf(found: DerElement | undefined): Uint8Array {
  return expectTag(found, TAG.bitString).content.subarray(1);
}

function keyOf(publicKeyInfo: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(publicKeyInfo), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** Whether it may issue certificates, and how many further authorities below it. */
export function authorityOf(certificate: Certificate): { readonly pathLength: number | null } | null {
  return readExtension(certificate, EXTENSION.basicConstraints, (value) => {
    const [isAuthority, pathLength] = children(expectTag(value, TAG.sequence));
    if (isAuthority?.tag !== TAG.boolean || isAuthority.content[0] === 0) return null;
    return { pathLength: pathLength === undefined ? null : Number(readInteger(pathLength)) };
  });
}

/** The bits of KeyUsage that are set (RFC 5280, 4.2.1.3); null without that extension. */
export function keyUsageOf(certificate: Certificate): ReadonlySet<number> | null {
  return readExtension(certificate, EXTENSION.keyUsage, (value) => {
    const bits = bitsOf(value);
    const set = new Set<number>();
    for (let bit = 0; bit < bits.length * 8; bit += 1) {
      if (((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0) set.add(bit);
    }
    return set;
  });
}

/** The purposes of ExtendedKeyUsage; null without that extension. */
export function purposesOf(certificate: Certificate): readonly string[] | null {
  return readExtension(certificate, EXTENSION.extendedKeyUsage, (value) =>
    children(expectTag(value, TAG.sequence)).map(readObjectIdentifier),
  );
}

/** An extension's value by a reader; null where it is missing or cannot be read. */
export function readExtension<Value>(
  certificate: Certificate,
  type: string,
  read: (value: DerElement) => Value,
): Value | null {
  const found = certificate.extensions.get(type);
  if (found === undefined) return null;
  try {
    return read(readElement(found.value));
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
