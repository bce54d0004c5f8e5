import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jpegSize } from '@cinnabar/pdf/report/jpeg-size.js';
import { setReport } from '@cinnabar/pdf/report/set-report.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { pdffonts, pdftotext, qpdfProblems, withFolder } from '../support/pdf/pdf-tools.js';
import { outputOf } from '../support/programs.js';

const library = testFonts;
const report = { title: '报告', subtitle: '副题', blocks: [], foot: '页脚', attachments: [] };

/** The text of each page, without white space. */
const pagesOf = (pdf: Uint8Array): readonly string[] =>
  pdftotext(pdf)
    .split('\f')
    .slice(0, -1)
    .map((text) => text.replace(/\s+/g, ''));

describe('a report', () => {
  it('has its title on the first page, footer and number on each, and embedded fonts', () => {
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

  it('contains every text once', () => {
    const texts = Array.from({ length: 120 }, (_, index) => `条目${index}号`);
    const blocks = [
      { kind: 'facts' as const, title: null, facts: texts.map((text) => ['名称', text] as const) },
    ];
    const text = pagesOf(setReport({ ...report, blocks }, library)).join('');
    for (const each of texts) expect(text.split(each)).toHaveLength(2);
  });
});

describe('a table', () => {
  it('continues on the next page under its header', () => {
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

describe('a character that no font contains', () => {
  it('is displayed as a box, without affecting the others', () => {
    const blocks = [{ kind: 'paragraph' as const, text: '前😀中😀🎉后' }];
    expect(pagesOf(setReport({ ...report, blocks }, library))[0]).toContain('前□中□□后');
  });
});

describe('facts', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => [`名称${index}`, `值${index}号`] as const);
  const about = (title: string, count: number) => ({ kind: 'facts' as const, title, facts: many(count) });

  it('that would leave much of a page empty are split, with at least two on either page', () => {
    for (let before = 22; before < 34; before += 1) {
      const blocks = [about('前', before), about('后', 14)];
      const pages = pagesOf(setReport({ ...report, blocks }, library));
      expect(pages).toHaveLength(2);
      const beginning = pages[0]?.split('后')[1] ?? '';
      const begun = beginning.split('号').length - 1;
      expect([0, 1, 13]).not.toContain(beginning === '' ? 2 : begun);
    }
  });

  it('never leave their heading alone at the foot of a page', () => {
    for (let before = 20; before < 42; before += 1) {
      const blocks = [about('前', before), { kind: 'heading' as const, text: '标题' }, about('后', 6)];
      const page = pagesOf(setReport({ ...report, blocks }, library)).find((each) => each.includes('标题'));
      expect(page).toMatch(/标题后名称0值0号/);
    }
  });
});

describe('the header of a table', () => {
  it('is never alone at the foot of a page', () => {
    const columns = [{ header: '栏目', share: 1 }];
    for (let before = 20; before < 42; before += 1) {
      const facts = Array.from({ length: before }, (_, index) => [`名称${index}`, '值'] as const);
      const blocks = [
        { kind: 'facts' as const, title: null, facts },
        { kind: 'table' as const, columns, rows: [['唯一的一行']] },
      ];
      const page = pagesOf(setReport({ ...report, blocks }, library)).find((each) => each.includes('栏目'));
      expect(page).toContain('栏目唯一的一行');
    }
  });
});

describe('pictures', () => {
  const jpegOf = async (width: number, height: number): Promise<Uint8Array> =>
    sharp({ create: { width, height, channels: 3, background: '#B8321F' } })
      .jpeg()
      .toBuffer();

  it('are embedded byte for byte, in their own proportions, each beside its text', async () => {
    const [upright, flat] = [await jpegOf(210, 297), await jpegOf(297, 210)];
    const pictures = [
      { jpeg: upright, title: '第一幅', lines: ['甲', '乙'] },
      { jpeg: flat, title: '第二幅', lines: ['丙'] },
      { jpeg: null, title: '第三幅', lines: ['未能绘出'] },
    ];
    const pdf = setReport({ ...report, blocks: [{ kind: 'pictures', lead: '两幅：', pictures }] }, library);
    expect(qpdfProblems(pdf)).toBe('');
    expect(pagesOf(pdf)[0]).toMatch(/两幅：第一幅.*第二幅.*第三幅未能绘出/);
    const { embedded, list } = withFolder((folder) => {
      writeFileSync(join(folder, 'report.pdf'), pdf);
      const run = (...args: readonly string[]) => outputOf('pdfimages', [...args], { cwd: folder });
      run('-all', 'report.pdf', 'p');
      return {
        embedded: ['p-000.jpg', 'p-001.jpg'].map((name) => readFileSync(join(folder, name))),
        list: run('-list', 'report.pdf'),
      };
    });
    expect(embedded.map((bytes) => [upright, flat].findIndex((each) => bytes.equals(each)))).toEqual([0, 1]);
    // Horizontal and vertical resolution are equal.
    const resolutions = [...list.matchAll(/jpeg +no +\d+ +0 +(\d+) +(\d+)/g)];
    expect(resolutions).toHaveLength(2);
    for (const [, x, y] of resolutions) expect(Math.abs(Number(x) - Number(y))).toBeLessThanOrEqual(1);
  });

  it('are eight to a page, below their heading', async () => {
    const jpeg = await jpegOf(21, 30);
    const pictures = Array.from({ length: 16 }, (_, index) => ({
      jpeg,
      title: `图${index}幅`,
      lines: ['字'],
    }));
    const paragraphs = Array.from({ length: 30 }, () => ({ kind: 'paragraph' as const, text: '段' }));
    const blocks = [...paragraphs, { kind: 'pictures' as const, lead: '如下：', pictures }];
    const pages = pagesOf(setReport({ ...report, blocks }, library));
    expect(pages.map((page) => page.split('幅').length - 1)).toEqual([0, 8, 8]);
    expect(pages[1]).toMatch(/^如下：/);
  });

  it('are JPEGs with three components', async () => {
    const grey = await sharp(await jpegOf(9, 9))
      .extractChannel('red')
      .jpeg()
      .toBuffer();
    for (const bytes of [grey, Buffer.from('no picture'), new Uint8Array()])
      expect(() => jpegSize(bytes)).toThrow(RangeError);
  });
});
