import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { newFile, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed, signedContract } from '../support/pdf/signed-contract.js';

const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');
const body = (number: number): string => CONTRACT[number] ?? '';

/** An overlay over the signed content is removed afterwards. */
export const shadowHides: readonly CorpusCase[] = [
  {
    name: 'the picture over the content becomes free',
    make: ({ contract }) => updated(contract, { objects: {}, free: [13] }),
    verdict: 'invalid',
    changes: ['RESOURCE_CHANGED'],
  },
  {
    name: 'the picture becomes an empty one',
    make: ({ contract }) =>
      updated(contract, { objects: { 13: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 10 10]') } }),
    verdict: 'invalid',
    changes: ['RESOURCE_CHANGED'],
  },
  {
    name: 'the page no longer names the picture',
    make: ({ contract }) =>
      updated(contract, { objects: { 3: body(3).replace('/XObject <</X1 13 0 R>>', '') } }),
    verdict: 'invalid',
    changes: ['PAGE_CHANGED'],
  },
  {
    name: 'a layer is switched off',
    make: ({ contract }) =>
      updated(contract, { objects: { 1: body(1).replace('/ON [18 0 R]', '/OFF [18 0 R]') } }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'the layer itself is another one',
    make: ({ contract }) =>
      updated(contract, { objects: { 18: '<</Type /OCG /Name (watermark) /Intent /Design>>' } }),
    verdict: 'invalid',
    changes: ['LAYER_CHANGED'],
  },
  {
    name: 'an annotation goes away',
    make: ({ contract }) => updated(contract, { objects: { 3: body(3).replace('16 0 R ', '') } }),
    verdict: 'invalid',
    changes: ['ANNOTATION_REMOVED'],
  },
  {
    name: 'the number of the picture is a picture without effect',
    make: ({ contract }) => updated(contract, { objects: { 13: '<</Type /XObject /Subtype /XML>>' } }),
    verdict: 'invalid',
    changes: ['RESOURCE_CHANGED'],
  },
  {
    name: 'a field is hidden',
    make: ({ contract }) => updated(contract, { objects: { 9: body(9).replace('/F 4', '/F 2') } }),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
];

/** Seemingly harmless objects are replaced: a font, a default, the appearance of a field. */
export const shadowReplacements: readonly CorpusCase[] = [
  {
    name: 'the font',
    make: ({ contract }) =>
      updated(contract, { objects: { 6: '<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>' } }),
    verdict: 'invalid',
    changes: ['FONT_CHANGED'],
  },
  {
    name: 'the look of a field, not its value',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          9: body(9).replace('11 0 R', '20 0 R'),
          20: stream('BT /F1 12 Tf (1) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 228 20]'),
        },
      }),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'the look of a field, in place',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 11: stream('BT /F1 12 Tf (1) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 228 20]') },
      }),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'the value of a field that was filled when it was signed',
    make: ({ contract }) => updated(contract, { objects: { 9: body(9).replace('(5000)', '(1)') } }),
    verdict: 'invalid',
    changes: ['FIELD_VALUE_CHANGED'],
  },
  {
    name: 'the default resources of the form',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          5: body(5).replace('/F1 6 0 R', '/F1 20 0 R'),
          20: '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>',
        },
      }),
    verdict: 'invalid',
    changes: ['FORM_CHANGED'],
  },
  {
    name: 'the default appearance of the form',
    make: ({ contract }) => updated(contract, { objects: { 5: body(5).replace('0 g', '1 g') } }),
    verdict: 'invalid',
    changes: ['FORM_CHANGED'],
  },
  {
    name: 'the place of a field',
    make: ({ contract }) =>
      updated(contract, { objects: { 9: body(9).replace('[72 560 300 580]', '[0 0 595 842]') } }),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'the look of the signature',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 7: body(7).replace(/>>$/, ' /V 10 0 R /AP <</N 13 0 R>>>>') },
      }),
    verdict: 'invalid',
    changes: ['SIGNATURE_CHANGED'],
  },
  {
    name: 'a button is shown in its other state',
    make: ({ contract }) => updated(contract, { objects: { 17: body(17).replace('/AS /Off', '/AS /Yes') } }),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'forms made anew by the reader',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 5: body(5).replace('/SigFlags 3', '/SigFlags 3 /NeedAppearances true') },
      }),
    verdict: 'invalid',
    changes: ['FORM_CHANGED'],
  },
];

const large = (type: string): string =>
  `<</Type /Annot /Subtype /Widget ${type} /T (large) /F 4 /Rect [0 0 595 842] /AP <</N 31 0 R>> >>`;
const EMPTY = stream('', '/Type /XObject /Subtype /Form /BBox [0 0 595 842]');
const OVERLAY = stream('1 g 0 0 595 842 re f', '/Type /XObject /Subtype /Form /BBox [0 0 595 842]');

