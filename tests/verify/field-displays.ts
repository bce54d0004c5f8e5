import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signedContract } from '../support/pdf/signed-contract.js';
import { EMPTY, FONTS, forbidden, form, OVERLAY, sound, widget, withField } from './support/filled-field.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const LINE = { type: '/FT /Tx', place: '300 300 500 320' };
/** Over the digits of the price. */
const PRICE = { type: '/FT /Tx', place: '205 695 275 720' };
const TICK = { type: '/FT /Btn', place: '245 698 275 718' };
const BLACK = 'BT 0 g /F1 24 Tf 2 5 Td (1) Tj ET';
const overPrice = (content: string): string => form(content, '70 25', FONTS);
const drawnFont = (number: number) => ({
  [number]: `<</Type /Font /Subtype /Type3 /FontBBox [0 0 70 25] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [70] /Encoding <</Differences [97 /a]>> /CharProcs <</a ${number + 1} 0 R>>>>`,
  [number + 1]: stream('70 0 d0 1 g 0 0 70 25 re f'),
});
const DRAWN = form('BT /T3 1 Tf (a) Tj ET', '70 25');

/** The page of the contract, or its parent node, has a Type 3 font that an appearance without resources names. */
const drawnFontOf = (place: string, objects: Readonly<Record<number, string>>): CorpusCase => ({
  name: `a font of drawings from ${place}`,
  make: async ({ signer }) => {
    const file = await withField(signer, widget({ ...PRICE, after: '' }, ''), {
      ...drawnFont(33),
      ...objects,
    });
    const after = widget({ ...PRICE, after: '' }, '/V (a) /AP <</N 32 0 R>>');
    return updated(file, { objects: { 30: after, 32: DRAWN } });
  },
  verdict: 'invalid',
  changes: ['FIELD_OVERLAID'],
});

const PAGE_WITH_FIELD = body(3).replace('17 0 R]', '17 0 R 30 0 R]');

