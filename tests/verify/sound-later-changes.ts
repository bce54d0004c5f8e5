import { type CorpusCase, type Ingredients, replaced } from '../support/pdf/corpus-case.js';
import { newFile, startxrefOf, stream, updated } from '../support/pdf/raw-pdf.js';
import {
  CONTRACT,
  filledIn,
  padesOf,
  signatureBody,
  signed,
  signedContract,
} from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const APPEARANCE = stream(
  'BT /F1 12 Tf (Zhang San) Tj ET',
  '/Type /XObject /Subtype /Form /BBox [0 0 228 20]',
);
const SEAL = stream('0 0 100 50 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 50]');
const filled = (file: Buffer): Buffer =>
  updated(file, {
    objects: { 8: body(8).replace(/>>$/, ' /V (Zhang San) /AP <</N 20 0 R>>>>'), 20: APPEARANCE },
  });
const transform = (method: string, parameters: string): string =>
  `/Reference [<</Type /SigRef /TransformMethod /${method} /TransformParams <</Type /TransformParams ${parameters} /V /1.2>>>>]`;
const certified = ({ signer }: Ingredients, level: 2 | 3): Promise<Buffer> =>
  signedContract(signer, { more: transform('DocMDP', `/P ${level}`) });
const signedInPlace = (file: Buffer, { signer }: Ingredients): Promise<Buffer> =>
  signed(file, signer, {
    field: 15,
    value: 30,
    fieldBody: body(15).replace(/>>$/, ' /AP <</N 31 0 R>>>>'),
    objects: { 31: SEAL },
  });

/** Changes permitted by a certification or a lock, and entries about a file that display nothing. */
export const soundLaterChanges: readonly CorpusCase[] = [
  ...([2, 3] as const).flatMap((level): readonly CorpusCase[] => [
    {
      name: `certified with /P ${level}: an empty field is filled`,
      make: async (given) => filled(await certified(given, level)),
      verdict: 'valid_with_remarks',
      changes: ['FIELD_FILLED'],
    },
    {
      name: `certified with /P ${level}: a second signature in the field that waited for it`,
      make: async (given) => signedInPlace(await certified(given, level), given),
      verdict: 'valid',
      changes: ['SIGNATURE_ADDED'],
      levels: ['B-B', 'B-B'],
    },
  ]),
  {
    name: 'another field is locked than the one that is filled',
    make: async ({ signer }) =>
      filled(
        await signedContract(signer, { more: transform('FieldMDP', '/Action /Include /Fields [(amount)]') }),
      ),
    verdict: 'valid_with_remarks',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'all fields but the one that is filled are locked',
    make: async ({ signer }) =>
      filled(
        await signedContract(signer, { more: transform('FieldMDP', '/Action /Exclude /Fields [(name)]') }),
      ),
    verdict: 'valid_with_remarks',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'three revisions: filled, signed, filled again elsewhere',
    make: async (given) => {
      const second = await signedInPlace(filled(given.contract), given);
      return updated(second, { objects: { 17: body(17).replace('/V /Off /AS /Off', '/V /Yes /AS /Yes') } });
    },
    verdict: 'valid_with_remarks',
    changes: ['FIELD_FILLED', 'SIGNATURE_ADDED'],
  },
  {
    name: 'another second half of the file’s identifier',
    make: ({ contract }) => {
      const [, first = ''] = /\/ID \[(<[0-9a-f]+>)/.exec(contract.toString('latin1')) ?? [];
      const trailer = `/Root 1 0 R /Info 14 0 R /ID [${first}<ffeeddccbbaa99887766554433221100>]`;
      return updated(contract, { objects: {}, trailer });
    },
    verdict: 'valid',
  },
  {
    name: 'validation data with /VRI, as other programs write it',
    make: async ({ contract, authority }) => {
      const list = (await authority.revocationList([])).toString('latin1');
      const key = 'A'.repeat(40);
      return updated(contract, {
        objects: {
          1: body(1).replace(/>>$/, ' /DSS 20 0 R>>'),
          20: `<</Type /DSS /CRLs [21 0 R] /VRI <</${key} <</CRL [21 0 R] /TU (D:20261121000000Z)>>>>>>`,
          21: stream(list),
        },
      });
    },
    verdict: 'valid',
    changes: ['VALIDATION_DATA_ADDED'],
  },
  {
    name: 'an object that is packed into a stream as it was',
    make: ({ contract }) => {
      const head = '6 0 ';
      const start = contract.length;
      const container = `20 0 obj\n${stream(`${head}${body(6)}`, `/Type /ObjStm /N 1 /First ${head.length}`)}\nendobj\n`;
      const table = start + container.length;
      const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');
      const data = `02${hex(20, 8)}00 01${hex(start, 8)}00 01${hex(table, 8)}00>`;
      const dictionary = `/Type /XRef /Size 22 /W [1 4 1] /Index [6 1 20 2] /Filter /ASCIIHexDecode /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(contract)}`;
      const section = `21 0 obj\n${stream(data, dictionary)}\nendobj\nstartxref\n${table}\n%%EOF\n`;
      return Buffer.concat([contract, Buffer.from(`${container}${section}`, 'latin1')]);
    },
    verdict: 'valid',
    changes: ['OBJECT_REWRITTEN'],
  },
  {
    name: 'signed from the beginning with cross-reference streams, and filled',
    make: async ({ signer }) => filled(await signed(newFile(CONTRACT), signer, { references: 'stream' })),
    verdict: 'valid_with_remarks',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'a second signature by a program that writes its name before startxref',
    make: async ({ contract, signer }) => {
      const blank = updated(contract, {
        objects: {
          15: body(15).replace(/>>$/, ' /V 30 0 R>>'),
          30: signatureBody('ETSI.CAdES.detached'),
        },
      });
      const named = replaced(
        blank,
        '>>\nstartxref',
        '>>\n%iText-Core-8.0.2 (AGPL version)\nstartxref',
        'last',
      );
      return filledIn(named, (covered) => padesOf(covered, signer));
    },
    verdict: 'valid',
    changes: ['SIGNATURE_ADDED'],
  },
  {
    name: 'digits of /Contents in capitals',
    make: ({ contract }) => {
      const found = /\/Contents <([0-9a-f]*)>/.exec(contract.toString('latin1'))?.[1] ?? '';
      return replaced(contract, found, found.toUpperCase());
    },
    verdict: 'valid',
  },
];
