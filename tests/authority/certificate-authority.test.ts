import 'reflect-metadata';
import { verify, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingCertificates } from '@cinnabar/server/authority/certificate-store.js';
import type { Signer } from '@cinnabar/server/authority/signer.js';
import * as x509 from '@peculiar/x509';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';
import { outputOf, runSync } from '../support/programs.js';

let fresh: FreshDatabase;
let custody: OpenCustody;
let folder: string;

const now = new Date('2026-11-20T10:00:00.700Z');
const corp = { corpId: 1, corpName: '上海朱砂科技有限公司', corpCode: '91310115MA1K3YJ12X' };
const person = { userId: 9, name: '张伟' };
const DAY = 86_400_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-ca-'));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
});

afterEach(async () => {
  await custody.database.close();
  await fresh.drop();
});

const later = (days: number) => new Date(now.getTime() + days * DAY);

function pem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** openssl's verdict on the chain at that time, for document signatures and for S/MIME. */
async function opensslVerify(signer: Signer, at: Date): Promise<string> {
  const path = (name: string) => join(folder, name);
  const [issuing, root] = signer.certificate.chain;
  if (issuing === undefined || root === undefined) throw new Error('a chain of two');
  await writeFile(path('root.pem'), pem(root));
  await writeFile(path('issuing.pem'), pem(issuing));
  await writeFile(path('signer.pem'), pem(signer.certificate.certificate));
  const time = String(Math.floor(at.getTime() / 1000));
  const strict = ['-x509_strict', '-check_ss_sig', '-purpose', 'smimesign', '-attime', time];
  const files = ['-CAfile', path('root.pem'), '-untrusted', path('issuing.pem'), path('signer.pem')];
  const { status, stdout, stderr } = runSync('openssl', ['verify', ...strict, ...files]);
  return status === 0 ? stdout.toString().trim() : stderr.toString();
}

function opensslText(der: Uint8Array): string {
  const options = [
    'x509',
    '-inform',
    'DER',
    '-noout',
    '-text',
    '-nameopt',
    'utf8,sep_comma_plus_space,esc_2253',
  ];
  return outputOf('openssl', [...options, '-certopt', 'no_pubkey,no_sigdump'], { input: der });
}

