import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FontsMissing, findFonts } from '@cinnabar/fonts';
import { oneFont } from '@cinnabar/pdf/fonts/font-files.js';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';
import { FontError } from '@cinnabar/pdf/fonts/true-type.js';
import type { FontName } from '@cinnabar/pdf/model.js';
import { describe, expect, it } from 'vitest';
import { collectionOf, compactFont } from './support/font-files.js';

const codePoint = (character: string): number => character.codePointAt(0) ?? 0;
const names: readonly FontName[] = ['SimSun', 'FangSong', 'KaiTi', 'SimHei'];
/** The face from which the collection below is made. */
const fonts500 = () => {
  const face = loadFonts(findFonts()).sealFaceFor(codePoint('1'), 'code');
  if (face === null) throw new Error('digits have a face');
  return face;
};
const require = createRequire(import.meta.resolve('@cinnabar/pdf/fonts/fonts.js'));

/** GB 2312 covers ordinary contracts: two bytes, rows B0 to F7. */
function gb2312Hanzi(): readonly string[] {
  const decoder = new TextDecoder('gb18030');
  const characters: string[] = [];
  for (let high = 0xb0; high <= 0xf7; high++) {
    for (let low = 0xa1; low <= 0xfe; low++) {
      const character = decoder.decode(Uint8Array.of(high, low));
      if (/^\p{Script=Han}$/u.test(character)) characters.push(character);
    }
  }
  return characters;
}

describe('the bundled fonts', () => {
  const fonts = loadFonts(findFonts());

  it('are TrueType with a glyph for every hanzi of GB 2312, in every name and weight', () => {
    const hanzi = gb2312Hanzi();
    expect(hanzi).toHaveLength(6763);
    for (const name of names) {
      for (const bold of [false, true]) {
        const face = fonts.face(name, bold);
        const missing = hanzi.filter((character) => !face.hasGlyph(codePoint(character)));
        expect([face.id, missing]).toEqual([face.id, []]);
        expect(face.advance(codePoint('国'))).toBe(face.unitsPerEm);
        expect(face.syntheticBold).toBe(false);
      }
    }
  });

  it('cover the four names of the interface, each with a bold weight of its own', () => {
    expect(names.map((name) => [fonts.face(name, false).id, fonts.face(name, true).id])).toEqual([
      ['noto-serif-sc-400', 'noto-serif-sc-700'],
      ['lxgw-wenkai-300', 'lxgw-wenkai-700'],
      ['lxgw-wenkai-400', 'lxgw-wenkai-700'],
      ['noto-sans-sc-400', 'noto-sans-sc-700'],
    ]);
  });

  it('fall back by character: the named face if possible, otherwise Noto Serif SC', () => {
    expect(fonts.faceFor(codePoint('合'), 'KaiTi', false)?.id).toBe('lxgw-wenkai-400');
    for (const rare of ['龘', '靐', '㛃', '𬭎', '䶮', '𫖯']) {
      for (const name of names) {
        const face = fonts.faceFor(codePoint(rare), name, false);
        expect(face?.hasGlyph(codePoint(rare)), `${rare} in ${name}`).toBe(true);
      }
    }
    const lacking = ['㛃', '㐀', '㐁', '䲝', '䶵'].find(
      (character) => !fonts.face('KaiTi', false).hasGlyph(codePoint(character)),
    );
    expect(lacking).toBeDefined();
    expect(fonts.faceFor(codePoint(lacking ?? ''), 'KaiTi', false)?.id).toBe('noto-serif-sc-400');
    expect(fonts.faceFor(codePoint(lacking ?? ''), 'KaiTi', true)?.id).toBe('noto-serif-sc-700');
  });

  it('report a character that no face contains', () => {
    expect(fonts.faceFor(codePoint('😀'), 'SimSun', false)).toBeNull();
    expect(fonts.faceFor(codePoint('𡋾'), 'SimSun', false)).toBeNull();
    expect(fonts.sealFaceFor(0x10ffff, 'ring')).toBeNull();
  });

  it('provide separate weights for seals', () => {
    expect(fonts.sealFaceFor(codePoint('北'), 'ring')?.id).toBe('noto-serif-sc-600');
    expect(fonts.sealFaceFor(codePoint('1'), 'code')?.id).toBe('noto-sans-sc-500');
  });

  it('yield outlines within the bounding box that the font states', () => {
    const face = fonts.face('SimSun', false);
    const { steps, xMin, xMax, yMin, yMax } = face.outline(codePoint('国'));
    expect(steps.filter((step) => step.kind === 'Z').length).toBeGreaterThanOrEqual(2);
    expect(steps.filter((step) => step.kind === 'M').length).toBe(
      steps.filter((step) => step.kind === 'Z').length,
    );
    expect(xMax - xMin).toBeGreaterThan(0.7 * face.unitsPerEm);
    expect((yMin + yMax) / 2).toBe(face.ideographMiddle);
    expect(face.ideographMiddle / face.unitsPerEm).toBeCloseTo(0.38, 1);
    expect(face.outline(0x20).steps).toEqual([]);
  });
});

