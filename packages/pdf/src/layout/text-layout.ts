import type { Face, FontLibrary } from '../fonts/fonts.js';
import { DrawingRefused, type TextStyle, type TextValue } from '../model.js';
import { composeMarks } from './compose-marks.js';
import { isSpace, mayBreakBetween, maySplitBetween, ZERO_WIDTH_SPACE } from './line-breaks.js';

export interface TextToLayOut {
  readonly text: string;
  readonly style: TextStyle;
  /** px */
  readonly width: number;
  readonly height: number;
  readonly multiLine: boolean;
  /** Name used in errors. */
  readonly label: string;
}

/** A run of one face. */
export interface TextRun {
  readonly face: Face;
  /** `face` has a glyph for each of its characters. */
  readonly text: string;
  /** px from the box's left edge. */
  readonly x: number;
  /** px, the sum of the advances. */
  readonly width: number;
}

export interface TextLine {
  /** The baseline, px from the box's top. */
  readonly y: number;
  /** px, without trailing spaces. */
  readonly width: number;
  readonly runs: readonly TextRun[];
}

export interface TextLayout {
  /** px, after shrinking. */
  readonly fontSize: number;
  readonly lines: readonly TextLine[];
}

/** Below this fraction of the requested size a value is refused as unreadable. */
const MIN_SCALE = 0.6;
/** Reduction of the font size with each attempt to wrap a text. */
const SHRINK_STEP = 0.02;
/** Line height and distance of baselines, in font sizes. */
const LINE_HEIGHT = 1.2;
const LINE_PITCH = 1.3;
/** Tolerance, so that rounding errors do not refuse a text that fits exactly, px. */
const TOLERANCE = 1e-6;

/** A character with its combining marks; `em` is its advance at size 1. States whether a line may end before it. */
interface Cluster {
  readonly face: Face;
  readonly text: string;
  readonly em: number;
  readonly space: boolean;
  readonly breakable: boolean;
  readonly splittable: boolean;
}

/**
 * Lays a text out in a box. A single line shrinks to 60 % of its font size; multiple lines wrap first and then shrink.
 * A single line is centred vertically, multiple lines begin at the top. Trailing spaces take no room. Line breaks count
 * in multi-line boxes and are spaces otherwise.
 *
 * Throws DrawingRefused: OVERFLOW if the text does not fit at 60 %, MISSING_GLYPH with the first character that no face
 * has.
 */
export function layoutText(fonts: FontLibrary, wanted: TextToLayOut): TextLayout {
  const { style, width, height, label } = wanted;
  const paragraphs = paragraphsOf(wanted).map((text) => clustersOf(fonts, text, style, label));
  const first = paragraphs.flat()[0];
  if (first === undefined) return { fontSize: style.fontSize, lines: [] };

  const { fontSize, lines } = wanted.multiLine
    ? shrinkWrapped(paragraphs, style.fontSize, width, height, label)
    : shrinkLine(paragraphs.flat(), style.fontSize, width, height, label);

  const top = wanted.multiLine ? 0 : (height - LINE_HEIGHT * fontSize) / 2;
  // Centres the ink of ideographs and not the font's ascent, which differs between Song and Kai faces.
  const toBaseline = (LINE_HEIGHT / 2 + first.face.ideographMiddle / first.face.unitsPerEm) * fontSize;
  return {
    fontSize,
    lines: lines.map((line, index) =>
      placeLine(line, style.alignment, width, fontSize, top + toBaseline + index * LINE_PITCH * fontSize),
    ),
  };
}

/** The first reason why a value cannot be drawn in its box; null if it can. Nothing is drawn. */
export function refusalOfValue(fonts: FontLibrary, value: TextValue): DrawingRefused | null {
  const { text, style, multiLine, label } = value;
  const { width, height } = value.box;
  try {
    layoutText(fonts, { text, style, width, height, multiLine, label });
    return null;
  } catch (error) {
    if (error instanceof DrawingRefused) return error;
    throw error;
  }
}

function paragraphsOf({ text, multiLine }: TextToLayOut): readonly string[] {
  const lines = text.trimEnd().split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u);
  return multiLine ? lines : [lines.join(' ')];
}

/** Characters that combine with the preceding one. */
const MARK = /^\p{M}$/u;
/**
 * Invisible characters: variation selectors, joiners, direction controls, soft hyphen, byte order mark. They are
 * removed: a renderer would show a selector as a box (the character's default form is used instead), and a hidden
 * direction control must not reverse a drawn amount. The zero width space is kept as a line break opportunity.
 */