describe('an enterprise', () => {
  test('is certified under its Chinese name and credit code for two years, and openssl accepts the chain', async () => {
    const signer = await custody.authority.enterpriseSigner(corp, now);
    expect(await opensslVerify(signer, now)).toMatch(/signer\.pem: OK$/);
    const text = opensslText(signer.certificate.certificate);
    expect(text).toContain(
      'Subject: C=CN, O=上海朱砂科技有限公司, organizationIdentifier=NTRCN-91310115MA1K3YJ12X, CN=上海朱砂科技有限公司',
    );
    expect(text).toContain('Issuer: C=CN, O=Cinnabar Test, CN=Cinnabar Test Issuing CA G1');
    expect(text).toContain('Not Before: Nov 20 09:55:00 2026 GMT');
    expect(text).toContain('Not After : Nov 20 10:00:00 2028 GMT');
    expect(text).toMatch(/X509v3 Key Usage: critical\s+Digital Signature, Non Repudiation\n/);
    expect(text).toMatch(/X509v3 Basic Constraints: critical\s+CA:FALSE/);
    expect(text).toContain('X509v3 Subject Key Identifier');
    expect(text).toContain('X509v3 Authority Key Identifier');
    expect(text).toContain('ecdsa-with-SHA256');
    signer.release();
  });

  test('signs with the key of its certificate, also after the act', async () => {
    const signer = await custody.authority.enterpriseSigner(corp, now);
    signer.release();
    const data = Buffer.from('signed attributes');
    const { publicKey } = new X509Certificate(signer.certificate.certificate);
    expect(verify('sha256', data, publicKey, await signer.sign(data))).toBe(true);
  });

  test('keeps its certificate until 60 days before its expiry', async () => {
    const first = await custody.authority.enterpriseSigner(corp, now);
    const end = new Date(new X509Certificate(first.certificate.certificate).validTo);
    const before = await custody.authority.enterpriseSigner(corp, new Date(end.getTime() - 60 * DAY));
    expect(before.serialNumber).toBe(first.serialNumber);
    const after = await custody.authority.enterpriseSigner(corp, new Date(end.getTime() - 60 * DAY + 1));
    expect(after.serialNumber).not.toBe(first.serialNumber);
    expect(await opensslVerify(after, later(731))).toMatch(/OK$/);
  });

  test('that changes its name or code gets another certificate once', async () => {
    const first = await custody.authority.enterpriseSigner(corp, now);
    const renamed = await custody.authority.enterpriseSigner(
      { ...corp, corpName: '上海丹砂科技有限公司' },
      now,
    );
    expect(renamed.serialNumber).not.toBe(first.serialNumber);
    const again = await custody.authority.enterpriseSigner(
      { ...corp, corpName: '上海丹砂科技有限公司' },
      now,
    );
    expect(again.serialNumber).toBe(renamed.serialNumber);
    const uncoded = await custody.authority.enterpriseSigner({ ...corp, corpCode: null }, now);
    expect(opensslText(uncoded.certificate.certificate)).not.toContain('organizationIdentifier');
  });

  test('that signs for the first time in several processes concurrently gets one certificate and one key', async () => {
    const processes = Array.from({ length: 5 }, () => openCustody(fresh, { masterKey: custody.masterKey }));
    const signers = await Promise.all(
      processes.flatMap(({ authority }) => [
        authority.enterpriseSigner(corp, now),
        authority.enterpriseSigner(corp, now),
      ]),
    );
    expect(new Set(signers.map((signer) => signer.serialNumber)).size).toBe(1);
    const { db } = custody.database;
    const certificates = await db
      .selectFrom('certificates')
      .select(['purpose', 'generation'])
      .orderBy('purpose')
      .execute();
    expect(certificates).toEqual([
      { purpose: 'enterprise', generation: 1 },
      { purpose: 'issuing', generation: 1 },
      { purpose: 'root', generation: 1 },
    ]);
    const keys = await db
      .selectFrom('signing_keys')
      .select('key_id')
      .where('encrypted_private_key', 'is not', null)
      .execute();
    expect(keys).toHaveLength(3);
    for (const signer of signers) expect(await opensslVerify(signer, now)).toMatch(/OK$/);
    await Promise.all(processes.map(({ database }) => database.close()));
  });

  test('loses a key only after its certificate has expired', async () => {
    const first = await custody.authority.enterpriseSigner(corp, now);
    const second = await custody.authority.enterpriseSigner(corp, later(700));
    expect(await custody.authority.destroyEndedKeys(later(700), 100)).toBe(0);
    await first.sign(Buffer.from('an act that began before the renewal'));
    expect(await custody.authority.destroyEndedKeys(later(740), 100)).toBe(1);
    await expect(first.sign(Buffer.from('too late'))).rejects.toThrow('KEY_DESTROYED');
    await second.sign(Buffer.from('goes on'));
    expect(await custody.authority.destroyEndedKeys(later(740), 100)).toBe(0);
  });
});

