import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { newFile, type Objects, stream } from '../support/pdf/raw-pdf.js';
import { CONTRACT, signed } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const OVER_THE_PRICE = '[60 680 400 740]';
const COVER = stream(
  '1 g 0 0 340 60 re f 0 g BT /F1 24 Tf 12 20 Td (The price is 1) Tj ET',
  '/Type /XObject /Subtype /Form /BBox [0 0 340 60] /Resources <</Font <</F1 6 0 R>>>>',
);

/** More fields than a reader examines precede the one in which another person has signed, over the price. */
const behindManyFields =
  (fieldsBefore: (count: number) => { readonly list: string; readonly objects: Objects }) =>
  async ({ signer, stranger }: Parameters<CorpusCase['make']>[0]): Promise<Buffer> => {
    const { list, objects } = fieldsBefore(20_001);
    const base = newFile({
      ...CONTRACT,
      5: `<</Fields [7 0 R ${list} 15 0 R] /SigFlags 3>>`,
      15: body(15).replace('[300 100 428 160]', OVER_THE_PRICE),
      ...objects,
    });
    const first = await signed(base, signer);
    return signed(first, stranger, {
      field: 15,
      value: 20,
      fieldBody: body(15).replace('[300 100 428 160]', OVER_THE_PRICE).replace(/>>$/, ' /AP <</N 21 0 R>>>>'),
      objects: { 21: COVER },
    });
  };

const manyFields = (count: number): { readonly list: string; readonly objects: Objects } => {
  const numbers = Array.from({ length: count }, (_, index) => 100 + index);
  return {
    list: numbers.map((number) => `${number} 0 R`).join(' '),
    objects: Object.fromEntries(numbers.map((number) => [number, `<</FT /Tx /T (f${number})>>`])),
  };
};

/** A signature over the price must be reported, however many fields precede it. */
export const signaturesAmongManyFields: readonly CorpusCase[] = [
  {
    name: 'somebody else has signed over the price, behind 20,001 other fields',
    make: behindManyFields(manyFields),
    verdict: 'indeterminate',
  },
  {
    name: 'somebody else has signed over the price, behind one field that is listed 20,001 times',
    make: behindManyFields((count) => ({ list: '8 0 R '.repeat(count), objects: {} })),
    verdict: 'indeterminate',
  },
];