describe("the operator's own fonts", () => {
  it('precede the bundled ones under their Windows names, ignoring case; missing weights are emboldened', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    symlinkSync(
      require.resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'),
      join(folder, 'SIMFANG.TTF'),
    );
    const fonts = loadFonts(findFonts({ fontDir: folder }));
    expect(fonts.face('FangSong', false).id).toBe('own-FangSong-regular');
    expect(fonts.face('FangSong', false).syntheticBold).toBe(false);
    expect(fonts.face('FangSong', true).syntheticBold).toBe(true);
    expect(fonts.face('FangSong', true).hasGlyph(codePoint('国'))).toBe(true);
    expect(fonts.face('SimSun', false).id).toBe('noto-serif-sc-400');
  });

  it('may be a collection, whose first font is used', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    const sans = require.resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf');
    writeFileSync(join(folder, 'simsun.ttc'), collectionOf(readFileSync(sans)));
    const face = loadFonts(findFonts({ fontDir: folder })).face('SimSun', false);
    expect([...face.bytes.subarray(0, 4)]).toEqual([0, 1, 0, 0]);
    expect(face.hasGlyph(codePoint('国'))).toBe(true);
    expect(face.outline(codePoint('国'))).toEqual(fonts500().outline(codePoint('国')));
  });

  it('may have CFF outlines, which become TrueType within half a unit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    writeFileSync(join(folder, 'FandolFang-Regular.otf'), compactFont());
    const face = loadFonts(findFonts({ fontDir: folder })).face('FangSong', false);
    expect(face.advance(codePoint('国'))).toBe(1000);
    const { steps, ...box } = face.outline(codePoint('国'));
    expect(box).toEqual({ xMin: 100, yMin: -20, xMax: 900, yMax: 780 });
    let from = { x: 0, y: 0 };
    for (const step of steps) {
      if (step.kind === 'Z') continue;
      if (step.kind === 'Q') {
        const x = (from.x + 2 * step.x1 + step.x) / 4;
        const y = (from.y + 2 * step.y1 + step.y) / 4;
        expect(Math.abs(Math.hypot(x - 500, y - 380) - 400)).toBeLessThan(1.5);
      }
      from = step;
    }
    // The second time it is read from the cached conversion.
    expect(loadFonts(findFonts({ fontDir: folder })).face('FangSong', false).bytes).toEqual(face.bytes);
  });

  it('are refused with the reason if they are not TrueType, damaged, or missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    writeFileSync(join(folder, 'simsun.ttf'), 'not a font, only a letter');
    writeFileSync(join(folder, 'simhei.ttf'), Uint8Array.of(0, 1, 0, 0, 0, 9, ...new Uint8Array(20)));
    const reasonOf = (act: () => unknown): string => {
      try {
        act();
      } catch (error) {
        if (error instanceof FontError) return error.reason;
      }
      return 'none';
    };
    const fonts = loadFonts(findFonts({ fontDir: folder }));
    expect(reasonOf(() => fonts.face('SimSun', false).hasGlyph(0x20))).toBe('NOT_TRUETYPE');
    expect(reasonOf(() => fonts.face('SimHei', false).hasGlyph(0x20))).toBe('BROKEN_FONT');
    const gone = loadFonts(oneFont({ id: 'gone', path: join(folder, 'gone.ttf') }));
    expect(reasonOf(() => gone.face('SimSun', false).hasGlyph(0x20))).toBe('NO_FONT_FILE');
    expect(() => findFonts({ fontDir: join(folder, 'nowhere') })).toThrow(FontsMissing);
  });
});
