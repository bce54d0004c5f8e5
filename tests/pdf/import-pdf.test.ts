import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { DocumentRefused } from '@cinnabar/pdf/model.js';
import {
  PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfStream,
  PdfString,
  StandardFonts,
} from '@libpdf/core';
import { describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { difference, pdftotext, qpdfProblems, render, withFolder } from '../support/pdf/pdf-tools.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';
import { outputOf } from '../support/programs.js';

async function refusalOf(bytes: Uint8Array): Promise<string | null> {
  return importPdf(bytes, testFonts).then(
    () => null,
    (error: unknown) => {
      if (error instanceof DocumentRefused) return error.reason;
      throw error;
    },
  );
}

async function expectSamePages(before: Uint8Array, after: Uint8Array, pages: number): Promise<void> {
  for (let page = 1; page <= pages; page += 1) {
    const [one, other] = [await render(before, page, 50), await render(after, page, 50)];
    expect(difference(one, other), `page ${page}`).toBeLessThan(0.0005);
  }
}

describe('the normalised document', () => {
  test('is a single classic revision of PDF 1.7, whatever the input', async () => {
    const source = PDF.create();
    source.addPage({ size: 'a4' }).drawText('Contract', { x: 72, y: 700 });
    const withObjectStreams = await source.save({ useXRefStream: true });
    const { bytes } = await importPdf(withObjectStreams, testFonts);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text.match(/^xref$/gm)).toHaveLength(1);
    expect(text).not.toMatch(/\/XRef|\/ObjStm|\/Prev/);
    expect(qpdfProblems(bytes)).toBe('');
    await expectSamePages(withObjectStreams, bytes, 1);
  });

  test('has page sizes as displayed, in px', async () => {
    const { pages } = await importPdf(
      await uploadedPdf([
        {},
        { rotate: 90 },
        { media: [0, 0, 700, 900], crop: [50, 100, 350, 500] },
        { media: [0, 0, 300, 420], userUnit: 2 },
      ]),
      testFonts,
    );
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [794, 1123],
      [1123, 794],
      [400, 533],
      [800, 1120],
    ]);
  });

  test('is reproducible, and a second import changes nothing visible', async () => {
    const source = await uploadedPdf([{}, { rotate: 90 }]);
    const [one, other] = [await importPdf(source, testFonts), await importPdf(source, testFonts)];
    expect(Buffer.from(one.bytes).equals(other.bytes)).toBe(true);
    const again = await importPdf(one.bytes, testFonts);
    expect(again.pages).toEqual(one.pages);
    await expectSamePages(one.bytes, again.bytes, 2);
  });

  test('has fields as page content of the same appearance', async () => {
    const source = PDF.create();
    const page = source.addPage({ size: 'a4', rotate: 90 });
    const form = source.getOrCreateForm();
    const text = form.createTextField('party', { fontSize: 14 });
    page.drawField(text, { x: 100, y: 600, width: 200, height: 30 });
    text.setValue('Party A');
    const box = form.createCheckbox('agreed', {});
    page.drawField(box, { x: 100, y: 500, width: 20, height: 20 });
    box.check();
    const bytes = await source.save();
    const imported = await importPdf(bytes, testFonts);
    expect(pdftotext(imported.bytes)).toContain('Party A');
    expect(Buffer.from(imported.bytes).toString('latin1')).not.toMatch(/AcroForm|Widget/);
    await expectSamePages(bytes, imported.bytes, 1);
  });

  test('has no scripts, actions, files or permissions, but keeps web links and internal links', async () => {
    const source = PDF.create();
    const first = source.addPage({ size: 'a4' });
    const second = source.addPage({ size: 'a4' });
    first.drawText('x', { x: 10, y: 10, font: StandardFonts.Helvetica });
    const action = (kind: string, more: Record<string, PdfString | PdfArray>) =>
      PdfDict.of({ S: PdfName.of(kind), ...more });
    const link = (made: PdfDict) =>
      source.context.register(
        PdfDict.of({
          Type: PdfName.of('Annot'),
          Subtype: PdfName.of('Link'),
          Rect: PdfArray.of(...[10, 10, 100, 30].map((value) => PdfNumber.of(value))),
          A: made,
        }),
      );
    first.dict.set(
      'Annots',
      PdfArray.of(
        link(action('URI', { URI: PdfString.fromString('https://example.com/terms') })),
        link(action('GoTo', { D: PdfArray.of(second.ref, PdfName.of('Fit')) })),
        link(action('JavaScript', { JS: PdfString.fromString('app.alert(1)') })),
        link(action('Launch', { F: PdfString.fromString('calc.exe') })),
      ),
    );
    const catalog = source.context.catalog.getDict();
    catalog.set('OpenAction', action('JavaScript', { JS: PdfString.fromString('app.alert(2)') }));
    catalog.set('AA', PdfDict.of({ WC: action('JavaScript', { JS: PdfString.fromString('app.alert(3)') }) }));
    catalog.set('Perms', PdfDict.of({}));
    first.dict.set(
      'AA',
      PdfDict.of({ O: action('JavaScript', { JS: PdfString.fromString('app.alert(4)') }) }),
    );
    source.addAttachment('secret.txt', Buffer.from('not for the contract'));
    const { bytes } = await importPdf(await source.save(), testFonts);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).not.toMatch(/JavaScript|alert|Launch|calc|OpenAction|\/AA|Perms|EmbeddedFile|secret/);
    expect(text).toContain('https://example.com/terms');
    expect(text).toMatch(/\/Dest \[\d+ 0 R \/Fit\]/);
    expect(qpdfProblems(bytes)).toBe('');
  });

  test('keeps resource names that would be actions or files elsewhere', async () => {
    const source = PDF.create();
    const page = source.addPage({ size: 'a4' });
    const font = PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type1'),
      BaseFont: PdfName.of('Helvetica'),
      // Looks like an action, but is not.
      S: PdfName.of('JavaScript'),
    });
    const names = ['AA', 'JS', 'A', 'EF', 'AF'];
    const fonts = PdfDict.of(Object.fromEntries(names.map((name) => [name, source.context.register(font)])));
    page.dict.set('Resources', source.context.register(PdfDict.of({ Font: source.context.register(fonts) })));
    const text = names.map(
      (name, index) => `BT /${name} 12 Tf 50 ${700 - 20 * index} Td (Font ${name}) Tj ET`,
    );
    page.dict.set('Contents', source.context.register(new PdfStream([], Buffer.from(text.join('\n')))));
    const { bytes } = await importPdf(await source.save(), testFonts);
    for (const name of names) expect(pdftotext(bytes)).toContain(`Font ${name}`);
  });

  test('an owner password does not prevent an import', async () => {
    const source = await uploadedPdf([{ text: 'Confidential' }]);
    for (const bits of ['128', '256']) {
      const locked = withFolder((folder) => {
        writeFileSync(join(folder, 'in.pdf'), source);
        const options = [
          '--allow-weak-crypto',
          '--encrypt',
          '',
          'owner',
          bits,
          '--',
          join(folder, 'in.pdf'),
          join(folder, 'out.pdf'),
        ];
        outputOf('qpdf', options);
        return readFileSync(join(folder, 'out.pdf'));
      });
      const { bytes } = await importPdf(locked, testFonts);
      expect(pdftotext(bytes)).toContain('Confidential');
      expect(Buffer.from(bytes).toString('latin1')).not.toContain('Encrypt');
    }
  });
});

