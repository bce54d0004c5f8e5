import 'reflect-metadata';
import { createPrivateKey, type KeyObject, sign, webcrypto } from 'node:crypto';
import type { SignerCertificate } from '@cinnabar/pki/cms/signer-certificate.js';

import * as x509 from '@peculiar/x509';

/** For SM2, see pdf/sm2-signer. */
export type TestAlgorithm = Exclude<SignerCertificate['algorithm'], 'sm2-sm3'>;

/** A signer with a chain of root and issuing authority of its own, made for one test file. */
export interface TestSigner {
  readonly certificate: SignerCertificate;
  readonly rootPem: string;
  readonly privateKey: KeyObject;
  /** Signature values in the form of signDocument: ECDSA in DER, RSA as PKCS #1 v1.5. */
  sign(toBeSigned: Uint8Array): Promise<Uint8Array>;
}

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: Uint8Array.of(1, 0, 1),
  modulusLength: 2048,
};
const NOT_BEFORE = new Date('2020-01-01T00:00:00Z');
const NOT_AFTER = new Date('2049-12-31T00:00:00Z');

export async function makeTestSigner(algorithm: TestAlgorithm, modulusLength = 2048): Promise<TestSigner> {
  x509.cryptoProvider.set(webcrypto);
  const rootKeys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const root = await issue(
    'CN=Test Root',
    rootKeys.publicKey,
    'CN=Test Root',
    rootKeys.privateKey,
    '01',
    true,
  );
  const issuerKeys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const issuer = await issue(
    'CN=签发机构 Test',
    issuerKeys.publicKey,
    root.subject,
    rootKeys.privateKey,
    '02',
    true,
  );
  const own = algorithm === 'rsa-sha256' ? { ...RSA, modulusLength } : EC;
  const keys = await webcrypto.subtle.generateKey(own, true, ['sign', 'verify']);
  const leaf = await issue(
    'CN=上海某某科技有限公司',
    keys.publicKey,
    issuer.subject,
    issuerKeys.privateKey,
    '7f01',
    false,
  );
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return {
    certificate: {
      certificate: new Uint8Array(leaf.rawData),
      chain: [new Uint8Array(issuer.rawData), new Uint8Array(root.rawData)],
      algorithm,
    },
    rootPem: `${root.toString('pem')}\n`,
    privateKey,
    sign: async (toBeSigned) => sign('sha256', toBeSigned, privateKey),
  };
}

async function issue(
  subject: string,
  publicKey: webcrypto.CryptoKey,
  issuer: string,
  signingKey: webcrypto.CryptoKey,
  serialNumber: string,
  authority: boolean,
): Promise<x509.X509Certificate> {
  const usage = authority
    ? x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign
    : x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation;
  return x509.X509CertificateGenerator.create({
    subject,
    issuer,
    publicKey,
    signingKey,
    serialNumber,
    notBefore: NOT_BEFORE,
    notAfter: NOT_AFTER,
    signingAlgorithm: EC,
    extensions: [new x509.BasicConstraintsExtension(authority), new x509.KeyUsagesExtension(usage, true)],
  });
}

/** An authority of its own: a root, and an issuing certificate below it. */
export interface TestAuthority {
  /** DER. */
  readonly root: Uint8Array;
  /** The certificate for a request (PEM), and the issuing one. */
  chainFor(request: string, subject: string): Promise<string>;
}

export async function makeTestAuthority(): Promise<TestAuthority> {
  x509.cryptoProvider.set(webcrypto);
  const rootKeys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const issuerKeys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const name = 'CN=Other Root';
  const root = await issue(name, rootKeys.publicKey, name, rootKeys.privateKey, '01', true);
  const issuer = await issue('CN=Other Issuing', issuerKeys.publicKey, name, rootKeys.privateKey, '02', true);
  let serial = 0x7f10;
  return {
    root: new Uint8Array(root.rawData),
    async chainFor(request, subject) {
      const { publicKey } = new x509.Pkcs10CertificateRequest(request);
      const key = await publicKey.export();
      serial += 1;
      const number = serial.toString(16);
      const leaf = await issue(`CN=${subject}`, key, issuer.subject, issuerKeys.privateKey, number, false);
      return `${leaf.toString('pem')}\n${issuer.toString('pem')}\n`;
    },
  };
}
