import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { type Objects, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signedContract } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const form = (data: string, box: string, more = ''): string =>
  stream(data, `/Type /XObject /Subtype /Form /BBox [0 0 ${box}] ${more}`);
const FONTS = '/Resources <</Font <</F1 6 0 R>>>>';
/** Position of the price. */
const OVER_THE_PRICE = '[60 680 400 740]';
const MODEST = form('/Tx BMC BT /F1 12 Tf 0 g 2 4 Td (Zhang San) Tj ET EMC', '228 20', FONTS);
const COVER = form('1 g 0 0 340 60 re f 0 g BT /F1 24 Tf 12 20 Td (The price is 1) Tj ET', '340 60', FONTS);

const field = (kind: string, more = ''): string =>
  `<</Type /Annot /Subtype /Widget ${kind} /T (more) /F 4 /P 3 0 R /Rect ${OVER_THE_PRICE} ${more}>>`;
const withField = (text: string, more: Objects = {}): Objects => ({
  3: body(3).replace('17 0 R]', '17 0 R 30 0 R]'),
  5: body(5).replace('17 0 R]', '17 0 R 30 0 R]'),
  30: text,
  ...more,
});

/** A font whose only glyph, `A`, is an area. */
const DRAWN_FONT =
  '<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 65 /Widths [1000] /Encoding <</Type /Encoding /Differences [65 /a]>> /CharProcs <</a 36 0 R>> /Resources <<>>>>';
const GLYPH = stream('1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f');

/** A field over the price that was empty at signing, filled with this appearance. */
const filledOverThePrice =
  (appearance: string, planted: Objects = {}): CorpusCase['make'] =>
  async ({ signer }) => {
    const file = await signedContract(signer, { objects: { ...withField(field('/FT /Tx')), ...planted } });
    return updated(file, { objects: { 30: field('/FT /Tx', '/V (x) /AP <</N 31 0 R>>'), 31: appearance } });
  };

const pageWithFont = body(3)
  .replace('17 0 R]', '17 0 R 30 0 R]')
  .replace('/F1 6 0 R', '/F1 6 0 R /T3 35 0 R');
const OUTLINES = 'BT 1 Tr 60 w 0.5 G /F1 24 Tf 12 20 Td (iiiiiiiiiiiiiiiiiiiiii) Tj ET';

const filledWith =
  (appearances: string): CorpusCase['make'] =>
  async ({ signer }) => {
    const file = await signedContract(signer, { objects: withField(field('/FT /Tx')) });
    return updated(file, {
      objects: { 30: field('/FT /Tx', `/V (Zhang San) /AP <<${appearances}>>`), 31: MODEST, 32: COVER },
    });
  };

/** Appearances that cover the content without seeming to. */
export const hiddenAppearances: readonly CorpusCase[] = [
  {
    name: 'a filled field in a drawn font that only the page names',
    make: filledOverThePrice(form('BT 0.5 g 340 0 0 60 0 0 Tm /T3 1 Tf (A) Tj ET', '340 60'), {
      3: pageWithFont,
      35: DRAWN_FONT,
      36: GLYPH,
    }),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a filled field whose letters have outlines of 60 points, in grey',
    make: filledOverThePrice(form(OUTLINES, '340 60', FONTS)),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a filled field whose letters have outlines that a graphics state makes wide',
    make: filledOverThePrice(
      form(
        OUTLINES.replace('60 w', '/G1 gs'),
        '340 60',
        '/Resources <</Font <</F1 6 0 R>> /ExtGState <</G1 <</Type /ExtGState /LW 60>>>>>>',
      ),
    ),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a filled field that covers the price under the pointer',
    make: filledWith('/N 31 0 R /R 32 0 R'),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a filled field that covers the price while it is pressed',
    make: filledWith('/N 31 0 R /D 32 0 R'),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a filled field in a font of drawings that calls itself nothing, which MuPDF draws',
    make: filledOverThePrice(
      form(
        'BT 0.5 g 340 0 0 60 0 0 Tm /T3 1 Tf (A) Tj ET',
        '340 60',
        `/Resources <</Font <</T3 ${DRAWN_FONT.replace(' /Subtype /Type3', '').replace('36 0 R', '13 0 R')}>>>>`,
      ),
    ),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a filled field in which black is white',
    make: filledOverThePrice(
      form(
        'BT 0 g /F1 60 Tf 12 20 Td (MMMMMM) Tj ET',
        '340 60',
        '/Resources <</Font <</F1 6 0 R>> /ColorSpace <</DefaultGray [/Separation /Ink /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>]>>>>',
      ),
    ),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
];
