import type { CorpusCase } from '../support/pdf/corpus-case.js';
import { replaced } from '../support/pdf/corpus-case.js';
import { stream, updated } from '../support/pdf/raw-pdf.js';

const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');

/** The contract's signature dictionary with one change, and other content. */
function forged(change: (file: Buffer) => Buffer): CorpusCase['make'] {
  return ({ contract }) => {
    const text = contract.toString('latin1');
    const start = text.indexOf('<<', text.indexOf('10 0 obj'));
    const body = text.slice(start, text.indexOf('endobj', start)).trim();
    const changed = change(Buffer.from(body, 'latin1')).toString('latin1');
    return updated(contract, { objects: { 4: FORGED, 10: changed } });
  };
}

const contentsOf = (text: string): string => /\/Contents <[0-9a-f]*>/.exec(text)?.[0] ?? '';
const withContents = (by: string): CorpusCase['make'] =>
  forged((body) => replaced(body, contentsOf(body.toString('latin1')), by));
const withRange = (by: string): CorpusCase['make'] =>
  forged((body) => replaced(body, /\/ByteRange \[[^\]]*\]/.exec(body.toString('latin1'))?.[0] ?? '', by));

/** In place, without another revision: the signed content stays, but its signature can no longer be verified. */
function crippled(pattern: RegExp, by: (found: string) => string): CorpusCase['make'] {
  return ({ contract }) => {
    const found = pattern.exec(contract.toString('latin1'))?.[0] ?? '';
    return replaced(contract, found, by(found).padEnd(found.length, ' ').slice(0, found.length));
  };
}

/** Signatures without anything to verify: a reader must not accept them. */
export const universalForgeries: readonly CorpusCase[] = [
  { name: 'without /Contents', make: withContents(''), verdict: 'invalid' },
  { name: '/Contents null', make: withContents('/Contents null'), verdict: 'invalid' },
  { name: '/Contents 0x00', make: withContents('/Contents 0x00'), verdict: 'invalid' },
  { name: '/Contents empty', make: withContents('/Contents <>'), verdict: 'invalid' },
  { name: '/Contents a zero byte', make: withContents('/Contents <00>'), verdict: 'invalid' },
  { name: 'without /ByteRange', make: withRange(''), verdict: 'invalid' },
  { name: '/ByteRange null', make: withRange('/ByteRange null'), verdict: 'invalid' },
  { name: '/ByteRange empty', make: withRange('/ByteRange []'), verdict: 'invalid' },
  { name: '/ByteRange negative', make: withRange('/ByteRange [0 -1 -1 -1]'), verdict: 'invalid' },
  {
    name: '/ByteRange beyond the file',
    make: withRange('/ByteRange [0 99999999 99999999 9]'),
    verdict: 'invalid',
  },
  { name: '/ByteRange of zeros', make: withRange('/ByteRange [0 0 0 0]'), verdict: 'invalid' },
  {
    name: 'in place: /ByteRange under another name',
    make: crippled(/\/ByteRange/, () => '/ByteRangX'),
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_INVALID'],
  },
  {
    name: 'in place: /Contents all zero',
    make: crippled(/\/Contents <[0-9a-f]*>/, (found) => found.replace(/[0-9a-f](?=[0-9a-f]*>)/g, '0')),
    verdict: 'invalid',
    reasons: ['CMS_UNREADABLE'],
  },
  {
    name: 'in place: an unknown subfilter',
    make: crippled(/\/ETSI\.CAdES\.detached/, () => '/ETSI.CAdES.detacheX'),
    verdict: 'indeterminate',
    reasons: ['SUBFILTER_UNSUPPORTED'],
  },
  {
    name: 'in place: /Contents as a literal string',
    make: crippled(/\/Contents <[0-9a-f]*>/, (found) => `/Contents (${found.slice(11, -1)})`),
    verdict: 'invalid',
    reasons: ['SIGNATURE_INCOMPLETE'],
  },
  {
    name: 'in place: real numbers for the range',
    make: crippled(/\/ByteRange \[0 0/, () => '/ByteRange [0 .'),
    verdict: 'invalid',
    reasons: ['BYTE_RANGE_INVALID'],
  },
];
