import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { type Objects, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed, signedContract } from '../support/pdf/signed-contract.js';
import {
  EMPTY,
  FONTS,
  forbidden,
  form,
  OVERLAY,
  PAGE,
  sound,
  widget,
  withField,
} from './support/filled-field.js';

const body = (number: number): string => CONTRACT[number] ?? '';

const TICK = { type: '/FT /Btn', place: '300 300 318 318' };
const LINE = { type: '/FT /Tx', place: '300 300 500 320' };
/** Over the digits of the price. */
const PRICE = { type: '/FT /Tx', place: '205 695 275 720' };
const GROUND = '1 1 0.8 rg 0 0 200 20 re f 0 G 0.5 0.5 199 19 re s';
const STYLE = '/MK <</BG [1 1 0.8] /BC [0]>>';
const WHITE = form('1 g 0 0 70 25 re f 0 g BT /F1 24 Tf 2 5 Td (1) Tj ET', '70 25', FONTS);
const ROUND =
  '1 g q 1 0 0 1 9 9 cm 9 0 m 9 5 5 9 0 9 c -5 9 -9 5 -9 0 c -9 -5 -5 -9 0 -9 c 5 -9 9 -5 9 0 c f Q';
const STATES = '/AP <</N <</Yes 32 0 R /Off 31 0 R>>>>';

