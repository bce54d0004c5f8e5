/** pyHanko's strict reader and difference policy, applied to the files that we sign and that we consider valid. */

import { X509Certificate } from 'node:crypto';
import type { Placement } from '@cinnabar/pdf/model.js';
import { archiveDocument } from '@cinnabar/pdf/sign/archive-document.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import type { Ingredients } from '../support/pdf/corpus-case.js';
import { judgedByPyhanko, objectionsOfPyhanko } from '../support/pdf/pyhanko.js';
import { actOf, placement, preparedPdf, SQUARE_SEAL, sealMark } from '../support/pdf/sample-documents.js';
import { signedContract } from '../support/pdf/signed-contract.js';
import { type Issued, TestAuthority, tokenOver } from '../support/pdf/test-authority.js';
import { makeTestSigner, type TestAlgorithm, type TestSigner } from '../support/test-certificates.js';
import { soundFillings } from './field-fillings.js';
import { laterSaves } from './later-saves.js';
import { soundFiles } from './sound-files.js';
import { soundLaterChanges } from './sound-later-changes.js';

const NOW = new Date('2026-11-21T08:00:00Z');
const STAMPED = '2026-11-20T08:00:05Z';
const ROOM = 6000;

let authority: TestAuthority;
let timestamper: Issued;
beforeAll(async () => {
  authority = await TestAuthority.make();
  timestamper = await authority.timestamper();
});

const rootOf = (signer: TestSigner): Uint8Array => new Uint8Array(new X509Certificate(signer.rootPem).raw);
const stamp = (digest: Uint8Array): Promise<Uint8Array> => tokenOver(digest, timestamper, STAMPED);
const area = (fieldName: string, y: number) => ({
  fieldName,
  box: { page: 1, x: 60, y, width: 159, height: 159 },
});

/** A document with areas and a seam, signed in each of these ways in sequence. */
async function signedInTurn(
  signer: TestSigner,
  acts: readonly (readonly Placement[])[],
  isStamped = false,
): Promise<Uint8Array> {
  let file = await preparedPdf([{}, {}, {}], {
    areas: [area('sig-1-1', 100), area('sig-2-1', 300), area('sig-3-1', 500)],
    seams: [{ name: 'seam-1', box: null, fieldName: null }],
  });
  for (const [index, placements] of acts.entries()) {
    const more = isStamped ? { timestampLength: ROOM } : {};
    const act = actOf(signer, placements, { invisibleFieldName: `sig-${index}-file`, ...more });
    file = await signDocument(
      file,
      act,
      isStamped ? { sign: signer.sign, timestamp: stamp } : signer.sign,
      testFonts,
    );
  }
  return file;
}

async function archived(signer: TestSigner, file: Uint8Array, isStamped = true): Promise<Uint8Array> {
  const { certificate } = signer;
  const list = await authority.revocationList([]);
  const certificates = [certificate.certificate, ...certificate.chain, timestamper.certificate.certificate];
  return archiveDocument(
    file,
    {
      validation: { certificates, revocationLists: [list], ocspResponses: [] },
      timestampLength: isStamped ? ROOM : null,
    },
    stamp,
  );
}

const inArea = placement('sig-1-1', area('sig-1-1', 100).box);
const free = placement('sig-9-1', { page: 2, x: 300, y: 500 });
const seam = placement(
  'sig-8-1',
  { page: 1, x: 600, y: 400, width: 159, height: 159 },
  { kind: 'seam', seal: SQUARE_SEAL, size: 'actual', strips: 'seam-1' },
);
const dated = placement('sig-2-1', area('sig-2-1', 300).box, sealMark({ dateLine: '2026-11-20' }));
const third = placement('sig-3-1', area('sig-3-1', 500).box);