/** Content of a filled field other than plain text in its normal appearance. */
export const displaysThatHide: readonly CorpusCase[] = [
  drawnFontOf('the page', { 3: PAGE_WITH_FIELD.replace('/Font <<', '/Font <</T3 33 0 R ') }),
  drawnFontOf('the node above the page', {
    2: body(2).replace(/>>$/, ' /Resources <</Font <</T3 33 0 R>>>>>>'),
  }),
  drawnFontOf('the form', {
    5: body(5).replace('17 0 R]', '17 0 R 30 0 R]').replace('/Font <<', '/Font <</T3 33 0 R '),
  }),
  forbidden(
    'black that is white, because the appearance says so',
    {
      ...PRICE,
      after: '/V (1) /AP <</N 32 0 R>>',
      added: {
        32: form(
          BLACK,
          '70 25',
          '/Resources <</Font <</F1 6 0 R>> /ColorSpace <</DefaultGray [/Separation /Black /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>]>>>>',
        ),
      },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'a font of drawings that does not say what it is',
    {
      ...PRICE,
      after: '/V (a) /AP <</N 32 0 R>>',
      added: {
        32: form('BT /T3 1 Tf (a) Tj ET', '70 25', '/Resources <</Font <</T3 33 0 R>>>>'),
        ...drawnFont(33),
        33: drawnFont(33)[33]?.replace('/Subtype /Type3', '') ?? '',
      },
    },
    'FIELD_OVERLAID',
  ),
  ...(
    [
      ['outlines 60 pt wide in grey', `BT 0.7 G 0.7 g 2 Tr 60 w /F1 24 Tf (n) Tj 0 Tr 0 w ET ${BLACK}`],
      [
        'outlines that are wide only as the matrix has it',
        `q 60 0 0 60 0 0 cm BT 1 Tr 1 w /F1 1 Tf (n) Tj ET Q`,
      ],
      ['letters as large as the page', 'BT 0.7 g /F1 1200 Tf (n) Tj ET'],
      ['letters that a matrix makes large', 'BT 0.7 g /F1 1 Tf 1200 0 0 1200 0 0 Tm (n) Tj ET'],
      ['letters stretched over the whole field', 'BT 0.7 g /F1 20 Tf 9000 Tz (l) Tj ET'],
      ['grey letters with black ones upon them', `BT 0.6 g /F1 24 Tf (nnnn) Tj ET ${BLACK}`],
      ['a colour whose parts are out of range', `BT 1 1 -10 rg /F1 24 Tf (nnnn) Tj ET ${BLACK}`],
      ['text that cuts out what comes after it', `BT 7 Tr /F1 24 Tf (n) Tj ET ${BLACK}`],
      ['text of a layer', `/OC /L1 BDC ${BLACK} EMC`],
    ] as const
  ).map(([name, content]) =>
    forbidden(
      name,
      { ...PRICE, after: '/V (1) /AP <</N 32 0 R>>', added: { 32: overPrice(content) } },
      'FIELD_OVERLAID',
    ),
  ),
  forbidden(
    'white lines in a field with a border, side by side',
    {
      ...PRICE,
      before: '/MK <</BC [0]>>',
      after: '/MK <</BC [0]>> /V (1) /AP <</N 32 0 R>>',
      added: {
        32: overPrice(
          `1 G 5 w 0 2 m 70 2 l S 0 7 m 70 7 l S 0 12 m 70 12 l S 0 17 m 70 17 l S 0 22 m 70 22 l S ${BLACK}`,
        ),
      },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'grey lines in a field with a border, side by side, and text upon them',
    {
      ...PRICE,
      before: '/MK <</BC [0]>>',
      after: '/MK <</BC [0]>> /V (1) /AP <</N 32 0 R>>',
      added: {
        32: overPrice(`0.7 G 5 w 0 2 m 70 2 l 70 7 l 0 7 l 0 12 l 70 12 l 70 17 l 0 17 l S ${BLACK}`),
      },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'a small check box turns grey and says something',
    {
      ...TICK,
      before: '/AS /Off /AP <</N <</Off 31 0 R>>>>',
      after: '/V /Yes /AS /Yes /AP <</N <</Yes 32 0 R /Off 31 0 R>>>>',
      signed: { 31: EMPTY },
      added: { 32: form(`0.7 g 0 0 30 20 re f ${BLACK}`, '30 20', FONTS) },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'a small check box turns grey and says nothing',
    {
      ...TICK,
      before: '/AS /Off /AP <</N <</Off 31 0 R>>>>',
      after: '/V /Yes /AS /Yes /AP <</N <</Yes 32 0 R /Off 31 0 R>>>>',
      signed: { 31: EMPTY },
      added: { 32: form('0.7 g 0 0 m 30 0 l 30 20 l 0 20 l f', '30 20', FONTS) },
    },
    'FIELD_OVERLAID',
  ),
  ...(['R', 'D'] as const).flatMap((kind) => [
    forbidden(
      `another appearance under the pointer: /${kind}`,
      {
        ...PRICE,
        after: `/V (1) /AP <</N 32 0 R /${kind} 33 0 R>>`,
        added: { 32: overPrice(BLACK), 33: OVERLAY },
      },
      'FIELD_OVERLAID',
    ),
    forbidden(
      `another appearance under the pointer, of a state: /${kind}`,
      {
        ...TICK,
        before: '/AS /Off /AP <</N <</Yes 32 0 R /Off 31 0 R>>>>',
        after: `/V /Yes /AS /Yes /AP <</N <</Yes 32 0 R /Off 31 0 R>> /${kind} <</Off 33 0 R>>>>`,
        signed: { 31: EMPTY, 32: form('BT 0 g (4) Tj ET', '30 20') },
        added: { 33: OVERLAY },
      },
      'FIELD_OVERLAID',
    ),
  ]),
  {
    name: 'an appearance for another state than the one that is chosen',
    make: async ({ signer }) => {
      const field = (states: string) =>
        widget({ ...TICK, after: '' }, `/AP <</N <<${states} /Off 31 0 R>>>>`);
      const file = await withField(signer, field('').replace('/AP', '/AS /Off /AP'), { 31: EMPTY });
      return updated(file, {
        objects: {
          30: field('/Yes 32 0 R /No 33 0 R').replace('/AP', '/V /Yes /AS /Yes /AP'),
          32: EMPTY,
          33: OVERLAY,
        },
      });
    },
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'an appearance under the pointer alone, of a field whose value stays',
    make: async ({ signer }) =>
      updated(await signedContract(signer), {
        objects: { 9: body(9).replace('/N 11 0 R', '/N 11 0 R /R 32 0 R'), 32: OVERLAY },
      }),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
];

/** Other content drawn by form fillers. */
export const soundDisplays: readonly CorpusCase[] = [
  sound('bold text by a thin outline', {
    ...LINE,
    after: '/V (a) /AP <</N 32 0 R>>',
    added: { 32: form('BT 0 g 0 G 2 Tr 0.4 w /F1 12 Tf (a) Tj ET', '200 20', FONTS) },
  }),
  sound('a small green dot in a check box', {
    ...TICK,
    before: '/AS /Off /AP <</N <</Off 31 0 R>>>>',
    after: '/V /Yes /AS /Yes /AP <</N <</Yes 32 0 R /Off 31 0 R>>>>',
    signed: { 31: EMPTY },
    added: { 32: form('0 0.8 0 rg 10 5 m 20 5 l 20 15 l 10 15 l f', '30 20') },
  }),
  sound('text in a font of the page, by an appearance without resources', {
    ...LINE,
    after: '/V (a) /AP <</N 32 0 R>>',
    added: { 32: form('BT 0 g /F1 12 Tf (a) Tj ET', '200 20') },
  }),
  sound('text with a red word in it', {
    ...LINE,
    after: '/V (a b) /AP <</N 32 0 R>>',
    added: { 32: form('BT 0 g /F1 12 Tf (a) Tj 1 0 0 rg (b) Tj ET', '200 20', FONTS) },
  }),
  sound('text in a field that is turned', {
    type: '/FT /Tx',
    place: '300 300 320 500',
    after: '/V (a) /AP <</N 32 0 R>>',
    added: { 32: form('BT 0 g /F1 12 Tf 0 1 -1 0 14 2 Tm (a) Tj ET', '20 200', FONTS) },
  }),
  sound('grey lines of a comb', {
    ...LINE,
    before: '/MK <</BC [0.5]>>',
    after: '/MK <</BC [0.5]>> /V (ab) /AP <</N 32 0 R>>',
    added: {
      32: form(
        '0.5 G 1 w 0.5 0.5 199 19 re s 50 0 m 50 20 l 100 0 m 100 20 l S BT 0 g /F1 12 Tf (a) Tj ET',
        '200 20',
        FONTS,
      ),
    },
  }),
  sound('a white border around the text', {
    ...LINE,
    before: '/MK <</BC [1]>>',
    after: '/MK <</BC [1]>> /V (a) /AP <</N 32 0 R>>',
    added: { 32: form('1 G 1 w 0.5 0.5 199 19 re s BT 0 g /F1 12 Tf (a) Tj ET', '200 20', FONTS) },
  }),
  sound('a tick with an appearance for the mouse button, on the ground that the box had', {
    ...TICK,
    before: '/AS /Off /MK <</BG [1]>> /AP <</N <</Yes 32 0 R /Off 31 0 R>>>>',
    after: '/V /Yes /AS /Yes /MK <</BG [1]>> /AP <</N <</Yes 32 0 R /Off 31 0 R>> /D <</Yes 33 0 R>>>>',
    signed: {
      31: form('1 g 0 0 30 20 re f', '30 20'),
      32: form('1 g 0 0 30 20 re f BT 0 g /F1 18 Tf (4) Tj ET', '30 20'),
    },
    added: { 33: form('0.75 g 0 0 30 20 re f BT 0 g /F1 18 Tf (4) Tj ET', '30 20') },
  }),
];
