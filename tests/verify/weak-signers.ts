import { createHash, createPublicKey, randomBytes, type webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { updated } from '../support/pdf/raw-pdf.js';
import {
  CONTRACT,
  filledIn,
  type Signer,
  signatureBody,
  signedContract,
} from '../support/pdf/signed-contract.js';
import { tokenOf } from '../support/pdf/test-authority.js';

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const MODULUS = 256;
/** DigestInfo of SHA-256 (RFC 8017 9.2). */
const SHA_256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** A certificate of the trusted root for this key, issued by a signature with that digest. */
async function certified(
  { authority }: Ingredients,
  publicKey: webcrypto.CryptoKey | x509.PublicKey,
  hash = 'SHA-256',
): Promise<Uint8Array> {
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=Weak Signer',
    issuer: authority.root.x509.subject,
    publicKey,
    signingKey: authority.root.keys.privateKey,
    serialNumber: `4d${randomBytes(4).toString('hex')}`,
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2039-12-31T00:00:00Z'),
    signingAlgorithm: { ...EC, hash },
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    ],
  });
  return new Uint8Array(certificate.rawData);
}

/** A key without an owner: with exponent 1 the padded digest is its own signature. */
export async function exponentOfOne(given: Ingredients): Promise<Signer> {
  const modulus = randomBytes(MODULUS);
  modulus[0] = 0xff;
  modulus[MODULUS - 1] = 0xff;
  const key = createPublicKey({
    key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQ' },
    format: 'jwk',
  });
  const spki = key.export({ format: 'der', type: 'spki' });
  const certificate = await certified(given, new x509.PublicKey(new Uint8Array(spki)));
  return {
    certificate: {
      certificate,
      chain: [given.authority.root.certificate.certificate],
      algorithm: 'rsa-sha256',
    },
    sign: async (toBeSigned) => {
      const digest = createHash('sha256').update(toBeSigned).digest();
      const rest = MODULUS - SHA_256_INFO.length - digest.length - 3;
      return Buffer.concat([
        Buffer.from([0, 1]),
        Buffer.alloc(rest, 0xff),
        Buffer.from([0]),
        SHA_256_INFO,
        digest,
      ]);
    },
  };
}

/** Valid except that its own certificate was signed with SHA-1. */
export async function issuedOverSha1(given: Ingredients): Promise<Signer> {
  const own = await given.authority.issue();
  const certificate = await certified(given, own.keys.publicKey, 'SHA-1');
  return { certificate: { ...own.certificate, certificate }, sign: own.sign };
}

const body = (number: number): string => CONTRACT[number] ?? '';

/** Signatures and timestamps that anyone could have made, or that nobody can have made yet. */
export const weakSigners: readonly CorpusCase[] = [
  {
    name: 'an RSA key with the exponent 1, with which anybody signs',
    make: async (given) => signedContract(await exponentOfOne(given)),
    verdict: 'invalid',
    reasons: ['KEY_PROVES_NOTHING'],
  },
  {
    name: "a signer's certificate that was issued over SHA-1",
    make: async (given) => signedContract(await issuedOverSha1(given)),
    verdict: 'indeterminate',
    reasons: ['ALGORITHM_WEAK'],
  },
  {
    name: 'a document timestamp from the future',
    make: async ({ contract, authority }) => {
      const timestamper = await authority.timestamper();
      const blank = updated(contract, {
        objects: {
          3: body(3).replace('17 0 R]', '17 0 R 30 0 R]'),
          5: body(5).replace('17 0 R]', '17 0 R 30 0 R]'),
          30: '<</Type /Annot /Subtype /Widget /FT /Sig /T (ts-1) /F 132 /P 3 0 R /Rect [0 0 0 0] /V 31 0 R>>',
          31: signatureBody('ETSI.RFC3161').replace('/Type /Sig', '/Type /DocTimeStamp'),
        },
      });
      return filledIn(blank, (covered) => tokenOf(covered, timestamper, '2031-01-01T00:00:00Z'));
    },
    verdict: 'valid_with_remarks',
    reasons: ['TIMESTAMP_FUTURE'],
  },
];
