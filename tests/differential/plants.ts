import type { Operation } from './operation.js';
import type { Random } from './random.js';
import { type Workpiece, withEntry } from './workpiece.js';

/** Contents of equal length, so that the dictionary of the stream is the same for both. */
export const price = (amount: '5000' | '0001', entries = ''): string => {
  const data = `BT /F1 24 Tf 72 700 Td (The price is ${amount}) Tj ET /X1 Do`;
  return `<<${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`;
};
export const picture = (isForged: boolean, entries = ''): string => {
  const data = isForged ? 'q 0 g 0 0 595 99 re f Q' : 'q 1 g 0 0 10 010 re f Q';
  return `<</Type /XObject /Subtype /Form /BBox [0 0 595 842]${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`;
};
const PICTURE = 31;

export const addToForm = (piece: Workpiece, number: number): void => {
  piece.bodies.set(5, piece.body(5).replace(/\/Fields \[([^\]]*)\]/, `/Fields [$1 ${number} 0 R]`));
};
export const addToPage = (piece: Workpiece, number: number): void => {
  piece.bodies.set(3, piece.body(3).replace(/\/Annots \[([^\]]*)\]/, `/Annots [$1 ${number} 0 R]`));
};

/** Data that end a stream for readers that search for its end, followed by other objects. */
export function smuggled(objects: Readonly<Record<number, string>>): string {
  const texts = Object.entries(objects).map(([number, text]) => `${number} 0 obj\n${text}\nendobj\n`);
  return `\nendstream\nendobj\n${texts.join('')}999 0 obj\n<<>>\nstream\n`;
}

/** Objects that an attacker wants to substitute for others. */
export function forgedObject(piece: Workpiece, random: Random): Readonly<Record<number, string>> {
  const content = `<</Length 47>>\nstream\n${'BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET'.padEnd(47)}\nendstream`;
  return random.pick([
    { 4: content },
    { 4: content },
    { 3: piece.body(3).replace('/Contents 4 0 R', '/Contents 12 0 R') },
    { 13: picture(true) },
    { 20: content },
    { 6: '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>' },
    { 1: piece.body(1), 2: piece.body(2), 3: piece.body(3).replace('/Contents 4 0 R', '/Contents 12 0 R') },
  ]);
}

const hasPlainContent = (piece: Workpiece): boolean => piece.body(3).includes('/Contents 4 0 R');
const OVER_THE_PRICE = '[60 680 400 740]';

/** A field over the price that is still invisible. */
function plantField(piece: Workpiece, name: string, kind: string): void {
  const number = piece.fresh();
  piece.bodies.set(
    number,
    `<</Type /Annot /Subtype /Widget ${kind} /T (${name}) /F 4 /P 3 0 R /Rect ${OVER_THE_PRICE}>>`,
  );
  addToForm(piece, number);
  addToPage(piece, number);
}

const coded = (_: string, letter: string): string => `/#${letter.charCodeAt(0).toString(16)}`;

