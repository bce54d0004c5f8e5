// @module-tag openssl
/** Signatures with SM2 over SM3, as Chinese authorities issue certificates for. */
import { createPublicKey, randomBytes } from 'node:crypto';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { checkValue } from '@cinnabar/pki/certificates/signature-algorithm.js';
import { sm2Identity } from '@cinnabar/pki/certificates/sm2.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { replaced } from '../support/pdf/corpus-case.js';
import { signedContract } from '../support/pdf/signed-contract.js';
import { makeSm2Signer, type Sm2CmsOptions, type Sm2Signer, sm2Cms } from '../support/pdf/sm2-signer.js';

const ALGORITHM = { algorithm: OID.sm2WithSm3, parameters: null };

/** GM/T 0003.5, A.2: a key, a message, and a signature of it. */
const example = {
  key:
    '3059301306072a8648ce3d020106082a811ccf5501822d034200' +
    '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020' +
    'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
  identity: 'b2e14c5c79c6df5b85f4fe7ed8db7a262b9da7e07ccb0ea9f4747b8ccda8a4f3',
  value:
    '3046022100f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3' +
    '022100b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
};

describe('a value', () => {
  let signer: Sm2Signer;
  beforeAll(() => {
    signer = makeSm2Signer();
  });

  test('of the standard’s example is right, and its identity value is that of the standard', () => {
    const keyInfo = Buffer.from(example.key, 'hex');
    const key = createPublicKey({ key: keyInfo, format: 'der', type: 'spki' });
    expect(Buffer.from(sm2Identity(keyInfo)).toString('hex')).toBe(example.identity);
    const value = Buffer.from(example.value, 'hex');
    expect(checkValue(ALGORITHM, key, Buffer.from('message digest'), value)).toBe('RIGHT');
    expect(checkValue(ALGORITHM, key, Buffer.from('message digesT'), value)).toBe('WRONG');
  });

  test('of another program is right; altered, of other data, or of another identity it is wrong', () => {
    const { publicKey } = parseCertificate(signer.certificate);
    const stranger = parseCertificate(signer.root).publicKey;
    for (let length = 0; length < 20; length += 1) {
      const data = randomBytes(length * 17);
      const value = signer.sign(data);
      expect(checkValue(ALGORITHM, publicKey, data, value)).toBe('RIGHT');
      expect(checkValue(ALGORITHM, stranger, data, value)).toBe('WRONG');
      expect(checkValue(ALGORITHM, publicKey, Buffer.concat([data, Buffer.of(0)]), value)).toBe('WRONG');
      const altered = Buffer.from(value);
      altered[8 + length] = (altered[8 + length] ?? 0) ^ 1;
      expect(checkValue(ALGORITHM, publicKey, data, altered)).toBe('WRONG');
      expect(checkValue(ALGORITHM, publicKey, data, signer.sign(data, ''))).toBe('WRONG');
      expect(checkValue(ALGORITHM, publicKey, data, signer.sign(data, 'ALICE123@YAHOO.COM'))).toBe('WRONG');
    }
  });

  test('is not judged with a key or a digest of another kind', () => {
    const { publicKey } = parseCertificate(signer.certificate);
    const data = Buffer.from('the contract');
    const value = signer.sign(data);
    const ecdsa = { algorithm: OID.ecdsaWithSha256, parameters: null };
    expect(checkValue(ecdsa, publicKey, data, value)).toBe('UNSUPPORTED');
    const beside = { algorithm: OID.sm2Signing, parameters: null };
    expect(checkValue(beside, publicKey, data, value, 'sha256')).toBe('UNSUPPORTED');
    expect(checkValue(beside, publicKey, data, value, 'sm3')).toBe('RIGHT');
  });
});

describe('a contract', () => {
  let signer: Sm2Signer;
  beforeAll(() => {
    signer = makeSm2Signer();
  });

  const contractBy = (by: Sm2Signer, options: Sm2CmsOptions = {}) =>
    signedContract(
      {
        certificate: { certificate: by.certificate, chain: [], algorithm: 'ecdsa-p256-sha256' },
        sign: async (data) => by.sign(data),
      },
      { subFilter: 'adbe.pkcs7.detached', cms: (covered) => sm2Cms(covered, by, options) },
    );
  const judged = (file: Buffer, by: Sm2Signer) => {
    const { verdict, signatures } = verifyDocument(file, { trusted: [by.root], now: new Date() });
    return { verdict, problems: signatures.flatMap(({ problems }) => problems.map(({ code }) => code)) };
  };

  test.each<[string, Sm2CmsOptions]>([
    ['the types of RFC 5652', {}],
    ['the types of GB/T 35275', { gm: true }],
    ['an algorithm that names its digest beside', { gm: true, algorithm: OID.sm2Signing }],
    ['the curve as algorithm', { algorithm: OID.sm2 }],
  ])('signed with %s is valid', async (_, options) => {
    const file = await contractBy(signer, options);
    expect(judged(file, signer)).toEqual({ verdict: 'valid', problems: [] });
    const [signature] = verifyDocument(file, { trusted: [signer.root], now: new Date() }).signatures;
    expect(signature?.certificate?.algorithm).toBe('sm2');
  });

  test('changed after signing is invalid', async () => {
    const changed = replaced(await contractBy(signer), 'The price is 5000', 'The price is 9000');
    const { verdict, problems } = judged(changed, signer);
    expect([verdict, problems]).toEqual(['invalid', expect.arrayContaining(['DIGEST_MISMATCH'])]);
  });

  test('signed with another identity is invalid', async () => {
    const { verdict, problems } = judged(await contractBy(signer, { identity: 'somebody' }), signer);
    expect([verdict, problems]).toEqual(['invalid', expect.arrayContaining(['SIGNATURE_VALUE_WRONG'])]);
  });

  test('over another digest than SM3 is undecided', async () => {
    const digest = { name: 'sha256', oid: OID.sha256 };
    const { verdict, problems } = judged(
      await contractBy(signer, { algorithm: OID.sm2Signing, digest }),
      signer,
    );
    expect([verdict, problems]).toEqual(['indeterminate', expect.arrayContaining(['ALGORITHM_UNSUPPORTED'])]);
  });

  test('with a certificate that its issuer signed with another identity is not trusted', async () => {
    const other = makeSm2Signer('somebody');
    expect(judged(await contractBy(other), other).verdict).toBe('indeterminate');
  });
});