describe('a person', () => {
  test('is certified for one day under the name alone, and openssl accepts the chain', async () => {
    const signer = await custody.authority.personSigner(person, now);
    expect(await opensslVerify(signer, now)).toMatch(/signer\.pem: OK$/);
    const text = opensslText(signer.certificate.certificate);
    expect(text).toMatch(/Subject: serialNumber=[a-z2-7]{16}, CN=张伟\n/);
    expect(text).toContain('Not Before: Nov 20 09:55:00 2026 GMT');
    expect(text).toContain('Not After : Nov 21 10:00:00 2026 GMT');
    expect(await opensslVerify(signer, later(2))).toContain('certificate has expired');
  });

  test('signs during the act and never afterwards, with a key that is never stored', async () => {
    await custody.authority.chain(now);
    const keysBefore = await custody.database.db.selectFrom('signing_keys').select('key_id').execute();
    const signer = await custody.authority.personSigner(person, now);
    const data = Buffer.from('signed attributes');
    const { publicKey } = new X509Certificate(signer.certificate.certificate);
    expect(verify('sha256', data, publicKey, await signer.sign(data))).toBe(true);
    signer.release();
    await expect(signer.sign(data)).rejects.toThrow('KEY_DESTROYED');
    expect(await custody.database.db.selectFrom('signing_keys').select('key_id').execute()).toEqual(
      keysBefore,
    );
  });

  test('gets another key and serial number for each act, and the same pseudonym', async () => {
    const one = await custody.authority.personSigner(person, now);
    const two = await custody.authority.personSigner(person, now);
    const namesake = await custody.authority.personSigner({ userId: 10, name: '张伟' }, now);
    const subject = (signer: Signer) => new X509Certificate(signer.certificate.certificate).subject;
    expect(one.serialNumber).not.toBe(two.serialNumber);
    expect(subject(one)).toBe(subject(two));
    expect(subject(namesake)).not.toBe(subject(one));
  });

  test.each(['', '   ', '张\u0000伟', '张\n伟', '张\ud800'])(
    'is not certified under the name %j',
    async (name) => {
      await expect(custody.authority.personSigner({ userId: 9, name }, now)).rejects.toThrow('NAME_UNUSABLE');
    },
  );
});

