import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { OcspResponder } from '@cinnabar/server/authority/ocsp-responder.js';
import {
  RevocationLists,
  revokeActCertificate,
  revokeCertificate,
} from '@cinnabar/server/authority/revocation.js';
import type { Signer } from '@cinnabar/server/authority/signer.js';
import { TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';
import { OpensslFolder } from '../support/openssl.js';
import { padesOf, signedContract } from '../support/pdf/signed-contract.js';

const now = new Date('2026-11-20T10:00:00.700Z');
const corp = { corpId: 1, corpName: '上海朱砂科技有限公司', corpCode: '91310115MA1K3YJ12X' };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

let fresh: FreshDatabase;
let custody: OpenCustody;
let folder: OpensslFolder;

beforeEach(async () => {
  folder = new OpensslFolder();
  fresh = await freshDatabase();
  custody = openCustody(fresh, { publishedAt: 'http://sign.example.com' });
  const [issuing, root] = await custody.authority.chain(now);
  folder.put('issuing.pem', pemOf(issuing ?? new Uint8Array()));
  folder.put('root.pem', pemOf(root ?? new Uint8Array()));
});

afterEach(async () => {
  folder.remove();
  await custody.database.close();
  await fresh.drop();
});

function listsOf({ database, keyStore, authority }: OpenCustody): RevocationLists {
  return new RevocationLists({ db: database.db, keyStore, authority: authority.certificates });
}

function responderOf({ database, authority }: OpenCustody): OcspResponder {
  return new OcspResponder({
    db: database.db,
    authority: authority.certificates,
    signers: authority.services,
  });
}

const attime = (at: Date) => ['-attime', String(Math.floor(at.getTime() / 1000))];

/** openssl's verdict on a signer's certificate with both lists at that time. */
async function verifyWithLists(signer: Signer, at: Date): Promise<string> {
  const lists = listsOf(custody);
  const names: string[] = [];
  for (const purpose of ['root', 'issuing'] as const) {
    const list = await lists.current(purpose, 1, at);
    if (list === null) throw new Error(`no list of ${purpose}`);
    const der = folder.put(`${purpose}.crl.der`, list.crl);
    folder.run('crl', '-inform', 'DER', '-in', der, '-out', `${purpose}.crl`);
    names.push('-CRLfile', `${purpose}.crl`);
  }
  folder.put('signer.pem', pemOf(signer.certificate.certificate));
  return folder.run(
    ...['verify', '-x509_strict', '-crl_check_all', ...attime(at), ...names],
    ...['-CAfile', 'root.pem', '-untrusted', 'issuing.pem', 'signer.pem'],
  ).text;
}

function crlText(crl: Uint8Array): string {
  folder.put('list.crl', crl);
  return folder.run(
    ...['crl', '-inform', 'DER', '-in', 'list.crl', '-noout', '-text', '-CAfile', 'issuing.pem'],
  ).text;
}

/** Queries our responder as openssl does, and has openssl verify the response. */
async function askByOcsp(signer: Signer, at: Date, ...options: readonly string[]): Promise<string> {
  folder.put('signer.pem', pemOf(signer.certificate.certificate));
  const id = ['-issuer', 'issuing.pem', '-cert', 'signer.pem'];
  const asked = folder.run('ocsp', ...options, ...id, '-reqout', 'request.der');
  if (!asked.ok) throw new Error(asked.text);
  const request = readFileSync(join(folder.path, 'request.der'));
  writeFileSync(join(folder.path, 'response.der'), await responderOf(custody).answer(request, at));
  // Given a second time beside the request, certificates would make openssl send another nonce.
  return folder.run(
    ...['ocsp', '-reqin', 'request.der', '-respin', 'response.der', '-resp_text'],
    ...['-CAfile', 'root.pem', '-verify_other', 'issuing.pem', ...attime(at)],
  ).text;
}

describe('certificates', () => {
  test('state where their issuer publishes lists, OCSP responses and its own certificate', async () => {
    const text = (der: Uint8Array) => {
      folder.put('any.pem', pemOf(der));
      return folder.run('x509', '-in', 'any.pem', '-noout', '-text').text;
    };
    const signer = await custody.authority.enterpriseSigner(corp, now);
    const own = text(signer.certificate.certificate);
    expect(own).toContain('URI:http://sign.example.com/crl/issuing-1.crl');
    expect(own).toContain('OCSP - URI:http://sign.example.com/ocsp');
    expect(own).toContain('CA Issuers - URI:http://sign.example.com/ca/issuing-1.cer');
    const issuing = text(signer.certificate.chain[0] ?? new Uint8Array());
    expect(issuing).toContain('URI:http://sign.example.com/crl/root-1.crl');
    expect(issuing).toContain('CA Issuers - URI:http://sign.example.com/ca/root-1.cer');
    expect(issuing).not.toContain('OCSP');
    expect(text(signer.certificate.chain[1] ?? new Uint8Array())).not.toContain('sign.example.com');
  });
});

describe('revocation lists', () => {
  test('are accepted by openssl for a certificate until it is revoked', async () => {
    const signer = await custody.authority.enterpriseSigner(corp, now);
    const person = await custody.authority.personSigner({ userId: 9, name: '张伟' }, now);
    expect(await verifyWithLists(signer, now)).toContain('signer.pem: OK');
    expect(await verifyWithLists(person, now)).toContain('signer.pem: OK');
    const revoked = await revokeCertificate(
      custody.database.db,
      signer.serialNumber.toUpperCase(),
      'keyCompromise',
      later(HOUR),
    );
    expect(revoked.outcome).toBe('revoked');
    expect(await verifyWithLists(signer, later(HOUR))).toContain('certificate revoked');
    expect(await verifyWithLists(person, later(HOUR))).toContain('signer.pem: OK');
  });

  test('are numbered, signed, valid for a week, and state the reason', async () => {
    const lists = listsOf(custody);
    const signer = await custody.authority.enterpriseSigner(corp, now);
    const empty = crlText((await lists.current('issuing', 1, now))?.crl ?? new Uint8Array());
    expect(empty).toContain('verify OK');
    expect(empty).toMatch(/X509v3 CRL Number:\s+1\n/);
    expect(empty).toContain('Last Update: Nov 20 10:00:00 2026 GMT');
    expect(empty).toContain('Next Update: Nov 27 10:00:00 2026 GMT');
    expect(empty).toContain('No Revoked Certificates.');
    await revokeCertificate(custody.database.db, signer.serialNumber, 'superseded', now);
    const full = crlText((await lists.current('issuing', 1, now))?.crl ?? new Uint8Array());
    expect(full).toContain('verify OK');
    expect(full).toMatch(/X509v3 CRL Number:\s+2\n/);
    expect(full).toContain(`Serial Number: ${signer.serialNumber.toUpperCase()}`);
    expect(full).toMatch(/X509v3 CRL Reason Code:\s+Superseded/);
  });

  test('are renewed daily, once even by several concurrent processes', async () => {
    const other = openCustody(fresh, { masterKey: custody.masterKey });
    const lists = [listsOf(custody), listsOf(other)];
    const numbers = async (at: Date) => {
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, index) => lists[index % 2]?.current('issuing', 1, at)),
      );
      return [...new Set(all.map((list) => list?.number))];
    };
    expect(await numbers(now)).toEqual([1]);
    expect(await numbers(later(DAY - 1000))).toEqual([1]);
    expect(await numbers(later(DAY))).toEqual([2]);
    await lists[0]?.all(later(2 * DAY));
    expect(await numbers(later(2 * DAY))).toEqual([3]);
    await other.database.close();
  });

  test('stay unchanged after their issuer has expired', async () => {
    const lists = listsOf(custody);
    const last = await lists.current('issuing', 1, later(3600 * DAY));
    const after = await lists.current('issuing', 1, later(3700 * DAY));
    expect(after?.number).toBe(last?.number);
    expect(await lists.current('issuing', 7, now)).toBeNull();
  });
});

