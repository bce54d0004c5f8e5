import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import {
  boundsOf,
  isInk,
  isRed,
  pdffonts,
  pdftotext,
  qpdfProblems,
  render,
  withFolder,
} from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf, uploadedPdf, value } from '../support/pdf/sample-documents.js';
import { outputOf } from '../support/programs.js';
import { makeTestSigner } from '../support/test-certificates.js';
import { handMadePdf, onePagePdf, streamText } from './support/hand-made-pdf.js';

const HELVETICA = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>';
const SHOWS_TEXT = streamText('', Buffer.from('BT /F1 24 Tf 72 700 Td (Contract) Tj ET'));
const WITH_FONT = '/Resources <</Font <</F1 5 0 R>>>>';

async function imported(upload: Uint8Array): Promise<Uint8Array> {
  const { bytes } = await importPdf(upload, testFonts);
  expect(qpdfProblems(bytes)).toBe('');
  return bytes;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** qpdf's report on a file. */
function byQpdf(pdf: Uint8Array, ...options: readonly string[]): Buffer {
  return withFolder((folder) => {
    const [input, output] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
    writeFileSync(input, pdf);
    outputOf('qpdf', ['--allow-weak-crypto', ...options, input, output]);
    return readFileSync(output);
  });
}

describe('names', () => {
  test('of fonts in GBK are kept, with and without escapes', async () => {
    const fonts = ['/#CB#CE#CC#E5', '/\xba\xda\xcc\xe5', '/Fang#20Song#2CBold'];
    const objects = fonts.map((font) => HELVETICA.replace('/Helvetica', font));
    const names = '/#B7#C2 5 0 R /\xb7\xc3 6 0 R /F#231 7 0 R';
    const text = ['/#B7#C2', '/\xb7\xc3', '/F#231'].map(
      (font, line) => `BT ${font} 20 Tf 72 ${700 - 30 * line} Td (Line ${line}) Tj ET`,
    );
    const content = streamText('', Buffer.from(text.join('\n'), 'latin1'));
    const upload = onePagePdf(content, objects, `/Resources <</Font <<${names}>>>>`);
    const bytes = await imported(upload);
    expect(latin1(bytes)).toContain('/BaseFont /#cb#ce#cc#e5');
    expect(latin1(bytes)).toContain('/BaseFont /#ba#da#cc#e5');
    expect(latin1(bytes)).toContain('/BaseFont /Fang#20Song,Bold');
    for (const line of [0, 1, 2]) expect(pdftotext(bytes)).toContain(`Line ${line}`);
  });

  test('of fonts embedded directly in the resources refer to objects afterwards', async () => {
    const bytes = await imported(onePagePdf(SHOWS_TEXT, [], `/Resources <</Font <</F1 ${HELVETICA}>>>>`));
    expect(pdffonts(bytes)).toMatch(/Helvetica .* [1-9]\d* +0\n/);
  });
});

describe('forms', () => {
  const form = (fields: string, more = ''): string =>
    `/AcroForm <</Fields [${fields}] ${more} /DA (/Helv 12 Tf 0 g) /DR <</Font <</Helv 5 0 R>>>>>>`;
  const widget = '/Type /Annot /Subtype /Widget /Rect [100 600 300 630]';
  const upload = (field: string, more = '', page = ''): Buffer =>
    onePagePdf(
      SHOWS_TEXT,
      [HELVETICA, `<<${widget} ${field}>>`],
      `${WITH_FONT} /Annots [6 0 R] ${page}`,
      form('6 0 R', more),
    );

  test('a value without an appearance is drawn in its field', async () => {
    expect(pdftotext(await imported(upload('/FT /Tx /T (a) /V (Party A)')))).toContain('Party A');
    const turned = await imported(upload('/FT /Tx /T (a) /V (Party A) /MK <</R 90>>', '', '/Rotate 90'));
    expect(pdftotext(turned)).toContain('Party A');
    const combed = await imported(upload('/FT /Tx /T (a) /V (1234) /MaxLen 8 /Ff 16777216'));
    expect(pdftotext(combed).replace(/\s/g, '')).toContain('1234');
  });

  test('a Chinese value is drawn though the form has no font for it', async () => {
    const utf16 = Buffer.from('甲方：北京云签', 'utf16le').swap16().toString('hex');
    const bytes = await imported(upload(`/FT /Tx /T (a) /V <FEFF${utf16}>`));
    expect(pdftotext(bytes)).toContain('甲方：北京云签');
  });

  test('the export value of a list is displayed as its text', async () => {
    const choice = '/FT /Ch /Ff 131072 /T (a) /V (2) /Opt [[(1) (Monthly)] [(2) (Quarterly)]]';
    expect(pdftotext(await imported(upload(choice)))).toContain('Quarterly');
  });

  test('a value with NeedAppearances replaces a stale appearance', async () => {
    const stale = streamText(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 30] /Resources <</Font <</Helv 5 0 R>>>>',
      Buffer.from('BT /Helv 12 Tf 2 9 Td (Stale) Tj ET'),
    );
    const field = `<<${widget} /FT /Tx /T (a) /V (Fresh) /AP <</N 7 0 R>>>>`;
    const text = async (more: string): Promise<string> =>
      pdftotext(
        await imported(
          onePagePdf(
            SHOWS_TEXT,
            [HELVETICA, field, stale],
            `${WITH_FONT} /Annots [6 0 R]`,
            form('6 0 R', more),
          ),
        ),
      );
    expect(await text('/NeedAppearances true')).toContain('Fresh');
    expect(await text('')).toContain('Stale');
  });
});

