/**
 * Reading certificates, CMS, revocation lists and paths with @cinnabar/pki, compared with the established libraries for
 * the same tasks. Rounds alternate, so that load of the machine affects all of them equally. `npm run bench -- pki`
 */
import { createHash, generateKeyPairSync, randomBytes, sign, webcrypto, X509Certificate } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import * as pki from '@cinnabar/pki';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert } from '@peculiar/asn1-schema';
import 'reflect-metadata';
import { X509Certificate as PeculiarCertificate } from '@peculiar/x509';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const ROUNDS = 9;
const REPEATS = 5;
const NOW = new Date('2026-06-01T00:00:00Z');
const SHA_256 = 'ecdsa-p256-sha256';

pkijs.setEngine('node', new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto }));
const rootKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const root = issue('root', 'Bench Root', rootKey.publicKey);
const signer = issue('signer', '上海某某科技有限公司', signerKey.publicKey);
const cms = signedMessage();
const list = revocationList(500);
const anchor = pki.parseCertificate(root);

const contests = [
  {
    what: 'certificate, read',
    ours: () => pki.parseCertificate(signer),
    pkijs: () => new pkijs.Certificate({ schema: parsed(signer) }),
    '@peculiar': () => new PeculiarCertificate(signer),
    node: () => new X509Certificate(signer),
  },
  {
    what: 'signed data with two certificates, read',
    ours: () => pki.readSignedData(cms),
    pkijs: () => new pkijs.SignedData({ schema: new pkijs.ContentInfo({ schema: parsed(cms) }).content }),
    '@peculiar': () => AsnConvert.parse(AsnConvert.parse(cms, ContentInfo).content, SignedData),
  },
  {
    what: 'signed data with two certificates, written',
    ours: signedMessage,
    '@peculiar': () =>
      AsnConvert.serialize(AsnConvert.parse(AsnConvert.parse(cms, ContentInfo).content, SignedData)),
  },
  {
    what: 'revocation list of 500, read (ours: verified too)',
    ours: () => pki.readRevocationList(list, anchor),
    pkijs: () => new pkijs.CertificateRevocationList({ schema: parsed(list) }),
  },
  {
    what: 'path of two certificates',
    ours: () =>
      pki.pathFaults(pki.findPath(pki.parseCertificate(signer), [], [pki.parseCertificate(root)]), NOW),
    pkijs: () =>
      new pkijs.CertificateChainValidationEngine({
        trustedCerts: [new pkijs.Certificate({ schema: parsed(root) })],
        certs: [new pkijs.Certificate({ schema: parsed(signer) })],
        checkDate: NOW,
      }).verify(),
  },
];

const columns = ['ours', 'pkijs', '@peculiar', 'node'];
console.log(`Microseconds, and the multiple of ours; medians of ${ROUNDS} alternating rounds.\n`);
for (const row of [
  ['', ...columns],
  ['---', ...columns.map(() => '---')],
])
  console.log(`| ${row.join(' | ')} |`);
for (const { what, ...contestants } of contests) {
  const times = await byTurns(contestants);
  const cells = columns.map((name) => {
    const time = times.get(name);
    if (time === undefined) return '';
    return name === 'ours'
      ? time.toFixed(0)
      : `${time.toFixed(0)} (${(time / times.get('ours')).toFixed(1)}x)`;
  });
  console.log(`| ${what} | ${cells.join(' | ')} |`);
}

async function byTurns(contestants) {
  const times = new Map(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    for (const [name, work] of Object.entries(contestants)) {
      const start = performance.now();
      for (let index = 0; index < REPEATS; index += 1) await work();
      // The first rounds warm up.
      if (round >= 2) times.get(name).push(((performance.now() - start) * 1000) / REPEATS);
    }
  }
  return new Map([...times].map(([name, all]) => [name, all.sort((a, b) => a - b)[all.length >> 1]]));
}

function parsed(bytes, limits) {
  const { offset, result } = asn1js.fromBER(bytes, limits);
  if (offset === -1) throw new Error(result.error);
  return result;
}

function issue(profile, commonName, publicKey) {
  const spki = (key) => new Uint8Array(key.export({ type: 'spki', format: 'der' }));
  const toBeSigned = pki.toBeSignedCertificate({
    profile,
    serialNumber: randomBytes(16),
    issuer: pki.distinguishedName({ commonName: 'Bench Root' }),
    issuerPublicKey: spki(rootKey.publicKey),
    subject: pki.distinguishedName({ commonName }),
    publicKey: spki(publicKey),
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2030-01-01T00:00:00Z'),
    signatureAlgorithm: SHA_256,
  });
  return pki.assembleCertificate(toBeSigned, SHA_256, sign('sha256', toBeSigned, rootKey.privateKey));
}

function signedMessage() {
  const by = pki.cmsSigner({ certificate: signer, chain: [root], algorithm: SHA_256 });
  const attributes = pki.signedAttributes(by, createHash('sha256').update('content').digest());
  return pki.signedData(by, attributes, Buffer.alloc(70, 1));
}

function revocationList(length) {
  const content = pki.toBeSignedRevocationList({
    issuer: pki.distinguishedName({ commonName: 'Bench Root' }),
    issuerPublicKey: new Uint8Array(rootKey.publicKey.export({ type: 'spki', format: 'der' })),
    number: 1,
    thisUpdate: NOW,
    nextUpdate: new Date('2026-07-01T00:00:00Z'),
    completeSince: NOW,
    revoked: Array.from({ length }, () => ({
      serialNumber: randomBytes(16).toString('hex'),
      revokedAt: NOW,
      reason: 1,
    })),
    signatureAlgorithm: SHA_256,
  });
  return pki.assembleRevocationList(content, SHA_256, sign('sha256', content, rootKey.privateKey));
}
