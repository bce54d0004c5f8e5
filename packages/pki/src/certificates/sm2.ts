/**
 * SM2 signatures over SM3 (GM/T 0003.2, GB/T 32918.2), by OpenSSL. What is digested begins with a value that binds the
 * signer's identity and key; OpenSSL's own is that of an empty identity, whereas certificates and signed data have the
 * fixed one of GM/T 0009, 10. It is therefore computed here, and precedes the data.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  type KeyObject,
} from 'node:crypto';
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
  number: '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8',
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
/** PKCS #8 up to the private number, without the public key. */
const PRIVATE_PREFIX = '3041020100301306072a8648ce3d020106082a811ccf5501822d042730250201010420';

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
  return isSm2Sound() ? verified(key, data, signature) : null;
}

/**
 * A signature of the data, DER.
 * @param key of the type SM2: OpenSSL takes the keys that it has just generated for ordinary ones on that curve, and
 * signs with them by ECDSA, until they have been exported as PKCS #8 and read again
 * @throws Error if the key is of another type, or this build of OpenSSL fails the example of the standard
 */
export function signSm2(key: KeyObject, data: Uint8Array): Uint8Array {
  if (!isSm2Sound()) throw new Error('this build of OpenSSL does not sign with SM2 as the standard requires');
  return signatureOf(key, data);
}

/** What precedes the data, by private key: most keys sign often, and its computation takes a quarter of a signature. */
const identities = new WeakMap<KeyObject, Uint8Array>();

function signatureOf(key: KeyObject, data: Uint8Array): Uint8Array {
  const identity = identities.get(key) ?? identityOf(key);
  identities.set(key, identity);
  return createSign('sm3').update(identity).update(data).sign(key);
}

function identityOf(key: KeyObject): Uint8Array {
  const publicKey = createPublicKey(key);
  if (!isSm2Key(publicKey)) throw new Error('not an SM2 key');
  return sm2Identity(publicKey.export({ format: 'der', type: 'spki' }));
}

function verified(key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean {
  const publicKeyInfo = key.export({ format: 'der', type: 'spki' });
  return createVerify('sm3').update(sm2Identity(publicKeyInfo)).update(data).verify(key, signature);
}

let able: boolean | null = null;

/**
 * Whether this build of OpenSSL judges the example of the standard as the standard does, and signs so that it is valid by
 * the example's key. Found once for the process.
 */
export function isSm2Sound(): boolean {
  able ??= knowsExample();
  return able;
}

function knowsExample(): boolean {
  const { number, point, message, signature } = EXAMPLE;
  try {
    const keyInfo = Buffer.from(KEY_PREFIX + point, 'hex');
    const key = createPublicKey({ key: keyInfo, format: 'der', type: 'spki' });
    const value = Buffer.from(signature, 'hex');
    const other = Buffer.from('message digesu', 'ascii');
    if (!verified(key, message, value) || verified(key, other, value)) return false;
    const info = Buffer.from(PRIVATE_PREFIX + number, 'hex');
    const own = signatureOf(createPrivateKey({ key: info, format: 'der', type: 'pkcs8' }), message);
    return verified(key, message, own) && !verified(key, other, own);
  } catch {
    return false;
  }
}
