// @module-tag bouncy-castle
/** The authority's certificates of SM2, beside those of the configured algorithm. */
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { readCommonName } from '@cinnabar/pki/certificates/distinguished-name.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { ocspRequest } from '@cinnabar/pki/revocation/ocsp-request.js';
import { OcspResponder } from '@cinnabar/server/authority/ocsp-responder.js';
import { RevocationLists, revokeCertificate } from '@cinnabar/server/authority/revocation.js';
import type { Signer } from '@cinnabar/server/authority/signer.js';
import { TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';
import { signedContract } from '../support/pdf/signed-contract.js';
import { judgedByBouncyCastle } from '../support/sm2/bouncy-castle.js';

const now = new Date('2026-11-20T10:00:00.700Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const corp = { corpId: 1, corpName: '上海朱砂科技有限公司', corpCode: '91310115MA1K3YJ12X' };
const person = { userId: 9, name: '张伟' };

let fresh: FreshDatabase;
let custody: OpenCustody;

beforeEach(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh, { publishedAt: 'http://sign.example.com' });
});

afterEach(async () => {
  await custody.database.close();
  await fresh.drop();
});

const own = ({ certificate }: Signer) => parseCertificate(certificate.certificate);
const above = ({ certificate }: Signer) => certificate.chain.map(parseCertificate);

test('is made when a signer first asks for it, and leaves the other certificates in force', async () => {
  const { authority } = custody;
  const before = await authority.enterpriseSigner(corp, now);
  expect(await authority.trustAnchors()).toHaveLength(1);
  const signer = await authority.enterpriseSigner(corp, now, null, 'SM2');
  expect(signer.certificate.algorithm).toBe('sm2-sm3');
  expect([own(signer), ...above(signer)].map(({ subject }) => readCommonName(subject))).toEqual([
    corp.corpName,
    'Cinnabar Test SM2 Issuing CA G2',
    'Cinnabar Test SM2 Root CA G2',
  ]);
  expect(await authority.trustAnchors()).toEqual([before.certificate.chain[1], signer.certificate.chain[1]]);
  for (const [again, algorithm] of [
    [before, 'P-256'],
    [signer, 'SM2'],
  ] as const) {
    const { serialNumber } = await authority.enterpriseSigner(corp, later(1), null, algorithm);
    expect(serialNumber).toBe(again.serialNumber);
  }
  const [issuing] = await authority.chain(now);
  expect(issuing).toEqual(before.certificate.chain[0]);
  const stamped = await new TimestampAuthority(authority.services).stamp(Buffer.alloc(32), now);
  expect(stamped.token.length).toBeGreaterThan(1000);
});

test('first needed by several processes at once has one certificate of each kind', async () => {
  const others = Array.from({ length: 3 }, () => openCustody(fresh, { masterKey: custody.masterKey }));
  const signers = await Promise.all(
    [custody, ...others].flatMap(({ authority }) => [
      authority.enterpriseSigner(corp, now, null, 'SM2'),
      authority.enterpriseSigner(corp, now),
    ]),
  );
  expect(new Set(signers.map(({ serialNumber }) => serialNumber)).size).toBe(2);
  expect(await custody.authority.trustAnchors()).toHaveLength(2);
  for (const { database } of others) await database.close();
});

test('has lists and a responder that BouncyCastle accepts, which tell what was revoked', async () => {
  const { authority, database, keyStore } = custody;
  const { db } = database;
  const lists = new RevocationLists({ db, keyStore, authority: authority.certificates });
  const responder = new OcspResponder({
    db,
    authority: authority.certificates,
    signers: authority.services,
  });
  const signers = [
    await authority.enterpriseSigner(corp, now, null, 'SM2'),
    await authority.personSigner(person, now, 'SM2'),
  ];
  const judge = async (at: Date) => {
    const verdicts: string[] = [];
    for (const signer of signers) {
      const file = await signedContract(signer);
      const options = { trusted: await authority.trustAnchors(), revocationLists: await lists.all(at) };
      const { verdict, signatures } = verifyDocument(file, { ...options, now: at });
      verdicts.push(verdict, ...signatures.flatMap(({ problems }) => problems.map(({ code }) => code)));
    }
    return verdicts;
  };
  expect(await judge(later(1))).toEqual(['valid', 'valid']);
  const [signer = signers[0]] = signers;
  if (signer === undefined) throw new Error('no signer');
  await revokeCertificate(db, signer.serialNumber, 'keyCompromise', later(2));
  expect(await judge(later(3))).toEqual(['invalid', 'CERTIFICATE_REVOKED', 'valid']);

  const [issuing, root] = above(signer);
  if (issuing === undefined || root === undefined) throw new Error('a chain of two');
  const response = await responder.answer(ocspRequest(own(signer), issuing), later(3));
  const [ofIssuing, ofRoot] = [
    await lists.current('issuing', 1, later(3)),
    await lists.current('root', 1, later(3)),
  ];
  const judged = judgedByBouncyCastle([
    ['certificate', own(signer).bytes, issuing.bytes],
    ['certificate', issuing.bytes, root.bytes],
    ['crl', ofIssuing?.crl ?? new Uint8Array(), issuing.bytes],
    ['crl', ofRoot?.crl ?? new Uint8Array(), root.bytes],
    ['ocsp', response, issuing.bytes],
  ]);
  expect(judged).toEqual([true, true, true, true, true]);
});
