import { X509Certificate } from 'node:crypto';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { signedContract } from '../support/pdf/signed-contract.js';
import { TestAuthority } from '../support/pdf/test-authority.js';
import { makeTestSigner } from '../support/test-certificates.js';
import { brokenChains, soundStructure, unusualRevisions } from './canonical-revisions.js';
import { certificateFaults } from './certificate-faults.js';
import { certificationAttacks } from './certification-attacks.js';
import { cmsFaults } from './cms-faults.js';
import { contentInOtherRoles } from './content-in-other-roles.js';
import { coveringSignatures, plantedBefore } from './covered-and-planted.js';
import { crossReferenceAnomalies } from './cross-reference-anomalies.js';
import { encodings } from './encodings.js';
import { displaysThatHide, soundDisplays } from './field-displays.js';
import { fillingsThatHide, soundFillings } from './field-fillings.js';
import { hiddenAppearances } from './hidden-appearances.js';
import { incrementalSavingAttacks } from './incremental-saving-attacks.js';
import { catalogChanges, formChanges, pageChanges } from './later-changes.js';
import { laterSaves } from './later-saves.js';
import { ocspAnswers } from './ocsp-answers.js';
import { readerRecoveryAttacks } from './reader-recovery-attacks.js';
import { recoveryTriggers } from './recovery-triggers.js';
import { doubleRoles, signatureChanges, structuralTricks } from './roles-and-structure.js';
import {
  shadowHides,
  shadowHidesAndReplacements,
  shadowOverlays,
  shadowReplacements,
} from './shadow-attacks.js';
import { signatureWrappingAttacks } from './signature-wrapping-attacks.js';
import { signaturesAmongManyFields } from './signatures-among-many-fields.js';
import { signedEntries } from './signed-entries.js';
import { signedStructure } from './signed-structure.js';
import { soundFiles } from './sound-files.js';
import { soundLaterChanges } from './sound-later-changes.js';
import { structureTrees } from './structure-trees.js';
import { universalForgeries } from './universal-forgeries.js';
import { weakSigners } from './weak-signers.js';
import { writtenAgain } from './written-again.js';

const NOW = new Date('2026-11-21T08:00:00Z');

let given: Ingredients;
let trusted: readonly Uint8Array[];
beforeAll(async () => {
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const stranger = await makeTestSigner('rsa-sha256');
  const authority = await TestAuthority.make();
  given = { signer, stranger, authority, contract: await signedContract(signer) };
  trusted = [new Uint8Array(new X509Certificate(signer.rootPem).raw), authority.root.certificate.certificate];
});

const FAMILIES: Readonly<Record<string, readonly CorpusCase[]>> = {
  'incremental saving': incrementalSavingAttacks,
  'signature wrapping': signatureWrappingAttacks,
  'universal forgery': universalForgeries,
  'shadow, hide': shadowHides,
  'shadow, replace': shadowReplacements,
  'shadow, hide and replace': shadowHidesAndReplacements,
  'shadow, overlay': shadowOverlays,
  'shadow, filled fields': [...fillingsThatHide, ...hiddenAppearances],
  'evil annotations and certification': [...certificationAttacks, ...signaturesAmongManyFields],
  'coverage and cross-references': crossReferenceAnomalies,
  'faults of the CMS': cmsFaults,
  'faults of certificates and timestamps': [...certificateFaults, ...weakSigners],
  'repairs by readers': readerRecoveryAttacks,
  'content in other roles': contentInOtherRoles,
  'later changes: the catalog': catalogChanges,
  'later changes: pages': pageChanges,
  'later changes: the form': formChanges,
  'later saves': laterSaves,
  'structure of tagged documents': structureTrees,
  'later signatures that may cover content': coveringSignatures,
  'planted before the first signature': plantedBefore,
  'later changes: signatures': signatureChanges,
  'objects in two roles': doubleRoles,
  'tricks of structure': structuralTricks,
  'saves that readers read differently': unusualRevisions,
  'saves that lead to too little': brokenChains,
  'rewritten and read differently': writtenAgain,
  'entries and references of signed objects': signedEntries,
  'triggers of a search by readers': recoveryTriggers,
  'structure of valid saves': soundStructure,
  'signed content read differently': signedStructure,
  'encodings of the CMS': encodings,
  'answers about revocation': ocspAnswers,
  'what filled fields show': displaysThatHide,
  'sound fillings': soundFillings,
  'valid appearances of filled fields': soundDisplays,
  'sound later changes': soundLaterChanges,
  'sound files': soundFiles,
};

test('the common base contract is valid', () => {
  const verification = verifyDocument(given.contract, { trusted, now: NOW });
  expect(verification).toMatchObject({ verdict: 'valid', valid: true, problems: [] });
  expect(verification.signatures).toMatchObject([
    {
      fieldName: 'Sig1',
      verdict: 'valid',
      intact: true,
      trusted: true,
      coversWholeDocument: true,
      level: 'B-B',
    },
  ]);
});

describe.each(Object.entries(FAMILIES))('%s', (_, cases) => {
  test('there are at least six', () => {
    expect(cases.length).toBeGreaterThanOrEqual(6);
  });

  test.each(cases)(
    '$name: $verdict',
    async ({ make, verdict, reasons = [], problems = [], changes = [], levels }) => {
      const found = verifyDocument(await make(given), { trusted, now: NOW });
      const told = JSON.stringify(
        found.signatures,
        ['fieldName', 'problems', 'code', 'detail', 'changesAfter', 'kind'],
        1,
      );
      expect(found.verdict, told).toBe(verdict);
      const codes = found.signatures.flatMap(({ problems }) => problems.map(({ code }) => code));
      expect(codes, told).toEqual(expect.arrayContaining([...reasons]));
      if (levels !== undefined)
        expect(
          found.signatures.map(({ level }) => level),
          told,
        ).toEqual(levels);
      expect(found.problems.map(({ code }) => code)).toEqual(expect.arrayContaining([...problems]));
      const kinds = found.signatures[0]?.changesAfter.map(({ kind }) => kind) ?? [];
      expect(kinds, told).toEqual(expect.arrayContaining([...changes]));
    },
  );
});
