import type { OfficeConverter } from '@cinnabar/server/providers/office/port.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../support/pdf/conversion-refusal.js';
import { docx, odt, paragraph, rtf, run } from '../support/pdf/office-files.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';

export interface OfficeUnderTest {
  readonly adapter: OfficeConverter;
  close(): Promise<void>;
}

/** The contract of every converter of office documents. */
export function officeContract(open: () => Promise<OfficeUnderTest>): void {
  describe('office documents', () => {
    let under: OfficeUnderTest;

    // Started once for all tests: LibreOffice takes seconds.
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    // Files of the format rtf are converted below.
    test.each([
      ['odt', () => odt('<text:p>保密协议</text:p>'), '保密协议'],
      ['docx', () => docx({ body: paragraph(run('采购合同', '宋体')) }), '采购合同'],
    ] as const)('of the format %s become a PDF with their text', async (format, document, text) => {
      const pdf = await under.adapter.toPdf(document(), format, 1);
      expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
      expect(pdftotext(pdf)).toContain(text);
    });

    test('that are broken are refused, and the next one is converted', async () => {
      expect(await refusalOf(under.adapter.toPdf(docx({ body: '<w:p>' }), 'docx', 1))).toBe('BROKEN');
      expect(pdftotext(await under.adapter.toPdf(rtf('下一份', 'SimSun'), 'rtf', 1))).toContain('下一份');
    });

    test('of several owners are converted separately under concurrency', async () => {
      const texts = ['甲公司的合同', '乙公司的合同'];
      const converted = texts.map((text, index) =>
        under.adapter.toPdf(rtf(text, 'SimSun'), 'rtf', index + 1),
      );
      const seen = (await Promise.all(converted)).map((pdf) => pdftotext(pdf).trim());
      expect(seen).toEqual(texts);
    });
  });
}
