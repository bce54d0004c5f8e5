import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { stream, updated } from '../support/pdf/raw-pdf.js';
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

/** The contract certified with that /P. */
const certified = ({ signer }: Ingredients, level: 1 | 2 | 3): Promise<Buffer> =>
  signedContract(signer, {
    more: `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P ${level} /V /1.2>>>>]`,
  });

const locked = ({ signer }: Ingredients, fields: string): Promise<Buffer> =>
  signedContract(signer, {
    more: `/Reference [<</Type /SigRef /TransformMethod /FieldMDP /TransformParams <</Type /TransformParams ${fields} /V /1.2>>>>]`,
  });

/** Signed in a field whose lock names no field but has a /P. */
const limited = ({ signer }: Ingredients, level: 1 | 2): Promise<Buffer> => {
  const lock = `/Lock <</Type /SigFieldLock /Action /Include /Fields [] /P ${level}>>`;
  return signedContract(signer, { fieldBody: body(7).replace(/>>$/, ` ${lock}>>`) });
};

const annotation = (subtype: string, more = ''): string =>
  `<</Type /Annot /Subtype /${subtype} /Rect [72 690 400 730] /F 4 ${more}>>`;
const withAnnotation = (file: Buffer, text: string): Buffer =>
  updated(file, { objects: { 3: body(3).replace('17 0 R]', '17 0 R 20 0 R]'), 20: text } });
const filled = (file: Buffer): Buffer =>
  updated(file, { objects: { 8: body(8).replace(/>>$/, ' /V (Zhang San)>>') } });
const newField = (rectangle: string, more = ''): string =>
  `<</Type /Annot /Subtype /Widget /FT /Sig /T (Sig3) /F 132 /P 3 0 R /Rect ${rectangle} ${more}>>`;
const withField = (file: Buffer, field: string, more: Readonly<Record<number, string>> = {}): Buffer =>
  updated(file, {
    objects: {
      3: body(3).replace('17 0 R]', '17 0 R 20 0 R]'),
      5: body(5).replace('17 0 R]', '17 0 R 20 0 R]'),
      20: field,
      ...more,
    },
  });

/** Properly signed again in a new field that shows a picture there. */
const signedOver = ({ contract, signer }: Ingredients, rectangle: string): Promise<Buffer> =>
  signed(contract, signer, {
    field: 20,
    value: 22,
    fieldBody: newField(rectangle, '/AP <</N 21 0 R>>'),
    objects: {
      3: body(3).replace('17 0 R]', '17 0 R 20 0 R]'),
      5: body(5).replace('17 0 R]', '17 0 R 20 0 R]'),
      21: SEAL,
    },
  });

