import type { CorpusCase, Ingredients } from '../support/pdf/corpus-case.js';
import { replaced } from '../support/pdf/corpus-case.js';
import { newFile, type Objects, startxrefOf, stream, table, updated } from '../support/pdf/raw-pdf.js';
import { CONTRACT, filledIn, padesOf, signatureBody, signed } from '../support/pdf/signed-contract.js';

const body = (number: number): string => CONTRACT[number] ?? '';
const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');
const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
const ID = '/ID [<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]';
const TRAILER = `/Root 1 0 R /Info 14 0 R ${ID}`;

/** A file with another definition of the content that no table lists. */
function withUnlisted(objects: Objects): Buffer {
  const text = newFile(objects).toString('latin1');
  const at = text.lastIndexOf('xref\n0 1');
  const more = `4 0 obj\n${FORGED}\nendobj\n`;
  const moved = text.slice(0, at) + more + text.slice(at);
  return Buffer.from(moved.replace(/startxref\n\d+/, `startxref\n${at + more.length}`), 'latin1');
}

/** A filled field whose appearance has these fonts. */
const filledWith = (file: Buffer, fonts: string): Buffer =>
  updated(file, {
    objects: {
      8: body(8).replace(/>>$/, ' /V (Li) /AP <</N 30 0 R>>>>'),
      30: stream(
        'BT /F1 12 Tf 2 2 Td (Li) Tj ET',
        `/Type /XObject /Subtype /Form /BBox [0 0 228 20] /Resources <</Font <<${fonts}>>>>`,
      ),
    },
  });

const LENGTH = 30_000;

/** A file that becomes linearised when it reaches a length that it does not have yet, with other content then. */
function linearisedLater(): Buffer {
  const plain = newFile(CONTRACT).toString('latin1');
  const objects = plain.slice(HEADER.length, plain.lastIndexOf('xref\n0 1'));
  const first = `${HEADER}40 0 obj\n<</Linearized 1 /L ${LENGTH} /H [500 100] /O 3 /E 600 /N 1 /T 700>>\nendobj\n`;
  const forged = `4 0 obj\n${FORGED}\nendobj\n`;
  const section = (start: number, content: number | null): string => {
    const found = [...objects.matchAll(/^(\d+) 0 obj/gm)].map(
      ({ 1: number, index }) => [Number(number), start + index] as const,
    );
    const offsets = new Map([...found, [40, HEADER.length] as const]);
    if (content !== null) offsets.set(4, content);
    return `${table(offsets, [], true)}trailer\n<</Size 41 ${TRAILER}>>\n`;
  };
  const end = 'startxref\n0\n%%EOF\n';
  const atContent = first.length + section(0, 0).length + end.length;
  const atObjects = atContent + forged.length;
  const front = `${first}${section(atObjects, atContent)}${end}${forged}`;
  const start = front.length + objects.length;
  return Buffer.from(`${front}${objects}${section(atObjects, null)}startxref\n${start}\n%%EOF\n`, 'latin1');
}

async function withValidationData({ signer, authority }: Ingredients, length: number): Promise<Buffer> {
  const file = await signed(linearisedLater(), signer);
  const certificate = Buffer.from(authority.root.certificate.certificate).toString('hex');
  const saved = (blanks: number): Buffer =>
    updated(file, {
      objects: {
        1: body(1).replace(/>>$/, ' /DSS 41 0 R>>'),
        41: '<</Type /DSS /Certs [42 0 R]>>',
        42: stream(`${certificate}${' '.repeat(blanks)}>`, '/Filter /ASCIIHexDecode'),
      },
    });
  return saved(5000 + length - saved(5000).length);
}

/** Object numbers increased by 20, so that 1 is free, and the content as object 2. */
function withoutFirst(content: string): {
  readonly objects: Record<number, string>;
  readonly trailer: string;
} {
  const higher = (text: string): string =>
    text.replace(/(\d+) 0 R/g, (_, number) => `${Number(number) + 20} 0 R`);
  const objects: Record<number, string> = {};
  for (const [number, text] of Object.entries(CONTRACT)) objects[Number(number) + 20] = higher(text);
  delete objects[24];
  objects[23] = (objects[23] ?? '').replace('/Contents 24 0 R', '/Contents 2 0 R');
  objects[2] = content;
  return { objects, trailer: higher(TRAILER) };
}

