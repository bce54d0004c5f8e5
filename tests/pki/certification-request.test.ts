// @module-tag openssl
import { generateKeyPairSync, sign } from 'node:crypto';
import { pemBlock } from '@cinnabar/pki/asn1/pem.js';
import { certificationRequest } from '@cinnabar/pki/certificates/certification-request.js';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { afterAll, describe, expect, it } from 'vitest';
import { OpensslFolder } from '../support/openssl.js';

const folder = new OpensslFolder();
afterAll(() => folder.remove());

const subject = distinguishedName({
  country: 'CN',
  organization: '上海朱砂科技有限公司',
  organizationIdentifier: 'NTRCN-91310000MA1FL0XX0X',
  commonName: '上海朱砂科技有限公司',
});

async function requestOf(kind: 'P-256' | 'RSA-2048'): Promise<Uint8Array> {
  const pair =
    kind === 'P-256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return certificationRequest({
    subject,
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }),
    algorithm: kind === 'P-256' ? 'ecdsa-p256-sha256' : 'rsa-sha256',
    sign: async (data) => sign('sha256', data, pair.privateKey),
  });
}

describe('a certification request', () => {
  it.each([
    ['P-256' as const, 'ecdsa-with-SHA256'],
    ['RSA-2048' as const, 'sha256WithRSAEncryption'],
  ])(
    'with %s is verified by openssl, which reads its name and the requested key usage',
    async (kind, algorithm) => {
      const file = folder.put('request.pem', pemBlock('CERTIFICATE REQUEST', await requestOf(kind)));
      const { ok, text } = folder.run('req', '-in', file, '-verify', '-noout', '-text', '-nameopt', 'utf8');
      expect([ok, text]).toEqual([true, expect.stringContaining('verify OK')]);
      expect(text).toContain(`Signature Algorithm: ${algorithm}`);
      expect(text).toContain('Digital Signature, Non Repudiation');
      expect(text).toContain('上海朱砂科技有限公司');
    },
  );

  it('with another byte is refused by openssl', async () => {
    const request = await requestOf('P-256');
    const at = Buffer.from(request).indexOf('NTRCN');
    request[at] = 0x4d;
    const file = folder.put('changed.pem', pemBlock('CERTIFICATE REQUEST', request));
    const { text } = folder.run('req', '-in', file, '-verify', '-noout');
    expect(text).not.toContain('verify OK');
  });
});