const REWRITES: readonly (readonly [
  name: string,
  pattern: RegExp,
  by: string | ((found: string, letter: string) => string),
])[] = [
  [
    'an integer becomes a number with decimals',
    /(?<=\/(?:Count|Rect \[|MediaBox \[)\s?)\d+(?=\s|\])/,
    '$&.0',
  ],
  ['a name is written with a code', /\/(?=Type|Contents|Font|Subtype)([TCFS])/, coded],
  ['a comment stands in a dictionary', /<</, '<<% a comment\n'],
  ['a zero byte stands for a blank', / /, '\0'],
  ['a form feed stands for a blank', / /, '\f'],
  ['a reference across lines', /(\d+) 0 R/, '$1\n0\nR'],
  ['blanks before a length', /\/Length (\d+)/, '/Length   $1'],
  ['a signed number', /(?<=\[)(\d+) (?=\d)/, '+$1 '],
];

/** Content present at signing that may be there by carelessness. */
export const plants: readonly Operation[] = [
  {
    name: 'planted: the content is a field as well',
    fits: hasPlainContent,
    apply: (piece) => {
      piece.bodies.set(4, price('5000'));
      addToForm(piece, 4);
    },
  },
  {
    name: 'planted: the content is a kid of a field',
    fits: hasPlainContent,
    apply: (piece, _, random) => {
      piece.bodies.set(4, price('5000'));
      const number = piece.fresh();
      piece.bodies.set(number, `<</FT /${random.pick(['Tx', 'Sig', 'Btn'])} /T (above) /Kids [4 0 R]>>`);
      addToForm(piece, number);
    },
  },
  {
    name: 'planted: the content is the information about the file',
    fits: hasPlainContent,
    apply: (piece) => {
      piece.bodies.set(4, price('5000', '/ModDate (D:20261120080000Z)'));
      piece.information = 4;
    },
  },
  {
    name: 'planted: a picture of the page is a field, or a kid, or the information',
    apply: (piece, _, random) => {
      piece.bodies.set(PICTURE, picture(false, ' /ModDate (D:20261120080000Z)'));
      piece.bodies.set(3, piece.body(3).replace('/X1 13 0 R', `/X1 ${PICTURE} 0 R`));
      while (piece.fresh() < PICTURE);
      const role = random.below(3);
      if (role === 0) addToForm(piece, PICTURE);
      else if (role === 1) {
        const number = piece.fresh();
        piece.bodies.set(number, `<</FT /Tx /T (above) /Kids [${PICTURE} 0 R]>>`);
        addToForm(piece, number);
      } else piece.information = PICTURE;
    },
  },
  {
    name: 'planted: an empty text field over the price',
    weight: 3,
    apply: (piece) => plantField(piece, `large${piece.fresh()}`, '/FT /Tx'),
  },
  {
    name: 'planted: an empty signature field over the price',
    weight: 2,
    apply: (piece) => plantField(piece, `waiting${piece.fresh()}`, '/FT /Sig'),
  },
  {
    name: 'planted: a drawn font that the page names',
    apply: (piece, _, random) => {
      if (random.chance(0.5)) plantField(piece, `large${piece.fresh()}`, '/FT /Tx');
      const [font, glyph] = [piece.fresh(), piece.fresh()];
      piece.bodies.set(
        font,
        `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 65 /Widths [1000] /Encoding <</Type /Encoding /Differences [65 /a]>> /CharProcs <</a ${glyph} 0 R>> /Resources <<>>>>`,
      );
      const data = '1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f';
      piece.bodies.set(glyph, `<</Length ${data.length}>>\nstream\n${data}\nendstream`);
      piece.bodies.set(3, piece.body(3).replace('/F1 6 0 R', `/F1 6 0 R /T3 ${font} 0 R`));
    },
  },
  {
    name: 'planted: a key stands twice',
    apply: (piece, _, random) => {
      const [number, from, by] = random.pick([
        [3, '/Contents 4 0 R', '/Contents 12 0 R /Contents 4 0 R'],
        [3, '/Contents 4 0 R', '/Contents 4 0 R /Contents 4 0 R'],
        [3, '/F1 6 0 R', '/F1 12 0 R /F1 6 0 R'],
        [2, '/Kids', '/Kids [] /Kids'],
        [1, '/Pages 2 0 R', '/Pages 12 0 R /Pages 2 0 R'],
      ] as const);
      piece.bodies.set(number, piece.body(number).replace(from, by));
    },
  },
  {
    name: 'planted: an object has a wrong place in the table',
    weight: 2,
    apply: (piece, _, random) => {
      const number = random.pick([4, 6, 13, 11, 20]);
      if (number === 20) {
        piece.fresh();
        piece.bodies.set(20, '<</Length 3>>\nstream\nq Q\nendstream');
        piece.bodies.set(3, piece.body(3).replace('/Contents 4 0 R', '/Contents [4 0 R 20 0 R]'));
      }
      piece.quirks = { ...piece.quirks, shifts: new Map([[number, random.pick([1, 2, 7, 40, -1])]]) };
    },
  },
  {
    name: 'planted: a stream that nothing refers to holds other objects',
    weight: 2,
    apply: (piece, _, random) => {
      const data = smuggled(forgedObject(piece, random));
      const number = piece.fresh();
      const length = piece.fresh();
      piece.bodies.set(number, `<</Length ${length} 0 R>>\nstream\n${data}\nendstream`);
      piece.bodies.set(length, `${data.length}`);
    },
  },
  {
    name: 'planted: bytes before the header',
    weight: 2,
    apply: (piece, _, random) => {
      piece.head = `${random.pick(['\n', '%\n', 'MIME\r\n\r\n', ' '.repeat(300)])}${piece.head}`;
    },
  },
  {
    name: 'planted: a layer that shows something else',
    apply: (piece, _, random) => {
      const data =
        'BT /F1 24 Tf 72 700 Td (The price is 5000) Tj ET /OC /P1 BDC BT /F1 24 Tf 72 650 Td (or 1) Tj ET EMC';
      piece.bodies.set(4, `<</Length ${data.length}>>\nstream\n${data}\nendstream`);
      piece.bodies.set(3, piece.body(3).replace('/Font <<', '/Properties <</P1 18 0 R>> /Font <<'));
      const state = random.pick(['ON', 'OFF']);
      piece.bodies.set(1, piece.body(1).replace('/ON [18 0 R]', `/${state} [18 0 R]`));
    },
  },
  {
    name: 'planted: another form of cross-references',
    isSound: true,
    weight: 4,
    apply: (piece, _, random) => {
      piece.quirks = { ...piece.quirks, references: random.pick(['stream', 'packed'] as const) };
    },
  },
  {
    name: 'planted: ends of line',
    isSound: true,
    weight: 2,
    apply: (piece, _, random) => {
      piece.quirks = {
        ...piece.quirks,
        entryEnd: random.pick(['\r\n', ' \r']),
        afterOffset: random.pick(['\r\n', '\r', '\n']),
        rest: random.pick(['\r\n', '\r', '\n', '']),
      };
    },
  },
  {
    name: 'planted: nothing',
    isSound: true,
    weight: 6,
    apply: () => undefined,
  },
  ...REWRITES.map(
    ([name, pattern, by]): Operation => ({
      name: `planted: ${name}`,
      weight: 0.5,
      apply: (piece, _, random) => {
        const numbers = [...piece.bodies.keys()].filter((number) =>
          pattern.test(dictionaryOf(piece.body(number))),
        );
        if (numbers.length === 0) return;
        const number = random.pick(numbers);
        const text = piece.body(number);
        const dictionary = dictionaryOf(text);
        piece.bodies.set(
          number,
          (typeof by === 'string' ? dictionary.replace(pattern, by) : dictionary.replace(pattern, by)) +
            text.slice(dictionary.length),
        );
      },
    }),
  ),
  {
    name: 'planted: a field with a default appearance',
    isSound: true,
    weight: 2,
    apply: (piece) => {
      if (!piece.body(8).includes('/DA'))
        piece.bodies.set(8, withEntry(piece.body(8), '/DA (/F1 12 Tf 0 g)'));
    },
  },
  {
    name: 'planted: a field that is listed thousands of times',
    weight: 0.3,
    apply: (piece) => {
      const field = piece.fresh();
      piece.bodies.set(field, `<</FT /Tx /T (often${field})>>`);
      const list = `${field} 0 R `.repeat(20_001);
      piece.bodies.set(5, piece.body(5).replace('/Fields [7 0 R', `/Fields [7 0 R ${list}`));
    },
  },
  {
    name: 'planted: thousands of fields',
    weight: 0.1,
    apply: (piece) => {
      const numbers = Array.from({ length: 15_000 }, () => piece.fresh());
      for (const number of numbers) piece.bodies.set(number, `<</FT /Tx /T (f${number})>>`);
      const list = numbers.map((number) => `${number} 0 R`).join(' ');
      piece.bodies.set(5, piece.body(5).replace(/\/Fields \[([^\]]*)\]/, `/Fields [$1 ${list}]`));
    },
  },
  {
    name: 'planted: an entry that nobody knows',
    isSound: true,
    apply: (piece, _, random) => {
      const number = random.pick([1, 2, 3, 5, 6, 14]);
      piece.bodies.set(number, withEntry(piece.body(number), '/XTRA (something)'));
    },
  },
];

function dictionaryOf(text: string): string {
  const at = text.indexOf('\nstream\n');
  return at < 0 ? text : text.slice(0, at);
}
