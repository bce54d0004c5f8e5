import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { DerError, TAG } from './der.js';
import { children, type DerElement, expectTag, readInteger, readObjectIdentifier } from './der-reader.js';
import { type DigestAlgorithm, readDigestAlgorithm } from './digest-algorithm.js';
import { OID } from './object-identifiers.js';

type Scheme =
  | { readonly kind: 'rsa' | 'ecdsa'; readonly digest: DigestAlgorithm }
  | { readonly kind: 'pss'; readonly digest: DigestAlgorithm; readonly saltLength: number }
  | { readonly kind: 'ed25519' };

const FIXED: Readonly<Record<string, Scheme>> = Object.freeze({
  [OID.sha256WithRsaEncryption]: { kind: 'rsa', digest: 'sha256' },
  [OID.sha384WithRsaEncryption]: { kind: 'rsa', digest: 'sha384' },
  [OID.sha512WithRsaEncryption]: { kind: 'rsa', digest: 'sha512' },
  [OID.ecdsaWithSha256]: { kind: 'ecdsa', digest: 'sha256' },
  [OID.ecdsaWithSha384]: { kind: 'ecdsa', digest: 'sha384' },
  [OID.ecdsaWithSha512]: { kind: 'ecdsa', digest: 'sha512' },
  [OID.ed25519]: { kind: 'ed25519' },
});

/**
 * Whether a signature over `data` is that key's. Algorithms that are not known here, SHA-1 among them, hold nothing:
 * a collision of SHA-1 costs less than a contract.
 *
 * @param identifier AlgorithmIdentifier of the signature
 * @param publicKey SubjectPublicKeyInfo, DER
 * @param digest what a SignerInfo names beside `rsaEncryption`, which says nothing about it (RFC 5652, 10.1.2)
 * @throws DerError
 */
export function signatureHolds(
  identifier: DerElement | undefined,
  publicKey: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
  digest: DigestAlgorithm | null = null,
): boolean {
  const scheme = readScheme(identifier, digest);
  const key = scheme === null ? null : openKey(publicKey);
  if (scheme === null || key === null || !fits(scheme, key)) return false;
  try {
    switch (scheme.kind) {
      case 'ed25519':
        return verify(null, data, key, signature);
      case 'pss': {
        const padding = constants.RSA_PKCS1_PSS_PADDING;
        return verify(scheme.digest, data, { key, padding, saltLength: scheme.saltLength }, signature);
      }
      default:
        return verify(scheme.digest, data, key, signature);
    }
  } catch {
    // OpenSSL throws for what it cannot even try, such as a PSS key whose parameters differ.
    return false;
  }
}

function fits(scheme: Scheme, key: KeyObject): boolean {
  const type = key.asymmetricKeyType;
  if (scheme.kind === 'rsa') return type === 'rsa';
  if (scheme.kind === 'pss') return type === 'rsa' || type === 'rsa-pss';
  if (scheme.kind === 'ecdsa') return type === 'ec';
  return type === 'ed25519';
}

function openKey(publicKey: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function readScheme(identifier: DerElement | undefined, digest: DigestAlgorithm | null): Scheme | null {
  const [type, parameters] = children(expectTag(identifier, TAG.sequence));
  const oid = readObjectIdentifier(type);
  if (oid === OID.rsassaPss) return readPss(parameters);
  if (oid === OID.rsaEncryption) {
    return digest === null || digest === 'sha1' ? null : { kind: 'rsa', digest };
  }
  return FIXED[oid] ?? null;
}

/** RSASSA-PSS-params (RFC 4055, 3.1); left out they mean SHA-1, which is not taken. */
function readPss(parameters: DerElement | undefined): Scheme | null {
  const fields = children(expectTag(parameters, TAG.sequence));
  const inner = (number: number): DerElement | undefined => {
    const field = fields.find(({ tag }) => tag === (0xa0 | number));
    return field === undefined ? undefined : children(field)[0];
  };
  const [hash, mask, salt, trailer] = [inner(0), inner(1), inner(2), inner(3)];
  if (hash === undefined || mask === undefined) return null;
  const digest = readDigestAlgorithm(hash);
  const [maskType, maskHash] = children(expectTag(mask, TAG.sequence));
  if (digest === null || digest === 'sha1' || readObjectIdentifier(maskType) !== OID.mgf1) return null;
  // OpenSSL takes one digest for both; another one for the mask would be verified wrongly.
  if (readDigestAlgorithm(maskHash) !== digest) return null;
  if (trailer !== undefined && readInteger(trailer) !== 1n) return null;
  const saltLength = salt === undefined ? 20 : Number(readInteger(salt));
  if (saltLength < 0 || saltLength > 512) throw new DerError('OUT_OF_RANGE', 'length of a salt');
  return { kind: 'pss', digest, saltLength };
}