describe('revoking', () => {
  test('counts once, and the enterprise then signs with a new certificate', async () => {
    const { db } = custody.database;
    const first = await custody.authority.enterpriseSigner(corp, now);
    expect((await revokeCertificate(db, first.serialNumber, 'keyCompromise', now)).outcome).toBe('revoked');
    expect((await revokeCertificate(db, first.serialNumber, 'superseded', later(HOUR))).outcome).toBe(
      'alreadyRevoked',
    );
    const second = await custody.authority.enterpriseSigner(corp, later(HOUR));
    expect(second.serialNumber).not.toBe(first.serialNumber);
    expect(await verifyWithLists(second, later(HOUR))).toContain('signer.pem: OK');
    expect(await custody.authority.destroyEndedKeys(later(HOUR), 10)).toBe(1);
    await expect(first.sign(Buffer.from('too late'))).rejects.toThrow('KEY_DESTROYED');
  });

  test('reaches the timestamp authority of every process within ten seconds', async () => {
    const { services } = custody.authority;
    const first = await services.timestamp(now);
    await revokeCertificate(custody.database.db, first.serialNumber, 'keyCompromise', now);
    expect((await services.timestamp(later(10_000))).serialNumber).not.toBe(first.serialNumber);
  });

  test('refuses foreign serial numbers and the authority itself', async () => {
    const { db } = custody.database;
    const issuing = await db
      .selectFrom('certificates')
      .select('serial_number')
      .where('purpose', '=', 'issuing')
      .executeTakeFirstOrThrow();
    expect((await revokeCertificate(db, 'abcd', 'unspecified', now)).outcome).toBe('unknown');
    expect((await revokeCertificate(db, issuing.serial_number, 'unspecified', now)).outcome).toBe(
      'authority',
    );
  });
});