describe('the authority', () => {
  test('has a root for 20 years and an issuing certificate for 10', async () => {
    const [issuing, root] = await custody.authority.chain(now);
    const rootText = opensslText(root ?? new Uint8Array());
    const issuingText = opensslText(issuing ?? new Uint8Array());
    expect(rootText).toContain('Subject: C=CN, O=Cinnabar Test, CN=Cinnabar Test Root CA G1');
    expect(rootText).toContain('Not After : Nov 20 10:00:00 2046 GMT');
    expect(rootText).toMatch(/Basic Constraints: critical\s+CA:TRUE\n/);
    expect(rootText).not.toContain('Authority Key Identifier');
    expect(issuingText).toContain('Not After : Nov 20 10:00:00 2036 GMT');
    expect(issuingText).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0\n/);
    expect(issuingText).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
  });

  test('is the same for a process started later', async () => {
    const chain = await custody.authority.chain(now);
    const other = openCustody(fresh, { masterKey: custody.masterKey });
    expect(await other.authority.chain(later(100))).toEqual(chain);
    await other.database.close();
  });

  test('creates its next generation before the present one would expire earlier than what it issues', async () => {
    const anchors = async () => (await custody.authority.trustAnchors()).length;
    for (const [year, issuing, roots] of [
      [0, 'G1', 1],
      [7, 'G1', 1],
      [9, 'G2', 1],
      [16, 'G2', 1],
      [18, 'G3', 2],
    ] as const) {
      const at = later(year * 365);
      const signer = await custody.authority.enterpriseSigner(corp, at);
      expect(new X509Certificate(signer.certificate.certificate).issuer, `year ${year}`).toContain(
        `Issuing CA ${issuing}`,
      );
      expect(await anchors(), `year ${year}`).toBe(roots);
      expect(await opensslVerify(signer, at)).toMatch(/OK$/);
      expect(await opensslVerify(signer, new Date(at.getTime() + 729 * DAY))).toMatch(/OK$/);
    }
  });

  test('still provides the chain of an older certificate', async () => {
    const signer = await custody.authority.enterpriseSigner(corp, later(7 * 365));
    await custody.authority.enterpriseSigner({ ...corp, corpId: 2 }, later(8.2 * 365));
    const again = await custody.authority.enterpriseSigner(corp, later(8.2 * 365));
    expect(again.serialNumber).toBe(signer.serialNumber);
    expect(await opensslVerify(again, later(8.2 * 365))).toMatch(/OK$/);
  });

  test('issues certificates that another library parses and verifies', async () => {
    x509.cryptoProvider.set(globalThis.crypto);
    const enterprise = await custody.authority.enterpriseSigner(corp, now);
    const event = await custody.authority.personSigner(person, now);
    for (const { certificate } of [enterprise, event]) {
      const [issuing, root] = certificate.chain.map((der) => new x509.X509Certificate(Buffer.from(der)));
      const leaf = new x509.X509Certificate(Buffer.from(certificate.certificate));
      if (issuing === undefined || root === undefined) throw new Error('a chain of two');
      expect(await leaf.verify({ publicKey: issuing.publicKey, date: now })).toBe(true);
      expect(await issuing.verify({ publicKey: root.publicKey, date: now })).toBe(true);
      expect(await root.verify({ publicKey: root.publicKey, date: now })).toBe(true);
      expect(leaf.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId).toBe(
        issuing.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId,
      );
    }
  });

  test('uses RSA in the whole chain if configured', async () => {
    const rsa = openCustody(fresh, { masterKey: custody.masterKey, algorithm: 'rsa-sha256' });
    const signer = await rsa.authority.enterpriseSigner(corp, now);
    expect(signer.certificate.algorithm).toBe('rsa-sha256');
    expect(await opensslVerify(signer, now)).toMatch(/OK$/);
    const bits = [signer.certificate.certificate, ...signer.certificate.chain].map(
      (der) => new X509Certificate(der).publicKey.asymmetricKeyDetails?.modulusLength,
    );
    expect(bits).toEqual([2048, 3072, 3072]);
    await rsa.database.close();
  });

  test('gives every certificate a unique positive serial number of 16 bytes', async () => {
    const signers = await Promise.all(
      Array.from({ length: 40 }, () => custody.authority.personSigner(person, now)),
    );
    expect(new Set(signers.map((signer) => signer.serialNumber)).size).toBe(40);
    for (const signer of signers) {
      expect(signer.serialNumber).toMatch(/^[4-7][0-9a-f]{31}$/);
      expect(new X509Certificate(signer.certificate.certificate).serialNumber.toLowerCase()).toBe(
        signer.serialNumber,
      );
    }
  });
});

test('what ends soon counts the newest certificate of each enterprise that has not ended', async () => {
  const { db } = custody.database;
  const ending = async (from: Date) =>
    (await endingCertificates(db, from, new Date(from.getTime() + 30 * DAY))).get('enterprise');
  await custody.authority.enterpriseSigner(corp, now);
  await custody.authority.enterpriseSigner({ ...corp, corpId: 2 }, later(10));
  const two = await db
    .selectFrom('certificates')
    .select('not_after')
    .where('purpose', '=', 'enterprise')
    .execute();
  const [first = now, second = now] = two
    .map(({ not_after }) => not_after)
    .sort((a, b) => a.getTime() - b.getTime());
  expect(await ending(now)).toEqual({ count: 0, soonest: first });
  const before = new Date(first.getTime() - 15 * DAY);
  expect(await ending(before)).toEqual({ count: 2, soonest: first });
  expect(await ending(first)).toEqual({ count: 1, soonest: second });
  const renewed = await custody.authority.enterpriseSigner(corp, before);
  expect(renewed.serialNumber).not.toBe('');
  expect(await ending(before)).toEqual({ count: 1, soonest: second });
  const all = await endingCertificates(db, later(30 * 365), later(30 * 365));
  expect(all.get('enterprise')).toBeUndefined();
  // The service's own are told after their end, too.
  expect(all.get('root')?.count).toBe(1);
});
