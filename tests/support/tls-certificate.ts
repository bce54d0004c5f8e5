import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A self-signed certificate of a TLS server, in PEM. */
export interface TlsCertificate {
  readonly cert: string;
  readonly key: string;
}

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** @param address the only one for which it is valid */
export async function makeTlsCertificate(address: string): Promise<TlsCertificate> {
  x509.cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test TLS server',
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2049-12-31T00:00:00Z'),
    signingAlgorithm: EC,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true),
      new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: address }]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = pkcs8.match(/.{1,64}/g) ?? [];
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
  };
}
