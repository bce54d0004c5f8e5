/** Outlines of seals are simplified: they look the same, and every signature carries fewer bytes. */
import type { SealLettering } from '@cinnabar/pdf/fonts/font-files.js';
import { drawSeal } from '@cinnabar/pdf/seals/draw-seal.js';
import { sealOperators } from '@cinnabar/pdf/seals/seal-operators.js';
import { drawingForm, drawingKey } from '@cinnabar/pdf/seals/seal-xobject.js';
import { simplifiedOutline } from '@cinnabar/pdf/seals/simplify-outline.js';
import { isStream } from '@cinnabar/pdf/syntax/values.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';

/** Pixels to the em: at 5 mm, 5 µm each. */
const SIDE = 1000;
/** The tolerance of a four-hundredth of an em, and the rounding of pixels on both sides. */
const THICKEST = 3 + 2;

async function inked(path: string, unitsPerEm: number): Promise<readonly boolean[]> {
  const box = `0 ${-unitsPerEm} ${unitsPerEm} ${unitsPerEm * 1.3}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${SIDE}" height="${SIDE * 1.3}">
    <path transform="scale(1 -1)" d="${path}"/></svg>`;
  const data = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  return [...data].map((alpha) => alpha > 127);
}

/** The side of the largest square in which every pixel differs. */
function thickestDifference(one: readonly boolean[], other: readonly boolean[]): number {
  const sides: number[] = [];
  let thickest = 0;
  for (const [index, ink] of one.entries()) {
    const [left, above, corner] = [sides[index - 1], sides[index - SIDE], sides[index - SIDE - 1]];
    const side = ink === other[index] ? 0 : 1 + Math.min(left ?? 0, above ?? 0, corner ?? 0);
    sides.push(side);
    thickest = Math.max(thickest, side);
  }
  return thickest;
}

test.each<[string, SealLettering]>([
  ['海', 'ring'],
  ['龘', 'ring'],
  ['司', 'ring'],
  ['8', 'code'],
])('the outline of %s keeps its shape, with fewer steps', async (character, lettering) => {
  const codePoint = character.codePointAt(0) ?? 0;
  const face = testFonts.sealFaceFor(codePoint, lettering);
  if (face === null) throw new Error(`no font has ${character}`);
  const exact = face.outline(codePoint).steps.map((step) => {
    if (step.kind === 'Z') return 'Z';
    return step.kind === 'Q'
      ? `Q${step.x1} ${step.y1} ${step.x} ${step.y}`
      : `${step.kind}${step.x} ${step.y}`;
  });
  const simplified = simplifiedOutline(face, codePoint).map((step) => {
    if (step.kind === 'Z') return 'Z';
    if (step.kind !== 'C') return `${step.kind}${step.x} ${step.y}`;
    return `C${[step.control1, step.control2, step.to].map(({ x, y }) => `${x} ${y}`).join(' ')}`;
  });
  expect(simplified.length).toBeLessThan(exact.length * 0.8);
  const [one, other] = await Promise.all(
    [exact, simplified].map((steps) => inked(steps.join(''), face.unitsPerEm)),
  );
  expect(one?.filter((ink) => ink).length).toBeGreaterThan(10_000);
  expect(thickestDifference(one ?? [], other ?? [])).toBeLessThanOrEqual(THICKEST);
});

test('a seal of thirty characters takes less than six kilobytes', () => {
  const seal = drawSeal(testFonts, {
    shape: 'round',
    corpName: '上海朱砂电子合同有限公司',
    horizontalText: '合同专用章',
    bottomText: '3101150012345',
    color: 'Red',
    alpha: 1,
  });
  const form = drawingForm(seal, drawingKey(seal));
  expect(isStream(form) ? form.data.length : null).toBeLessThan(6_000);
});

test('each shape is painted from a corner of its own, together with its holes', () => {
  const square = (x: number, y: number, side: number) =>
    `M${x} ${y}L${x + side} ${y}L${x + side} ${y + side}Z`;
  const data = square(-20, -10, 4) + square(-19, -9, 1) + square(5, 5, 2);
  const seal = {
    ...{ kind: 'outlines' as const, width: 42, height: 42, color: '#ff0000', alpha: 1 },
    paths: [
      { paint: 'stroke' as const, strokeWidth: 1.2, data: 'M0 0L10 10Z' },
      { paint: 'fill' as const, data },
    ],
  };
  expect(sealOperators(seal)).toBe(
    [
      '1 0 0 rg 1 0 0 RG 0.056693 0 0 -0.056693 0 0 cm',
      '60 w 0 0 m 500 500 l h S',
      '1 0 0 1 -1000 -500 cm 0 0 m 200 0 l 200 200 l 50 50 m 100 50 l 100 100 l f',
      '1 0 0 1 1250 750 cm 0 0 m 100 0 l 100 100 l f',
    ].join(' '),
  );
});
