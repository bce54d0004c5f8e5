import { constants, type KeyObject, verify } from 'node:crypto';
import { DerError, TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readInteger,
  readObjectIdentifier,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { type DigestAlgorithm, digestNamed, isWeakDigest } from './digest-algorithm.js';
import { isSm2Key, verifySm2 } from './sm2.js';

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

interface Scheme {
  readonly kind: 'rsa' | 'pss' | 'ecdsa' | 'eddsa' | 'sm2';
  /** Null: the digest is specified elsewhere, or part of the scheme. */
  readonly digest: DigestAlgorithm | null;
}

const SCHEMES: Readonly<Record<string, Scheme>> = Object.freeze({
  [OID.rsaEncryption]: { kind: 'rsa', digest: null },
  [OID.md5WithRsaEncryption]: { kind: 'rsa', digest: 'md5' },
  [OID.sha1WithRsaEncryption]: { kind: 'rsa', digest: 'sha1' },
  [OID.sha224WithRsaEncryption]: { kind: 'rsa', digest: 'sha224' },
  [OID.sha256WithRsaEncryption]: { kind: 'rsa', digest: 'sha256' },
  [OID.sha384WithRsaEncryption]: { kind: 'rsa', digest: 'sha384' },
  [OID.sha512WithRsaEncryption]: { kind: 'rsa', digest: 'sha512' },
  [OID.rsassaPss]: { kind: 'pss', digest: null },
  [OID.ecPublicKey]: { kind: 'ecdsa', digest: null },
  [OID.ecdsaWithSha1]: { kind: 'ecdsa', digest: 'sha1' },
  [OID.ecdsaWithSha224]: { kind: 'ecdsa', digest: 'sha224' },
  [OID.ecdsaWithSha256]: { kind: 'ecdsa', digest: 'sha256' },
  [OID.ecdsaWithSha384]: { kind: 'ecdsa', digest: 'sha384' },
  [OID.ecdsaWithSha512]: { kind: 'ecdsa', digest: 'sha512' },
  [OID.ed25519]: { kind: 'eddsa', digest: null },
  [OID.ed448]: { kind: 'eddsa', digest: null },
  // The first two name no digest; those who use them state SM3 beside.
  [OID.sm2]: { kind: 'sm2', digest: null },
  [OID.sm2Signing]: { kind: 'sm2', digest: null },
  [OID.sm2WithSm3]: { kind: 'sm2', digest: 'sm3' },
});

/**
 * - `WEAK`: the value is correct, but its digest or key can be attacked
 * - `UNSUPPORTED`: cannot be verified: an unknown algorithm, or SM2 over another digest than SM3
 */
export type ValueVerdict = 'RIGHT' | 'WRONG' | 'WEAK' | 'UNSUPPORTED';

/**
 * Verifies a signature value. Callers that need proof must accept only RIGHT: a collision of SHA-1 costs less than a
 * contract is worth.
 *
 * @param key null: of a kind that OpenSSL does not support
 * @param digest digest algorithm of a SignerInfo whose signature algorithm does not specify one, such as `rsaEncryption`
 * (RFC 5652, 10.1.2)
 */
export function checkValue(
  identifier: AlgorithmIdentifier,
  key: KeyObject | null,
  data: Uint8Array,
  signature: Uint8Array,
  digest: DigestAlgorithm | null = null,
): ValueVerdict {
  const scheme = SCHEMES[identifier.algorithm];
  if (scheme === undefined || key === null || !isKeyFor(scheme, key)) return 'UNSUPPORTED';
  if (provesNothing(key)) return 'WRONG';
  const pss = scheme.kind === 'pss' ? pssParameters(identifier.parameters) : null;
  if (scheme.kind === 'pss' && pss === null) return 'UNSUPPORTED';
  const hash = scheme.kind === 'eddsa' ? null : (pss?.digest ?? scheme.digest ?? digest);
  if (hash === null && scheme.kind !== 'eddsa') return 'UNSUPPORTED';
  if (scheme.kind === 'sm2' && hash !== 'sm3') return 'UNSUPPORTED';
  try {
    if (scheme.kind === 'sm2') return verdictOf(verifySm2(key, data, signature));
    const padded =
      pss !== null
        ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss.saltLength }
        : scheme.kind === 'rsa'
          ? { key, padding: constants.RSA_PKCS1_PADDING }
          : key;
    if (!verify(hash, data, padded, signature)) return 'WRONG';
  } catch {
    // OpenSSL throws for input that it cannot process: truncated DER, or a PSS key with other parameters.
    return 'WRONG';
  }
  return (hash !== null && isWeakDigest(hash)) || hasShortKey(key) ? 'WEAK' : 'RIGHT';
}