describe('the certificate of a person’s act', () => {
  test('is revoked once; openssl sees it in list and response, and no other person’s', async () => {
    const { db } = custody.database;
    const [person, other] = [
      await custody.authority.personSigner({ userId: 9, name: '张伟' }, now),
      await custody.authority.personSigner({ userId: 9, name: '张伟' }, now),
    ];
    expect(await verifyWithLists(person, now)).toContain('signer.pem: OK');
    const revoke = () =>
      revokeActCertificate(db, person.serialNumber, now, 'affiliationChanged', later(HOUR));
    expect([await revoke(), await revoke()]).toEqual([true, false]);
    expect(await verifyWithLists(person, later(2 * HOUR))).toContain('certificate revoked');
    expect(await verifyWithLists(other, later(2 * HOUR))).toContain('signer.pem: OK');
    const list = crlText(
      (await listsOf(custody).current('issuing', 1, later(2 * HOUR)))?.crl ?? new Uint8Array(),
    );
    expect(list).toMatch(/X509v3 CRL Reason Code:\s+Affiliation Changed/);
    const answer = await askByOcsp(person, later(2 * HOUR));
    expect(answer).toContain('Response verify OK');
    expect(answer).toContain('Revocation Reason: affiliationChanged');
    expect(answer).toContain('Revocation Time: Nov 20 11:00:00 2026 GMT');
    expect(await askByOcsp(other, later(2 * HOUR))).toContain('Cert Status: good');
  });

  test('is in the lists of every issuer in force then, and of no later one', async () => {
    const person = await custody.authority.personSigner({ userId: 9, name: '张伟' }, now);
    await custody.authority.personSigner({ userId: 9, name: '张伟' }, later(3660 * DAY));
    await revokeActCertificate(custody.database.db, person.serialNumber, now, 'unspecified', later(HOUR));
    const entries = async (generation: number, at: Date) =>
      (await listsOf(custody).current('issuing', generation, at))?.entries;
    expect(await entries(1, later(DAY))).toBe(1);
    expect(await entries(2, later(3660 * DAY))).toBe(0);
    expect((await listsOf(custody).current('root', 1, later(DAY)))?.entries).toBe(0);
  });

  test('revoked, leaves valid only signatures timestamped before', async () => {
    const { authority } = custody;
    const timestamps = new TimestampAuthority(authority.services);
    const sign = async (stamp: boolean, at: Date) => {
      const person = await authority.personSigner({ userId: 9, name: '张伟' }, at);
      const stampOf = async (value: Uint8Array) => {
        const digest = createHash('sha256').update(value).digest();
        return Buffer.from((await timestamps.stamp(digest, at)).token);
      };
      const cms = (covered: Buffer) => padesOf(covered, person, stamp ? stampOf : undefined);
      return { person, file: await signedContract(person, { cms }) };
    };
    const verify = async (file: Uint8Array, at: Date) =>
      verifyDocument(file, {
        trusted: await authority.trustAnchors(),
        revocationLists: await listsOf(custody).all(at),
        now: at,
      });
    const acts = [await sign(true, now), await sign(false, now), await sign(true, later(2 * HOUR))];
    for (const { file } of acts) expect((await verify(file, later(2 * HOUR))).verdict).toBe('valid');
    for (const { person } of acts)
      await revokeActCertificate(
        custody.database.db,
        person.serialNumber,
        now,
        'privilegeWithdrawn',
        later(HOUR),
      );
    const found = await Promise.all(acts.map(({ file }) => verify(file, later(3 * HOUR))));
    expect(found.map(({ verdict }) => verdict)).toEqual(['valid_with_remarks', 'invalid', 'invalid']);
    const codes = found.map(({ signatures }) => signatures[0]?.problems.map(({ code }) => code));
    expect(codes).toEqual([['CERTIFICATE_REVOKED_LATER'], ['CERTIFICATE_REVOKED'], ['CERTIFICATE_REVOKED']]);
  });
});

