import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { newFile, stream, updated } from '../support/pdf/raw-pdf.js';
import {
  CONTRACT,
  filledIn,
  padesOf,
  signatureBody,
  signed,
  signedContract,
} from '../support/pdf/signed-contract.js';
import { tokenOf } from '../support/pdf/test-authority.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const SEAL = stream('0 0 100 50 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 50]');
const APPEARANCE = stream(
  'BT /F1 12 Tf (Zhang San) Tj ET',
  '/Type /XObject /Subtype /Form /BBox [0 0 228 20]',
);
const withNewField = {
  3: body(3).replace('17 0 R]', '17 0 R 20 0 R]'),
  5: body(5).replace('17 0 R]', '17 0 R 20 0 R]'),
};
const newField = (rectangle: string, more = ''): string =>
  `<</Type /Annot /Subtype /Widget /FT /Sig /T (Sig3) /F 132 /P 3 0 R /Rect ${rectangle} ${more}>>`;

/** A document timestamp by that authority in a revision of its own. */
async function archived(
  given: Ingredients,
  file: Buffer,
  time: string,
  numbers = { field: 30, value: 31 },
): Promise<Buffer> {
  const authority = await given.authority.timestamper();
  const { field, value } = numbers;
  const blank = updated(file, {
    objects: {
      3: body(3).replace('17 0 R]', `17 0 R ${field} 0 R]`),
      5: body(5).replace('17 0 R]', `17 0 R ${field} 0 R]`),
      [field]: `<</Type /Annot /Subtype /Widget /FT /Sig /T (ts-1) /F 132 /P 3 0 R /Rect [0 0 0 0] /V ${value} 0 R>>`,
      [value]: signatureBody('ETSI.RFC3161').replace('/Type /Sig', '/Type /DocTimeStamp'),
    },
  });
  return filledIn(blank, (covered) => tokenOf(covered, authority, time));
}

/** Stamped, with the list of its root in the DSS. */
async function longTerm(given: Ingredients): Promise<Buffer> {
  const signer = await given.authority.issue({ until: '2026-11-20T12:00:00Z' });
  const timestamper = await given.authority.timestamper();
  const file = await signedContract(signer, {
    cms: (covered) =>
      padesOf(covered, signer, (value) => tokenOf(value, timestamper, '2026-11-20T08:00:00Z')),
  });
  const list = (await given.authority.revocationList([])).toString('latin1');
  return updated(file, {
    objects: {
      1: body(1).replace(/>>$/, ' /DSS <</Type /DSS /CRLs [21 0 R] /Certs [22 0 R]>>>>'),
      21: stream(list),
      22: stream(Buffer.from(given.authority.root.certificate.certificate).toString('latin1')),
    },
  });
}