describe('refusals', () => {
  test('not a PDF', async () => {
    expect(await refusalOf(Buffer.from(''))).toBe('NOT_A_PDF');
    expect(await refusalOf(Buffer.from('<html>hello</html>'))).toBe('NOT_A_PDF');
    expect(await refusalOf(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBe('NOT_A_PDF');
  });

  test('nothing recoverable', async () => {
    expect(await refusalOf(Buffer.from('%PDF-1.7\nhello'))).toBe('BROKEN');
  });

  test('a user password', async () => {
    const locked = withFolder((folder) => {
      outputOf('qpdf', ['--empty', '--encrypt', 'user', 'owner', '256', '--', join(folder, 'out.pdf')]);
      return readFileSync(join(folder, 'out.pdf'));
    });
    expect(await refusalOf(locked)).toBe('PASSWORD');
  });

  test('no pages, or too many', async () => {
    expect(await refusalOf(await PDF.create().save())).toBe('NO_PAGES');
    const many = PDF.create();
    for (let page = 0; page < 500; page += 1) many.addPage({ size: 'a4' });
    expect(await refusalOf(await many.save())).toBeNull();
    many.addPage({ size: 'a4' });
    expect(await refusalOf(await many.save())).toBe('TOO_MANY_PAGES');
  });

  test('a dynamic XFA form', async () => {
    const source = PDF.create();
    source.addPage({ size: 'a4' });
    const catalog = source.context.catalog.getDict();
    catalog.set('NeedsRendering', PdfBool.of(true));
    const xfa = source.context.register(new PdfStream([], Buffer.from('<xdp/>')));
    catalog.set('AcroForm', PdfDict.of({ Fields: PdfArray.of(), XFA: xfa }));
    expect(await refusalOf(await source.save())).toBe('DYNAMIC_FORM');
  });
});

test('a truncated file is recovered or refused, never a crash', async () => {
  const source = await uploadedPdf([{}, {}, {}]);
  for (let length = source.length; length > 0; length -= 97) {
    const reason = await refusalOf(source.subarray(0, length));
    if (reason !== null) expect(['BROKEN', 'NO_PAGES', 'NOT_A_PDF']).toContain(reason);
  }
});
