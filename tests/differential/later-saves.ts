import type { Ingredients } from '../support/pdf/corpus-case.js';
import { signatureBody } from '../support/pdf/signed-contract.js';
import { tokenOf } from '../support/pdf/test-authority.js';
import { exponentOfOne, issuedOverSha1 } from '../verify/weak-signers.js';
import type { Operation } from './operation.js';
import { addToForm, addToPage, forgedObject, picture, price, smuggled } from './plants.js';
import type { Random } from './random.js';
import { type Quirks, type Workpiece, withEntry } from './workpiece.js';

const FONTS = '/Resources <</Font <</F1 6 0 R>>>>';
const form = (data: string, box: string, more = ''): string =>
  `<</Type /XObject /Subtype /Form /BBox [0 0 ${box}] ${more} /Length ${data.length}>>\nstream\n${data}\nendstream`;
const isOfContract = (piece: Workpiece): boolean => piece.bodies.has(1);

/** Numbers of the unfilled and unsigned fields of a kind. */
function emptyFields(piece: Workpiece, kind: string): readonly number[] {
  const listed = [...(/\/Fields \[([^\]]*)\]/.exec(piece.body(5))?.[1] ?? '').matchAll(/(\d+) 0 R/g)];
  return listed
    .map(([, number]) => Number(number))
    .filter(
      (number) => piece.body(number).includes(`/FT /${kind}`) && !/\/V |\/Kids/.test(piece.body(number)),
    );
}

const sizeOf = (text: string): readonly [number, number] => {
  const [, left = 0, bottom = 0, right = 0, top = 0] =
    /\/Rect \[(\S+) (\S+) (\S+) (\S+)\]/.exec(text)?.map(Number) ?? [];
  return [right - left, top - bottom];
};

const MODEST = '/Tx BMC BT /F1 12 Tf 0 g 2 4 Td (Zhang San) Tj ET EMC';
const LETTERS = '(iiiiiiiiiiiiiiiiiiiiii) Tj ET';

/** Fills an empty text field with an appearance of this content. */
function fill(
  piece: Workpiece,
  random: Random,
  [data, resources = FONTS]: readonly [data: string, resources?: string],
  more = '',
): void {
  const number = random.pick(emptyFields(piece, 'Tx'));
  const [width, height] = sizeOf(piece.body(number));
  const appearance = piece.fresh();
  piece.save(
    new Map([
      [number, withEntry(piece.body(number), `/V (Zhang San) /AP <</N ${appearance} 0 R${more}>>`)],
      [appearance, form(data, `${width} ${height}`, resources)],
    ]),
  );
}

const hasEmptyText = (piece: Workpiece): boolean => emptyFields(piece, 'Tx').length > 0;
const hasEmptySignature = (piece: Workpiece): boolean => emptyFields(piece, 'Sig').length > 0;

/** A document timestamp with this time. */
async function stamp(piece: Workpiece, { authority }: Ingredients, time: string): Promise<void> {
  const [field, value] = [piece.fresh(), piece.fresh()];
  const timestamper = await authority.timestamper();
  addToForm(piece, field);
  addToPage(piece, field);
  const name = `ts-${field}`;
  await piece.signWith(
    new Map([
      [3, piece.body(3)],
      [5, piece.body(5)],
      [
        field,
        `<</Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /F 132 /P 3 0 R /Rect [0 0 0 0] /V ${value} 0 R>>`,
      ],
      [value, signatureBody('ETSI.RFC3161').replace('/Type /Sig', '/Type /DocTimeStamp')],
    ]),
    (covered) => tokenOf(covered, timestamper, time),
  );
  piece.signatures.push(name);
}

