import { createHash } from 'node:crypto';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { pemOf } from '@cinnabar/pki/asn1/pem.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { certificateOf, only, readSignedData } from '@cinnabar/pki/cms/signed-data.js';
import { verifyTimestamp } from '@cinnabar/pki/timestamps/verify-timestamp.js';
import { TimestampAuthority } from '@cinnabar/server/authority/timestamp-authority.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';
import { OpensslFolder } from '../support/openssl.js';
import { opensslProblems, signaturesIn } from '../support/pdf/found-signatures.js';
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf } from '../support/pdf/sample-documents.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

const now = new Date('2026-11-20T10:00:00Z');
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14';

let fresh: FreshDatabase;
let custody: OpenCustody;
let authority: TimestampAuthority;
let signer: TestSigner;
let root: Uint8Array;

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh);
  authority = new TimestampAuthority(custody.authority.services);
  signer = await makeTestSigner('ecdsa-p256-sha256');
  root = (await custody.authority.chain(now))[1] ?? new Uint8Array();
});
afterAll(async () => {
  await custody.database.close();
  await fresh.drop();
});

const stampingSigner = () => ({
  sign: signer.sign,
  timestamp: async (digest: Uint8Array) => (await authority.stamp(digest, now)).token,
});

/** The token in a CMS, and the octets that it should cover; null if there is none. */
function timestampIn(cms: Uint8Array): { readonly token: Uint8Array; readonly value: Uint8Array } | null {
  const info = only(readSignedData(cms).signers);
  const attribute = info === null ? null : only(info.unsignedAttributes.get(SIGNATURE_TIME_STAMP));
  return info === null || attribute === null ? null : { token: attribute.bytes, value: info.signature };
}

test('the last signature of an act has a timestamp over its value, the others have none', async () => {
  const placements = [1, 2, 3].map((number) => placement(`sig-1-${number}`, { y: 100 * number }));
  const act = actOf(signer, placements, { timestampLength: authority.expectedLength });
  const signed = await signDocument(await preparedPdf([{}]), act, stampingSigner(), testFonts);
  const found = signaturesIn(signed);
  const stamps = found.map(({ cms }) => timestampIn(cms));
  expect(stamps.map((stamp) => stamp !== null)).toEqual([false, false, true]);
  const stamp = stamps[2];
  if (stamp === undefined || stamp === null) throw new Error('no timestamp');
  const imprint = () => createHash('sha256').update(stamp.value).digest();
  const verified = verifyTimestamp(stamp.token, { imprint, anchors: [parseCertificate(root)] });
  expect(verified.info.time).toEqual(now);

  const folder = new OpensslFolder();
  folder.put('value.bin', stamp.value);
  folder.put('token.der', stamp.token);
  folder.put('root.pem', pemOf(root));
  const verdict = folder.run(
    ...['ts', '-verify', '-data', 'value.bin', '-in', 'token.der', '-token_in', '-CAfile', 'root.pem'],
    ...['-attime', String(now.getTime() / 1000)],
  );
  folder.remove();
  expect(verdict.text).toContain('Verification: OK');

  expect(pdfsig(signed).map(({ validation }) => validation)).toEqual(
    Array.from({ length: 3 }, () => 'Signature is Valid.'),
  );
  expect(qpdfProblems(signed)).toBe('');
  expect(strictProblems(signed)).toEqual([]);
  for (const signature of found) expect(opensslProblems(signature, signer.rootPem)).toBe('');
});

test('the time claimed by the signer is only in /M: there is no signing-time attribute', async () => {
  const act = actOf(signer, [placement('sig-1-1')], { timestampLength: authority.expectedLength });
  const signed = await signDocument(await preparedPdf([{}]), act, stampingSigner(), testFonts);
  for (const { cms } of signaturesIn(signed)) {
    const { signers, certificates } = readSignedData(cms);
    expect(signers[0]?.attributes.has('1.2.840.113549.1.9.5')).toBe(false);
    expect(signers[0] && certificateOf(signers[0], certificates)).not.toBeNull();
  }
});

test('an act without a timestamp is a valid B-B signature', async () => {
  const act = actOf(signer, [placement('sig-1-1')], { timestampLength: 2000 });
  const none = { sign: signer.sign, timestamp: async () => null };
  const signed = await signDocument(await preparedPdf([{}]), act, none, testFonts);
  expect(signaturesIn(signed).map(({ cms }) => timestampIn(cms))).toEqual([null]);
  expect(pdfsig(signed)).toMatchObject([{ validation: 'Signature is Valid.', total: true }]);
  expect(qpdfProblems(signed)).toBe('');
});

test('for a token longer than expected the revision is built again with more space, then signed and stamped anew', async () => {
  const act = actOf(signer, [placement('sig-1-1')], { timestampLength: 10 });
  let asked = 0;
  const counting = {
    ...stampingSigner(),
    async timestamp(digest: Uint8Array) {
      asked += 1;
      return (await authority.stamp(digest, now)).token;
    },
  };
  const signed = await signDocument(await preparedPdf([{}]), act, counting, testFonts);
  expect(asked).toBeGreaterThan(1);
  const [signature] = signaturesIn(signed);
  const stamp = signature === undefined ? null : timestampIn(signature.cms);
  if (stamp === null) throw new Error('no timestamp');
  const imprint = () => createHash('sha256').update(stamp.value).digest();
  expect(verifyTimestamp(stamp.token, { imprint, anchors: [parseCertificate(root)] }).info.time).toEqual(now);
  expect(pdfsig(signed)).toMatchObject([{ validation: 'Signature is Valid.', total: true }]);
  expect(strictProblems(signed)).toEqual([]);
});

test('the space reserved for a token of the built-in authority is sufficient and not excessive', async () => {
  for (const algorithm of ['ecdsa-p256-sha256', 'rsa-sha256'] as const) {
    const own = openCustody(fresh, { masterKey: custody.masterKey, algorithm });
    const stamping = new TimestampAuthority(own.authority.services);
    const { token } = await stamping.stamp(Buffer.alloc(32), now);
    expect(token.length).toBeLessThanOrEqual(stamping.expectedLength);
    expect(token.length).toBeGreaterThan(stamping.expectedLength - 1000);
    await own.database.close();
  }
});

test('the engine requests the timestamp in the calling thread, as it does the signature', async () => {
  const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });
  const act = actOf(signer, [placement('sig-1-1')], { timestampLength: authority.expectedLength });
  const prepared = await preparedPdf([{}]);
  const signed = await engine.sign(prepared, act, stampingSigner());
  expect(signaturesIn(signed).map(({ cms }) => timestampIn(cms) !== null)).toEqual([true]);
  const broken = { sign: signer.sign, timestamp: () => Promise.reject(new Error('a fault of ours')) };
  await expect(engine.sign(prepared, act, broken)).rejects.toThrow('a fault of ours');
  await engine.close();
});