/** An empty, transparent field is filled so that it hides or alters what the signer saw. */
export const fillingsThatHide: readonly CorpusCase[] = [
  forbidden(
    'a check box as large as the page, whose other state was there from the beginning',
    {
      type: '/FT /Btn',
      place: PAGE,
      before: `/V /Off /AS /Off ${STATES}`,
      after: `/V /Yes /AS /Yes ${STATES}`,
      signed: { 31: EMPTY, 32: OVERLAY },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'a small text field over the price gets a white ground',
    { ...PRICE, after: '/V (1) /AP <</N 32 0 R>>', added: { 32: WHITE } },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'a small check box over the price turns white',
    {
      type: '/FT /Btn',
      place: '245 698 275 718',
      before: `/AS /Off ${STATES}`,
      after: `/V /Yes /AS /Yes ${STATES}`,
      signed: { 31: EMPTY, 32: WHITE },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'text of a font whose glyphs are drawings',
    {
      type: '/FT /Tx',
      place: PAGE,
      after: '/V (a) /AP <</N 32 0 R>>',
      added: {
        32: form('BT /T3 1 Tf (a) Tj ET', '595 842', '/Resources <</Font <</T3 33 0 R>>>>'),
        33: `<</Type /Font /Subtype /Type3 /FontBBox [${PAGE}] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [595] /Encoding <</Differences [97 /a]>> /CharProcs <</a 34 0 R>>>>`,
        34: stream('595 0 d0 1 g 0 0 595 842 re f'),
      },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'white text so large that it covers the page',
    {
      type: '/FT /Tx',
      place: PAGE,
      after: '/V (a) /AP <</N 32 0 R>>',
      added: { 32: form('BT 1 g /F1 1200 Tf (n) Tj 0 g /F1 24 Tf 72 700 Td (1) Tj ET', '595 842', FONTS) },
    },
    'FIELD_OVERLAID',
  ),
  ...['5 5 -3 rg', '0 0 1 g', '9 -9 0 0 k', '/CS0 cs 1 1 1 sc', '/Pattern cs /P0 scn'].map((colour) =>
    forbidden(
      `text in a colour that is or may be white: ${colour}`,
      {
        ...PRICE,
        after: '/V (1) /AP <</N 32 0 R>>',
        added: { 32: form(`${colour} BT /F1 24 Tf (nnn) Tj ET`, '70 25') },
      },
      'FIELD_OVERLAID',
    ),
  ),
  forbidden(
    'a choice as large as the page',
    {
      type: '/FT /Ch /Ff 131072 /Opt [(a)]',
      place: PAGE,
      after: '/V (a) /AP <</N 32 0 R>>',
      added: { 32: OVERLAY },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'a ground of which only the style spoke',
    {
      type: '/FT /Tx',
      place: PAGE,
      before: '/MK <</BG [1]>> /AP <</N 31 0 R>>',
      after: '/MK <</BG [1]>> /V (a) /AP <</N 32 0 R>>',
      signed: { 31: EMPTY },
      added: { 32: OVERLAY },
    },
    'FIELD_OVERLAID',
  ),
  ...(
    [
      ['was clipped away', '0 0 1 1 re W n 1 g 0 0 70 25 re f'],
      ['cancelled itself', '1 g 0 0 70 25 re 0 0 70 25 re f*'],
      ['was a corner', '1 g 0 0 5 5 re f'],
      ['was a line around', '0 0 m 70 0 l 70 25 l 0 25 l h 1 w s'],
    ] as const
  ).map(([name, content]) =>
    forbidden(
      `a ground that ${name}`,
      {
        ...PRICE,
        before: '/AP <</N 31 0 R>>',
        after: '/V (1) /AP <</N 32 0 R>>',
        signed: { 31: form(content, '70 25') },
        added: { 32: WHITE },
      },
      'FIELD_OVERLAID',
    ),
  ),
  forbidden(
    'a round ground that was another',
    {
      ...TICK,
      before: `/AS /Off ${STATES}`,
      after: `/V /Yes /AS /Yes ${STATES}`,
      signed: {
        31: form(ROUND.replace('9 0 m', '0 0 m').replaceAll(' 9', ' 0'), '18 18'),
        32: form(ROUND, '18 18'),
      },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'a border so wide that it is an area',
    {
      ...PRICE,
      before: '/MK <</BC [0]>>',
      after: '/MK <</BC [0]>> /V (1) /AP <</N 32 0 R>>',
      added: { 32: form('1 G 40 w 0 12 m 70 12 l S BT 0 g (1) Tj ET', '70 25') },
    },
    'FIELD_OVERLAID',
  ),
  forbidden(
    'text that an empty field showed is replaced',
    {
      ...LINE,
      before: '/AP <</N 31 0 R>>',
      after: '/V (1) /AP <</N 32 0 R>>',
      signed: { 31: form('BT /F1 12 Tf (5000) Tj ET', '200 20') },
      added: { 32: form('BT /F1 12 Tf (1) Tj ET', '200 20') },
    },
    'FIELD_VALUE_CHANGED',
  ),
  forbidden(
    'a tick that a box without a value showed goes away',
    {
      ...TICK,
      before: '/AS /Yes /AP <</N <</Yes 13 0 R /No 31 0 R>>>>',
      after: '/V /No /AS /No /AP <</N <</Yes 13 0 R /No 31 0 R>>>>',
      signed: { 31: EMPTY },
    },
    'FIELD_VALUE_CHANGED',
  ),
  {
    name: 'a hundred small boxes that cover the page together',
    make: async ({ signer }) => {
      const all = [...Array(110).keys()];
      const kids = all.map((index) => `${100 + index} 0 R`).join(' ');
      const kid = (index: number, more: string): string => {
        const [left, bottom] = [(index % 11) * 48, Math.floor(index / 11) * 48];
        return `<</Type /Annot /Subtype /Widget /Parent 30 0 R /F 4 /Rect [${left} ${bottom} ${left + 48} ${bottom + 48}] ${more}>>`;
      };
      const boxes = (more: string): Objects =>
        Object.fromEntries(all.map((index) => [100 + index, kid(index, more)]));
      const file = await withField(signer, `<</FT /Btn /T (more) /Kids [${kids}]>>`, boxes('/AS /Off'));
      return updated(file, {
        objects: {
          30: `<</FT /Btn /T (more) /V /Yes /Kids [${kids}]>>`,
          ...boxes('/AS /Yes /AP <</N <</Yes 32 0 R>>>>'),
          32: form('0 g 0 0 48 48 re f', '48 48'),
        },
      });
    },
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a signature field as large as the page, there from the beginning, is signed with a picture',
    make: async ({ signer }) => {
      const field = (more: string) => widget({ type: '/FT /Sig', place: PAGE, after: '' }, more);
      return signed(await withField(signer, field('')), signer, {
        field: 30,
        value: 33,
        fieldBody: field('/AP <</N 32 0 R>>'),
        objects: { 32: OVERLAY },
      });
    },
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a push button as large as the page is drawn along with a proper signature',
    make: async ({ signer }) => {
      const button = (appearance: number) =>
        widget({ type: '/FT /Btn /Ff 65537', place: PAGE, after: '' }, `/AP <</N ${appearance} 0 R>>`);
      return signed(await withField(signer, button(31), { 31: EMPTY }), signer, {
        field: 15,
        value: 33,
        objects: { 30: button(32), 32: OVERLAY },
      });
    },
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID', 'SIGNATURE_ADDED'],
  },
];

/** Content drawn by form fillers. */
export const soundFillings: readonly CorpusCase[] = [
  sound('text on the ground that the field had', {
    ...LINE,
    before: `${STYLE} /AP <</N 31 0 R>>`,
    after: `${STYLE} /V (a) /AP <</N 32 0 R>>`,
    signed: { 31: form(GROUND, '200 20') },
    added: { 32: form(`${GROUND} /Tx BMC q 1 1 198 18 re W n BT /F1 12 Tf 0 g (a) Tj ET Q EMC`, '200 20') },
  }),
  sound('text on the ground of a field without an appearance', {
    ...LINE,
    before: STYLE,
    after: `${STYLE} /V (a) /AP <</N 32 0 R>>`,
    added: { 32: form(`${GROUND} /Tx BMC q BT /F1 12 Tf 0 g (a) Tj ET Q EMC`, '200 20') },
  }),
  sound('white text on a dark ground', {
    ...LINE,
    before: '/AP <</N 31 0 R>>',
    after: '/V (a) /AP <</N 32 0 R>>',
    signed: { 31: form('0 0 0.5 rg 0 0 200 20 re f', '200 20') },
    added: { 32: form('0 0 .5 rg 0 0 200 20 re f BT /F1 12 Tf 1 g (a) Tj ET', '200 20') },
  }),
  sound('text on a ground that is turned', {
    ...LINE,
    before: '/AP <</N 31 0 R>>',
    after: '/V (a) /AP <</N 32 0 R>>',
    signed: { 31: form('1 g 0 0 200 20 re f', '200 20', '/Matrix [0 1 -1 0 20 0]') },
    added: { 32: form('1 g 0 0 200 20 re f BT 0 g (a) Tj ET', '200 20', '/Matrix [0 1 -1 0 20 0]') },
  }),
  sound('a comb with lines between its letters', {
    ...LINE,
    before: '/MK <</BC [0]>>',
    after: '/MK <</BC [0]>> /V (ab) /AP <</N 32 0 R>>',
    added: {
      32: form('0 G 1 w 0.5 0.5 199 19 re s 100 0 m 100 20 l S BT 0 g (a) Tj 100 0 Td (b) Tj ET', '200 20'),
    },
  }),
  sound('grey text in a composite font', {
    ...LINE,
    after: '/V (a) /AP <</N 32 0 R>>',
    added: {
      32: form('BT 0.4 g /C0 12 Tf <00010002> Tj ET', '200 20', '/Resources <</Font <</C0 33 0 R>>>>'),
      33: '<</Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H /DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /Song>>]>>',
    },
  }),
  sound('a choice', {
    type: '/FT /Ch /Ff 131072 /Opt [(a)]',
    place: LINE.place,
    before: '/AP <</N 31 0 R>>',
    after: '/V (a) /AP <</N 32 0 R>>',
    signed: { 31: form('/Tx BMC EMC', '200 20') },
    added: { 32: form('/Tx BMC q BT 0 g /F1 12 Tf (a) Tj ET Q EMC', '200 20') },
  }),
  sound('a list with its highlight', {
    type: '/FT /Ch /Opt [(a) (b)]',
    place: '300 300 500 400',
    before: '/AP <</N 31 0 R>>',
    after: '/V (a) /I [0] /AP <</N 32 0 R>>',
    signed: { 31: form('1 g 0 0 200 100 re f BT 0 g (a) Tj (b) Tj ET', '200 100') },
    added: {
      32: form('1 g 0 0 200 100 re f .6 .75 .85 rg 1 80 198 14 re f BT 0 g (a) Tj (b) Tj ET', '200 100'),
    },
  }),
  sound('a tick on the ground of the box', {
    ...TICK,
    before: `/V /Off /AS /Off ${STATES}`,
    after: `/V /Yes /AS /Yes ${STATES}`,
    signed: {
      31: form('1 g 0 0 18 18 re f 0 G 0.5 0.5 17 17 re s', '18 18'),
      32: form('1 g 0 0 18 18 re f 0 G 0.5 0.5 17 17 re s q 1 1 16 16 re W n BT 0 g (4) Tj ET Q', '18 18'),
    },
  }),
  sound('a dot on the round ground of a button', {
    ...TICK,
    type: '/FT /Btn /Ff 49152',
    before: `/AS /Off ${STATES}`,
    after: `/V /Yes /AS /Yes ${STATES}`,
    signed: {
      31: form(ROUND, '18 18'),
      32: form(
        `${ROUND} q 1 0 0 1 9 9 cm 0 g 4 0 m 4 3 3 4 0 4 c -4 4 -4 -4 0 -4 c 4 -4 4 0 4 0 c f Q`,
        '18 18',
      ),
    },
  }),
  sound('a list without a ground, with its highlight', {
    type: '/FT /Ch /Opt [(a) (b)]',
    place: '300 300 500 400',
    before: '/AP <</N 31 0 R>>',
    after: '/V (a) /I [0] /AP <</N 32 0 R>>',
    signed: { 31: form('/Tx BMC q 1 1 198 98 re W n BT 0 g (a) Tj (b) Tj ET Q EMC', '200 100') },
    added: {
      32: form(
        '/Tx BMC q 1 1 198 98 re W n .6 .757 .855 rg 1 80 198 14 re f BT 0 g (a) Tj ET Q EMC',
        '200 100',
      ),
    },
  }),
  sound('a tick in a box that has one state', {
    ...TICK,
    before: '/AS /Off /MK <</BG [1]>> /AP <</N <</Yes 32 0 R>>>>',
    after: '/V /Yes /AS /Yes /MK <</BG [1]>> /AP <</N <</Yes 32 0 R>>>>',
    signed: { 32: form('1 g 0 0 18 18 re f BT 0 g (4) Tj ET', '18 18') },
  }),
  sound('a cross of two lines', {
    ...TICK,
    before: `/AS /Off ${STATES}`,
    after: `/V /Yes /AS /Yes ${STATES}`,
    signed: { 31: EMPTY, 32: form('0 0 1 RG 2 w 2 2 m 16 16 l S 2 16 m 16 2 l S', '18 18') },
  }),
  {
    name: 'a signature in a field whose place is its kid',
    make: async ({ signer }) => {
      const field = '<</FT /Sig /T (more) /Kids [31 0 R]>>';
      const place = (more: string) =>
        `<</Type /Annot /Subtype /Widget /Parent 30 0 R /F 132 /P 3 0 R /Rect [300 300 400 350] ${more}>>`;
      const file = await signedContract(signer, {
        objects: {
          3: body(3).replace('17 0 R]', '17 0 R 31 0 R]'),
          5: body(5).replace('17 0 R]', '17 0 R 30 0 R]'),
          30: field,
          31: place(''),
        },
      });
      return signed(file, signer, {
        field: 30,
        value: 33,
        fieldBody: field,
        objects: { 31: place('/AP <</N 32 0 R>>'), 32: form('0 0 100 50 re f', '100 50') },
      });
    },
    verdict: 'valid',
    changes: ['SIGNATURE_ADDED'],
  },
  {
    name: 'a signature in a field to which the program adds an empty style and a font',
    make: ({ contract, signer }) =>
      signed(contract, signer, {
        field: 15,
        value: 30,
        fieldBody: body(15).replace(/>>$/, ' /MK <<>> /DA (/Helv 0 Tf 0 g)>>'),
      }),
    verdict: 'valid',
    changes: ['SIGNATURE_ADDED'],
  },
  {
    name: 'fields that are kids of several others',
    make: async ({ signer }) => {
      const chain = [...Array(24).keys()].map((index) => [
        100 + index,
        `<</T (a) /Kids [${101 + index} 0 R ${101 + index} 0 R]>>`,
      ]);
      const file = await signedContract(signer, {
        objects: {
          5: body(5).replace('17 0 R]', '17 0 R 100 0 R]'),
          ...Object.fromEntries(chain),
          124: '<</FT /Tx /T (z)>>',
        },
      });
      return updated(file, { objects: {} });
    },
    verdict: 'valid',
  },
];
