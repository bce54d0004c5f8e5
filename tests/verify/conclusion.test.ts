import { X509Certificate } from 'node:crypto';
import { conclusionOf, conclusionOfSignature } from '@cinnabar/pdf/verify/conclusion.js';
import { problem, type ReasonCode, verdictOf } from '@cinnabar/pdf/verify/reasons.js';
import type { Verification } from '@cinnabar/pdf/verify/verification.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFile, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, type Signer, signed, signedContract } from '../support/pdf/signed-contract.js';
import { makeTestSigner } from '../support/test-certificates.js';

const now = new Date('2026-11-21T08:00:00Z');
const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');

describe('the conclusion of a verification', () => {
  let signer: Signer;
  let stranger: Signer;
  let trusted: readonly Uint8Array[];
  beforeAll(async () => {
    const known = await makeTestSigner('ecdsa-p256-sha256');
    signer = known;
    stranger = await makeTestSigner('rsa-sha256');
    trusted = [new Uint8Array(new X509Certificate(known.rootPem).raw)];
  });
  const verified = (file: Buffer): Verification => verifyDocument(file, { trusted, now });

  test('unchanged, by a trusted signer: trusted', async () => {
    expect(conclusionOf(verified(await signedContract(signer)))).toBe('trusted');
  });

  test('unchanged, by an unknown issuer: unchanged, issuer unknown', async () => {
    expect(conclusionOf(verified(await signedContract(stranger)))).toBe('issuerUnknown');
  });

  test('one of two signers has an unknown issuer: so has the file', async () => {
    const first = await signedContract(signer);
    const both = verified(await signed(first, stranger, { field: 15, value: 20 }));
    expect(both.signatures.map(conclusionOfSignature)).toEqual(['trusted', 'issuerUnknown']);
    expect(conclusionOf(both)).toBe('issuerUnknown');
  });

  test('other content after the signature: changed, even if the signer is unknown', async () => {
    for (const who of [signer, stranger]) {
      const forged = updated(await signedContract(who), { objects: { 4: FORGED } });
      expect(conclusionOf(verified(forged))).toBe('changed');
    }
  });

  test('without a signature: unsigned; an unreadable file is not called unsigned', () => {
    const plain = newFile(CONTRACT);
    expect(conclusionOf(verified(plain))).toBe('unsigned');
    expect(conclusionOf(verified(Buffer.from('%PDF-1.7\nnothing that holds together')))).toBe('unreadable');
    const locked = verified(plain);
    expect(conclusionOf({ ...locked, problems: [problem('ENCRYPTED')] })).toBe('unreadable');
    const outOfReach = [problem('SIGNATURE_OUT_OF_REACH'), problem('ENCRYPTED')];
    expect(conclusionOf({ ...locked, verdict: 'indeterminate', problems: outOfReach })).toBe('unreadable');
  });

  test('a contradictory file is undecided, whoever signed it', async () => {
    const known = verified(await signedContract(signer));
    const problems = [problem('STRUCTURE_AMBIGUOUS')];
    expect(conclusionOf({ ...known, verdict: 'indeterminate', problems })).toBe('undecided');
    const unknown = verified(await signedContract(stranger));
    expect(conclusionOf({ ...unknown, problems })).toBe('undecided');
  });

  test.each<[string, readonly ReasonCode[], boolean, string]>([
    ['only remarks', ['REVOCATION_UNKNOWN', 'TIMESTAMP_UNTRUSTED'], true, 'trusted'],
    ['nothing but trust is missing', ['CHAIN_UNTRUSTED', 'REVOCATION_UNKNOWN'], true, 'issuerUnknown'],
    ['more than trust is missing', ['CHAIN_UNTRUSTED', 'ALGORITHM_WEAK'], true, 'undecided'],
    ['a certificate that has ended', ['CERTIFICATE_EXPIRED'], true, 'undecided'],
    ['revoked before it signed: not a change of the file', ['CERTIFICATE_REVOKED'], true, 'invalid'],
    ['a signature value of nobody', ['SIGNATURE_VALUE_WRONG'], false, 'invalid'],
    ['signed bytes that differ', ['DIGEST_MISMATCH', 'CHAIN_UNTRUSTED'], false, 'changed'],
    ['a signature that was cut out', ['SIGNATURE_REMOVED'], false, 'changed'],
  ])('a signature with %s', (_name, codes, intact, conclusion) => {
    const problems = codes.map((code) => problem(code));
    expect(conclusionOfSignature({ verdict: verdictOf(problems), intact, problems })).toBe(conclusion);
  });
});
