import type { CorpusCase } from '../support/pdf/corpus-case.js';
import type { Objects } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed, signedContract } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';

/** 50 the root, 51 the document element, 52 the text element, 53 the parent tree, 54 its entry for the page. */
const TAGGED: Objects = {
  1: body(1).replace(/>>$/, ' /MarkInfo <</Marked true>> /StructTreeRoot 50 0 R>>'),
  3: body(3).replace(/>>$/, ' /StructParents 0>>'),
  50: '<</Type /StructTreeRoot /K [51 0 R] /ParentTree 53 0 R /ParentTreeNextKey 1>>',
  51: '<</Type /StructElem /S /Document /P 50 0 R /K [52 0 R]>>',
  52: '<</Type /StructElem /S /P /P 51 0 R /Pg 3 0 R /K [0]>>',
  53: '<</Nums [0 54 0 R]>>',
  54: '[52 0 R]',
};
const ELEMENT = '<</Type /StructElem /S /Form /P 51 0 R /Pg 3 0 R /K <</Type /OBJR /Obj 30 0 R>>>>';
const ROOT = '<</Type /StructTreeRoot /K [51 0 R] /ParentTree 53 0 R /ParentTreeNextKey 2>>';
const DOCUMENT = '<</Type /StructElem /S /Document /P 50 0 R /K [52 0 R 60 0 R]>>';
const NUMBERS = '<</Nums [0 54 0 R 1 60 0 R]>>';
const FIELD =
  '<</Type /Annot /Subtype /Widget /FT /Sig /T (Sig3) /F 132 /P 3 0 R /Rect [0 0 0 0] /StructParent 1>>';

/** A tagged contract in which a second signer signs a field of their own. */
const taggedSignature = (
  name: string,
  tags: Objects,
  verdict: CorpusCase['verdict'],
  signedWith: Objects = TAGGED,
): CorpusCase => ({
  name,
  make: async ({ signer }) => {
    const file = await signedContract(signer, { objects: signedWith });
    const page = `${signedWith[3]}`.replace('17 0 R]', '17 0 R 30 0 R]');
    const form = body(5).replace('17 0 R]', '17 0 R 30 0 R]');
    return signed(file, signer, {
      field: 30,
      value: 33,
      fieldBody: FIELD,
      objects: { 3: page, 5: form, ...tags },
    });
  },
  verdict,
  changes: verdict === 'valid' ? ['SIGNATURE_ADDED', 'TAGS_ADDED'] : ['SIGNATURE_ADDED'],
});

const IN_KIDS: Objects = { ...TAGGED, 53: '<</Kids [55 0 R]>>', 55: '<</Nums [0 54 0 R] /Limits [0 0]>>' };
const ADDED: Objects = { 50: ROOT, 51: DOCUMENT, 53: NUMBERS, 60: ELEMENT };

/**
 * Changes to the structure of a tagged document that programs make when they sign it, and changes that are not
 * permitted there.
 */
export const structureTrees: readonly CorpusCase[] = [
  taggedSignature('an element for the new signature field', ADDED, 'valid'),
  taggedSignature(
    'an element for the new field, in a parent tree of another number with copies',
    {
      ...ADDED,
      50: ROOT.replace('53 0 R', '63 0 R'),
      53: `${TAGGED[53]}`,
      63: '<</Nums [0 64 0 R 1 60 0 R]>>',
      64: `${TAGGED[54]}`,
    },
    'valid',
  ),
  taggedSignature(
    'an element for the new field, in a leaf of the parent tree',
    { ...ADDED, 53: `${IN_KIDS[53]}`, 55: '<</Nums [0 54 0 R 1 60 0 R] /Limits [0 1]>>' },
    'valid',
    IN_KIDS,
  ),
  taggedSignature(
    'an element for the text reads out another one',
    { ...ADDED, 52: `${TAGGED[52]}`.replace(/>>$/, ' /ActualText (The price is 1)>>') },
    'invalid',
  ),
  taggedSignature(
    'a new element reads out a text of its own',
    { ...ADDED, 60: ELEMENT.replace(/>>$/, ' /ActualText (The price is 1)>>') },
    'invalid',
  ),
  taggedSignature(
    'a new element is a paragraph',
    { ...ADDED, 60: ELEMENT.replace('/Form', '/P') },
    'invalid',
  ),
  taggedSignature(
    'a new element stands for a field that was there',
    { ...ADDED, 60: ELEMENT.replace('30 0 R', '8 0 R') },
    'invalid',
  ),
  taggedSignature(
    'the elements come in another order',
    { ...ADDED, 51: DOCUMENT.replace('52 0 R 60 0 R', '60 0 R 52 0 R') },
    'invalid',
  ),
  taggedSignature('the content of the page gets another element', { ...ADDED, 54: '[60 0 R]' }, 'invalid'),
  taggedSignature(
    'the roles of elements are mapped anew',
    { ...ADDED, 50: ROOT.replace(/>>$/, ' /RoleMap <</P /Artifact>>>>') },
    'invalid',
  ),
  taggedSignature('the parent tree loses a number', { ...ADDED, 53: '<</Nums [1 60 0 R]>>' }, 'invalid'),
];
