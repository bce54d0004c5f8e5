// @module-tag openssl
// @module-tag bouncy-castle
/**
 * What is written with SM2: certificates, revocation lists, OCSP responses, signed data and their values, each judged by
 * programs that did not make it. `npm run judge:sm2` judges more values than a test does.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { children, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import {
  assembleCertificate,
  type CertificateProfile,
  toBeSignedCertificate,
} from '@cinnabar/pki/certificates/certificate.js';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { checkValue } from '@cinnabar/pki/certificates/signature-algorithm.js';
import { isSm2Sound, signSm2 } from '@cinnabar/pki/certificates/sm2.js';
import { checkSignerValue, namedCertificate, namesDigest } from '@cinnabar/pki/cms/check-signer.js';
import { cmsSigner, signedAttributes, signedData } from '@cinnabar/pki/cms/cms.js';
import { readSignedData } from '@cinnabar/pki/cms/signed-data.js';
import { ocspRequest, readOcspRequest } from '@cinnabar/pki/revocation/ocsp-request.js';
import { assembleOcspResponse, toBeSignedOcspResponse } from '@cinnabar/pki/revocation/ocsp-response.js';
import {
  assembleRevocationList,
  toBeSignedRevocationList,
} from '@cinnabar/pki/revocation/revocation-list.js';
import { generateKeyPairOf } from '@cinnabar/server/custody/key-store.js';
import { sm2 } from 'sm-crypto-v2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpensslFolder } from '../support/openssl.js';
import { judgedByBouncyCastle, type Question } from '../support/sm2/bouncy-castle.js';

const IDENTITY = '1234567812345678';
const VALUES = Number(process.env['SM2_SIGNATURES'] ?? 20);
const now = new Date('2026-11-28T08:00:00Z');
const end = new Date('2036-11-28T08:00:00Z');

interface Holder {
  readonly certificate: Uint8Array;
  readonly subject: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly key: KeyObject;
}

let root: Holder;
let issuing: Holder;
let signer: Holder;
let responder: Holder;
const folder = new OpensslFolder();

beforeAll(async () => {
  root = await hold('root', 'SM2 Root', null);
  issuing = await hold('issuing', 'SM2 Issuing', root);
  signer = await hold('signer', '上海某某科技有限公司', issuing);
  responder = await hold('ocsp', 'SM2 Responder', issuing);
});
afterAll(() => folder.remove());

async function hold(profile: CertificateProfile, name: string, issuer: Holder | null): Promise<Holder> {
  const pair = await generateKeyPairOf('SM2');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
  const subject = distinguishedName({ country: 'CN', commonName: name });
  const toBeSigned = toBeSignedCertificate({
    profile,
    serialNumber: Buffer.concat([Buffer.of(0x41), randomBytes(15)]),
    issuer: issuer?.subject ?? subject,
    issuerPublicKey: issuer?.publicKey ?? publicKey,
    subject,
    publicKey,
    notBefore: now,
    notAfter: end,
    signatureAlgorithm: 'sm2-sm3',
  });
  const signature = signSm2(issuer?.key ?? pair.privateKey, toBeSigned);
  const certificate = assembleCertificate(toBeSigned, 'sm2-sm3', signature);
  return { certificate, subject, publicKey, key: pair.privateKey };
}

/** One byte further on changed. */
function altered(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

test('this build of OpenSSL knows the example of the standard', () => {
  expect(isSm2Sound()).toBe(true);
});

test('OpenSSL accepts each certificate by its issuer, and with no other identity', () => {
  folder.put('root.pem', pemOf(root.certificate));
  folder.put('issuing.pem', pemOf(issuing.certificate));
  folder.put('signer.pem', pemOf(signer.certificate));
  // It applies the identity to the certificate that it is given alone, not to those above.
  const verify = (issuer: string, name: string, id: string) =>
    folder.run(
      ...['verify', '-attime', String(now.getTime() / 1000 + 60), '-vfyopt', `distid:${id}`],
      ...['-partial_chain', '-trusted', `${issuer}.pem`, `${name}.pem`],
    );
  expect(verify('root', 'issuing', IDENTITY).text).toContain('issuing.pem: OK');
  expect(verify('issuing', 'signer', IDENTITY).text).toContain('signer.pem: OK');
  expect(verify('issuing', 'signer', 'somebody').ok).toBe(false);
  const { text } = folder.run('x509', '-in', 'signer.pem', '-noout', '-text');
  expect(text.match(/Signature Algorithm: SM2-with-SM3/g)).toHaveLength(2);
  expect(text).toContain('ASN1 OID: SM2');
});

test('BouncyCastle accepts certificates, a revocation list, an OCSP response and signed data, and none altered', () => {
  const content = Buffer.from('合同正文');
  const made: readonly Exclude<Question, readonly ['value', ...unknown[]]>[] = [
    ['certificate', root.certificate, root.certificate],
    ['certificate', signer.certificate, issuing.certificate],
    ['crl', revocationList(), issuing.certificate],
    ['ocsp', response(), issuing.certificate],
    ['cms', message(content), content],
  ];
  // The last byte is one of the signature value.
  const changed = made
    .filter(([kind]) => kind !== 'ocsp')
    .map(([kind, bytes, by]): Question => [kind, altered(bytes, bytes.length - 1), by]);
  const others: readonly Question[] = [
    ['certificate', signer.certificate, root.certificate],
    ['ocsp', response(), root.certificate],
    ['cms', message(content), Buffer.from('合同正丈')],
  ];
  const judged = judgedByBouncyCastle([...made, ...changed, ...others]);
  expect(judged).toEqual([...made.map(() => true), ...[...changed, ...others].map(() => false)]);
});

function revocationList(): Uint8Array {
  const toBeSigned = toBeSignedRevocationList({
    issuer: issuing.subject,
    issuerPublicKey: issuing.publicKey,
    number: 7,
    thisUpdate: now,
    nextUpdate: end,
    completeSince: now,
    revoked: [{ serialNumber: '4101', revokedAt: now, reason: 1 }],
    signatureAlgorithm: 'sm2-sm3',
  });
  return assembleRevocationList(toBeSigned, 'sm2-sm3', signSm2(issuing.key, toBeSigned));
}

function response(): Uint8Array {
  const request = ocspRequest(parseCertificate(signer.certificate), parseCertificate(issuing.certificate));
  const times = { thisUpdate: now, nextUpdate: end, archiveCutoff: now };
  const toBeSigned = toBeSignedOcspResponse({
    responder: responder.subject,
    producedAt: now,
    responses: readOcspRequest(request).certificates.map(({ bytes }) => ({
      id: bytes,
      status: { status: 'good' },
      ...times,
    })),
    nonce: null,
  });
  const value = signSm2(responder.key, toBeSigned);
  return assembleOcspResponse(toBeSigned, 'sm2-sm3', value, responder.certificate);
}

function message(content: Uint8Array): Uint8Array {
  const prepared = cmsSigner({
    certificate: signer.certificate,
    chain: [issuing.certificate, root.certificate],
    algorithm: 'sm2-sm3',
  });
  const attributes = signedAttributes(prepared, createHash('sm3').update(content).digest());
  return signedData(prepared, attributes, signSm2(signer.key, attributes));
}

test('signed data names digest and certificate by SM3, with the types of RFC 5652', () => {
  const content = Buffer.from('合同正文');
  const read = readSignedData(message(content));
  const [info] = read.signers;
  if (info === undefined) throw new Error('no signer');
  expect([read.contentType, info.digestAlgorithm]).toEqual([OID.data, OID.sm3]);
  expect(info.signatureAlgorithm).toEqual({ algorithm: OID.sm2WithSm3, parameters: null });
  const own = parseCertificate(signer.certificate);
  expect(namesDigest(info, [content])).toBe(true);
  expect(namedCertificate(info, own).named).toBe('THIS');
  expect(checkSignerValue(info, own, [content])).toBe('RIGHT');
});

test(
  `three programs judge ${VALUES} values alike, and as many with a changed bit`,
  async () => {
    const ALGORITHM = { algorithm: OID.sm2WithSm3, parameters: null };
    const keys = await Promise.all(Array.from({ length: 5 }, () => generateKeyPairOf('SM2')));
    const questions: (readonly [Uint8Array, Uint8Array, Uint8Array])[] = [];
    const ours: boolean[] = [];
    const theirs: boolean[] = [];
    for (let each = 0; each < 2 * VALUES; each += 1) {
      const pair = keys[each % keys.length];
      if (pair === undefined) throw new Error('no key');
      const data = randomBytes(each % 331);
      const right = signSm2(pair.privateKey, data);
      // Past the lengths of the DER, so that the number is another one and the form the same.
      const value = each % 2 === 0 ? right : altered(right, right.length - 1 - (each % 29));
      const info = pair.publicKey.export({ type: 'spki', format: 'der' });
      questions.push([info, data, value]);
      ours.push(checkValue(ALGORITHM, pair.publicKey, data, value) === 'RIGHT');
      const point = info.subarray(-65).toString('hex');
      const hex = Buffer.from(value).toString('hex');
      theirs.push(sm2.doVerifySignature(data, hex, point, { der: true, hash: true, userId: IDENTITY }));
    }
    expect(ours).toEqual(Array.from({ length: 2 * VALUES }, (_, each) => each % 2 === 0));
    expect(theirs).toEqual(ours);
    expect(judgedByBouncyCastle(questions.map((each) => ['value', ...each]))).toEqual(ours);
  },
  60_000 + VALUES * 60,
);

test('a key that was not read again is refused, for OpenSSL would sign with it by ECDSA', async () => {
  const { privateKey } = await generateKeyPairOf('P-256');
  expect(() => signSm2(privateKey, Buffer.from('data'))).toThrow('not an SM2 key');
  const pair = await generateKeyPairOf('SM2');
  expect([pair.privateKey, pair.publicKey].map((key) => key.asymmetricKeyType)).toEqual([
    undefined,
    undefined,
  ]);
  const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
  const again = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const value = signSm2(again, Buffer.from('data'));
  const algorithm = { algorithm: OID.sm2WithSm3, parameters: null };
  expect(checkValue(algorithm, createPublicKey(again), Buffer.from('data'), value)).toBe('RIGHT');
  expect(children(readElement(value))).toHaveLength(2);
});
