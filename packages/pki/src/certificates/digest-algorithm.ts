import { createHash } from 'node:crypto';
import { nullValue, objectIdentifier, sequence, TAG } from '../asn1/der.js';
import { children, type DerElement, expectTag, readObjectIdentifier } from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import type { SignatureAlgorithm } from './certificate.js';

/** Names as in node:crypto. */
export type DigestAlgorithm =
  | 'md5'
  | 'sha1'
  | 'sha224'
  | 'sha256'
  | 'sha384'
  | 'sha512'
  | 'sha3-256'
  | 'sha3-384'
  | 'sha3-512'
  | 'sm3';

const ALGORITHMS: readonly { name: DigestAlgorithm; oid: string; length: number; weak?: true }[] =
  Object.freeze([
    { name: 'md5', oid: OID.md5, length: 16, weak: true },
    { name: 'sha1', oid: OID.sha1, length: 20, weak: true },
    { name: 'sha224', oid: OID.sha224, length: 28 },
    { name: 'sha256', oid: OID.sha256, length: 32 },
    { name: 'sha384', oid: OID.sha384, length: 48 },
    { name: 'sha512', oid: OID.sha512, length: 64 },
    { name: 'sha3-256', oid: OID.sha3With256, length: 32 },
    { name: 'sha3-384', oid: OID.sha3With384, length: 48 },
    { name: 'sha3-512', oid: OID.sha3With512, length: 64 },
    { name: 'sm3', oid: OID.sm3, length: 32 },
  ]);

/** The algorithm with that object identifier; null if it is unknown. */
export function digestNamed(oid: string): DigestAlgorithm | null {
  return ALGORITHMS.find((each) => each.oid === oid)?.name ?? null;
}

/** Whether collisions are feasible; EN 319 102-1 leaves the consequence to the verifier's policy. */
export function isWeakDigest(algorithm: DigestAlgorithm): boolean {
  return ALGORITHMS.some(({ name, weak }) => name === algorithm && weak === true);
}

/** The algorithm of an AlgorithmIdentifier; null if it is unknown. @throws DerError */
export function readDigestAlgorithm(identifier: DerElement | undefined): DigestAlgorithm | null {
  const [type, parameters, more] = children(expectTag(identifier, TAG.sequence));
  const oid = readObjectIdentifier(type);
  // RFC 5754, section 2: parameters are absent or NULL; both occur.
  if (more !== undefined || (parameters !== undefined && parameters.tag !== TAG.null)) return null;
  return digestNamed(oid);
}

/** AlgorithmIdentifier without parameters, as RFC 5754, section 2, specifies for digests in CMS. */
export function digestAlgorithmIdentifier(algorithm: DigestAlgorithm): Uint8Array {
  return sequence(objectIdentifier(oidOf(algorithm)));
}

/** AlgorithmIdentifier with NULL, as traditionally used in requests and CertIDs. */
export function digestAlgorithmWithNull(algorithm: DigestAlgorithm): Uint8Array {
  return sequence(objectIdentifier(oidOf(algorithm)), nullValue());
}

/** Length of a digest in bytes. */
export function digestLength(algorithm: DigestAlgorithm): number {
  return ALGORITHMS.find(({ name }) => name === algorithm)?.length ?? 0;
}

/** Digest that belongs to a signature algorithm: of the content, and of the certificate that signed attributes name. */
export function digestBeside(algorithm: SignatureAlgorithm): 'sha256' | 'sm3' {
  return algorithm === 'sm2-sm3' ? 'sm3' : 'sha256';
}

export function digestOf(algorithm: DigestAlgorithm, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function oidOf(algorithm: DigestAlgorithm): string {
  const found = ALGORITHMS.find(({ name }) => name === algorithm);
  if (found === undefined) throw new TypeError(`no such digest algorithm: ${algorithm}`);
  return found.oid;
}