const INVISIBLE = /(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;

function clustersOf(fonts: FontLibrary, text: string, style: TextStyle, label: string): readonly Cluster[] {
  const characters: string[] = [];
  for (const character of composeMarks(text.replace(INVISIBLE, ''))) {
    const previous = characters.at(-1);
    if (MARK.test(character) && previous !== undefined)
      characters[characters.length - 1] = previous + character;
    else characters.push(character === '\t' ? ' ' : character);
  }

  const clusters: Cluster[] = [];
  let faceOfPrevious: Face | null = null;
  for (const [index, character] of characters.entries()) {
    const before = characters[index - 1] ?? '';
    if (character === ZERO_WIDTH_SPACE) continue;
    const breakable = before !== '' && mayBreakBetween(characters[index - 2] ?? '', before, character);
    const splittable = maySplitBetween(before, character);
    const space = isSpace(character);
    const drawn = withGlyphs(fonts, space ? plainSpace(character) : character, style, label);
    // A space between two words of a fall-back face belongs to them, or every word would be a separate run.
    const face: Face =
      space && faceOfPrevious?.hasGlyph(0x20) && drawn.text === ' ' ? faceOfPrevious : drawn.face;
    clusters.push({
      face,
      text: drawn.text,
      em: advanceInEm(face, drawn.text),
      space,
      breakable,
      splittable,
    });
    faceOfPrevious = face;
  }
  return clusters;
}

/** Typographic spaces that few fonts have; the ideographic space (U+3000) is as wide as a character and is kept. */
function plainSpace(character: string): string {
  return character === '\u3000' ? character : ' ';
}

function withGlyphs(
  fonts: FontLibrary,
  text: string,
  style: TextStyle,
  label: string,
): { readonly face: Face; readonly text: string } {
  let missing = '';
  for (const character of text) {
    const face = fonts.faceFor(character.codePointAt(0) ?? 0, style.font, style.bold);
    if (face === null) missing ||= character;
    else if (hasAll(face, text)) return { face, text };
  }
  // Each character has a glyph in some face, but no face has both the letter and its marks.
  throw new DrawingRefused('MISSING_GLYPH', label, missing || text);
}

function hasAll(face: Face, text: string): boolean {
  for (const character of text) if (!face.hasGlyph(character.codePointAt(0) ?? 0)) return false;
  return true;
}

function advanceInEm(face: Face, text: string): number {
  let advance = 0;
  for (const character of text) advance += face.advance(character.codePointAt(0) ?? 0);
  return advance / face.unitsPerEm;
}

type Line = readonly Cluster[];

function shrinkLine(
  line: Line,
  wished: number,
  width: number,
  height: number,
  label: string,
): { readonly fontSize: number; readonly lines: readonly Line[] } {
  const fontSize = Math.min(wished, width / widthInEm(line), height / LINE_HEIGHT);
  if (fontSize < MIN_SCALE * wished - TOLERANCE) throw new DrawingRefused('OVERFLOW', label, null);
  return { fontSize, lines: [line] };
}

function shrinkWrapped(
  paragraphs: readonly Line[],
  wished: number,
  width: number,
  height: number,
  label: string,
): { readonly fontSize: number; readonly lines: readonly Line[] } {
  for (let step = 0; 1 - step * SHRINK_STEP > MIN_SCALE - TOLERANCE; step++) {
    const fontSize = wished * (1 - step * SHRINK_STEP);
    const maxLines = Math.floor((height / fontSize - LINE_HEIGHT + TOLERANCE) / LINE_PITCH) + 1;
    const lines = wrap(paragraphs, width / fontSize, maxLines);
    if (lines !== null) return { fontSize, lines };
  }
  throw new DrawingRefused('OVERFLOW', label, null);
}

/** Lines no wider than `width` (in em); null if they exceed `maxLines` or a character is too wide. */
function wrap(paragraphs: readonly Line[], width: number, maxLines: number): readonly Line[] | null {
  const lines: Line[] = [];
  for (const paragraph of paragraphs) {
    let line: Cluster[] = [];
    let used = 0;
    for (const unit of unitsOf(paragraph)) {
      if (line.length > 0 && used + widthInEm(unit) > width + TOLERANCE) {
        lines.push(line);
        line = [];
        used = 0;
      }
      for (const cluster of unit) {
        // A word longer than a line is broken where the line is full, together with adjacent punctuation.
        if (!cluster.space && line.length > 0 && used + cluster.em > width + TOLERANCE) {
          const cut = cluster.splittable ? line.length : line.findLastIndex((earlier) => earlier.splittable);
          const carried = line.splice(cut > 0 ? cut : line.length);
          lines.push(line);
          line = carried;
          used = carried.reduce((sum, earlier) => sum + earlier.em, 0);
        }
        if (!cluster.space && used + cluster.em > width + TOLERANCE) return null;
        line.push(cluster);
        used += cluster.em;
      }
      if (lines.length >= maxLines) return null;
    }
    lines.push(line);
    if (lines.length > maxLines) return null;
  }
  return lines;
}

/** Segments without a line break opportunity. */
function unitsOf(line: Line): readonly Line[] {
  const units: Cluster[][] = [];
  for (const cluster of line) {
    const unit = units.at(-1);
    if (unit === undefined || cluster.breakable) units.push([cluster]);
    else unit.push(cluster);
  }
  return units;
}

function widthInEm(line: Line): number {
  return withoutSpacesAtEnd(line).reduce((sum, cluster) => sum + cluster.em, 0);
}

function withoutSpacesAtEnd(line: Line): Line {
  return line.slice(0, line.findLastIndex((cluster) => !cluster.space) + 1);
}

function placeLine(
  line: Line,
  alignment: TextStyle['alignment'],
  boxWidth: number,
  fontSize: number,
  y: number,
): TextLine {
  const shown = withoutSpacesAtEnd(line);
  const width = widthInEm(shown) * fontSize;
  const slack = boxWidth - width;
  const start = alignment === 'left' ? 0 : alignment === 'right' ? slack : slack / 2;

  const runs: { face: Face; text: string; x: number; width: number }[] = [];
  let x = start;
  for (const cluster of shown) {
    const advance = cluster.em * fontSize;
    const run = runs.at(-1);
    if (run !== undefined && run.face === cluster.face) {
      run.text += cluster.text;
      run.width += advance;
    } else {
      runs.push({ face: cluster.face, text: cluster.text, x, width: advance });
    }
    x += advance;
  }
  return { y, width, runs };
}
