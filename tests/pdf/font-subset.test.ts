import { subsetTrueType } from '@cinnabar/pdf/fonts/font-subset.js';
import type { Face } from '@cinnabar/pdf/fonts/fonts.js';
import { openTrueType } from '@cinnabar/pdf/fonts/true-type.js';
import { create, type Font } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';

const TEXT = '合同2026-11-20 ABCéÅ龘靐㛃𬭎（）';

const fonts = testFonts;
const FACES: readonly (readonly [string, Face])[] = (
  ['SimSun', 'SimHei', 'KaiTi', 'FangSong'] as const
).flatMap((font) => [
  [font, fonts.face(font, false)] as const,
  [`${font} bold`, fonts.face(font, true)] as const,
]);

describe.each(FACES)('%s', (_, face) => {
  const original = openTrueType(face.bytes, face.id);
  const characters = [...TEXT].filter((character) => face.hasGlyph(character.codePointAt(0) ?? 0));
  const glyphs = [0, ...characters.map((character) => original.glyphId(character.codePointAt(0) ?? 0))];
  const subset = subsetTrueType(face.bytes, glyphs);

  test('fontkit parses the subset and finds the same outlines and widths', () => {
    const font = opened(subset);
    const whole = opened(face.bytes);
    expect(font.unitsPerEm).toBe(whole.unitsPerEm);
    glyphs.forEach((glyph, index) => {
      expect(font.getGlyph(index).path.toSVG()).toBe(whole.getGlyph(glyph).path.toSVG());
      expect(font.getGlyph(index).advanceWidth).toBe(whole.getGlyph(glyph).advanceWidth);
    });
  });

  test('is small, and its checksums are correct', () => {
    expect(subset.length).toBeLessThan(40_000);
    const padded = Buffer.concat([subset, Buffer.alloc((4 - (subset.length % 4)) % 4)]);
    let sum = 0;
    for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });
});

function opened(bytes: Uint8Array): Font {
  return create(Buffer.from(bytes));
}