/** Signed files with later changes that do not affect their signatures. */
export const soundFiles: readonly CorpusCase[] = [
  {
    name: 'a second signature in the field that waited for it',
    make: ({ contract, signer }) =>
      signed(contract, signer, {
        field: 15,
        value: 20,
        fieldBody: body(15).replace(/>>$/, ' /AP <</N 21 0 R>>>>'),
        objects: { 21: SEAL },
      }),
    verdict: 'valid',
    changes: ['SIGNATURE_ADDED'],
    levels: ['B-B', 'B-B'],
  },
  {
    name: 'a second signature in a place of its own',
    make: ({ contract, signer }) =>
      signed(contract, signer, {
        field: 20,
        value: 22,
        fieldBody: newField('[300 300 428 360]', '/AP <</N 21 0 R>>'),
        objects: { ...withNewField, 21: SEAL },
      }),
    verdict: 'valid',
    changes: ['SIGNATURE_ADDED'],
  },
  {
    name: 'a second signature in a revision with a cross-reference stream',
    make: ({ contract, signer }) => signed(contract, signer, { field: 15, value: 20, references: 'stream' }),
    verdict: 'valid',
    changes: ['SIGNATURE_ADDED'],
  },
  {
    name: 'an invisible field for a later signature',
    make: ({ contract }) => updated(contract, { objects: { ...withNewField, 20: newField('[0 0 0 0]') } }),
    verdict: 'valid',
    changes: ['SIGNATURE_FIELD_ADDED'],
  },
  {
    name: 'an empty text field is filled, with an appearance',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 8: body(8).replace(/>>$/, ' /V (Zhang San) /AP <</N 20 0 R>>>>'), 20: APPEARANCE },
      }),
    verdict: 'valid_with_remarks',
    reasons: ['FIELDS_FILLED_LATER'],
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'a box is ticked',
    make: ({ contract }) =>
      updated(contract, { objects: { 17: body(17).replace('/V /Off /AS /Off', '/V /Yes /AS /Yes') } }),
    verdict: 'valid_with_remarks',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'certified for filling in: a filled field gets another value',
    make: async ({ signer }) => {
      const more =
        '/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P 2 /V /1.2>>>>]';
      const file = await signedContract(signer, { more });
      return updated(file, { objects: { 9: body(9).replace('(5000)', '(6000)') } });
    },
    verdict: 'valid_with_remarks',
    changes: ['FIELD_VALUE_CHANGED'],
  },
  {
    name: 'objects are written again as they were',
    make: ({ contract }) =>
      updated(contract, { objects: { 3: body(3), 4: body(4), 6: body(6), 2: body(2) } }),
    verdict: 'valid',
    changes: ['OBJECT_REWRITTEN'],
  },
  {
    name: 'the time of saving and the program',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 14: '<</Producer (Another) /Title (A contract) /ModDate (D:20261121000000Z)>>' },
      }),
    verdict: 'valid_with_remarks',
    reasons: ['METADATA_CHANGED_LATER'],
    changes: ['METADATA_CHANGED'],
  },
  {
    name: 'metadata',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          1: body(1).replace(/>>$/, ' /Metadata 20 0 R>>'),
          20: stream('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', '/Type /Metadata /Subtype /XML'),
        },
      }),
    verdict: 'valid_with_remarks',
    changes: ['METADATA_CHANGED'],
  },
  {
    name: 'a higher version and an extension',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          1: body(1).replace(
            /^<</,
            '<</Version /2.0 /Extensions <</ESIC <</BaseVersion /1.7 /ExtensionLevel 5>>>> ',
          ),
        },
      }),
    verdict: 'valid',
    changes: ['VERSION_RAISED'],
  },
  {
    name: 'an empty revision',
    make: ({ contract }) => updated(contract, { objects: {} }),
    verdict: 'valid',
  },
  {
    name: 'blanks behind the end',
    make: ({ contract }) => Buffer.concat([contract, Buffer.from('\r\n\n')]),
    verdict: 'valid',
  },
  {
    name: 'timestamp and validation data',
    make: longTerm,
    verdict: 'valid',
    changes: ['VALIDATION_DATA_ADDED'],
    levels: ['B-LT'],
  },
  {
    name: 'timestamp, validation data and a document timestamp over it all',
    make: async (given) => archived(given, await longTerm(given), '2026-11-20T09:00:00Z'),
    verdict: 'valid',
    changes: ['VALIDATION_DATA_ADDED', 'TIMESTAMP_ADDED'],
    levels: ['B-LTA', null],
  },
  {
    name: 'a document timestamp alone, after the certificate was used',
    make: async (given) => {
      const signer = await given.authority.issue({ until: '2026-11-20T12:00:00Z' });
      return archived(given, await signedContract(signer), '2026-11-20T11:00:00Z');
    },
    verdict: 'valid',
    changes: ['TIMESTAMP_ADDED'],
    levels: ['B-T', null],
  },
  {
    name: 'a document certified without changes, then stamped and archived',
    make: async (given) => {
      const more =
        '/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P 1 /V /1.2>>>>]';
      return archived(given, await signedContract(given.signer, { more }), '2026-11-20T11:00:00Z');
    },
    verdict: 'valid',
    changes: ['TIMESTAMP_ADDED'],
  },
  {
    name: 'changes before the first signature',
    make: ({ signer }) => {
      const edited = updated(newFile(CONTRACT), { objects: { 4: stream('BT (edited) Tj ET') } });
      return signed(edited, signer);
    },
    verdict: 'valid',
  },
  {
    name: 'a hybrid section in the signed revision',
    make: ({ signer }) => signedContract(signer, { references: 'hybrid' }),
    verdict: 'valid',
  },
  {
    name: 'validation data that are written anew under other numbers',
    make: async ({ contract, authority }) => {
      const list = stream((await authority.revocationList([])).toString('latin1'));
      const withStore = (file: Buffer, number: number): Buffer =>
        updated(file, {
          objects: {
            1: body(1).replace(/>>$/, ` /DSS <</Type /DSS /CRLs [${number} 0 R]>>>>`),
            [number]: list,
          },
        });
      return withStore(withStore(contract, 21), 22);
    },
    verdict: 'valid',
    changes: ['VALIDATION_DATA_ADDED'],
  },
  {
    name: 'usage rights for a reader and no signature',
    make: () =>
      newFile({
        ...CONTRACT,
        1: body(1).replace(/>>$/, ' /Perms <</UR3 20 0 R>>>>'),
        20: signatureBody('adbe.pkcs7.detached'),
      }),
    verdict: 'unsigned',
  },
  {
    name: 'a signed file attached to one that is not',
    make: ({ contract }) =>
      newFile({
        ...CONTRACT,
        1: body(1).replace(/>>$/, ' /Names <</EmbeddedFiles <</Names [(a.pdf) 20 0 R]>>>>>>'),
        20: '<</Type /Filespec /F (a.pdf) /EF <</F 21 0 R>>>>',
        21: stream(contract.toString('latin1'), '/Type /EmbeddedFile'),
      }),
    verdict: 'unsigned',
  },
  {
    name: 'no signature at all',
    make: () => newFile(CONTRACT),
    verdict: 'unsigned',
  },
];
