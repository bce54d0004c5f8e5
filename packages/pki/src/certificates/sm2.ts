/**
 * SM2 signatures over SM3 (GM/T 0003.2, GB/T 32918.2), by OpenSSL. What is digested begins with a value that binds the
 * signer's identity and key; OpenSSL's own is that of an empty identity, whereas certificates and signed data have the
 * fixed one of GM/T 0009, 10. It is therefore computed here, and precedes the data.
 */
import { createHash, createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { TAG } from '../asn1/der.js';
import { children, expectTag, readElement, readObjectIdentifier } from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';

/** The identity of GM/T 0009, 10, ASCII. */
const IDENTITY = Buffer.from('1234567812345678', 'ascii');

/** Coefficients a and b and the generator of the curve (GM/T 0003.5, 2), which the identity value covers. */
const CURVE = Buffer.from(
  'fffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffc' +
    '28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93' +
    '32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7' +
    'bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0',
  'hex',
);

/** The example of GM/T 0003.5, A.2: key, message, and a signature of it. */
const EXAMPLE = Object.freeze({
  point:
    '09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020' +
    'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
  message: Buffer.from('message digest', 'ascii'),
  signature:
    '3046022100f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3' +
    '022100b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
});
/** SubjectPublicKeyInfo up to the coordinates: id-ecPublicKey, the curve, an uncompressed point. */
const KEY_PREFIX = '3059301306072a8648ce3d020106082a811ccf5501822d034200' + '04';

/** Whether a SubjectPublicKeyInfo, DER, is that of an SM2 key (GM/T 0009, 7.1). @throws DerError */
function isSm2KeyInfo(publicKeyInfo: Uint8Array): boolean {
  const [algorithm] = children(expectTag(readElement(publicKeyInfo), TAG.sequence));
  const [type, curve] = children(expectTag(algorithm, TAG.sequence));
  return (
    readObjectIdentifier(type) === OID.ecPublicKey &&
    curve?.tag === TAG.objectIdentifier &&
    readObjectIdentifier(curve) === OID.sm2
  );
}

/** Whether it is an SM2 key, for which Node.js has no type. */
export function isSm2Key(key: KeyObject): boolean {
  return key.asymmetricKeyType === undefined && isSm2KeyInfo(key.export({ format: 'der', type: 'spki' }));
}

/**
 * What a signature with the key digests before the data: the digest of identity, curve and public key (GM/T 0003.2, 5.5).
 * @param publicKeyInfo SubjectPublicKeyInfo of an SM2 key with an uncompressed point, DER
 * @throws DerError
 */
export function sm2Identity(publicKeyInfo: Uint8Array): Uint8Array {
  const [, bits] = children(expectTag(readElement(publicKeyInfo), TAG.sequence));
  const point = expectTag(bits, TAG.bitString).content.subarray(2);
  const lengthInBits = Buffer.of((IDENTITY.length * 8) >> 8, (IDENTITY.length * 8) & 0xff);
  return createHash('sm3').update(lengthInBits).update(IDENTITY).update(CURVE).update(point).digest();
}

/**
 * Whether the signature, DER, is one of the data with the key; null if this build of OpenSSL judges the example of the
 * standard otherwise than the standard, so that its word counts for nothing.
 */
export function verifySm2(key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean | null {
  return isAbleToVerify() ? verified(key, data, signature) : null;
}

function verified(key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean {
  const publicKeyInfo = key.export({ format: 'der', type: 'spki' });
  return createVerify('sm3').update(sm2Identity(publicKeyInfo)).update(data).verify(key, signature);
}

let able: boolean | null = null;

/** Found once for the process, with its first signature. */
function isAbleToVerify(): boolean {
  able ??= judgesExample();
  return able;
}

function judgesExample(): boolean {
  const { point, message, signature } = EXAMPLE;
  try {
    const keyInfo = Buffer.from(KEY_PREFIX + point, 'hex');
    const key = createPublicKey({ key: keyInfo, format: 'der', type: 'spki' });
    const value = Buffer.from(signature, 'hex');
    return verified(key, message, value) && !verified(key, Buffer.from('message digesu', 'ascii'), value);
  } catch {
    return false;
  }
}
