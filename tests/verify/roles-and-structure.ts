import { type CorpusCase, replaced } from '../support/pdf/corpus-case.js';
import { newFile, startxrefOf, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, filledIn, signatureBody, signed, signedContract } from '../support/pdf/signed-contract.js';
import { tokenOf } from '../support/pdf/test-authority.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');

/** The signature itself, or what leads to it, is replaced afterwards. */
export const signatureChanges: readonly CorpusCase[] = [
  {
    name: 'a certification allows more than it did',
    make: async ({ signer }) => {
      const file = await signedContract(signer, { more: certification(1) });
      const text = file.toString('latin1');
      const at = text.indexOf('<<', text.indexOf('10 0 obj'));
      const own = text.slice(at, text.indexOf('endobj', at)).trim();
      return updated(file, { objects: { 10: own.replace('/P 1', '/P 3') } });
    },
    verdict: 'invalid',
    changes: ['SIGNATURE_CHANGED'],
  },
  {
    name: 'the permissions of a certification are taken out of the catalog',
    make: async ({ signer }) => {
      const file = await signed(
        newFile({ ...CONTRACT, 1: body(1).replace(/>>$/, ' /Perms <</DocMDP 10 0 R>>>>') }),
        signer,
        { more: certification(2) },
      );
      return updated(file, { objects: { 1: body(1) } });
    },
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'a second field shows the same signature',
    make: ({ contract }) => updated(contract, { objects: { 15: body(15).replace(/>>$/, ' /V 10 0 R>>') } }),
    verdict: 'invalid',
    reasons: ['SIGNATURE_DUPLICATED'],
  },
  {
    name: 'the name of the field is another one',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 7: body(7).replace('(Sig1)', '(Other)').replace(/>>$/, ' /V 10 0 R>>') },
      }),
    verdict: 'invalid',
  },
  {
    name: 'a signature value for a field that shows something else then',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          7: body(7).replace('[72 100 200 160]', '[72 690 400 730]').replace(/>>$/, ' /V 10 0 R>>'),
        },
      }),
    verdict: 'invalid',
  },
  {
    name: 'other content, and a trusted document timestamp over it',
    make: async ({ contract, authority }) => {
      const stamper = await authority.timestamper();
      const blank = updated(updated(contract, { objects: { 4: FORGED } }), {
        objects: {
          3: body(3).replace('17 0 R]', '17 0 R 30 0 R]'),
          5: body(5).replace('17 0 R]', '17 0 R 30 0 R]'),
          30: '<</Type /Annot /Subtype /Widget /FT /Sig /T (ts-1) /F 132 /P 3 0 R /Rect [0 0 0 0] /V 31 0 R>>',
          31: signatureBody('ETSI.RFC3161').replace('/Type /Sig', '/Type /DocTimeStamp'),
        },
      });
      return filledIn(blank, (covered) => tokenOf(covered, stamper, '2026-11-20T09:00:00Z'));
    },
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED', 'TIMESTAMP_ADDED'],
  },
  {
    name: 'a stranger signs as well, where nothing was forbidden',
    make: ({ contract, stranger }) => signed(contract, stranger, { field: 15, value: 20 }),
    verdict: 'indeterminate',
    reasons: ['CHAIN_UNTRUSTED'],
    changes: ['SIGNATURE_ADDED'],
  },
];

function certification(level: 1 | 2 | 3): string {
  const parameters = `<</Type /TransformParams /P ${level} /V /1.2>>`;
  return `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams ${parameters}>>]`;
}

