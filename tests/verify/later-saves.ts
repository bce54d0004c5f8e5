import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { newFile, type Objects, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed, signedContract } from '../support/pdf/signed-contract.js';
import { FONTS, form, widget, withField } from './support/filled-field.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const FONT = '<</Font <</F1 6 0 R>> /XObject <</X1 13 0 R>>>>';
const RESOURCES = `/Resources ${FONT}`;

/** The contract whose page refers to its resources indirectly, saved with others. */
const savedWithResources = (
  name: string,
  objects: Objects,
  verdict: CorpusCase['verdict'],
  to = '31 0 R',
): CorpusCase => ({
  name,
  make: async ({ signer }) => {
    const page = (resources: string) => body(3).replace(RESOURCES, `/Resources ${resources}`);
    const file = await signedContract(signer, { objects: { 3: page('30 0 R'), 30: FONT } });
    return updated(file, { objects: { 3: page(to), ...objects } });
  },
  verdict,
  changes: [verdict === 'valid' ? 'OBJECT_REWRITTEN' : 'PAGE_CHANGED'],
});

/** A filled text field with another default appearance. */
const restyled = (
  name: string,
  style: string,
  verdict: CorpusCase['verdict'],
  appearance = true,
): CorpusCase => ({
  name,
  make: async ({ signer }) => {
    const field = (more: string) => widget({ type: '/FT /Tx', place: '300 300 500 320', after: '' }, more);
    const file = await withField(signer, field('/DA (/F1 12 Tf 0 g)'));
    const shown = appearance ? '/AP <</N 32 0 R>>' : '';
    return updated(file, {
      objects: {
        30: field(`/DA (${style}) /V (a) ${shown}`),
        32: form('BT 0 g /F1 10 Tf (a) Tj ET', '200 20', FONTS),
      },
    });
  },
  verdict,
  changes: [verdict === 'invalid' ? 'FIELD_CHANGED' : 'FIELD_FILLED'],
});

const DRAWS_FRAME = form('q /FRM Do Q', '228 20');
const PICTURE = (data: string) => form(data, '228 20');

/** PDFBox adds the picture of the newest signature to the form's resources. */
const repointed = (name: string, verdict: CorpusCase['verdict'], appearance: string): CorpusCase => ({
  name,
  make: async ({ signer }) => {
    const resources = (picture: number) =>
      body(5).replace('/DR <<', `/DR <</XObject <</FRM ${picture} 0 R>> `);
    const file = await signedContract(signer, {
      objects: { 5: resources(40), 11: appearance, 40: PICTURE('0 0 5 5 re f') },
    });
    return signed(file, signer, {
      field: 15,
      value: 30,
      objects: { 5: resources(41), 41: PICTURE('0 0 9 9 re f') },
    });
  },
  verdict,
  changes: ['SIGNATURE_ADDED', ...(verdict === 'valid' ? [] : (['FORM_CHANGED'] as const))],
});

const stores = (lists: string): string => body(1).replace(/>>$/, ` /DSS <</Type /DSS ${lists}>>>>`);

