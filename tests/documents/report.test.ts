import { loadFonts } from '@cinnabar/server/documents/fonts.js';
import { setReport } from '@cinnabar/server/documents/report/set-report.js';
import { describe, expect, it } from 'vitest';
import { pdffonts, pdftotext, qpdfProblems } from './support/tools.js';

const library = loadFonts();
const report = { title: '报告', subtitle: '副题', blocks: [], foot: '页脚', attachments: [] };

/** The text of each page, without blanks. */
const pagesOf = (pdf: Uint8Array): readonly string[] =>
  pdftotext(pdf)
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, ''));

describe('a report', () => {
  it('has its title on the first page, its foot and number on each, and embedded fonts', () => {
    const paragraphs = Array.from({ length: 60 }, (_, index) => ({
      kind: 'paragraph' as const,
      text: `第${index}段`,
    }));
    const pdf = setReport({ ...report, blocks: paragraphs }, library);
    expect(qpdfProblems(pdf)).toBe('');
    const pages = pagesOf(pdf);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toMatch(/^报告副题/);
    expect(pages[1]).not.toContain('副题');
    pages.forEach((page, index) => {
      expect(page).toContain('页脚');
      expect(page).toContain(`${index + 1}/2`);
    });
    expect(pdffonts(pdf)).not.toMatch(/\bno\b +(yes|no) +(yes|no) +\d+ +\d+$/m);
  });

  it('says everything, each text once', () => {
    const texts = Array.from({ length: 120 }, (_, index) => `条目${index}号`);
    const blocks = [
      { kind: 'facts' as const, title: null, facts: texts.map((text) => ['名称', text] as const) },
    ];
    const text = pagesOf(setReport({ ...report, blocks }, library)).join('');
    for (const each of texts) expect(text.split(each)).toHaveLength(2);
  });
});

describe('a table', () => {
  it('goes on overleaf under its head', () => {
    const columns = [
      { header: '左栏', share: 0.5 },
      { header: '右栏', share: 0.5 },
    ];
    const rows = Array.from({ length: 100 }, (_, index) => [`行${index}`, '一\n二']);
    const pages = pagesOf(setReport({ ...report, blocks: [{ kind: 'table', columns, rows }] }, library));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.split('左栏')).toHaveLength(2);
  });
});

describe('a character that no font has', () => {
  it('is shown as a box, and the rest as it is', () => {
    const blocks = [{ kind: 'paragraph' as const, text: '前😀中😀🎉后' }];
    expect(pagesOf(setReport({ ...report, blocks }, library))[0]).toContain('前□中□□后');
  });
});
