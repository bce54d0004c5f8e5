import { createHash, verify, X509Certificate } from 'node:crypto';
import { objectIdentifier, octetString, sequence, set } from '@cinnabar/pki/asn1/der.js';
import {
  children,
  type DerElement,
  readElement,
  readObjectIdentifier,
} from '@cinnabar/pki/asn1/der-reader.js';
import {
  cmsSigner,
  MAX_SIGNATURE_LENGTH,
  signedAttributes,
  signedData,
  signedDataLength,
} from '@cinnabar/pki/cms/cms.js';
import { describe, expect, test } from 'vitest';
import { makeTestSigner, type TestAlgorithm } from '../support/test-certificates.js';

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SIGNATURE_TIMESTAMP = '1.2.840.113549.1.9.16.2.14';

const at = (parent: DerElement | undefined, index: number): DerElement => {
  const found = parent === undefined ? undefined : children(parent)[index];
  if (found === undefined) throw new Error(`no element ${index}`);
  return found;
};
const digest = createHash('sha256').update('covered').digest();

describe.each<TestAlgorithm>(['ecdsa-p256-sha256', 'rsa-sha256'])('%s', (algorithm) => {
  test('signed attributes are those of CAdES, without a signing time', async () => {
    const signer = await makeTestSigner(algorithm);
    const attributes = signedAttributes(cmsSigner(signer.certificate), digest);
    const kinds = children(readElement(attributes)).map((attribute) =>
      readObjectIdentifier(at(attribute, 0)),
    );
    expect(kinds.sort()).toEqual([CONTENT_TYPE, MESSAGE_DIGEST, SIGNING_CERTIFICATE_V2].sort());
    const signingCertificate = children(readElement(attributes)).find(
      (attribute) => readObjectIdentifier(at(attribute, 0)) === SIGNING_CERTIFICATE_V2,
    );
    const identifier = at(at(at(at(signingCertificate, 1), 0), 0), 0);
    expect(Buffer.from(at(identifier, 0).content)).toEqual(
      createHash('sha256').update(signer.certificate.certificate).digest(),
    );
  });

  test('certificates are the signer and then the chain without its root; the signature covers the attributes', async () => {
    const signer = await makeTestSigner(algorithm);
    const prepared = cmsSigner(signer.certificate);
    const attributes = signedAttributes(prepared, digest);
    const cms = signedData(prepared, attributes, await signer.sign(attributes));
    const content = at(at(readElement(cms), 1), 0);
    const certificates = children(at(content, 3)).map(({ bytes }) => Buffer.from(bytes));
    expect(certificates).toEqual(
      [signer.certificate.certificate, ...signer.certificate.chain.slice(0, -1)].map((bytes) =>
        Buffer.from(bytes),
      ),
    );
    const signerInfo = at(at(content, 4), 0);
    expect(Buffer.from(at(signerInfo, 3).content)).toEqual(Buffer.from(readElement(attributes).content));
    const { publicKey } = new X509Certificate(signer.certificate.certificate);
    expect(verify('sha256', attributes, publicKey, at(signerInfo, 5).content)).toBe(true);
  });

  test('the reserved space holds the longest signature of the key', async () => {
    const signer = await makeTestSigner(algorithm);
    const prepared = cmsSigner(signer.certificate);
    const reserve = signedDataLength(prepared, MAX_SIGNATURE_LENGTH[algorithm]);
    for (let round = 0; round < 20; round += 1) {
      const attributes = signedAttributes(prepared, createHash('sha256').update(`${round}`).digest());
      const { length } = signedData(prepared, attributes, await signer.sign(attributes));
      expect(length).toBeLessThanOrEqual(reserve);
      expect(length).toBeGreaterThan(reserve - 8);
    }
  });

  test('a timestamp is an unsigned attribute', async () => {
    const signer = await makeTestSigner(algorithm);
    const prepared = cmsSigner(signer.certificate);
    const attributes = signedAttributes(prepared, digest);
    const timestamp = sequence(objectIdentifier(SIGNATURE_TIMESTAMP), set(octetString(Buffer.from('token'))));
    const cms = signedData(prepared, attributes, await signer.sign(attributes), [timestamp]);
    const unsigned = at(at(at(at(at(readElement(cms), 1), 0), 4), 0), 6);
    expect(unsigned.tag).toBe(0xa1);
    expect(readObjectIdentifier(at(at(unsigned, 0), 0))).toBe(SIGNATURE_TIMESTAMP);
  });
});