describe('pyHanko', { tags: ['pyhanko'] }, () => {
  test.each<TestAlgorithm>(['ecdsa-p256-sha256', 'rsa-sha256'])(
    'accepts our signatures with %s, at every level',
    async (algorithm) => {
      const signer = await makeTestSigner(algorithm);
      const stamped = await signedInTurn(signer, [[inArea], [dated], [third]], true);
      const kept = await archived(signer, stamped);
      const files = new Map([
        ['B-B in an area', await signedInTurn(signer, [[inArea]])],
        ['B-B without a place', await signedInTurn(signer, [[]])],
        ['B-B in a free place', await signedInTurn(signer, [[free]])],
        ['a seam', await signedInTurn(signer, [[seam]])],
        ['one act with three places', await signedInTurn(signer, [[inArea, dated, free]])],
        ['five signers', await signedInTurn(signer, [[inArea], [free], [], [dated], [third]])],
        ['a seam after others', await signedInTurn(signer, [[inArea], [seam], [third]])],
        ['B-T', await signedInTurn(signer, [[inArea]], true)],
        ['B-T of three signers', stamped],
        ['B-LT', await archived(signer, stamped, false)],
        ['B-LTA', kept],
        ['B-LTA, archived once more', await archived(signer, kept)],
        [
          'B-LTA with a seam after others',
          await archived(signer, await signedInTurn(signer, [[inArea], [seam]], true)),
        ],
      ]);
      const roots = [rootOf(signer), authority.root.certificate.certificate];
      for (const [name, verdict] of judgedByPyhanko(files, roots)) {
        expect(objectionsOfPyhanko(verdict), name).toBe('');
        const found = verdict.signatures.map(({ modification }) => modification);
        expect(['NONE', 'LTA_UPDATES', 'FORM_FILLING'], name).toEqual(expect.arrayContaining(found));
      }
      for (const [name, file] of files) {
        const { verdict, signatures } = verifyDocument(file, { trusted: roots, now: NOW });
        const problems = signatures.flatMap((signature) => signature.problems.map(({ code }) => code));
        // The slices of a seam are appearances of prepared fields.
        expect(problems, name).toEqual(name.includes('a seam after') ? ['FIELDS_FILLED_LATER'] : []);
        expect(verdict, name).toMatch(/^valid/);
      }
    },
  );

  test('accepts what we consider valid, except for these', async () => {
    const signer = await makeTestSigner('ecdsa-p256-sha256');
    const stranger = await makeTestSigner('rsa-sha256');
    const given: Ingredients = { signer, stranger, authority, contract: await signedContract(signer) };
    const files = new Map<string, Uint8Array>();
    for (const { name, make, verdict } of [
      ...soundFiles,
      ...soundLaterChanges,
      ...soundFillings,
      ...laterSaves,
    ])
      if (verdict.startsWith('valid') && !(name in UNENDING)) files.set(name, await make(given));
    const roots = [rootOf(signer), authority.root.certificate.certificate];
    const objections = [...judgedByPyhanko(files, roots)]
      .map(([name, verdict]) => [name, objectionsOfPyhanko(verdict)] as const)
      .filter(([, objection]) => objection !== '');
    expect(objections.map(([name]) => name).sort(), JSON.stringify(objections, null, 1)).toEqual(
      Object.keys(STRICTER).sort(),
    );
  });
});

/** Files that pyHanko does not finish. */
const UNENDING: Readonly<Record<string, string>> = {
  'fields that are kids of several others': 'it looks through a field once for each way that leads to it',
};

const ENDED = 'it looks at certificates today, and lets no timestamp prove that the signature is older';
const LOCKED = 'it takes the appearance of the locked field for updated, which is the same object as before';
const RENUMBERED = 'it allows a page no other object than it had, whatever that says';

/** Files that we consider valid and pyHanko does not, with the reason. */
const STRICTER: Readonly<Record<string, string>> = {
  'timestamp and validation data': ENDED,
  'timestamp, validation data and a document timestamp over it all': ENDED,
  'a document timestamp alone, after the certificate was used': ENDED,
  'a hybrid section in the signed revision': 'it judges no hybrid files at all',
  'another field is locked than the one that is filled': LOCKED,
  'all fields but the one that is filled are locked': LOCKED,
  'a list with its highlight': 'it allows no /I, which says what is chosen',
  'a list without a ground, with its highlight': 'it allows no /I, which says what is chosen',
  'a signature in a field whose place is its kid': 'it knows the appearance of a field, not that of its kid',
  'a signature in a field to which the program adds an empty style and a font':
    'it allows no /MK, not even an empty one',
  'resources of another number that say the same': RENUMBERED,
  'resources that now stand in the page': RENUMBERED,
  'resources of another number, with copies of what they name': RENUMBERED,
  'pages marked by iText': 'it allows a page no new entry, not even one that no reader knows',
  'the form’s picture becomes that of the newest signature':
    'it wants the value of a signed field to be a new object',
};