describe('the responder', () => {
  test.each([[[]], [['-no_nonce']], [['-sha256']]])(
    'openssl accepts its response for a good and a revoked certificate: %j',
    async (options: readonly string[]) => {
      const signer = await custody.authority.enterpriseSigner(corp, now);
      const good = await askByOcsp(signer, now, ...options);
      expect(good).toContain('Response verify OK');
      expect(good).toContain('Cert Status: good');
      expect(good).toContain('OCSP Archive Cutoff');
      if (!options.includes('-no_nonce')) expect(good).toContain('OCSP Nonce');
      await revokeCertificate(custody.database.db, signer.serialNumber, 'cessationOfOperation', later(HOUR));
      const revoked = await askByOcsp(signer, later(2 * HOUR), ...options);
      expect(revoked).toContain('Response verify OK');
      expect(revoked).toContain('Cert Status: revoked');
      expect(revoked).toContain('Revocation Reason: cessationOfOperation');
      expect(revoked).toContain('Revocation Time: Nov 20 11:00:00 2026 GMT');
    },
  );

  test('is certified for that purpose only, for 90 days, without revocation checking', async () => {
    const issuer = await custody.authority.certificates.issuing(now, later(HOUR));
    const responder = await custody.authority.services.responder(issuer, now);
    folder.put('responder.pem', pemOf(responder?.certificate.certificate ?? new Uint8Array()));
    const { text } = folder.run('x509', '-in', 'responder.pem', '-noout', '-text');
    expect(text).toMatch(/X509v3 Extended Key Usage:\s+OCSP Signing\n/);
    expect(text).toContain('OCSP No Check');
    expect(text).toContain('Not After : Feb 18 10:00:00 2027 GMT');
    expect((await custody.authority.services.responder(issuer, later(59 * DAY)))?.serialNumber).toBe(
      responder?.serialNumber,
    );
    expect((await custody.authority.services.responder(issuer, later(61 * DAY)))?.serialNumber).not.toBe(
      responder?.serialNumber,
    );
    expect(await custody.authority.services.responder(issuer, later(3700 * DAY))).toBeNull();
  });

  test('answers “good” for persons’ unrevoked certificates, which are not stored', async () => {
    const person = await custody.authority.personSigner({ userId: 9, name: '张伟' }, now);
    expect(await askByOcsp(person, now)).toContain('Cert Status: good');
  });

  test('reports unreadable requests, and certificates that are not its own', async () => {
    const said = async (request: Uint8Array) => {
      folder.put('response.der', await responderOf(custody).answer(request, now));
      return folder.run('ocsp', '-respin', 'response.der', '-resp_text', '-noverify').text;
    };
    expect(await said(Buffer.from('hello'))).toContain('malformedrequest (1)');
    const elsewhere = await freshDatabase();
    const foreign = openCustody(elsewhere);
    const signer = await foreign.authority.enterpriseSigner(corp, now);
    folder.put('their-issuing.pem', pemOf(signer.certificate.chain[0] ?? new Uint8Array()));
    folder.put('theirs.pem', pemOf(signer.certificate.certificate));
    folder.run('ocsp', '-issuer', 'their-issuing.pem', '-cert', 'theirs.pem', '-reqout', 'request.der');
    expect(await said(readFileSync(join(folder.path, 'request.der')))).toContain('unauthorized (6)');
    await foreign.database.close();
    await elsewhere.drop();
  });
});
