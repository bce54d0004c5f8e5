import { createHash, constants as cryptoConstants, type KeyObject, verify } from 'node:crypto';
import { DerError, TAG } from '../../trust/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readInteger,
  readObjectIdentifier,
} from '../../trust/der-reader.js';

/** AlgorithmIdentifier (RFC 5280, 4.1.1.2). */
export interface AlgorithmIdentifier {
  readonly algorithm: string;
  readonly parameters: DerElement | null;
}

/** @throws DerError */
export function readAlgorithm(found: DerElement | undefined): AlgorithmIdentifier {
  const [algorithm, parameters] = children(expectTag(found, TAG.sequence));
  return { algorithm: readObjectIdentifier(algorithm), parameters: parameters ?? null };
}

/** Digests by object identifier, as node names them. */
const DIGESTS: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
  '1.2.156.10197.1.401': 'sm3',
};

/** Collisions of these can be made (EN 319 102-1 leaves the choice to the verifier's policy). */
const WEAK_DIGESTS: ReadonlySet<string> = new Set(['md5', 'sha1']);

/** The digest's name in node, or null for one that is not known. */
export function digestNamed(oid: string): string | null {
  return DIGESTS[oid] ?? null;
}

export function isWeakDigest(digest: string): boolean {
  return WEAK_DIGESTS.has(digest);
}

export function digestOf(digest: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(digest);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

interface Scheme {
  readonly kind: 'rsa' | 'pss' | 'ecdsa' | 'eddsa';
  /** Null: the digest stands elsewhere. */
  readonly digest: string | null;
}

const SCHEMES: Readonly<Record<string, Scheme>> = {
  '1.2.840.113549.1.1.1': { kind: 'rsa', digest: null },
  '1.2.840.113549.1.1.4': { kind: 'rsa', digest: 'md5' },
  '1.2.840.113549.1.1.5': { kind: 'rsa', digest: 'sha1' },
  '1.2.840.113549.1.1.14': { kind: 'rsa', digest: 'sha224' },
  '1.2.840.113549.1.1.11': { kind: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { kind: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { kind: 'rsa', digest: 'sha512' },
  '1.2.840.113549.1.1.10': { kind: 'pss', digest: null },
  '1.2.840.10045.2.1': { kind: 'ecdsa', digest: null },
  '1.2.840.10045.4.1': { kind: 'ecdsa', digest: 'sha1' },
  '1.2.840.10045.4.3.1': { kind: 'ecdsa', digest: 'sha224' },
  '1.2.840.10045.4.3.2': { kind: 'ecdsa', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { kind: 'ecdsa', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { kind: 'ecdsa', digest: 'sha512' },
  '1.3.101.112': { kind: 'eddsa', digest: null },
  '1.3.101.113': { kind: 'eddsa', digest: null },
};

/** UNSUPPORTED: nothing can be said, such as of SM2, whose identity value OpenSSL's interface in node cannot set. */
export type ValueVerdict = 'RIGHT' | 'WRONG' | 'WEAK' | 'UNSUPPORTED';

/**
 * Whether a signature value is that of the key over the data. WEAK: it is, with a digest or key that can be attacked.
 * @param digest of the signer info, for schemes that leave it open
 */
export function checkValue(
  identifier: AlgorithmIdentifier,
  digest: string | null,
  key: KeyObject,
  data: Uint8Array,
  signature: Uint8Array,
): ValueVerdict {
  const scheme = SCHEMES[identifier.algorithm];
  if (scheme === undefined || !isKeyFor(scheme, key)) return 'UNSUPPORTED';
  const pss = scheme.kind === 'pss' ? pssParameters(identifier.parameters) : null;
  if (scheme.kind === 'pss' && pss === null) return 'UNSUPPORTED';
  const hash = pss?.digest ?? scheme.digest ?? digest;
  if (hash === null && scheme.kind !== 'eddsa') return 'UNSUPPORTED';
  try {
    const right = verify(
      scheme.kind === 'eddsa' ? null : hash,
      data,
      pss === null
        ? scheme.kind === 'rsa'
          ? { key, padding: cryptoConstants.RSA_PKCS1_PADDING }
          : key
        : { key, padding: cryptoConstants.RSA_PKCS1_PSS_PADDING, saltLength: pss.saltLength },
      signature,
    );
    if (!right) return 'WRONG';
  } catch {
    // A value that is no signature of this scheme at all, such as DER that is cut off.
    return 'WRONG';
  }
  const isWeak = (hash !== null && isWeakDigest(hash)) || hasShortKey(key);
  return isWeak ? 'WEAK' : 'RIGHT';
}

function isKeyFor(scheme: Scheme, key: KeyObject): boolean {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return scheme.kind === 'rsa' || scheme.kind === 'pss';
    case 'rsa-pss':
      return scheme.kind === 'pss';
    case 'ec':
      return scheme.kind === 'ecdsa';
    case 'ed25519':
    case 'ed448':
      return scheme.kind === 'eddsa';
    default:
      return false;
  }
}

function hasShortKey(key: KeyObject): boolean {
  const bits = key.asymmetricKeyDetails?.modulusLength;
  return bits !== undefined && bits < 2048;
}

/** RSASSA-PSS-params (RFC 4055, 3.1); null for what is malformed or uses another mask than its digest. */
function pssParameters(
  parameters: DerElement | null,
): { readonly digest: string; readonly saltLength: number } | null {
  try {
    const parts = new Map(
      (parameters === null ? [] : children(expectTag(parameters, TAG.sequence))).map((part) => [
        part.tag,
        part,
      ]),
    );
    const inside = (tag: number): DerElement | undefined => {
      const part = parts.get(tag);
      return part === undefined ? undefined : children(part)[0];
    };
    const digest = parts.has(0xa0) ? digestNamed(readAlgorithm(inside(0xa0)).algorithm) : 'sha1';
    const mask = parts.has(0xa1) ? readAlgorithm(inside(0xa1)).parameters : null;
    const maskDigest = mask === null ? 'sha1' : digestNamed(readAlgorithm(mask).algorithm);
    const saltLength = parts.has(0xa2) ? Number(readInteger(inside(0xa2))) : 20;
    if (digest === null || digest !== maskDigest || saltLength < 0 || saltLength > 512) return null;
    return { digest, saltLength };
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}