describe('annotations', () => {
  test('hidden ones are dropped, visible ones painted, web links kept and other links dropped', async () => {
    const red = streamText(
      '/Type /XObject /Subtype /Form /BBox [0 0 10 10]',
      Buffer.from('1 0 0 rg 0 0 10 10 re f'),
    );
    const stamp = (flags: number, left: number): string =>
      `<</Type /Annot /Subtype /Stamp /F ${flags} /Rect [${left} 100 ${left + 30} 130] /AP <</N 6 0 R>>>>`;
    const link = (address: string): string =>
      `<</Type /Annot /Subtype /Link /Border [0 0 0] /Rect [10 10 20 20] /A <</S /URI /URI (${address})>>>>`;
    const annotations = [
      stamp(4, 100),
      stamp(2, 200),
      stamp(32, 300),
      stamp(0, 400),
      link('https://example.com/a'),
      link('javascript:alert(1)'),
      '<</Type /Annot /Subtype /Popup /Open true /Rect [0 500 300 800]>>',
    ];
    const references = annotations.map((_, index) => `${index + 7} 0 R`).join(' ');
    const bytes = await imported(
      onePagePdf(SHOWS_TEXT, [HELVETICA, red, ...annotations], `${WITH_FONT} /Annots [${references}]`),
    );
    const bounds = boundsOf(await render(bytes, 1, 72), isRed);
    expect(bounds.left).toBe(100);
    expect(bounds.right).toBe(430);
    expect(bounds.count).toBe(2 * 30 * 30);
    expect(latin1(bytes)).toContain('https://example.com/a');
    expect(latin1(bytes)).not.toMatch(/javascript|Popup|Stamp/);
  });

  test('a stamp in a disabled layer is not displayed', async () => {
    const red = streamText(
      '/Type /XObject /Subtype /Form /BBox [0 0 10 10]',
      Buffer.from('1 0 0 rg 0 0 10 10 re f'),
    );
    const stamp = '<</Type /Annot /Subtype /Stamp /OC 7 0 R /Rect [100 100 130 130] /AP <</N 6 0 R>>>>';
    const layer = '<</Type /OCG /Name (Draft)>>';
    const layers = '/OCProperties <</OCGs [7 0 R] /D <</OFF [7 0 R]>>>>';
    const bytes = await imported(
      onePagePdf(SHOWS_TEXT, [HELVETICA, red, layer, stamp], `${WITH_FONT} /Annots [8 0 R]`, layers),
    );
    expect(boundsOf(await render(bytes, 1, 72), isRed).count).toBe(0);
  });
});