/** The contract with an empty field over the whole page, signed. */
const withLargeField = (
  given: Parameters<CorpusCase['make']>[0],
  field: string,
): ReturnType<typeof signedContract> =>
  signedContract(given.signer, {
    objects: {
      3: body(3).replace('17 0 R]', '17 0 R 30 0 R]'),
      5: body(5).replace('17 0 R]', '17 0 R 30 0 R]'),
      30: field,
      31: EMPTY,
    },
  });

/** Fields that were empty and transparent at signing are painted over the content. */
export const shadowOverlays: readonly CorpusCase[] = [
  {
    name: 'a text field as large as the page is filled and painted white',
    make: async (given) =>
      updated(await withLargeField(given, large('/FT /Tx')), {
        objects: { 30: large('/FT /Tx /V (x)').replace('31 0 R', '32 0 R'), 32: OVERLAY },
      }),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a button as large as the page gets an appearance',
    make: async (given) =>
      updated(await withLargeField(given, large('/FT /Btn /Ff 65537')), {
        objects: { 30: large('/FT /Btn /Ff 65537').replace('31 0 R', '32 0 R'), 32: OVERLAY },
      }),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a text field gets a picture',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          8: body(8).replace(/>>$/, ' /V (x) /AP <</N 20 0 R>>>>'),
          20: stream('/X1 Do', '/Type /XObject /Subtype /Form /BBox [0 0 228 20]'),
        },
      }),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a check box as large as the page is ticked',
    make: async (given) =>
      updated(await withLargeField(given, large('/FT /Btn /V /Off /AS /Off')), {
        objects: {
          30: large('/FT /Btn /V /Yes /AS /Yes').replace('/N 31 0 R', '/N <</Yes 32 0 R>>'),
          32: OVERLAY,
        },
      }),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
  {
    name: 'a hidden field is shown',
    make: async (given) => {
      const hidden = large('/FT /Tx /V (The price is 1)').replace('/F 4', '/F 2');
      return updated(await withLargeField(given, hidden), {
        objects: { 30: hidden.replace('/F 2', '/F 4') },
      });
    },
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'inline picture in the appearance of a filled field',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          8: body(8).replace(/>>$/, ' /V (x) /AP <</N 20 0 R>>>>'),
          20: stream(
            'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI',
            '/Type /XObject /Subtype /Form /BBox [0 0 228 20]',
          ),
        },
      }),
    verdict: 'invalid',
    changes: ['FIELD_OVERLAID'],
  },
];

/** Content hidden in the signed bytes is revealed by a change that seems small. */
export const shadowHidesAndReplacements: readonly CorpusCase[] = [
  {
    name: 'the page points to content that was signed but not used',
    make: ({ contract }) =>
      updated(contract, { objects: { 3: body(3).replace('/Contents 4 0 R', '/Contents 12 0 R') } }),
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'a table that only points into the signed bytes',
    make: ({ contract }) => {
      const at = `${contract.toString('latin1').indexOf('12 0 obj')}`.padStart(10, '0');
      const start = contract.length;
      const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(contract.toString('latin1'))?.[1];
      return Buffer.concat([
        contract,
        Buffer.from(
          `xref\n4 1\n${at} 00000 n \ntrailer\n<</Size 20 /Root 1 0 R /Info 14 0 R /Prev ${previous}>>\nstartxref\n${start}\n%%EOF\n`,
        ),
      ]);
    },
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
  {
    name: 'an object that was missing comes to be',
    make: async ({ signer }) => {
      const page = body(3).replace('/Resources <<', '/Resources <</ExtGState <</G1 19 0 R>> ');
      const file = await signed(newFile({ ...CONTRACT, 3: page }), signer);
      return updated(file, { objects: { 19: '<</Type /ExtGState /ca 0>>' } });
    },
    verdict: 'invalid',
    changes: ['OBJECT_DEFINED'],
  },
  {
    name: 'the page tree points to another page',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          2: '<</Type /Pages /Kids [20 0 R] /Count 1>>',
          20: body(3).replace('/Contents 4 0 R', '/Contents 12 0 R'),
        },
      }),
    verdict: 'invalid',
    changes: ['PAGE_TREE_CHANGED'],
  },
  {
    name: 'a list of content streams gets another member',
    make: ({ contract }) =>
      updated(contract, { objects: { 3: body(3).replace('/Contents 4 0 R', '/Contents [12 0 R 4 0 R]') } }),
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED'],
  },
  {
    name: 'the other content is added with a second, proper signature',
    make: ({ contract, signer }) =>
      signed(contract, signer, { field: 15, value: 20, objects: { 4: FORGED } }),
    verdict: 'invalid',
    changes: ['PAGE_CONTENT_CHANGED', 'SIGNATURE_ADDED'],
  },
  {
    name: 'a second signature whose appearance is also page content',
    make: ({ contract, signer }) =>
      signed(contract, signer, {
        field: 15,
        value: 20,
        fieldBody: body(15).replace(/>>$/, ' /AP <</N 13 0 R>>>>'),
        objects: { 13: stream('0 0 595 842 re f', '/Type /XObject /Subtype /Form /BBox [0 0 595 842]') },
      }),
    verdict: 'invalid',
    changes: ['RESOURCE_CHANGED'],
  },
];
