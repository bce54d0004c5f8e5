import { layoutText, refusalOfValue, type TextLayout } from '@cinnabar/pdf/layout/text-layout.js';
import { DrawingRefused, type TextStyle } from '@cinnabar/pdf/model.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testFonts } from '../support/fonts.js';

const fonts = testFonts;

const style: TextStyle = {
  font: 'SimSun',
  fontSize: 20,
  color: '#000000',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};

interface Box {
  readonly width: number;
  readonly height: number;
  readonly multiLine?: boolean;
  readonly alignment?: TextStyle['alignment'];
  readonly font?: TextStyle['font'];
}

function layOut(
  text: string,
  { width, height, multiLine = false, alignment = 'left', font = 'SimSun' }: Box,
): TextLayout {
  return layoutText(fonts, {
    text,
    style: { ...style, alignment, font },
    width,
    height,
    multiLine,
    label: '金额',
  });
}

const linesOf = (layout: TextLayout): readonly string[] =>
  layout.lines.map((line) => line.runs.map((run) => run.text).join(''));

function refusal(act: () => unknown): DrawingRefused {
  try {
    act();
  } catch (error) {
    if (error instanceof DrawingRefused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a single line', () => {
  it('keeps its size if it fits, vertically centred', () => {
    const layout = layOut('合同金额', { width: 200, height: 60 });
    expect(layout.fontSize).toBe(20);
    const line = layout.lines[0];
    expect(line?.width).toBeCloseTo(80, 6);
    // The ink of 国 is centred in the box: its middle is 0.38 em above the baseline.
    expect(line?.y).toBeCloseTo(30 + (fonts.face('SimSun', false).ideographMiddle / 1000) * 20, 6);
  });

  it('shrinks to fit the width, and is refused below 60 %', () => {
    expect(layOut('一二三四五六七八九十', { width: 160, height: 30 }).fontSize).toBeCloseTo(16, 6);
    expect(layOut('一二三四五六七八九十', { width: 120, height: 30 }).fontSize).toBeCloseTo(12, 6);
    const refused = refusal(() => layOut('一二三四五六七八九十', { width: 119, height: 30 }));
    expect([refused.reason, refused.label, refused.character]).toEqual(['OVERFLOW', '金额', null]);
  });

  it('shrinks to fit a low box too', () => {
    expect(layOut('甲方', { width: 200, height: 18 }).fontSize).toBeCloseTo(15, 6);
    expect(refusal(() => layOut('甲方', { width: 200, height: 14 })).reason).toBe('OVERFLOW');
  });

  it('has its line breaks turned into spaces', () => {
    expect(linesOf(layOut('甲方\n乙方\r\n丙方', { width: 300, height: 30 }))).toEqual(['甲方 乙方 丙方']);
  });

  it('is aligned left, centre or right', () => {
    const x = (alignment: TextStyle['alignment']) =>
      layOut('甲方', { width: 100, height: 30, alignment }).lines[0]?.runs[0]?.x;
    expect(x('left')).toBe(0);
    expect(x('center')).toBeCloseTo(30, 6);
    expect(x('right')).toBeCloseTo(60, 6);
  });

  it('that is empty or blank draws nothing', () => {
    expect(layOut('', { width: 100, height: 30 }).lines).toEqual([]);
    expect(layOut(' \n\t', { width: 100, height: 30 }).lines).toEqual([]);
  });
});

describe('several lines', () => {
  const box = { width: 100, height: 200, multiLine: true };

  it('wrap at the width, from the top', () => {
    const layout = layOut('一二三四五六七八九十甲乙', box);
    expect(linesOf(layout)).toEqual(['一二三四五', '六七八九十', '甲乙']);
    expect(layout.fontSize).toBe(20);
    const [first, second] = layout.lines;
    expect(first?.y).toBeCloseTo(12 + (fonts.face('SimSun', false).ideographMiddle / 1000) * 20, 6);
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(26, 6);
  });

  it('never begin with a closing mark or end with an opening one', () => {
    expect(linesOf(layOut('一二三四五，六七', box))).toEqual(['一二三四', '五，六七']);
    expect(linesOf(layOut('一二三四（五六）', box))).toEqual(['一二三四', '（五六）']);
    expect(linesOf(layOut('一二三四五。”六', box))).toEqual(['一二三四', '五。”六']);
    expect(linesOf(layOut('一二三四……五六', box))).toEqual(['一二三', '四……五六']);
    expect(linesOf(layOut('一二三四《合同》', box))).toEqual(['一二三四', '《合同》']);
  });

  it('keep Latin words and numbers whole if they fit', () => {
    expect(linesOf(layOut('签订Cinnabar合同', box))).toEqual(['签订', 'Cinnabar', '合同']);
    expect(linesOf(layOut('价款￥123.50元', box))).toEqual(['价款', '￥123.50', '元']);
    expect(linesOf(layOut('see the annex here', box))).toEqual(['see the', 'annex', 'here']);
  });

  it('break a word longer than a line', () => {
    const lines = linesOf(layOut('AAAAAAAAAAAAAAAA', box));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe('AAAAAAAAAAAAAAAA');
  });

  it('keep the text’s line breaks and blank lines, except at its end', () => {
    expect(linesOf(layOut('甲\r\n\n乙\n\n', box))).toEqual(['甲', '', '乙']);
  });

  it('shrink after wrapping, and are refused below 60 %', () => {
    const text = '一二三四五六七八九十'.repeat(2);
    const layout = layOut(text, { width: 100, height: 70, multiLine: true });
    expect(layout.fontSize).toBeLessThan(20);
    expect(layout.fontSize).toBeGreaterThanOrEqual(12);
    expect(refusal(() => layOut(text.repeat(4), { width: 100, height: 70, multiLine: true })).reason).toBe(
      'OVERFLOW',
    );
    expect(refusal(() => layOut('甲', { width: 10, height: 70, multiLine: true })).reason).toBe('OVERFLOW');
  });

  it('always stay within the box, lose no character and break no rule, whatever the text', () => {
    const word = fc.constantFrom('合同', '甲', '乙方', 'Cinnabar', 'PDF', '2026', '￥1,234.50');
    const phrase = fc
      .tuple(
        fc.constantFrom('', '（', '《', '“'),
        word,
        fc.constantFrom('', '，', '。', '）、', '》', '”；', '……', '——', '\n', ' '),
      )
      .map((parts) => parts.join(''));
    const texts = fc.array(phrase, { maxLength: 40 }).map((phrases) => phrases.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 200, max: 400 }), (text, width) => {
        const layout = layOut(text, { width, height: 3000, multiLine: true });
        const drawn = linesOf(layout).join('');
        expect(drawn.replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));

        const paragraphStarts = new Set(
          text.split('\n').map((paragraph) => paragraph.trimStart().slice(0, 2)),
        );
        for (const [index, line] of layout.lines.entries()) {
          expect(line.width).toBeLessThanOrEqual(width + 1e-6);
          const shown = linesOf(layout)[index] ?? '';
          if (!paragraphStarts.has(shown.slice(0, 2))) expect(shown).not.toMatch(/^[，。、；）》”…—]/u);
          if (!text.includes(`${shown.slice(-1)}\n`))
            expect(`${text.endsWith(shown) ? '' : shown}`).not.toMatch(/[（《“￥]$/u);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('characters', () => {
  it('missing in the font are taken from another face, in runs', () => {
    const [line] = layOut('张䶵明', { width: 200, height: 30, font: 'KaiTi' }).lines;
    expect(line?.runs.map((run) => [run.face.id, run.text, run.x])).toEqual([
      ['lxgw-wenkai-400', '张', 0],
      ['noto-serif-sc-400', '䶵', 20],
      ['lxgw-wenkai-400', '明', 40],
    ]);
  });

  it('in no face are reported, with the value', () => {
    const refused = refusal(() => layOut('谢谢😀', { width: 200, height: 30 }));
    expect([refused.reason, refused.label, refused.character]).toEqual(['MISSING_GLYPH', '金额', '😀']);
    expect(refusal(() => layOut('a\u0007b', { width: 200, height: 30 })).character).toBe('\u0007');
    expect(refusal(() => layOut('a\ud800b', { width: 200, height: 30 })).character).toBe('\ud800');
  });

  it('with marks are composed, and variation selectors and direction controls are dropped', () => {
    const drawn = (text: string) => linesOf(layOut(text, { width: 400, height: 30 }))[0];
    expect(drawn('Cafe\u0301')).toBe('Café');
    expect(drawn('葛\u{e0101}城')).toBe('葛城');
    expect(drawn('\u202e100\u202c\u200d元\ufeff')).toBe('100元');
    // A compatibility ideograph is a distinct character in a person's name.
    expect(drawn('\uf9dc')).toBe('\uf9dc');
  });
});

it('values are checked without drawing', () => {
  const value = { label: '备注', text: '一二三', multiLine: false, style };
  expect(
    refusalOfValue(fonts, { ...value, box: { page: 1, x: 0, y: 0, width: 100, height: 30 } }),
  ).toBeNull();
  expect(
    refusalOfValue(fonts, { ...value, box: { page: 1, x: 0, y: 0, width: 30, height: 30 } })?.reason,
  ).toBe('OVERFLOW');
});