/** Invisible changes that programs make on saving, and changes that only resemble them. */
export const laterSaves: readonly CorpusCase[] = [
  savedWithResources('resources of another number that say the same', { 31: FONT }, 'valid'),
  savedWithResources('resources that now stand in the page', {}, 'valid', FONT),
  savedWithResources(
    'resources of another number, with copies of what they name',
    { 31: FONT.replace('13 0 R', '33 0 R').replace('6 0 R', '36 0 R'), 33: body(13), 36: body(6) },
    'valid',
  ),
  savedWithResources(
    'resources of another number with another font',
    { 31: FONT.replace('6 0 R', '36 0 R'), 36: body(6).replace('Helvetica', 'Symbol') },
    'invalid',
  ),
  savedWithResources(
    'resources of another number with another picture',
    { 31: FONT.replace('13 0 R', '33 0 R'), 33: body(13).replace('10 10 re', '10 99 re') },
    'invalid',
  ),
  savedWithResources('resources of another generation than there is', { 31: FONT }, 'invalid', '31 1 R'),
  {
    name: 'a catalog of another number that says the same',
    make: ({ contract }) =>
      updated(contract, { objects: { 30: body(1) }, trailer: '/Root 30 0 R /Info 14 0 R' }),
    verdict: 'valid',
    changes: ['OBJECT_REWRITTEN'],
  },
  {
    name: 'a catalog of another number with an action',
    make: ({ contract }) =>
      updated(contract, {
        objects: { 30: body(1).replace(/>>$/, ' /OpenAction [3 0 R /Fit]>>') },
        trailer: '/Root 30 0 R /Info 14 0 R',
      }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'a catalog of another number with other pages',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          30: body(1).replace('2 0 R', '31 0 R'),
          31: body(2).replace('3 0 R', '32 0 R'),
          32: body(3).replace('/Contents 4 0 R', '/Contents 12 0 R'),
        },
        trailer: '/Root 30 0 R /Info 14 0 R',
      }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
  {
    name: 'pages marked by iText',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          2: body(2).replace(/>>$/, ' /ITXT (5.0.0)>>'),
          3: body(3).replace(/>>$/, ' /ITXT (5.0.0)>>'),
        },
      }),
    verdict: 'valid',
    changes: ['OBJECT_REWRITTEN'],
  },
  {
    name: 'a page whose marker is more than a text',
    make: ({ contract }) => updated(contract, { objects: { 3: body(3).replace(/>>$/, ' /ITXT 12 0 R>>') } }),
    verdict: 'invalid',
    changes: ['PAGE_CHANGED'],
  },
  restyled('filled, with a font of another name and size', '/Helv 10 Tf 0.2 g', 'valid_with_remarks'),
  restyled('filled, to be set in white from now on', '/F1 12 Tf 1 g', 'invalid'),
  restyled('filled, to be set larger than the field', '/F1 400 Tf 0 g', 'invalid'),
  restyled('filled, with words that do more than set text', '/F1 12 Tf 0 g 0 0 99 99 re f', 'invalid'),
  restyled('filled, and left to be drawn by readers in another way', '/Helv 10 Tf 0 g', 'invalid', false),
  repointed('the form’s picture becomes that of the newest signature', 'valid', body(11)),
  repointed('the form’s picture changes, and the appearance of a field draws it', 'invalid', DRAWS_FRAME),
  repointed(
    'the same, and the appearance writes its name otherwise',
    'invalid',
    DRAWS_FRAME.replace('/FRM', '/FR#4d').replace('/Length 11', '/Length 13'),
  ),
  {
    name: 'validation data overwritten by a later tool',
    make: async ({ signer, authority }) => {
      const [one, two] = [await authority.revocationList([]), await authority.revocationList([])];
      const file = await signedContract(signer, {
        objects: {
          1: stores('/CRLs [21 0 R] /Certs [22 0 R]'),
          21: stream(one.toString('latin1')),
          22: stream(Buffer.from(authority.root.certificate.certificate).toString('latin1')),
        },
      });
      return updated(file, {
        objects: { 1: stores('/CRLs [31 0 R]'), 31: stream(two.toString('latin1')) },
      });
    },
    verdict: 'valid_with_remarks',
    reasons: ['VALIDATION_DATA_REMOVED_LATER'],
    changes: ['VALIDATION_DATA_REMOVED', 'VALIDATION_DATA_ADDED'],
  },
  ...['no answer at all', stream('0 0 595 842 re f'), '0\x03\x02\x01\x00'].map(
    (data): CorpusCase => ({
      name: `validation data that are none: ${JSON.stringify(data.slice(0, 16))}`,
      make: ({ contract }) =>
        updated(contract, {
          objects: { 1: stores('/OCSPs [31 0 R]'), 31: data.startsWith('<<') ? data : stream(data) },
        }),
      verdict: 'indeterminate',
      reasons: ['UNCLEAR_CHANGE'],
      changes: ['VALIDATION_DATA_UNREADABLE'],
    }),
  ),
  {
    name: 'validation data that are a picture as well',
    make: async ({ contract, authority }) => {
      const list = (await authority.revocationList([])).toString('latin1');
      const picture = stream(list, '/Type /XObject /Subtype /Form /BBox [0 0 9 9]');
      return updated(contract, { objects: { 1: stores('/CRLs [31 0 R]'), 31: picture } });
    },
    verdict: 'indeterminate',
    changes: ['VALIDATION_DATA_UNREADABLE'],
  },
  {
    name: 'a form that is a stream, where there was none',
    make: async ({ signer }) => {
      const bare = newFile({
        ...CONTRACT,
        1: body(1).replace('/AcroForm 5 0 R', ''),
        3: body(3).replace(/\/Annots \[.*\]/, '/Annots [7 0 R]'),
      });
      return updated(await signed(bare, signer), {
        objects: {
          1: body(1).replace('/AcroForm 5 0 R', '/AcroForm 31 0 R'),
          31: stream('', '/Fields [7 0 R] /NeedAppearances true'),
        },
      });
    },
    verdict: 'invalid',
    changes: ['FORM_CHANGED'],
  },
  {
    name: 'a store of validation data that is a stream',
    make: async ({ signer }) =>
      updated(await signed(newFile(CONTRACT), signer), {
        objects: { 1: body(1).replace(/>>$/, ' /DSS 31 0 R>>'), 31: stream('', '/Type /DSS') },
      }),
    verdict: 'invalid',
    changes: ['CATALOG_CHANGED'],
  },
];
