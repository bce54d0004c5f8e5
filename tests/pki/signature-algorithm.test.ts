import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import {
  checkValue,
  hasSmallExponent,
  isForgeable,
  provesNothing,
} from '@cinnabar/pki/certificates/signature-algorithm.js';
import { expect, test } from 'vitest';

const DATA = Buffer.from('the contract');
const RSA = { algorithm: OID.sha256WithRsaEncryption, parameters: null };

const pairOf = (publicExponent: number) =>
  generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent });

const usual = pairOf(65_537).publicKey;

/** The same modulus with another exponent, in base64url. */
function withExponent(key: KeyObject, e: string): KeyObject {
  const { n = '' } = key.export({ format: 'jwk' });
  return createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
}

/** EMSA-PKCS1-v1_5 (RFC 8017, 9.2): with the exponent 1 it is its own signature, which anyone can produce. */
function paddedDigest(length: number): Buffer {
  const info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
  const digest = Buffer.concat([info, createHash('sha256').update(DATA).digest()]);
  return Buffer.concat([
    Buffer.of(0, 1),
    Buffer.alloc(length - digest.length - 3, 0xff),
    Buffer.of(0),
    digest,
  ]);
}

test('a key with exponent 1 proves nothing, although its signatures verify', () => {
  const key = withExponent(usual, 'AQ');
  expect(provesNothing(key)).toBe(true);
  expect(checkValue(RSA, key, DATA, paddedDigest(256))).toBe('WRONG');
});

test.each([
  ['2', 'Ag'],
  ['65536', 'AQAA'],
])('nor does one with the even exponent %s', (_, e) => {
  expect(provesNothing(withExponent(usual, e))).toBe(true);
});

test.each([3, 17, 257])('the exponent %i is small, and accepted', (exponent) => {
  const { publicKey, privateKey } = pairOf(exponent);
  expect([provesNothing(publicKey), hasSmallExponent(publicKey)]).toEqual([false, true]);
  expect(checkValue(RSA, publicKey, DATA, sign('sha256', DATA, privateKey))).toBe('RIGHT');
});

test('the usual exponent and curves are not reported', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  for (const key of [publicKey, usual])
    expect([provesNothing(key), hasSmallExponent(key)]).toEqual([false, false]);
});

test.each([
  ['MD5', OID.md5WithRsaEncryption, true],
  ['SHA-1', OID.sha1WithRsaEncryption, true],
  ['SHA-256', OID.sha256WithRsaEncryption, false],
  ['RSA-PSS without parameters, which means SHA-1,', OID.rsassaPss, true],
])('a certificate that was signed over %s can be forged: %s, %s', (_, algorithm, expected) => {
  expect(isForgeable({ algorithm, parameters: null }, usual)).toBe(expected);
});
