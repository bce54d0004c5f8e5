import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { newFile, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed, signedContract } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';

type Change = CorpusCase['changes'];

/** The object with an additional entry. */
function entryAdded(
  object: number,
  entry: string,
  changes: Change,
  more: Readonly<Record<number, string>> = {},
) {
  return {
    name: `${entry} in object ${object}`,
    make: ({ contract }: Ingredients) =>
      updated(contract, { objects: { [object]: body(object).replace(/>>$/, ` ${entry}>>`), ...more } }),
    verdict: 'invalid' as const,
    ...(changes === undefined ? {} : { changes }),
  };
}

const SCRIPT = '<</S /JavaScript /JS (app.alert(1))>>';

/** Entries of the catalog that apply to the whole document: actions, names, attachments, layers, display. */
export const catalogChanges: readonly CorpusCase[] = [
  `/OpenAction ${SCRIPT}`,
  '/OpenAction [3 0 R /Fit]',
  `/AA <</WC ${SCRIPT}>>`,
  `/Names <</JavaScript <</Names [(a) ${SCRIPT}]>>>>`,
  '/Names <</EmbeddedFiles <</Names [(a.pdf) <</Type /Filespec /F (a.pdf)>>]>>>>',
  '/Names <</Dests <</Names [(a) [3 0 R /Fit]]>>>>',
  '/Dests <</a [3 0 R /Fit]>>',
  '/AF [<</Type /Filespec /F (a.pdf)>>]',
  '/Collection <</View /T>>',
  '/Outlines <</Count 0>>',
  '/PageLabels <</Nums [0 <</S /r>>]>>',
  '/PageMode /FullScreen',
  '/PageLayout /TwoColumnLeft',
  '/ViewerPreferences <</Direction /R2L>>',
  '/URI <</Base (https://example.com/)>>',
  '/Threads []',
  '/Lang (en)',
  '/StructTreeRoot <</Type /StructTreeRoot>>',
  '/MarkInfo <</Marked true>>',
  '/OutputIntents []',
  '/Requirements []',
  '/NeedsRendering true',
  '/Perms <</DocMDP 10 0 R>>',
].map((entry) => entryAdded(1, entry, ['CATALOG_CHANGED']));

/** Entries of pages and their tree: clipping, rotation, scale, actions, inherited values. */
export const pageChanges: readonly CorpusCase[] = [
  ...[
    '/Rotate 180',
    '/CropBox [0 0 595 650]',
    '/UserUnit 2',
    '/TrimBox [0 0 10 10]',
    '/Tabs /R',
    '/Dur 1',
  ].map((entry) => entryAdded(3, entry, ['PAGE_CHANGED'])),
  entryAdded(3, `/AA <</O ${SCRIPT}>>`, ['PAGE_CHANGED']),
  entryAdded(3, '/Group <</S /Transparency /CS /DeviceGray>>', ['PAGE_CHANGED']),
  ...['/Rotate 90', '/CropBox [0 0 595 650]'].map((entry) => entryAdded(2, entry, ['PAGE_TREE_CHANGED'])),
  {
    name: 'another page size',
    make: ({ contract }) =>
      updated(contract, { objects: { 3: body(3).replace('[0 0 595 842]', '[0 0 595 650]') } }),
    verdict: 'invalid',
    changes: ['PAGE_CHANGED'],
  },
  {
    name: 'two pages in another order',
    make: async ({ signer }) => {
      const tree = (kids: string) => `<</Type /Pages /Kids [${kids}] /Count 2>>`;
      const second = '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 12 0 R>>';
      const two = newFile({ ...CONTRACT, 2: tree('3 0 R 30 0 R'), 30: second });
      return updated(await signed(two, signer), { objects: { 2: tree('30 0 R 3 0 R') } });
    },
    verdict: 'invalid',
    changes: ['PAGE_TREE_CHANGED'],
  },
  {
    name: 'a page taken out',
    make: ({ contract }) => updated(contract, { objects: { 2: '<</Type /Pages /Kids [] /Count 0>>' } }),
    verdict: 'invalid',
    changes: ['PAGE_TREE_CHANGED'],
  },
  {
    name: 'the content of the page becomes free',
    make: ({ contract }) => updated(contract, { objects: {}, free: [4] }),
    verdict: 'invalid',
  },
  {
    name: 'another font under the name of the first',
    make: ({ contract }) =>
      updated(contract, {
        objects: {
          3: body(3).replace('/F1 6 0 R', '/F1 20 0 R'),
          20: body(6).replace('Helvetica', 'Symbol'),
        },
      }),
    verdict: 'invalid',
    changes: ['PAGE_CHANGED'],
  },
];