describe('signed uploads', () => {
  test('are accepted with the appearance of their signatures, and reported', async () => {
    const signer = await makeTestSigner('ecdsa-p256-sha256');
    const signed = await signDocument(
      await preparedPdf([{}]),
      actOf(signer, [placement('sig-1-1')]),
      signer.sign,
      testFonts,
    );
    const again = await importPdf(signed, testFonts);
    expect(again.signed).toBe(true);
    expect(boundsOf(await render(again.bytes, 1, 72), isRed).count).toBeGreaterThan(10_000);
    expect(latin1(again.bytes)).not.toMatch(/ByteRange|AcroForm|Widget/);
    expect((await importPdf(await preparedPdf([{}]), testFonts)).signed).toBe(false);
  });
});

describe('equivalent notations of one file', () => {
  test.each([
    ['linearized', ['--linearize']],
    ['object streams', ['--object-streams=generate']],
    ['object streams, linearized', ['--object-streams=generate', '--linearize']],
    ['an owner password, RC4 40', ['--encrypt', '', 'owner', '40', '--']],
    ['an owner password, RC4 128', ['--encrypt', '', 'owner', '128', '--use-aes=n', '--']],
    ['an owner password, AES 128', ['--encrypt', '', 'owner', '128', '--use-aes=y', '--']],
    ['an owner password, AES 256', ['--encrypt', '', 'owner', '256', '--']],
    ['an owner password, AES 256 of Acrobat 9', ['--encrypt', '', 'owner', '256', '--force-R5', '--']],
    ['an owner password, clear metadata', ['--encrypt', '', 'owner', '128', '--cleartext-metadata', '--']],
    [
      'an owner password, nothing allowed',
      ['--encrypt', '', 'owner', '256', '--modify=none', '--print=none', '--extract=n', '--'],
    ],
    [
      'an owner password, object streams',
      ['--encrypt', '', 'owner', '256', '--', '--object-streams=generate'],
    ],
  ])('%s', async (_, options) => {
    const bytes = await imported(byQpdf(await uploadedPdf([{ text: 'Confidential' }, {}]), ...options));
    expect(pdftotext(bytes)).toContain('Confidential');
    expect(latin1(bytes)).not.toMatch(/Encrypt|ObjStm|XRef|Linearized/);
  });

  test('damage that leaves the pages intact: junk before and after, wrong tables, a truncated end', async () => {
    const sound = onePagePdf(SHOWS_TEXT, [HELVETICA], WITH_FONT).toString('latin1');
    const damaged = [
      `From: somebody@example.com\r\n\r\n${sound}`,
      `${sound}<html>not found</html>${' '.repeat(3000)}`,
      sound.replace(/startxref\n\d+/, 'startxref\n7'),
      sound.replace(/\d{10} 00000 n/g, '0000000021 00000 n'),
      sound.slice(0, sound.indexOf('xref\n0')),
      sound.replace(/\/Length \d+/, '/Length 7'),
      sound.replace(/\/Length \d+/, '/Length 999999'),
      sound.replaceAll('endobj', ''),
      sound.replaceAll('\n', '\r'),
      sound.replace('/Type /Catalog /Pages', '/Pages'),
    ];
    for (const upload of damaged) {
      expect(pdftotext(await imported(Buffer.from(upload, 'latin1'))), upload.slice(0, 40)).toContain(
        'Contract',
      );
    }
  });

  const page = (parent = 2) => `<</Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842]>>`;
  const ofThree = (...kids: readonly string[]) => [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3>>',
    ...kids,
  ];

  test.each([
    ['leads to an object of another kind', handMadePdf(ofThree(page(), '<</Type /Font>>', page()))],
    ['leads to a number', handMadePdf(ofThree(page(), '7', page()))],
    ['leads to nothing', handMadePdf(ofThree(page(), page()))],
    ['has a branch without leaves', handMadePdf(ofThree(page(), '<</Type /Pages>>', page()))],
    [
      'is lost, and leaves pages behind that nothing leads to',
      Buffer.from(
        handMadePdf(ofThree('<</Type /Font>>', page(), page(), page()))
          .toString('latin1')
          .replace(/startxref\n\d+/, ''),
        'latin1',
      ),
    ],
  ])(
    'a page tree that %s is refused, because a missing page makes another contract',
    async (_what, upload) => {
      await expect(importPdf(upload, testFonts)).rejects.toMatchObject({ reason: 'BROKEN' });
    },
  );

  test('pages removed by a later revision are not considered missing', async () => {
    const upload = handMadePdf(ofThree(page(), page(), page(), page()));
    expect((await importPdf(upload, testFonts)).pages).toHaveLength(3);
  });

  test('attributes inherited by the page, through chains of references', async () => {
    const upload = handMadePdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox 6 0 R /Rotate 8 0 R /Resources <</Font 9 0 R>>>>',
      '<</Type /Page /Parent 2 0 R /Contents [4 0 R]>>',
      SHOWS_TEXT,
      HELVETICA,
      '7 0 R',
      '[0 0 400 800]',
      '90',
      '<</F1 5 0 R>>',
    ]);
    const { bytes, pages } = await importPdf(upload, testFonts);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[1067, 533]]);
    expect(pdftotext(bytes)).toContain('Contract');
  });
});