/** Changes that programs make to a signed file, which do not count as changes of the signed content. */
export const soundSaves: readonly Operation[] = [
  {
    name: 'a field is filled',
    isSound: true,
    weight: 3,
    fits: hasEmptyText,
    apply: (piece, _, random) => fill(piece, random, [MODEST]),
  },
  {
    name: 'a field is filled, and its default appearance is another one',
    isSound: true,
    fits: (piece) => emptyFields(piece, 'Tx').includes(8) && piece.body(8).includes('/DA'),
    apply: (piece) => {
      const appearance = piece.fresh();
      const text = piece.body(8).replace(/\/DA \([^)]*\)/, '/DA (/Helv 9 Tf 0 g)');
      piece.save(
        new Map([
          [8, withEntry(text, `/V (Zhang San) /AP <</N ${appearance} 0 R>>`)],
          [appearance, form(MODEST, '228 20', FONTS)],
        ]),
      );
    },
  },
  {
    name: 'a second signature',
    isSound: true,
    weight: 2,
    fits: (piece) => !/\/V /.test(piece.body(15)) && piece.bodies.has(15),
    apply: async (piece, { signer }) => {
      const appearance = piece.fresh();
      const field = withEntry(piece.body(15), `/AP <</N ${appearance} 0 R>>`);
      const seal = form('1 0 0 rg 0 0 100 50 re f', '100 50');
      await piece.sign(
        15,
        signer,
        new Map([
          [15, field],
          [appearance, seal],
        ]),
      );
    },
  },
  {
    name: 'validation data',
    isSound: true,
    weight: 2,
    fits: isOfContract,
    apply: (piece, { signer }) => {
      if (piece.body(piece.root).includes('/DSS')) return;
      const [store, certificate] = [piece.fresh(), piece.fresh()];
      const data = Buffer.from(signer.certificate.chain[0] ?? new Uint8Array()).toString('latin1');
      piece.save(
        new Map([
          [piece.root, withEntry(piece.body(piece.root), `/DSS ${store} 0 R`)],
          [store, `<</Type /DSS /Certs [${certificate} 0 R]>>`],
          [certificate, `<</Length ${data.length}>>\nstream\n${data}\nendstream`],
        ]),
      );
    },
  },
  {
    name: 'a document timestamp',
    isSound: true,
    weight: 2,
    fits: isOfContract,
    apply: (piece, given) => stamp(piece, given, '2026-11-20T09:00:00Z'),
  },
  {
    name: 'an object is written again as it was',
    isSound: true,
    fits: isOfContract,
    apply: (piece, _, random) => {
      const number = random.pick([1, 2, 3, 5, 6, 13]);
      piece.save(new Map([[number, piece.body(number)]]));
    },
  },
  {
    name: 'the date of the last save',
    isSound: true,
    fits: (piece) => piece.information === 14 && isOfContract(piece),
    apply: (piece) => {
      const text = piece.body(14).replace(/ \/ModDate \([^)]*\)/, '');
      piece.save(new Map([[14, withEntry(text, '/ModDate (D:20261121080000Z)')]]));
    },
  },
  {
    name: 'the catalog gets another number',
    isSound: true,
    weight: 0.5,
    fits: isOfContract,
    apply: (piece) => {
      const number = piece.fresh();
      const text = piece.body(piece.root);
      piece.root = number;
      piece.save(new Map([[number, text]]));
    },
  },
  {
    name: 'a program leaves its mark on the page',
    isSound: true,
    weight: 0.5,
    fits: isOfContract,
    apply: (piece) => piece.save(new Map([[3, withEntry(piece.body(3), '/ITXT (5.5.13)')]])),
  },
];

const covers = (color: string, width: number, height: number): string =>
  `${color} 0 0 ${width} ${height} re f 0 g BT /F1 24 Tf 12 20 Td (The price is 1) Tj ET`;

/** An object signed in one role gets other content, so that rules may mistake it for another. */
function rewriteInAnotherRole(piece: Workpiece): void {
  const isPicture = piece.body(31).includes('/ModDate');
  const dated = (text: string): string => text.replace('D:20261120', 'D:20261121');
  const entries = piece.body(4).includes('/ModDate') ? '/ModDate (D:20261121080000Z)' : '';
  piece.save(
    new Map(
      isPicture
        ? [[31, dated(picture(true, ' /ModDate (D:20261121080000Z)'))]]
        : [[4, price('0001', entries)]],
    ),
  );
}

