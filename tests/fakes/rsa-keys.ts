import { generateKeyPairSync, type KeyObject, webcrypto } from 'node:crypto';
import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';

export interface RsaKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly privatePem: string;
  readonly publicPem: string;
}

/** Another pair of keys with every call. */
export function rsaKeys(): RsaKeys {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey,
    publicKey,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/** A self-signed certificate, PEM, valid for the years around the tests. */
export async function selfSigned(keys: RsaKeys, name: string, serialNumber: string): Promise<string> {
  const { subtle } = webcrypto;
  const pkcs8 = keys.privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' });
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name,
      serialNumber,
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2040-01-01T00:00:00Z'),
      signingAlgorithm: algorithm,
      keys: {
        privateKey: await subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']),
        publicKey: await subtle.importKey('spki', spki, algorithm, true, ['verify']),
      },
    },
    webcrypto,
  );
  return `${certificate.toString('pem')}\n`;
}