/**
 * Whether a well-funded attacker can forge such a signature: with a short key, or over a digest with collisions, as
 * demonstrated for certificates with MD5 in 2008 and feasible with SHA-1 since 2020.
 */
export function isForgeable({ algorithm, parameters }: AlgorithmIdentifier, key: KeyObject | null): boolean {
  const scheme = SCHEMES[algorithm];
  const digest = scheme?.kind === 'pss' ? pssParameters(parameters)?.digest : scheme?.digest;
  return (
    (digest !== undefined && digest !== null && isWeakDigest(digest)) || (key !== null && hasShortKey(key))
  );
}

/**
 * Whether anyone can forge signatures of an RSA key: with the exponent 1 a message is its own signature, and an even
 * exponent belongs to no key pair (RFC 8017, 3.1: odd, and at least 3).
 */
export function provesNothing(key: KeyObject): boolean {
  const { publicExponent } = key.asymmetricKeyDetails ?? {};
  return publicExponent !== undefined && (publicExponent < 3n || publicExponent % 2n === 0n);
}

/** Whether an RSA key has a smaller exponent than FIPS 186-5 (5.4) and ETSI TS 119 312 (table 4) permit. */
export function hasSmallExponent(key: KeyObject): boolean {
  const { publicExponent } = key.asymmetricKeyDetails ?? {};
  return publicExponent !== undefined && publicExponent < 65_537n;
}

function verdictOf(isRight: boolean | null): ValueVerdict {
  if (isRight === null) return 'UNSUPPORTED';
  return isRight ? 'RIGHT' : 'WRONG';
}

function isKeyFor({ kind }: Scheme, key: KeyObject): boolean {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return kind === 'rsa' || kind === 'pss';
    case 'rsa-pss':
      return kind === 'pss';
    case 'ec':
      return kind === 'ecdsa';
    case 'ed25519':
    case 'ed448':
      return kind === 'eddsa';
    default:
      return kind === 'sm2' && isSm2Key(key);
  }
}

const MIN_BITS_OF_CURVE = 224;

function hasShortKey(key: KeyObject): boolean {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return modulusLength < 2048;
  // Curve names contain their size in bits: prime256v1, secp112r1, brainpoolP384r1.
  return (
    key.asymmetricKeyType === 'ec' && Number(/\d{3}/.exec(namedCurve ?? '')?.[0] ?? 0) < MIN_BITS_OF_CURVE
  );
}

/**
 * RSASSA-PSS-params (RFC 4055, 3.1), whose defaults use SHA-1. Null if they are malformed or use different digests for
 * content and mask: OpenSSL uses one for both and would verify them incorrectly.
 */
function pssParameters(
  parameters: DerElement | null,
): { readonly digest: DigestAlgorithm; readonly saltLength: number } | null {
  try {
    const fields = parameters === null ? [] : children(expectTag(parameters, TAG.sequence));
    const inner = (number: number): DerElement | undefined => {
      const field = fields.find(({ tag }) => tag === (0xa0 | number));
      return field === undefined ? undefined : children(field)[0];
    };
    const [hash, mask, salt, trailer] = [inner(0), inner(1), inner(2), inner(3)];
    const digest = hash === undefined ? 'sha1' : digestNamed(readAlgorithm(hash).algorithm);
    const maskDigest = mask === undefined ? 'sha1' : maskDigestOf(readAlgorithm(mask));
    const saltLength = salt === undefined ? 20 : Number(readInteger(salt));
    if (digest === null || digest !== maskDigest || saltLength < 0 || saltLength > 512) return null;
    if (trailer !== undefined && readInteger(trailer) !== 1n) return null;
    return { digest, saltLength };
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

function maskDigestOf({ algorithm, parameters }: AlgorithmIdentifier): DigestAlgorithm | null {
  if (algorithm !== OID.mgf1 || parameters === null) return null;
  return digestNamed(readAlgorithm(parameters).algorithm);
}
