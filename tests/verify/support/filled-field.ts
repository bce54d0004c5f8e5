import type { ChangeKind } from '@cinnabar/pdf/verify/document-change.js';
import type { CorpusCase } from '../../support/pdf/corpus-case.js';
import { type Objects, stream, updated } from '../../support/pdf/raw-pdf.js';
import { CONTRACT, signedContract } from '../../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
export const form = (data: string, box: string, more = ''): string =>
  stream(data, `/Type /XObject /Subtype /Form /BBox [0 0 ${box}] ${more}`);
export const FONTS = '/Resources <</Font <</F1 6 0 R>>>>';
export const EMPTY = form('', '595 842');
export const OVERLAY = form(
  '1 g 0 0 595 842 re f 0 g BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET',
  '595 842',
  FONTS,
);
export const PAGE = '0 0 595 842';

export interface Filling {
  /** /FT and flags. */
  readonly type: string;
  readonly place: string;
  /** Entries of the widget at signing, and afterwards. */
  readonly before?: string;
  readonly after: string;
  /** Other objects, before and after: appearances are 31 and 32. */
  readonly signed?: Objects;
  readonly added?: Objects;
}

export const widget = ({ type, place }: Filling, more: string): string =>
  `<</Type /Annot /Subtype /Widget ${type} /T (more) /F 4 /P 3 0 R /Rect [${place}] ${more}>>`;

/** The contract with an additional field, number 30, signed, and the field filled. */
const filling =
  (given: Filling): CorpusCase['make'] =>
  async ({ signer }) => {
    const file = await withField(signer, widget(given, given.before ?? ''), given.signed);
    return updated(file, { objects: { 30: widget(given, given.after), ...given.added } });
  };

export const withField = (
  signer: Parameters<typeof signedContract>[0],
  field: string,
  more: Objects = {},
): Promise<Buffer> =>
  signedContract(signer, {
    objects: {
      3: body(3).replace('17 0 R]', '17 0 R 30 0 R]'),
      5: body(5).replace('17 0 R]', '17 0 R 30 0 R]'),
      30: field,
      ...more,
    },
  });

export const forbidden = (name: string, given: Filling, change: ChangeKind): CorpusCase => ({
  name,
  make: filling(given),
  verdict: 'invalid',
  changes: [change],
});
export const sound = (name: string, given: Filling): CorpusCase => ({
  name,
  make: filling(given),
  verdict: 'valid_with_remarks',
  changes: ['FIELD_FILLED'],
});