/** Entries of the form that apply to all of its fields, and the behaviour of a field. */
export const formChanges: readonly CorpusCase[] = [
  ...['/XFA [(template) 20 0 R]', '/NeedAppearances true', '/CO [9 0 R]', '/Q 2'].map((entry) =>
    entryAdded(5, entry, ['FORM_CHANGED'], { 20: stream('<template/>') }),
  ),
  ...[
    `/A ${SCRIPT}`,
    `/AA <</K ${SCRIPT}>>`,
    '/MK <</BG [0 0 0]>>',
    '/Ff 8192',
    '/DV (1)',
    '/MaxLen 1',
    '/TU (another label)',
    '/OC 18 0 R',
  ].map((entry) => entryAdded(8, entry, ['FIELD_CHANGED'])),
  {
    name: 'another rich text, for the value that a field has',
    make: ({ contract }) =>
      updated(contract, { objects: { 9: body(9).replace(/>>$/, ' /RV (<body><p>1</p></body>)>>') } }),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'a flag that moves a field on a page that is turned',
    make: ({ contract }) => updated(contract, { objects: { 9: body(9).replace('/F 4', '/F 20') } }),
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'the place of a signature, filled in as that of another field',
    make: async ({ signer }) => {
      const place = '<</Type /Annot /Subtype /Widget /F 4 /Rect [72 100 200 160]>>';
      const other = (value: string) => `<</FT /Tx /T (other) /Kids [31 0 R] ${value}>>`;
      const file = await signedContract(signer, {
        fieldBody: '<</FT /Sig /T (Sig1) /Kids [31 0 R]>>',
        objects: {
          3: body(3).replace('7 0 R 8 0 R', '31 0 R 8 0 R'),
          5: body(5).replace('[7 0 R', '[30 0 R 7 0 R'),
          30: other(''),
          31: place,
        },
      });
      return updated(file, {
        objects: {
          30: other('/V (x)'),
          31: place.replace(/>>$/, ' /AP <</N 32 0 R>>>>'),
          32: stream('BT (x) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 128 60]'),
        },
      });
    },
    verdict: 'invalid',
    changes: ['FIELD_CHANGED'],
  },
  {
    name: 'a font for fields that readers draw themselves, because they have no appearance',
    make: async ({ signer }) => {
      const field = body(9).replace(/ \/AP <<.*>>/, ' /DA (/Helv 12 Tf 0 g)>>');
      const file = await signed(newFile({ ...CONTRACT, 9: field }), signer);
      const font =
        '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [53 /one]>>>>';
      return updated(file, {
        objects: { 5: body(5).replace('/F1 6 0 R', '/F1 6 0 R /Helv 20 0 R'), 20: font },
      });
    },
    verdict: 'invalid',
    changes: ['FORM_CHANGED'],
  },
  {
    name: 'signatures are said not to be there',
    make: ({ contract }) =>
      updated(contract, { objects: { 5: body(5).replace('/SigFlags 3', '/SigFlags 0') } }),
    verdict: 'invalid',
    changes: ['FORM_CHANGED'],
  },
  {
    name: 'fields in another order',
    make: ({ contract }) =>
      updated(contract, { objects: { 5: body(5).replace('8 0 R 9 0 R', '9 0 R 8 0 R') } }),
    verdict: 'invalid',
  },
  {
    name: 'a field that the field’s own /Lock names is filled',
    make: async ({ signer }) => {
      const fieldBody = body(7).replace(
        />>$/,
        ' /Lock <</Type /SigFieldLock /Action /Include /Fields [(name)]>>>>',
      );
      const file = await signedContract(signer, { fieldBody });
      return updated(file, { objects: { 8: body(8).replace(/>>$/, ' /V (Zhang San)>>') } });
    },
    verdict: 'invalid',
    changes: ['FIELD_FILLED'],
  },
  {
    name: 'the lock is taken off, and then the field filled',
    make: async ({ signer }) => {
      const lock = '/Lock <</Type /SigFieldLock /Action /All>>';
      const file = await signedContract(signer, { fieldBody: body(7).replace(/>>$/, ` ${lock}>>`) });
      const unlocked = updated(file, { objects: { 7: body(7).replace(/>>$/, ' /V 10 0 R>>') } });
      return updated(unlocked, { objects: { 8: body(8).replace(/>>$/, ' /V (Zhang San)>>') } });
    },
    verdict: 'invalid',
  },
];
