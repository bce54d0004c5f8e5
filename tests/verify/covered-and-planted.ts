import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { newFile, type Objects, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed, signedContract } from '../support/pdf/signed-contract.js';
import { form, widget, withField } from './support/filled-field.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const BOX = '100 40';

/** A second signer signs, in a prepared field or in a new one, and shows something. */
const secondSigner = (
  name: string,
  shown: string,
  verdict: CorpusCase['verdict'],
  more: Objects = {},
): CorpusCase => ({
  name,
  make: async ({ signer }) => {
    const field = (entries: string) =>
      widget({ type: '/FT /Sig', place: '72 690 172 730', after: '' }, entries).replace('/F 4', '/F 132');
    const file = await withField(signer, field(''));
    return signed(file, signer, {
      field: 30,
      value: 33,
      fieldBody: field('/AP <</N 32 0 R>>'),
      objects: { 32: shown, ...more },
    });
  },
  verdict,
  changes: verdict === 'valid' ? ['SIGNATURE_ADDED'] : ['SIGNATURE_ADDED', 'PAGE_COVERED'],
  ...(verdict === 'valid' ? {} : { reasons: ['PAGE_COVERED_LATER'] as const }),
});

const image = (colours: string, alpha: string | null): Objects => ({
  40: stream(
    colours.repeat(16),
    `/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceRGB ${alpha === null ? '' : '/SMask 41 0 R'}`,
  ),
  ...(alpha === null
    ? {}
    : {
        41: stream(
          alpha.repeat(16),
          '/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        ),
      }),
});
const PICTURE = '/Resources <</XObject <</S 40 0 R>>>>';
const MULTIPLIED = '/ExtGState <</M <</BM /Multiply>>>>';
const GROUP = '/Group <</S /Transparency>>';

/** Appearances of a later signature: ink adds to the page, and light areas replace its content. */
export const coveringSignatures: readonly CorpusCase[] = [
  secondSigner('signs with a white area', form('1 g 0 0 100 40 re f', BOX), 'valid_with_remarks'),
  secondSigner(
    'signs with a grey area and text upon it',
    form('.6 g 0 0 100 40 re f 0 g BT (1) Tj ET', BOX),
    'valid_with_remarks',
  ),
  secondSigner('signs with wide white lines', form('1 G 20 w 0 10 m 100 10 l S', BOX), 'valid_with_remarks'),
  secondSigner(
    'signs with a white area in a form within the form',
    form('/S Do', BOX, PICTURE),
    'valid_with_remarks',
    { 40: form('1 g 0 0 100 40 re f', BOX) },
  ),
  secondSigner(
    'signs with a picture without transparency',
    form('100 0 0 40 0 0 cm /S Do', BOX, PICTURE),
    'valid_with_remarks',
    image('\x20\x20\x20', null),
  ),
  secondSigner(
    'signs with a white picture that hides',
    form('100 0 0 40 0 0 cm /S Do', BOX, PICTURE),
    'valid_with_remarks',
    image('\xff\xff\xff', '\xff'),
  ),
  secondSigner(
    'blends a group of its own, and not with the page',
    form('/M gs 1 g 0 0 100 40 re f', BOX, `${GROUP} /Resources <<${MULTIPLIED}>>`),
    'valid_with_remarks',
  ),
  secondSigner(
    'blends with the page, and stops blending',
    form(
      '/M gs /N gs 1 g 0 0 100 40 re f',
      BOX,
      '/Resources <</ExtGState <</M <</BM /Multiply>> /N <</BM /Normal>>>>>>',
    ),
    'valid_with_remarks',
  ),
  secondSigner('signs with a shading', form('/P sh', BOX), 'valid_with_remarks'),
  {
    name: 'shows a white area in a place of its own',
    make: ({ contract, signer }) =>
      signed(contract, signer, {
        field: 30,
        value: 33,
        fieldBody: widget({ type: '/FT /Sig', place: '72 690 172 730', after: '' }, '/AP <</N 32 0 R>>'),
        objects: {
          3: body(3).replace('17 0 R]', '17 0 R 30 0 R]'),
          5: body(5).replace('17 0 R]', '17 0 R 30 0 R]'),
          32: form('1 g 0 0 100 40 re f', BOX),
        },
      }),
    verdict: 'valid_with_remarks',
    changes: ['SIGNATURE_ADDED', 'PAGE_COVERED'],
    reasons: ['PAGE_COVERED_LATER'],
  },
  ...(
    [
      ['a slice of ink', '.8 0 0 rg 0 0 9 9 re f', ['FIELD_FILLED']],
      ['a slice that covers', '1 g 0 0 99 99 re f', ['FIELD_FILLED', 'PAGE_COVERED']],
    ] as const
  ).map(
    ([name, content, changes]): CorpusCase => ({
      name: `draws a button along with the signature: ${name}`,
      make: async ({ signer }) => {
        const button = (appearance: number) =>
          widget(
            { type: '/FT /Btn /Ff 65537', place: '72 690 172 730', after: '' },
            `/AP <</N ${appearance} 0 R>>`,
          );
        return signed(await withField(signer, button(31), { 31: form('', BOX) }), signer, {
          field: 15,
          value: 33,
          objects: { 30: button(32), 32: form(content, BOX) },
        });
      },
      verdict: 'valid_with_remarks',
      changes,
    }),
  ),
  secondSigner(
    'signs with a seal of red ink',
    form('.8 0 0 rg .8 0 0 RG 2 w 5 5 90 30 re S 20 20 m 30 30 l 40 20 l f', BOX),
    'valid',
  ),
  secondSigner('signs with black text', form('BT 0 g (Zhang San) Tj ET', BOX), 'valid'),
  secondSigner('signs with a seal in a form within the form', form('q /S Do Q', BOX, PICTURE), 'valid', {
    40: form('.8 0 0 rg 0 0 30 30 re f', BOX),
  }),
  secondSigner(
    'signs with a picture of red ink',
    form('100 0 0 40 0 0 cm /S Do', BOX, PICTURE),
    'valid',
    image('\xc0\x10\x10', '\x80'),
  ),
  secondSigner(
    'signs with a white picture that is transparent',
    form('100 0 0 40 0 0 cm /S Do', BOX, PICTURE),
    'valid',
    image('\xff\xff\xff', '\x00'),
  ),
  secondSigner(
    'blends a white area with the page',
    form('/M gs 1 g 0 0 100 40 re f', BOX, `/Resources <<${MULTIPLIED}>>`),
    'valid',
  ),
];

/** Signed by a person who examines the file less closely than its author. */
const planted = (
  name: string,
  problem: NonNullable<CorpusCase['problems']>[number],
  objects: Objects,
): CorpusCase => ({
  name,
  make: ({ signer }) => signedContract(signer, { objects }),
  verdict: 'valid_with_remarks',
  problems: [problem],
});

const LAYERS = '/D <</ON [18 0 R]>>';
const withSettings = (settings: string): Objects => ({ 1: body(1).replace(LAYERS, settings) });

/** Content present before the first signature that some readers show and others do not. */
export const plantedBefore: readonly CorpusCase[] = [
  planted('a layer that is off', 'LAYERS_HIDDEN', withSettings('/D <</OFF [18 0 R]>>')),
  planted('all layers off unless they are named', 'LAYERS_HIDDEN', withSettings('/D <</BaseState /OFF>>')),
  planted(
    'a layer for print alone',
    'LAYERS_HIDDEN',
    withSettings('/D <</AS [<</Event /Print /Category [/Print] /OCGs [18 0 R]>>]>>'),
  ),
  planted('content that shows while its layer does not', 'LAYERS_HIDDEN', {
    3: body(3).replace(
      '/Resources <<',
      '/Resources <</Properties <</P1 <</Type /OCMD /OCGs 18 0 R /P /AllOff>>>> ',
    ),
  }),
  planted('a note that shows while its layer does not', 'LAYERS_HIDDEN', {
    16: body(16).replace(/>>$/, ' /OC 30 0 R>>'),
    30: '<</Type /OCMD /OCGs 18 0 R /VE [/Not 18 0 R]>>',
  }),
  planted('fields that readers draw', 'READERS_DRAW_FIELDS', {
    5: body(5).replace(/>>$/, ' /NeedAppearances true>>'),
  }),
  planted('a picture with another one for print', 'PICTURE_ALTERNATES', {
    3: body(3).replace('13 0 R', '30 0 R'),
    30: stream(
      '\x00',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /#41lternates [<</Image 31 0 R /DefaultForPrinting true>>]',
    ),
    31: stream(
      '\xff',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    ),
  }),
  planted('an empty signature field over half of the page', 'SIGNATURE_FIELD_HUGE', {
    15: body(15).replace('[300 100 428 160]', '[0 400 595 842]'),
  }),
  {
    name: 'a layer that is on, and another picture that nothing shows',
    make: async ({ signer }) => {
      const file = newFile({ ...CONTRACT, 40: '<</Type /OCMD /P /AllOff /OCGs 18 0 R>>' });
      return updated(await signed(file, signer), { objects: {} });
    },
    verdict: 'valid',
  },
];
