import type { Face, FontLibrary } from '../fonts/fonts.js';
import { composeMarks } from '../layout/compose-marks.js';
import { DrawingRefused, type SealDrawing } from '../model.js';
import { glyphPath, roundedSquarePath } from './path-data.js';
import { INKS, type NameSealSpec } from './seal-spec.js';
import { simplifiedOutline } from './simplify-outline.js';

/** mm */
const NAME_SEAL_SIDE = 20;

const S = NAME_SEAL_SIDE;
const FRAME = 0.055 * S;
const PADDING = 0.04 * S;
/** The side of the field inside the frame. */
const FIELD = S - 2 * FRAME - 2 * PADDING;
/** Share of its cell that the ink of a character fills. */
const FILLED = 0.94;
/** Maximum distortion of a character. */
const MAX_STRETCH = 2.2;
/** Minimum height of a flat character such as 一, relative to an ordinary character. */
const MIN_WEIGHT = 0.3;
/** Smaller characters are illegible on paper, mm. */
const MIN_CELL = 2.8;

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a person's square seal, 20 x 20 mm. A Chinese name is set in columns from right to left: two characters one
 * below the other; of three, the surname alone in the right column. Other names are set in lines. Throws DrawingRefused
 * with the label `name`: MISSING_GLYPH, or OVERFLOW for a name that is empty or too long for the square.
 */
export function drawNameSeal(fonts: FontLibrary, spec: NameSealSpec): SealDrawing {
  const name = composeMarks(spec.name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')).trim();
  // Seals omit the dot between the parts of a transliterated name.
  const ideographs = [...name.replace(/[\s·•‧・]+/gu, '')];
  const chinese = ideographs.every((character) => /^\p{Script=Han}$/u.test(character));
  if (ideographs.length === 0) throw new DrawingRefused('OVERFLOW', 'name', null);

  const cells = chinese ? columns(ideographs, fonts) : lines(name.split(/\s+/u), fonts);
  return {
    kind: 'outlines',
    width: S,
    height: S,
    color: INKS[spec.color],
    alpha: spec.alpha,
    paths: [
      { data: roundedSquarePath(S - FRAME, 0.03 * S), paint: 'stroke', strokeWidth: FRAME },
      { data: cells.map((cell) => inkInCell(fonts, cell)).join(''), paint: 'fill' },
    ],
  };
}

/** Columns from right to left; the first ones have fewer characters if the number does not divide evenly. */
function columns(characters: readonly string[], fonts: FontLibrary): readonly Cell[] {
  const count = characters.length <= 2 ? 1 : Math.ceil(Math.sqrt(characters.length));
  const width = FIELD / count;
  const cells: Cell[] = [];
  let taken = 0;
  for (let column = 0; column < count; column++) {
    const inColumn = Math.floor((characters.length - taken) / (count - column));
    const stacked = characters.slice(taken, taken + inColumn);
    const weights = stacked.map((character) => Math.max(MIN_WEIGHT, inkOf(fonts, character).height / 1000));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let y = -FIELD / 2;
    for (const [row, text] of stacked.entries()) {
      const height = (FIELD * (weights[row] ?? 0)) / total;
      if (width < MIN_CELL || height < MIN_CELL) throw new DrawingRefused('OVERFLOW', 'name', null);
      cells.push({ text, x: FIELD / 2 - width * (column + 1), y, width, height });
      y += height;
    }
    taken += inColumn;
  }
  return cells;
}

/**
 * One word per line, from the top. The ink of each line fills its strip; within a line letters keep their proportions.
 */
function lines(words: readonly string[], fonts: FontLibrary): readonly Cell[] {
  const height = FIELD / words.length;
  return words.map((text, row) => {
    const widest = Math.max(...words.map((word) => inkOf(fonts, word).width));
    const ink = inkOf(fonts, text);
    // Shorter words are not stretched to the width of the longest.
    const width = FIELD * Math.max(ink.width / widest, 0.6);
    if (height < MIN_CELL || width / [...text].length < 0.75)
      throw new DrawingRefused('OVERFLOW', 'name', null);
    return { text, x: -width / 2, y: -FIELD / 2 + height * row, width, height };
  });
}

interface Ink {
  readonly glyphs: readonly { readonly face: Face; readonly codePoint: number; readonly x: number }[];
  readonly xMin: number;
  readonly yMin: number;
  readonly width: number;
  readonly height: number;
}

/** Glyphs of a text set side by side, in thousandths of an em, and their ink box. */
function inkOf(fonts: FontLibrary, text: string): Ink {
  let x = 0;
  let xMin = Number.POSITIVE_INFINITY;
  let yMin = Number.POSITIVE_INFINITY;
  let xMax = Number.NEGATIVE_INFINITY;
  let yMax = Number.NEGATIVE_INFINITY;
  const glyphs = [...text].map((character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    const face = fonts.faceFor(codePoint, 'SimSun', true);
    if (face === null) throw new DrawingRefused('MISSING_GLYPH', 'name', character);
    const scale = 1000 / face.unitsPerEm;
    const outline = face.outline(codePoint);
    const glyph = { face, codePoint, x };
    xMin = Math.min(xMin, x + outline.xMin * scale);
    yMin = Math.min(yMin, outline.yMin * scale);
    xMax = Math.max(xMax, x + outline.xMax * scale);
    yMax = Math.max(yMax, outline.yMax * scale);
    x += face.advance(codePoint) * scale;
    return glyph;
  });
  return { glyphs, xMin, yMin, width: Math.max(1, xMax - xMin), height: Math.max(1, yMax - yMin) };
}

/** Scales the ink box, not the em box, to the cell: on seals small characters have no extra margin. */
function inkInCell(fonts: FontLibrary, cell: Cell): string {
  const ink = inkOf(fonts, cell.text);
  let scaleX = (FILLED * cell.width) / ink.width;
  let scaleY = (FILLED * cell.height) / ink.height;
  scaleX = Math.min(scaleX, MAX_STRETCH * scaleY);
  scaleY = Math.min(scaleY, MAX_STRETCH * scaleX);
  const left = cell.x + (cell.width - ink.width * scaleX) / 2;
  const bottom = cell.y + (cell.height + ink.height * scaleY) / 2;
  return ink.glyphs
    .map(({ face, codePoint, x }) => {
      const em = 1000 / face.unitsPerEm;
      return glyphPath(simplifiedOutline(face, codePoint), [
        scaleX * em,
        0,
        0,
        -scaleY * em,
        left + (x - ink.xMin) * scaleX,
        bottom + ink.yMin * scaleY,
      ]);
    })
    .join('');
}
