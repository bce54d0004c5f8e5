import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { newFile, type Objects, stream, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, filledIn, padesOf, type Signer, signatureBody } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const fields = (more: string): string => body(5).replace('17 0 R]', `17 0 R ${more}]`);
const content = (price: string, entries = ''): string =>
  stream(`BT /F1 24 Tf 72 700 Td (The price is ${price}) Tj ET`, entries);
const PAGE = body(3).replace('/X1 13 0 R', '/X1 31 0 R');
const picture = (data: string): string => stream(data, '/Type /XObject /Subtype /Form /BBox [0 0 595 842]');
// Of equal length, so that the dictionaries of the two streams are equal.
const PLAIN = 'q 1 g 0 0 10 010 re f Q';
const FORGED = 'q 0 g 0 0 595 99 re f Q';

/** Trailers whose /Info is another object than the contract's. */
const trailer = (information: number): string =>
  `/Root 1 0 R /Info ${information} 0 R /ID [<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]`;

/** Signed with these objects instead of the contract's, then changed to those. */
async function changedAfterwards(
  signer: Signer,
  signedObjects: Objects,
  later: Objects,
  information = 14,
): Promise<Buffer> {
  const base = newFile({ ...CONTRACT, ...signedObjects }, trailer(information));
  const field = body(7).replace(/>>$/, ' /V 10 0 R>>');
  const blank = updated(base, {
    objects: { 7: field, 10: signatureBody('ETSI.CAdES.detached') },
    trailer: trailer(information),
  });
  const file = await filledIn(blank, (covered) => padesOf(covered, signer));
  return updated(file, { objects: later, trailer: trailer(information) });
}

/** Page content in a place where changes are permitted: a field, or the document information. */
export const contentInOtherRoles: readonly CorpusCase[] = [
  {
    name: 'the content of the page is called a field',
    make: ({ signer }) =>
      changedAfterwards(signer, { 5: fields('4 0 R'), 4: content('5000') }, { 4: content('0001') }),
    verdict: 'invalid',
  },
  {
    name: 'the content of the page is called a kid of a field',
    make: ({ signer }) =>
      changedAfterwards(
        signer,
        { 5: fields('30 0 R'), 30: '<</FT /Tx /T (more) /Kids [4 0 R]>>', 4: content('5000') },
        { 4: content('0001') },
      ),
    verdict: 'invalid',
  },
  {
    name: 'a picture of the page is called a field',
    make: ({ signer }) =>
      changedAfterwards(
        signer,
        { 3: PAGE, 5: fields('31 0 R'), 31: picture(PLAIN) },
        { 31: picture(FORGED) },
      ),
    verdict: 'invalid',
  },
  {
    name: 'a picture of the page is called a kid of a signature field',
    make: ({ signer }) =>
      changedAfterwards(
        signer,
        { 3: PAGE, 5: fields('30 0 R'), 30: '<</FT /Sig /T (more) /Kids [31 0 R]>>', 31: picture(PLAIN) },
        { 31: picture(FORGED) },
      ),
    verdict: 'invalid',
  },
  {
    name: 'the content of the page is called the information about the file',
    make: ({ signer }) =>
      changedAfterwards(
        signer,
        { 4: content('5000', '/ModDate (D:20261120080000Z)') },
        { 4: content('0001', '/ModDate (D:20261121080000Z)') },
        4,
      ),
    verdict: 'invalid',
  },
  {
    name: 'a picture of the page is called the information about the file',
    make: ({ signer }) => {
      const dated = (data: string, day: string): string =>
        stream(data, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /ModDate (D:202611${day}080000Z)`);
      return changedAfterwards(signer, { 3: PAGE, 31: dated(PLAIN, '20') }, { 31: dated(FORGED, '21') }, 31);
    },
    verdict: 'invalid',
  },
];