/** Annotations and signature fields over the content, and certifications that restrict later changes. */
export const certificationAttacks: readonly CorpusCase[] = [
  ...['FreeText', 'Stamp', 'Square', 'Ink', 'Redact', 'Link', 'Highlight', 'Popup'].map(
    (subtype): CorpusCase => ({
      name: `an annotation over the content: ${subtype}`,
      make: ({ contract }) => withAnnotation(contract, annotation(subtype, '/Contents (The price is 1)')),
      verdict: 'invalid',
      changes: ['ANNOTATION_ADDED'],
    }),
  ),
  {
    name: 'an annotation on a document certified for annotations',
    make: async (given) => withAnnotation(await certified(given, 3), annotation('FreeText')),
    verdict: 'invalid',
    changes: ['ANNOTATION_ADDED'],
  },
  {
    name: 'another text in an annotation that was there',
    make: ({ contract }) => updated(contract, { objects: { 16: body(16).replace('(note)', '(forged)') } }),
    verdict: 'invalid',
    changes: ['ANNOTATION_CHANGED'],
  },
  {
    name: 'a field that shows something and is not signed',
    make: ({ contract }) =>
      withField(contract, newField('[72 690 400 730]', '/AP <</N 21 0 R>>'), { 21: SEAL }),
    verdict: 'invalid',
    changes: ['FIELD_ADDED'],
  },
  {
    name: 'a field that is nothing but a coloured box',
    make: ({ contract }) => withField(contract, newField('[72 690 400 730]', '/MK <</BG [1 1 1]>>')),
    verdict: 'invalid',
    changes: ['FIELD_ADDED'],
  },
  {
    name: 'a text field is added',
    make: ({ contract }) => withField(contract, newField('[72 690 400 730]').replace('/Sig ', '/Tx ')),
    verdict: 'invalid',
    changes: ['FIELD_ADDED'],
  },
  {
    name: 'a signature field with an action',
    make: ({ contract }) => withField(contract, newField('[0 0 0 0]', '/A <</S /JavaScript /JS (x)>>')),
    verdict: 'invalid',
    changes: ['FIELD_ADDED'],
  },
  {
    name: 'a signature field of a name that is taken',
    make: ({ contract }) => withField(contract, newField('[0 0 0 0]').replace('Sig3', 'Sig1')),
    verdict: 'invalid',
    changes: ['FIELD_ADDED'],
  },
  {
    name: 'certified without changes: a field is filled',
    make: async (given) => filled(await certified(given, 1)),
    verdict: 'invalid',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'certified without changes: a second signature',
    make: async (given) => signed(await certified(given, 1), given.signer, { field: 15, value: 20 }),
    verdict: 'invalid',
    changes: ['SIGNATURE_ADDED'],
  },
  {
    name: 'certified for filling in: a new signature that shows something over the content',
    make: async (given) =>
      signed(await certified(given, 2), given.signer, {
        field: 20,
        value: 22,
        fieldBody: newField('[72 690 400 730]', '/AP <</N 21 0 R>>'),
        objects: {
          3: body(3).replace('17 0 R]', '17 0 R 20 0 R]'),
          5: body(5).replace('17 0 R]', '17 0 R 20 0 R]'),
          21: SEAL,
        },
      }),
    verdict: 'invalid',
    changes: ['SIGNATURE_ADDED'],
  },
  {
    name: 'a proper signature with a picture as large as the page',
    make: (given) => signedOver(given, '[0 0 595 842]'),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a proper signature with many pictures over the page',
    make: (given) =>
      signed(given.contract, given.signer, {
        field: 20,
        value: 22,
        fieldBody: '<</FT /Sig /T (Sig3) /Kids [23 0 R 24 0 R 25 0 R]>>',
        objects: {
          3: body(3).replace('17 0 R]', '17 0 R 23 0 R 24 0 R 25 0 R]'),
          5: body(5).replace('17 0 R]', '17 0 R 20 0 R]'),
          21: SEAL,
          ...Object.fromEntries(
            [0, 1, 2].map((index) => [
              23 + index,
              `<</Type /Annot /Subtype /Widget /Parent 20 0 R /F 132 /P 3 0 R /Rect [0 ${280 * index} 595 ${280 * (index + 1)}] /AP <</N 21 0 R>>>>`,
            ]),
          ),
        },
      }),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a locked field is filled',
    make: async (given) => filled(await locked(given, '/Action /Include /Fields [(name)]')),
    verdict: 'invalid',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'all fields are locked, and one is filled',
    make: async (given) => filled(await locked(given, '/Action /All')),
    verdict: 'invalid',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'all fields but another are locked',
    make: async (given) => filled(await locked(given, '/Action /Exclude /Fields [(amount)]')),
    verdict: 'invalid',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'a second certification allows more than the first',
    make: async (given) => {
      const more =
        '/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P 3 /V /1.2>>>>]';
      return filled(await signed(await certified(given, 1), given.signer, { field: 15, value: 20, more }));
    },
    verdict: 'invalid',
    changes: ['SIGNATURE_ADDED', 'FIELD_FILLED'],
  },
  ...[
    '/Subtype /FreeText /Contents (The price is 1) /DA (/Helv 24 Tf 0 g) /C [1 1 1]',
    '/Subtype /Square /C [1 1 1] /BS <</W 60>>',
    '/Subtype /Stamp',
  ].flatMap((entries): readonly CorpusCase[] => {
    const field = `<</Type /Annot /FT /Sig /T (Sig3) /F 4 /P 3 0 R /Rect [72 690 400 730] ${entries}>>`;
    return [
      {
        name: `an annotation that calls itself a signature field: ${entries}`,
        make: ({ contract }) => withField(contract, field),
        verdict: 'invalid',
        changes: ['ANNOTATION_ADDED'],
      },
      {
        name: `the same as the place of one, certified for filling in: ${entries}`,
        make: async (given) =>
          updated(await certified(given, 2), {
            objects: {
              3: body(3).replace('17 0 R]', '17 0 R 20 0 R]'),
              5: body(5).replace('17 0 R]', '17 0 R 21 0 R]'),
              20: field.replace('/FT /Sig /T (Sig3)', '/Parent 21 0 R'),
              21: '<</FT /Sig /T (Sig3) /Kids [20 0 R]>>',
            },
          }),
        verdict: 'invalid',
        changes: ['FIELD_ADDED'],
      },
    ];
  }),
  {
    name: 'certified without changes: a signature that calls itself a document timestamp',
    make: async (given) => {
      const blank = updated(await certified(given, 1), {
        objects: {
          15: body(15).replace(/>>$/, ' /V 30 0 R>>'),
          30: signatureBody('ETSI.CAdES.detached').replace('/Type /Sig', '/Type /DocTimeStamp'),
        },
      });
      return filledIn(blank, (covered) => padesOf(covered, given.signer));
    },
    verdict: 'invalid',
    changes: ['SIGNATURE_ADDED'],
  },
  ...(
    [
      [
        'certified for filling in: a field with a place is added, and then signed with a picture',
        2,
        '[300 300 428 360]',
      ],
      ['a field as large as the page is added, and then signed with a picture', null, '[0 0 595 842]'],
    ] as const
  ).map(
    ([name, level, place]): CorpusCase => ({
      name,
      make: async (given) => {
        const file = level === null ? given.contract : await certified(given, level);
        return signed(withField(file, newField(place)), given.signer, {
          field: 20,
          value: 22,
          fieldBody: newField(place, '/AP <</N 21 0 R>>'),
          objects: { 21: SEAL },
        });
      },
      verdict: 'invalid',
      changes: ['SIGNATURE_FIELD_ADDED'],
    }),
  ),
  {
    name: 'a document timestamp with a picture, in a field that waited for a signature',
    make: async ({ contract, authority }) => {
      const stamper = await authority.timestamper();
      const blank = updated(contract, {
        objects: {
          15: body(15).replace(/>>$/, ' /V 30 0 R /AP <</N 31 0 R>>>>'),
          30: signatureBody('ETSI.RFC3161').replace('/Type /Sig', '/Type /DocTimeStamp'),
          31: SEAL,
        },
      });
      return filledIn(blank, (covered) => tokenOf(covered, stamper, '2026-11-20T09:00:00Z'));
    },
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'the lock of an approval allows nothing more, and a field is filled',
    make: async (given) => filled(await limited(given, 1)),
    verdict: 'invalid',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'the lock of an approval allows filling in, and a new signature shows something',
    make: async (given) => signedOver({ ...given, contract: await limited(given, 2) }, '[300 300 428 360]'),
    verdict: 'invalid',
    changes: ['SIGNATURE_ADDED'],
  },
];