/** Changes made only in order to deceive. */
export const attacks: readonly Operation[] = [
  {
    name: 'a stream that nothing refers to holds other objects',
    weight: 4,
    apply: (piece, _, random) => {
      const objects = isOfContract(piece) ? forgedObject(piece, random) : forgedContent(piece);
      const data = smuggled(objects);
      const [number, length] = [piece.fresh(), piece.fresh()];
      const isApart = random.chance(0.7);
      const carrier = `<</Length ${isApart ? `${length} 0 R` : data.length}>>\nstream\n${data}\nendstream`;
      piece.save(
        new Map(
          isApart
            ? [
                [number, carrier],
                [length, `${data.length}`],
              ]
            : [[number, carrier]],
        ),
      );
    },
  },
  {
    name: 'an object gets other content in another role',
    weight: 3,
    fits: isOfContract,
    apply: rewriteInAnotherRole,
  },
  {
    name: 'a field is filled in a font that only the page names',
    weight: 2,
    fits: (piece) => hasEmptyText(piece) && piece.body(3).includes('/T3'),
    apply: (piece, _, random) =>
      fill(piece, random, [`BT 0.5 g 340 0 0 60 0 0 Tm /T3 1 Tf (A) Tj ET`, random.chance(0.7) ? '' : FONTS]),
  },
  {
    name: 'a field is filled with outlined letters',
    weight: 2,
    fits: hasEmptyText,
    apply: (piece, _, random) =>
      fill(piece, random, [
        `BT ${random.pick([0, 1, 2])} Tr ${random.pick([1, 9, 60])} w 0.5 G /F1 24 Tf 12 20 Td ${LETTERS}`,
      ]),
  },
  {
    name: 'a field is filled with something large',
    weight: 2,
    fits: hasEmptyText,
    apply: (piece, _, random) =>
      fill(
        piece,
        random,
        random.pick([
          [covers('1 g', 340, 60)],
          [`BT 0.5 g /F1 ${random.pick([24, 99, 400])} Tf 2 4 Td ${LETTERS}`],
          [`BT 100 Tz 0.5 g /F1 24 Tf -9 Tc 2 4 Td ${LETTERS}`],
          ['/Pattern cs /P1 scn BT /F1 99 Tf 2 4 Td (iiii) Tj ET'],
          ['q 60 w 0.5 G 0 30 m 340 30 l S Q'],
          ['BT /F1 24 Tf 7 Tr 0 0 Td (iiii) Tj ET 0.5 g 0 0 340 60 re f'],
        ] as const),
      ),
  },
  {
    name: 'a field is filled and looks otherwise under the pointer',
    weight: 2,
    fits: hasEmptyText,
    apply: (piece, _, random) => {
      const number = piece.fresh();
      piece.bodies.set(number, form(covers('1 g', 340, 60), '340 60', FONTS));
      const fields = emptyFields(piece, 'Tx');
      const field = random.pick(fields);
      const appearance = piece.fresh();
      const state = random.pick(['R', 'D']);
      const entry = `/V (Zhang San) /AP <</N ${appearance} 0 R /${state} ${number} 0 R>>`;
      piece.save(
        new Map([
          [field, withEntry(piece.body(field), entry)],
          [appearance, form(MODEST, '228 20', FONTS)],
          [number, piece.body(number)],
        ]),
      );
    },
  },
  {
    name: 'somebody signs over what the page says',
    weight: 2,
    fits: hasEmptySignature,
    apply: async (piece, { signer, stranger }, random) => {
      const field = random.pick(emptyFields(piece, 'Sig'));
      const appearance = piece.fresh();
      const [width, height] = sizeOf(piece.body(field));
      const text = withEntry(piece.body(field), `/AP <</N ${appearance} 0 R>>`);
      const seal = form(covers('1 g', width, height), `${width} ${height}`, FONTS);
      const who = random.chance(0.7) ? signer : stranger;
      await piece.sign(
        field,
        who,
        new Map([
          [field, text],
          [appearance, seal],
        ]),
      );
    },
  },
  {
    name: 'a second signature with a key that anybody has',
    weight: 0.5,
    atBest: 'indeterminate',
    fits: hasEmptySignature,
    apply: async (piece, given, random) =>
      piece.sign(random.pick(emptyFields(piece, 'Sig')), await exponentOfOne(given)),
  },
  {
    name: 'a second signature with a certificate that was issued over SHA-1',
    weight: 0.5,
    atBest: 'indeterminate',
    fits: hasEmptySignature,
    apply: async (piece, given, random) =>
      piece.sign(random.pick(emptyFields(piece, 'Sig')), await issuedOverSha1(given)),
  },
  {
    name: 'a document timestamp from the future',
    weight: 0.5,
    atBest: 'valid_with_remarks',
    fits: isOfContract,
    apply: (piece, given) => stamp(piece, given, '2031-01-01T00:00:00Z'),
  },
  {
    name: 'a hundred and fifty saves',
    weight: 0.3,
    fits: (piece) => emptyFields(piece, 'Tx').length > 150,
    apply: (piece) => {
      for (const number of emptyFields(piece, 'Tx').slice(-150))
        piece.save(new Map([[number, withEntry(piece.body(number), '/V (x)')]]));
    },
  },
  {
    name: 'an object is defined that nothing was',
    fits: isOfContract,
    apply: (piece, _, random) =>
      piece.save(
        new Map([[random.pick([19, 20, 21]), random.pick(['<</Type /ExtGState /ca 0>>', picture(true)])]]),
      ),
  },
  {
    name: 'an object is replaced',
    fits: isOfContract,
    apply: (piece, _, random) =>
      piece.save(
        new Map(Object.entries(forgedObject(piece, random)).map(([number, text]) => [Number(number), text])),
      ),
  },
  {
    name: 'an object becomes free',
    weight: 0.5,
    fits: isOfContract,
    apply: (piece, _, random) => piece.save(new Map([[random.pick([11, 13, 16]), 'null']])),
  },
];