/** Objects in two roles: what is permitted for one is displayed as the other. */
export const doubleRoles: readonly CorpusCase[] = [
  {
    name: 'metadata that is page content as well',
    make: async ({ signer }) => {
      const xmp = (data: string) => stream(data, '/Type /Metadata /Subtype /XML');
      const file = newFile({
        ...CONTRACT,
        1: body(1).replace(/>>$/, ' /Metadata 30 0 R>>'),
        3: body(3).replace('/Contents 4 0 R', '/Contents [4 0 R 30 0 R]'),
        30: xmp(' '),
      });
      return updated(await signed(file, signer), { objects: { 30: xmp('BT (The price is 1) Tj ET') } });
    },
    verdict: 'invalid',
  },
  {
    name: 'the catalog’s metadata becomes the content of the page',
    make: ({ contract }) =>
      updated(contract, { objects: { 1: body(1).replace(/>>$/, ' /Metadata 12 0 R>>') } }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'validation data with the number of a picture that was missing',
    make: async ({ signer }) => {
      const file = newFile({ ...CONTRACT, 3: body(3).replace('/X1 13 0 R', '/X1 30 0 R') });
      return updated(await signed(file, signer), {
        objects: {
          1: body(1).replace(/>>$/, ' /DSS <</Type /DSS /CRLs [30 0 R]>>>>'),
          30: stream('0 0 595 842 re f', '/Type /XObject /Subtype /Form /BBox [0 0 595 842]'),
        },
      });
    },
    verdict: 'invalid',
  },
  {
    name: 'a new signature field with the number of an annotation that was missing',
    make: async ({ signer }) => {
      const file = newFile({ ...CONTRACT, 3: body(3).replace('17 0 R]', '17 0 R 30 0 R]') });
      const field =
        '<</Type /Annot /Subtype /Widget /FT /Sig /T (Sig3) /F 132 /P 3 0 R /Rect [72 690 400 730] /AP <</N 31 0 R>>>>';
      return updated(await signed(file, signer), {
        objects: {
          30: field,
          31: stream('0 0 328 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 328 40]'),
        },
      });
    },
    verdict: 'invalid',
  },
  {
    name: '/Info that is a font as well',
    make: async ({ signer }) => {
      const trailer = '/Root 1 0 R /Info 6 0 R';
      const file = await signed(newFile(CONTRACT, trailer), signer);
      return updated(file, { objects: { 6: '<</Producer (x)>>' }, trailer });
    },
    verdict: 'invalid',
  },
  {
    name: 'the appearance of a filled field is a layer of the page as well',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          8: body(8).replace(/>>$/, ' /V (Zhang San) /AP <</N 13 0 R>>>>'),
          13: stream('0 0 228 20 re f', '/Type /XObject /Subtype /Form /BBox [0 0 228 20]'),
        },
      }),
    verdict: 'invalid',
  },
  ...[
    ['listed among the fields', '[4 0 R', {}],
    ['a kid of a field', '[30 0 R', { 30: '<</FT /Tx /T (more) /Kids [4 0 R]>>' }],
  ].map(
    ([name, fields, more]): CorpusCase => ({
      name: `the content of the page is ${name}`,
      make: async ({ signer }) => {
        const content = (data: string) => stream(data, '/FT /Tx /T (price)');
        const file = await signedContract(signer, {
          objects: {
            ...(typeof more === 'object' ? more : {}),
            4: content('BT /F1 24 Tf 72 700 Td (The price is 5000) Tj ET'),
            5: body(5).replace('[7 0 R', `${fields} 7 0 R`),
          },
        });
        return updated(file, { objects: { 4: content('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET') } });
      },
      verdict: 'invalid',
      changes: ['PAGE_CONTENT_CHANGED'],
    }),
  ),
  {
    name: 'a picture of the page is listed among the fields',
    make: async ({ signer }) => {
      const picture = (data: string) =>
        stream(data, '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /FT /Tx /T (picture)');
      const file = await signedContract(signer, {
        objects: { 13: picture('0 0 10 10 re f'), 5: body(5).replace('[7 0 R', '[13 0 R 7 0 R') },
      });
      return updated(file, { objects: { 13: picture('0 0 9 9 re f') } });
    },
    verdict: 'invalid',
    changes: ['RESOURCE_CHANGED'],
  },
  {
    name: 'the content of the page is /Info, and dated anew',
    make: async ({ signer }) => {
      const content = (data: string, date: string) => stream(data, `/ModDate (D:${date})`);
      const trailer = '/Root 1 0 R /Info 4 0 R';
      const file = await signed(
        newFile({ ...CONTRACT, 4: content('BT (The price is 5000) Tj ET', '20261120') }, trailer),
        signer,
      );
      const other = content('BT (The price is 1) Tj ET', '20261121');
      return updated(file, { objects: { 4: other }, trailer });
    },
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'a text field whose value the page draws, because it is the dictionary of its pictures',
    make: async ({ signer }) => {
      const field = (value: string) => `<</FT /Tx /T (more) /X1 13 0 R ${value}>>`;
      const file = await signedContract(signer, {
        objects: {
          3: body(3).replace('/XObject <</X1 13 0 R>>', '/XObject 30 0 R'),
          4: stream('/V Do'),
          5: body(5).replace('[7 0 R', '[30 0 R 7 0 R'),
          30: field(''),
        },
      });
      return updated(file, {
        objects: {
          30: field('/V 31 0 R'),
          31: stream('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]'),
        },
      });
    },
    verdict: 'invalid',
  },
  {
    name: 'validation data that the page draws, because the catalog is the dictionary of its pictures',
    make: async ({ signer }) => {
      const file = await signedContract(signer, {
        objects: { 3: body(3).replace('/XObject <</X1 13 0 R>>', '/XObject 1 0 R'), 4: stream('/DSS Do') },
      });
      return updated(file, {
        objects: {
          1: body(1).replace(/>>$/, ' /DSS 31 0 R>>'),
          31: stream('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /CRLs []'),
        },
      });
    },
    verdict: 'invalid',
  },
];

