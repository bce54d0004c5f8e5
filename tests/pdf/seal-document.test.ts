// @module-tag openssl
/** Signatures with electronic seals written beside others; poppler and qpdf judge that those are still valid. */

import { embeddedSignatures } from '@cinnabar/pdf/sign/embedded-signatures.js';
import { sealDocument } from '@cinnabar/pdf/sign/seal-document.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { parseCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { makeSealSignature, sealSignatureLength } from '@cinnabar/pki/electronic-seals/seal-signature.js';
import { readSealSignature } from '@cinnabar/pki/electronic-seals/seal-signature-reader.js';
import { signerPaths, timestampTokenOf } from '@cinnabar/pki/revocation/validation-data.js';
import { expect, test } from 'vitest';
import { sealBy, sealingParties } from '../support/electronic-seals.js';
import { testFonts } from '../support/fonts.js';
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf } from '../support/pdf/sample-documents.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { makeTestSigner } from '../support/test-certificates.js';

test('a seal between two signatures: all three are valid, and each revision is a prefix of the next', async () => {
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const parties = sealingParties();
  const seal = await sealBy(parties);
  const content = {
    seal,
    time: parties.now,
    property: 'contract',
    extensions: [],
    dataHash: new Uint8Array(32),
  };
  const by = {
    certificate: parties.signer.certificate,
    sign: async (data: Uint8Array) => parties.signer.sign(data),
  };
  const act = {
    fieldName: 'seal-1',
    name: '上海某某科技有限公司',
    reason: '电子签章',
    location: null,
    time: parties.now,
    eventHead: 'ab'.repeat(32),
    authorities: [parties.signer.root],
    reserve: sealSignatureLength(content, parties.signer.certificate),
  };
  let asked = 0;
  const producing = (dataHash: Uint8Array) => {
    asked += 1;
    return makeSealSignature({ ...content, dataHash }, by);
  };
  const prepared = await preparedPdf([{}], {
    areas: [{ fieldName: 'sig-1', box: { page: 1, x: 10, y: 10, width: 159, height: 159 } }],
  });
  const first = await signDocument(prepared, actOf(signer, [placement('sig-1')]), signer.sign, testFonts);
  const sealed = await sealDocument(first, act, producing);
  const last = await signDocument(
    sealed,
    actOf(signer, [placement('sig-2', { y: 300 })]),
    signer.sign,
    testFonts,
  );
  expect(asked).toBe(1);
  // With too little space it is written again.
  const roomier = await sealDocument(first, { ...act, reserve: 100 }, producing);
  expect(asked).toBeGreaterThanOrEqual(3);
  expect(roomier.length).toBeLessThan(sealed.length + 16);
  expect(readSealSignature(contentsOf(roomier)).time).toEqual(parties.now);

  for (const [before, after] of [
    [first, sealed],
    [sealed, last],
  ] as const)
    expect(Buffer.from(after).subarray(0, before.length).equals(before)).toBe(true);
  expect(qpdfProblems(last)).toBe('');
  expect(strictProblems(last)).toEqual([]);
  expect(pdfsig(last)).toMatchObject([
    { field: 'sig-1', validation: 'Signature is Valid.' },
    // What it does not know, poppler does not judge.
    { field: 'seal-1', type: 'unknown', validation: 'Signature has not yet been verified.' },
    { field: 'sig-2', validation: 'Signature is Valid.' },
  ]);

  const root = signer.certificate.chain.at(-1) ?? new Uint8Array();
  const trusted = [root, parties.signer.root, parties.maker.root];
  const { verdict, signatures } = verifyDocument(last, { trusted, now: new Date(Date.now() + 60_000) });
  expect([verdict, ...signatures.map((each) => each.verdict)]).toEqual(['valid', 'valid', 'valid', 'valid']);
  expect(signatures[1]).toMatchObject({
    fieldName: 'seal-1',
    reason: '电子签章',
    seal: { sealCode: '31010500000001' },
  });

  const embedded = embeddedSignatures(last)[1];
  expect(embedded?.certificates.map((each) => Buffer.from(each))).toEqual([Buffer.from(parties.signer.root)]);
  const anchors = [parties.signer.root, parties.maker.root].map(parseCertificate);
  const paths = signerPaths(contentsOf(last), anchors, embedded?.certificates);
  expect(paths.map(({ trusted: isTrusted }) => isTrusted)).toEqual([true, true]);
  expect(timestampTokenOf(contentsOf(last))).toBeNull();
  await expect(sealDocument(last, act, producing)).rejects.toThrow('exists already');
});

function contentsOf(pdf: Uint8Array): Uint8Array {
  const found = embeddedSignatures(pdf).find(({ fieldName }) => fieldName === 'seal-1');
  if (found === undefined) throw new Error('no seal');
  return found.contents;
}