/** The content of the first page of an otherwise unknown file. */
function forgedContent(piece: Workpiece): Readonly<Record<number, string>> {
  const text = piece.signedRevision.toString('latin1');
  const number = Number(/\/Contents \[?(\d+) 0 R/.exec(text)?.[1] ?? 4);
  const data = 'q 1 g 0 0 2000 2000 re f Q';
  return { [number]: `<</Length ${data.length}>>\nstream\n${data}\nendstream` };
}

const BLANKS = `\n${' '.repeat(8192)}\n`;

/** Deviations of a save from the unambiguous form, some of which make readers rebuild the file. */
export const quirkyWriting: readonly ((piece: Workpiece, random: Random) => Quirks)[] = [
  () => ({ rest: BLANKS }),
  () => ({ rest: `\n${'\0'.repeat(2000)}` }),
  () => ({ rest: `\n${'\n'.repeat(1500)}` }),
  () => ({ rest: '' }),
  () => ({ beforeOffset: '\0\n' }),
  () => ({ beforeOffset: ' ' }),
  () => ({ beforeOffset: `\n${' '.repeat(40)}` }),
  () => ({ beforeOffset: '\r\n\f' }),
  () => ({ beforeOffset: '\n0' }),
  () => ({ afterOffset: '\0\n' }),
  () => ({ afterOffset: '\n\n\n' }),
  () => ({ afterPrevious: '.0' }),
  () => ({ afterPrevious: '.' }),
  () => ({ afterPrevious: ' % a comment\n' }),
  () => ({ afterSize: '.0' }),
  () => ({ trailer: ' /Prev 0' }),
  (piece) => ({ trailer: ` /Root ${piece.root} 0 R` }),
  () => ({ trailer: ' /XRefStm 17' }),
  () => ({ sectionShift: -1 }),
  () => ({ sectionShift: 1 }),
  () => ({ entryEnd: '\n' }),
  () => ({ entryEnd: '\r\n' }),
  () => ({ entryEnd: '  \n' }),
  () => ({ before: '\n\n\n' }),
  () => ({ before: '%iText-7.1.2\n' }),
  () => ({ before: '%7356f-SNAPSHOT\n' }),
  () => ({ before: `${' '.repeat(2000)}\n` }),
  () => ({ between: '\n\0\n' }),
  () => ({ between: '% endobj\n' }),
  () => ({ references: 'stream' }),
  () => ({ references: 'hybrid' }),
  () => ({ references: 'packed' }),
];