/** Ranges, values and tables in forms that readers misinterpret. */
export const structuralTricks: readonly CorpusCase[] = [
  {
    name: 'bytes before the header',
    make: ({ contract }) => Buffer.concat([Buffer.from('%!PS\n'), contract]),
    verdict: 'invalid',
  },
  ...[
    '[0 10 5 20]',
    '[0 99999999999999999999 1 1]',
    '[5 10 20 30]',
    '[0 1 1 1 1]',
    '20 0 R',
    '(0 1 2 3)',
  ].map(
    (range): CorpusCase => ({
      name: `in place: /ByteRange ${range}`,
      make: ({ contract }) => {
        const found = /\/ByteRange \[[^\]]*\]/.exec(contract.toString('latin1'))?.[0] ?? '';
        return replaced(contract, found, `/ByteRange ${range}`.padEnd(found.length, ' '));
      },
      verdict: 'invalid',
    }),
  ),
  {
    name: 'in place: /Contents as a name',
    make: ({ contract }) => {
      const found = /\/Contents <[0-9a-f]*>/.exec(contract.toString('latin1'))?.[0] ?? '';
      return replaced(contract, found, '/Contents /Signed'.padEnd(found.length, ' '));
    },
    verdict: 'invalid',
  },
  {
    name: 'an update that is encrypted all at once',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 20: '<</Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4>>' },
        trailer: '/Root 1 0 R /Info 14 0 R /Encrypt 20 0 R',
      }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'cross-reference streams that name each other as the one before',
    make: ({ contract }) => {
      const file = updated(contract, { objects: { 4: FORGED }, references: 'stream' });
      const own = startxrefOf(file);
      return replaced(
        file,
        `/Prev ${startxrefOf(contract)}`,
        `/Prev ${own}`.padEnd(`/Prev ${startxrefOf(contract)}`.length),
        'last',
      );
    },
    verdict: 'invalid',
  },
  {
    name: 'other content that only the stream of a hybrid section names',
    make: ({ contract }) => {
      return updated(contract, { objects: { 4: FORGED }, references: 'hybrid' });
    },
    verdict: 'invalid',
  },
  {
    name: 'an object stream that holds the same object twice',
    make: ({ contract }) => {
      const font = body(6);
      const head = `6 0 6 ${font.length + 1} `;
      const packed = stream(
        `${head}${font} ${font.replace('Helvetica', 'Symbol')}`,
        `/Type /ObjStm /N 2 /First ${head.length}`,
      );
      return withPacked(contract, packed, [[6, 1]]);
    },
    verdict: 'invalid',
  },
  {
    name: 'an object stream inside of which stands the content of the page',
    make: ({ contract }) => {
      const head = '4 0 ';
      const packed = stream(`${head}(The price is 1)`, `/Type /ObjStm /N 1 /First ${head.length}`);
      return withPacked(contract, packed, [[4, 0]]);
    },
    verdict: 'invalid',
  },
  ...['', '/Type /ObjStm'].map(
    (type): CorpusCase => ({
      name: `the object stream with the page, ${type === '' ? 'which does not say what it is,' : ''} is another one`,
      make: async ({ signer }) => {
        const { 3: page = '', ...rest } = CONTRACT;
        const packed = (object: string) => stream(`3 0 ${object}`, `${type} /N 1 /First 4`);
        const file = await signed(withPacked(newFile(rest), packed(page), [[3, 0]]), signer);
        const other = page.replace('/Contents 4 0 R', '/Contents 12 0 R');
        return updated(file, { objects: { 20: packed(other) } });
      },
      verdict: 'invalid',
    }),
  ),
  {
    name: 'where an object stream begins stands in an object that changes',
    make: async ({ signer }) => {
      const { 3: page = '', ...rest } = CONTRACT;
      const other = page.replace('/Contents 4 0 R', '/Contents 12 0 R');
      const packed = stream(`3 0 ${page.padEnd(600)}${other}`, '/Type /ObjStm /N 1 /First 30 0 R');
      const base = newFile({ ...rest, 30: '4' });
      return updated(await signed(withPacked(base, packed, [[3, 0]]), signer), { objects: { 30: '604' } });
    },
    verdict: 'invalid',
    changes: ['OBJECT_CHANGED'],
  },
  {
    name: 'a picture behind one that nothing used before the second signature',
    make: async ({ signer }) => {
      const form = (data: string, more = '') =>
        stream(data, `/Type /XObject /Subtype /Form /BBox [0 0 128 60] ${more}`);
      const first = await signedContract(signer, {
        objects: { 40: form('/X Do', '/Resources <</XObject <</X 41 0 R>>>>'), 41: form('0 0 10 10 re f') },
      });
      const fieldBody = body(15).replace(/>>$/, ' /AP <</N 40 0 R>>>>');
      const second = await signed(first, signer, { field: 15, value: 30, fieldBody });
      return updated(second, { objects: { 41: form('0 0 128 60 re f') } });
    },
    verdict: 'invalid',
    changes: ['SIGNATURE_ADDED', 'RESOURCE_CHANGED'],
  },
];

/** An update of one object stream (number 20) with these objects of it in the cross-reference stream (21). */
function withPacked(
  contract: Buffer,
  packed: string,
  objects: readonly (readonly [number: number, index: number])[],
): Buffer {
  const start = contract.length;
  const container = `20 0 obj\n${packed}\nendobj\n`;
  const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');
  const table = start + container.length;
  const entries = [
    ...objects.map(([, index]) => `02${hex(20, 8)}${hex(index, 2)}`),
    `01${hex(start, 8)}00`,
    `01${hex(table, 8)}00`,
  ];
  const index = [...objects.map(([number]) => `${number} 1`), '20 2'].join(' ');
  const dictionary = `/Type /XRef /Size 22 /W [1 4 1] /Index [${index}] /Filter /ASCIIHexDecode /Root 1 0 R /Info 14 0 R /Prev ${startxrefOf(contract)}`;
  const section = `21 0 obj\n${stream(`${entries.join('')}>`, dictionary)}\nendobj\n`;
  return Buffer.concat([
    contract,
    Buffer.from(`${container}${section}startxref\n${table}\n%%EOF\n`, 'latin1'),
  ]);
}