describe('content after the page’s content is displayed, however that ends', () => {
  test.each([
    ['a string', '(never closed'],
    ['a hexadecimal string', '<41'],
    ['an array', '[ 1 2'],
    ['a dictionary', '/P <</MCID 0'],
    ['a text object', 'BT /F1 12 Tf'],
    ['a hidden layer', '/OC /Off BDC'],
    ['inline image data', 'BI /W 1 /H 1 /BPC 8 /CS /G ID \0'],
    ['open graphics states', 'q q q 0 0 1 1 re W n'],
    ['too many restores', 'Q Q Q'],
  ])('%s', async (_, ending) => {
    const content = streamText(
      '',
      Buffer.from(`BT /F1 24 Tf 72 700 Td (Contract) Tj ET\n${ending}`, 'latin1'),
    );
    const layer = '<</Type /OCG /Name (Off)>>';
    const layers = '/OCProperties <</OCGs [6 0 R] /D <</OFF [6 0 R]>>>>';
    const resources = '/Resources <</Font <</F1 5 0 R>> /Properties <</Off 6 0 R>>>>';
    const bytes = await imported(onePagePdf(content, [HELVETICA, layer], resources, layers));
    const filled = await prepareDocument(bytes, { values: [value('甲方盖章')], areas: [] }, testFonts);
    expect(pdftotext(bytes)).toContain('Contract');
    expect(pdftotext(filled)).toContain('甲方盖章');
    const [before, after] = [await render(bytes, 1, 72), await render(filled, 1, 72)];
    expect(boundsOf(after, isInk).count).toBeGreaterThan(boundsOf(before, isInk).count + 100);
  });
});

test('a PDF/A claim is removed, page labels and bookmarks are kept', async () => {
  const metadata = streamText(
    '/Type /Metadata /Subtype /XML',
    Buffer.from('<x:xmpmeta><pdfaid:part>1</pdfaid:part></x:xmpmeta>'),
  );
  const outlines = '<</Type /Outlines /First 8 0 R /Last 8 0 R /Count 1>>';
  const item = '<</Title (Chapter) /Parent 7 0 R /Dest [3 0 R /Fit]>>';
  const catalog = '/Metadata 6 0 R /Outlines 7 0 R /PageLabels <</Nums [0 <</S /r>>]>>';
  const bytes = await imported(
    onePagePdf(SHOWS_TEXT, [HELVETICA, metadata, outlines, item], WITH_FONT, catalog),
  );
  expect(latin1(bytes)).not.toMatch(/pdfaid|Metadata/);
  expect(latin1(bytes)).toMatch(/\/Title \(Chapter\)/);
  expect(latin1(bytes)).toContain('/PageLabels');
});
