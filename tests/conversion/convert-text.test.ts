import { findFonts } from '@cinnabar/fonts';
import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { decodeText, looksLikeText } from '@cinnabar/pdf/convert/decode-text.js';
import { textToPdf } from '@cinnabar/pdf/convert/text-to-pdf.js';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { DocumentConverter } from '@cinnabar/server/conversion/document-converter.js';
import { describe, expect, it } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { pdffonts, pdftotext, pdftotextWords, qpdfProblems } from '../support/pdf/pdf-tools.js';

const library = testFonts;
const CONTRACT = '甲方：北京测试有限公司\r\n乙方：张三\r\n\r\n第一条　合同金额为 ￥12,345.67 元。';

/** GB 18030 of characters in GB 2312, by row and cell. */
const GB = {
  text: '合同编号：A-1\n',
  bytes: Buffer.from('bacfcdacb1e0bac5a3ba412d310a', 'hex'),
};
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('the encoding of a text', () => {
  it.each([
    ['UTF-8', Buffer.from(CONTRACT), CONTRACT],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${CONTRACT}`), CONTRACT],
    ['UTF-16, little end first, with a mark', Buffer.from(`\ufeff${CONTRACT}`, 'utf16le'), CONTRACT],
    ['UTF-16, big end first, with a mark', utf16be(`\ufeff${CONTRACT}`), CONTRACT],
    ['UTF-16, little end first, without a mark', Buffer.from(CONTRACT, 'utf16le'), CONTRACT],
    ['UTF-16, big end first, without a mark', utf16be(CONTRACT), CONTRACT],
    ['GB 18030', GB.bytes, GB.text],
    ['GB 18030 with four bytes a character', Buffer.from('8139ee39', 'hex'), '\u3400'],
    ['ASCII', Buffer.from('Lease\r\n'), 'Lease\r\n'],
  ])('%s is told', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
    expect(looksLikeText(bytes)).toBe(true);
  });

  it.each([
    ['a program', Buffer.from('\u007fELF\u0002')],
    ['nothing', Buffer.alloc(0)],
    ['zero bytes', Buffer.alloc(64)],
    ['half a surrogate pair', Buffer.from('fffe00d84100', 'hex')],
  ])('%s is no text', (_, bytes) => {
    expect(looksLikeText(bytes) && decodeText(bytes) !== null && decodeText(bytes) !== '').toBe(false);
  });

  it('bytes in no known encoding are refused', () => {
    expect(decodeText(Buffer.from('e4b8ffff', 'hex'))).toBeNull();
  });
});

const set = (text: string) => textToPdf(Buffer.from(text), library);

function refusalOf(text: string): string {
  try {
    set(text);
  } catch (error) {
    if (error instanceof ConversionRefused) return `${error.reason} ${error.detail}`;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a text becomes A4 pages', () => {
  it('with its line breaks and all of its characters', async () => {
    const pdf = set(CONTRACT);
    expect(qpdfProblems(pdf)).toBe('');
    const { pages } = await importPdf(pdf, testFonts);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[794, 1123]]);
    const lines = pdftotext(pdf)
      .split('\n')
      .map((line) => line.trim());
    expect(lines.slice(0, 2)).toEqual(['甲方：北京测试有限公司', '乙方：张三']);
    expect(lines.join('\n')).toMatch(/第一条\s+合同金额为 ￥12,345\.67 元。/);
    expect(pdffonts(pdf)).toMatch(/noto-serif-sc-400\s+CID TrueType\s+Identity-H\s+yes yes yes/);
  });

  it('with margins of 25 mm, and empty lines kept', () => {
    const words = pdftotextWords(set('甲\n\n乙'));
    const [first, second] = words;
    expect(first?.text).toBe('甲');
    expect(Math.abs((first?.left ?? 0) - 94.5)).toBeLessThan(3);
    expect((first?.top ?? 0) > 90 && (first?.top ?? 0) < 105).toBe(true);
    expect(Math.round((second?.top ?? 0) - (first?.top ?? 0))).toBe(44);
  });

  it('with long lines wrapped by Chinese rules: no line begins with a closing mark', () => {
    const lines = pdftotext(set('合同条款，'.repeat(60)))
      .split('\n')
      .map((line) => line.trim());
    expect(lines.join('')).toBe('合同条款，'.repeat(60));
    for (const line of lines) expect(line).not.toMatch(/^，/);
  });

  it('with tabs at tab stops, whatever precedes them', () => {
    const words = pdftotextWords(set('品名\t数量\n钢筋混凝\t12\na\tb'));
    const left = (text: string) => words.find((word) => word.text === text)?.left ?? 0;
    expect(Math.abs(left('数量') - left('b'))).toBeLessThan(2.5);
    expect(Math.abs(left('12') - left('b') - 56)).toBeLessThan(3);
  });

  it('with a new page at a form feed, and after a full page', async () => {
    const pages = pdftotext(set(`一\f二\n${'行\n'.repeat(100)}`))
      .split('\f')
      .filter((page) => page.trim() !== '');
    expect(pages.map((page) => page.trim().split(/\s+/).length)).toEqual([1, 42, 42, 17]);
  });

  it('with rare characters in the fonts that have them', () => {
    const pdf = set('𠮷野家 㛃 𬭎');
    expect(pdftotext(pdf)).toContain('𠮷野家 㛃 𬭎');
    expect(pdffonts(pdf)).toContain('lxgw-wenkai');
  });

  it('a character that no font contains is named', () => {
    expect(refusalOf('甲方\u{1f600}')).toBe('MISSING_GLYPH \u{1f600} (U+1F600)');
    expect(refusalOf('\ue000')).toBe('MISSING_GLYPH \ue000 (U+E000)');
  });

  it('nothing but white space, or more than 500 pages, is refused', () => {
    expect(refusalOf(' \r\n\t')).toMatch(/^EMPTY/);
    expect(refusalOf('行\n'.repeat(42 * 501))).toMatch(/^TOO_MANY_PAGES/);
    expect(set('行\n'.repeat(42 * 500)).length).toBeGreaterThan(1000);
  });
});

it('a text is converted in a process of its own', async () => {
  const office = {
    toPdf: () => Promise.reject(new Error('no office document')),
    close: async () => undefined,
  };
  const converter = new DocumentConverter({ office, fonts: findFonts() });
  expect(pdftotext(await converter.toPdf(Buffer.from(CONTRACT), 'txt', 1))).toContain('北京测试有限公司');
  await converter.close();
});
