// @module-tag openssl
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { certificatesInPem, pemBlock } from '@cinnabar/pki/asn1/pem.js';
import { certificationRequest } from '@cinnabar/pki/certificates/certification-request.js';
import { distinguishedName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { checkChain, otherName } from '@cinnabar/server/authority/external/check-chain.js';
import { MAX_CHAIN_BYTES, readChain } from '@cinnabar/server/authority/external/read-chain.js';
import { isTooSoon, standingOf } from '@cinnabar/server/authority/external/standing.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExternalAuthority } from '../support/external-authority.js';

const corp = { corpName: '上海朱砂科技有限公司', corpCode: '91310000MA1FL0XX0X' };
const DAY = 24 * 3_600_000;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let authority: ExternalAuthority;
let stranger: ExternalAuthority;
let request: string;
let chain: string;

const spki = (key: KeyObject) => new Uint8Array(key.export({ type: 'spki', format: 'der' }));

async function requestOf(keys: { publicKey: KeyObject; privateKey: KeyObject }): Promise<string> {
  const der = await certificationRequest({
    subject: distinguishedName({
      country: 'CN',
      organization: corp.corpName,
      organizationIdentifier: `NTRCN-${corp.corpCode}`,
      commonName: corp.corpName,
    }),
    publicKey: spki(keys.publicKey),
    algorithm: 'ecdsa-p256-sha256',
    sign: async (data) => sign('sha256', data, keys.privateKey),
  });
  return pemBlock('CERTIFICATE REQUEST', der);
}

beforeAll(async () => {
  authority = await ExternalAuthority.open();
  stranger = await ExternalAuthority.open();
  request = await requestOf(pair);
  chain = authority.chainFor(request, { days: 3000 });
}, 60_000);
afterAll(async () => {
  await authority.close();
  await stranger.close();
});

function check(text: string | Uint8Array, { inDays = 1, roots = authority.rootPem } = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return checkChain(readChain(bytes), {
    publicKey: spki(pair.publicKey),
    anchors: certificatesInPem(roots),
    now: new Date(Date.now() + inDays * DAY),
  });
}

describe('the chain of a certificate of another authority', () => {
  it.each<[string, () => string | Uint8Array]>([
    ['PEM', () => chain],
    [
      'PEM in another order, with text and the root',
      () => `Bag\n${authority.issuingPem}${authority.rootPem}${chain}`,
    ],
    ['PKCS #7 as PEM', () => authority.pkcs7(chain, 'PEM')],
    ['PKCS #7 as DER', () => authority.pkcs7(chain, 'DER')],
  ])('is read from %s, and leads to the trusted root', (_, given) => {
    const { certificate, chain: above } = check(given());
    expect(certificate.bytes).toEqual(certificatesInPem(chain)[0]?.bytes);
    expect(above).toHaveLength(2);
    expect(otherName(certificate, corp)).toBeNull();
  });

  it.each<[string, string, () => unknown]>([
    ['without its issuer', 'NO_PATH', () => check(authority.certify(request))],
    ['of an authority that nobody trusts', 'NO_PATH', () => check(chain, { roots: stranger.rootPem })],
    [
      'with the intermediate of another authority',
      'NO_PATH',
      () => check(`${authority.certify(request)}${stranger.issuingPem}`),
    ],
    [
      'trusted by itself',
      'NO_PATH',
      () => check(chain, { roots: chain.slice(0, chain.indexOf('-----END') + 26) }),
    ],
    ['whose intermediate has ended', 'EXPIRED', () => check(chain, { inDays: 2000 })],
    ['that has ended', 'EXPIRED', () => check(chain, { inDays: 3100 })],
    ['that is not valid yet', 'NOT_YET_VALID', () => check(chain, { inDays: -1 })],
    [
      'of an authority instead of a signer',
      'IS_AUTHORITY',
      () => check(authority.chainFor(request, { section: 'authority' })),
    ],
    ['for encryption', 'USAGE', () => check(authority.chainFor(request, { section: 'encipherment' }))],
    ['for servers', 'USAGE', () => check(authority.chainFor(request, { section: 'tls' }))],
    ['issued with SHA-1', 'WEAK', () => check(authority.chainFor(request, { digest: 'sha1' }))],
    ['that is the root alone', 'OTHER_KEY', () => check(authority.rootPem)],
    [
      'that is garbage',
      'UNREADABLE',
      () => check('-----BEGIN CERTIFICATE-----\nTUlJ\n-----END CERTIFICATE-----'),
    ],
    ['that is empty', 'UNREADABLE', () => check('')],
    ['that is a sequence of nothing', 'UNREADABLE', () => check(Uint8Array.of(0x30, 0x80))],
    ['of a giant file', 'TOO_LARGE', () => check(new Uint8Array(MAX_CHAIN_BYTES + 1))],
    ['of very many certificates', 'TOO_LARGE', () => check(chain.repeat(11))],
  ])('%s is refused: %s', (_, reason, run) => {
    expect(run).toThrow(expect.objectContaining({ reason }));
  });

  it('for another key is refused, and the found names are told', async () => {
    const other = authority.chainFor(await requestOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })));
    expect(() => check(other)).toThrow(/OTHER_KEY.*上海朱砂科技有限公司, Other Issuing/);
  });

  it('with a root that is not trusted is refused, and the root is named', () => {
    const run = () => check(`${chain}${authority.rootPem}`, { roots: stranger.rootPem });
    expect(run).toThrow(/NO_PATH.*ends at the root “.+”, which is not trusted$/);
  });

  it('that names another enterprise or code is told apart', () => {
    const { certificate } = check(chain);
    expect(otherName(certificate, { ...corp, corpName: '上海 朱砂科技有限公司' })).toBeNull();
    expect(otherName(certificate, { ...corp, corpCode: null })).toBeNull();
    expect(otherName(certificate, { ...corp, corpName: '北京朱砂科技有限公司' })).toContain('上海朱砂');
    expect(otherName(certificate, { ...corp, corpCode: '91310000MA1FL0XX1X' })).toBe(corp.corpCode);
  });

  it('is due for renewal 60 days before its end, which nothing replaces', () => {
    const start = new Date('2025-06-01T00:00:00Z');
    const end = new Date('2027-06-01T00:00:00Z');
    const at = (days: number, revoked: Date | null = null) =>
      standingOf(
        { not_before: start, not_after: end, revoked_at: revoked },
        new Date(end.getTime() - days * DAY),
      );
    expect([at(61), at(59), at(0), at(61, end)]).toEqual(['valid', 'renewalDue', 'ended', 'revoked']);
  });

  it('of a short lifetime is due in its last third, and is not renewed again at once', () => {
    const start = new Date('2027-03-03T00:00:00Z');
    const record = { not_before: start, not_after: new Date(start.getTime() + 90 * DAY), revoked_at: null };
    const at = (days: number) => new Date(start.getTime() + days * DAY);
    expect([59, 61].map((days) => standingOf(record, at(days)))).toEqual(['valid', 'renewalDue']);
    expect([61, 70].map((days) => isTooSoon(record, at(60), at(days)))).toEqual([true, false]);
    expect(isTooSoon(record, null, at(61))).toBe(false);
  });
});