/** Triggers that make readers ignore the cross-references and search, or follow others. */
export const recoveryTriggers: readonly CorpusCase[] = [
  {
    name: 'a linearisation for the length that validation data give the file',
    make: (given) => withValidationData(given, LENGTH),
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'a linearisation for a length that the file does not have',
    make: (given) => withValidationData(given, LENGTH + 7),
    verdict: 'valid',
  },
  {
    name: 'a definition of the content that no table lists',
    make: ({ signer }) => signed(withUnlisted(CONTRACT), signer),
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'a filled field with a font that is not there, for which poppler rebuilds the file',
    make: ({ contract }) => filledWith(contract, '/F1 6 0 R /F2 77 0 R'),
    verdict: 'indeterminate',
    reasons: ['REVISION_UNUSUAL'],
  },
  {
    name: 'a filled field with a font that is there',
    make: ({ contract }) => filledWith(contract, '/F1 6 0 R /F2 6 0 R'),
    verdict: 'valid_with_remarks',
  },
  {
    name: 'a reference to another generation of an object',
    make: ({ signer }) =>
      signed(
        newFile({ ...CONTRACT, 3: body(3).replace('/Contents 4 0 R', '/Contents [4 0 R 6 7 R]') }),
        signer,
      ),
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'an unused entry that leads out of the file, for which MuPDF rebuilds it',
    make: ({ signer }) => {
      const file = newFile({ ...CONTRACT, 20: '<</A 1>>' });
      const entry = /\n20 1\n(\d{10}) 00000 n/.exec(file.toString('latin1'))?.[1] ?? '';
      return signed(replaced(file, entry, '9000000000'), signer);
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'a first entry that leads to another object, for which PDFium rebuilds the file',
    make: ({ signer }) => {
      const { objects, trailer } = withoutFirst(body(4));
      const file = newFile({ ...objects, 1: '<</A 1>>' }, trailer);
      const [, one = '', two = ''] =
        /\n1 1\n(\d{10}) 00000 n \n2 1\n(\d{10})/.exec(file.toString('latin1')) ?? [];
      const wrong = replaced(file, one, two);
      const blank = updated(wrong, {
        objects: { 27: body(7).replace(/>>$/, ' /V 50 0 R>>'), 50: signatureBody('ETSI.CAdES.detached') },
        trailer,
      });
      return filledIn(blank, (covered) => padesOf(covered, signer));
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'a subsection that begins with a free object 1, which PDF.js moves by one',
    make: ({ signer }) => {
      const { objects, trailer } = withoutFirst(FORGED);
      const file = newFile(objects, trailer);
      const content = `2 0 obj\n${body(4)}\nendobj\n`;
      const at = `${file.length}`.padStart(10, '0');
      const section = `xref\n1 2\n0000000000 00001 f \n${at} 00000 n \ntrailer\n<</Size 40 ${trailer} /Prev ${startxrefOf(file)}>>\n`;
      const end = `startxref\n${file.length + content.length}\n%%EOF\n`;
      const blank = updated(Buffer.concat([file, Buffer.from(content + section + end, 'latin1')]), {
        objects: { 27: body(7).replace(/>>$/, ' /V 50 0 R>>'), 50: signatureBody('ETSI.CAdES.detached') },
        trailer,
      });
      return filledIn(blank, (covered) => padesOf(covered, signer));
    },
    verdict: 'indeterminate',
    problems: ['STRUCTURE_AMBIGUOUS'],
  },
  {
    name: 'an entry of a type that there is not, for which MuPDF takes an older one',
    make: async ({ contract }) => {
      const saved = updated(contract, { objects: { 20: '<</A 1>>' }, references: 'stream' });
      return replaced(saved, '\n01', '\n03', 'last');
    },
    verdict: 'invalid',
    changes: ['MALFORMED_REVISION'],
  },
];
