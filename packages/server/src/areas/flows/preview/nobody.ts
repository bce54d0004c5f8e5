/** The signer of previews: a certificate of this process that no authority has issued, so that no verifier trusts it. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { SignatureAct } from '@cinnabar/pdf/model.js';
import { assembleCertificate, distinguishedName, toBeSignedCertificate } from '@cinnabar/pki';

export interface Nobody {
  readonly signer: SignatureAct['signer'];
  readonly sign: (toBeSigned: Uint8Array) => Promise<Uint8Array>;
}

export const NOBODY = '模板预览，未经签署';
const LIFE_MS = 24 * 3_600_000;

/** A new one each time: its key is never stored. */
export function nobody(now: Date): Nobody {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const key = createPrivateKey({ key: pair.privateKey, type: 'pkcs8', format: 'der' });
  const publicKey = new Uint8Array(pair.publicKey);
  const name = distinguishedName({ commonName: NOBODY });
  const content = toBeSignedCertificate({
    profile: 'signer',
    // The first bit makes it positive and not zero.
    serialNumber: Uint8Array.from([0x40, ...randomBytes(15)]),
    issuer: name,
    issuerPublicKey: publicKey,
    subject: name,
    publicKey,
    notBefore: now,
    notAfter: new Date(now.getTime() + LIFE_MS),
    signatureAlgorithm: 'ecdsa-p256-sha256',
  });
  const certificate = assembleCertificate(content, 'ecdsa-p256-sha256', signed(content, key));
  return {
    signer: { certificate, chain: [], algorithm: 'ecdsa-p256-sha256' },
    sign: async (toBeSigned) => signed(toBeSigned, key),
  };
}

function signed(bytes: Uint8Array, key: KeyObject): Uint8Array {
  return new Uint8Array(sign('sha256', bytes, key));
}
