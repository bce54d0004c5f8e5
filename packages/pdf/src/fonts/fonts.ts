import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FontName } from '../model.js';
import type { FontBytes, FontFiles, FontPath, SealLettering } from './font-files.js';
import { toTrueType } from './to-true-type.js';
import { FontError, type GlyphOutline, openTrueType, type TrueType } from './true-type.js';

/** One font file, opened when anything but its id is first needed. */
export interface Face {
  /** Stable within a FontLibrary; for caches of embedded fonts. */
  readonly id: string;
  /** The whole TrueType (glyf) file. Shared and read-only. */
  readonly bytes: Uint8Array;
  readonly unitsPerEm: number;
  /** Font units above and below the baseline (hhea); descent is negative. */
  readonly ascent: number;
  readonly descent: number;
  /** Font units from the baseline up to the middle of an ideograph (of the ink of 国). */
  readonly ideographMiddle: number;
  /** Bold was requested and this face has no bold variant: strokes are thickened when they are drawn. */
  readonly syntheticBold: boolean;
  hasGlyph(codePoint: number): boolean;
  /** Font units; 0 for combining marks if the font specifies it. */
  advance(codePoint: number): number;
  outline(codePoint: number): GlyphOutline;
}

/** The faces of one thread. Files are read on demand and kept: a face takes 10 to 20 MB. */
export interface FontLibrary {
  /** The face for a font name of the interface. */
  face(font: FontName, bold: boolean): Face;
  /** The first face with the character: the named one, then the substitutes; null if there is none. */
  faceFor(codePoint: number, font: FontName, bold: boolean): Face | null;
  /** The same for texts on seals, which have weights of their own. */
  sealFaceFor(codePoint: number, lettering: SealLettering): Face | null;
  /** Files of the substitute faces, for programs that search for fonts themselves. */
  readonly folders: readonly string[];
}

/**
 * Opens font files for drawing. A font is read when it is first needed, and only once, however many names refer to it.
 *
 * A missing, damaged or unsuitable font throws FontError on first use.
 * @example
 * ```ts
 * import { loadFonts, oneFont } from '@cinnabar/pdf';
 *
 * const fonts = loadFonts(oneFont({ id: 'song', path: '/usr/share/fonts/song.ttf' }));
 * console.log(fonts.face('SimSun', true).syntheticBold);
 * ```
 */
export function loadFonts(files: FontFiles<FontPath | FontBytes>): FontLibrary {
  const openFiles = new Map<string | Uint8Array, () => OpenFont>();
  const faces = new Map<string, Face>();
  const faceOf = (file: FontPath | FontBytes): Face => {
    const known = faces.get(file.id);
    if (known !== undefined) return known;
    const source = 'path' in file ? file.path : file.bytes;
    const open = openFiles.get(source) ?? opener(source, file.id);
    openFiles.set(source, open);
    const face = lazyFace(file.id, file.syntheticBold === true, open);
    faces.set(file.id, face);
    return face;
  };
  const face = (font: FontName, bold: boolean): Face => faceOf(files.named[font][bold ? 'bold' : 'regular']);
  const fallback = { regular: files.fallback.regular.map(faceOf), bold: files.fallback.bold.map(faceOf) };
  const seals = { ring: files.seals.ring.map(faceOf), code: files.seals.code.map(faceOf) };

  return {
    face,
    faceFor: (codePoint, font, bold) => {
      const named = face(font, bold);
      if (named.hasGlyph(codePoint)) return named;
      return firstWithGlyph(codePoint, fallback[bold ? 'bold' : 'regular']);
    },
    sealFaceFor: (codePoint, lettering) => firstWithGlyph(codePoint, seals[lettering]),
    folders: foldersOf([...files.fallback.regular, ...files.fallback.bold]),
  };
}

function foldersOf(files: readonly (FontPath | FontBytes)[]): readonly string[] {
  return [...new Set(files.flatMap((file) => ('path' in file ? [dirname(file.path)] : [])))];
}

function firstWithGlyph(codePoint: number, faces: readonly Face[]): Face | null {
  return faces.find((face) => face.hasGlyph(codePoint)) ?? null;
}

interface OpenFont {
  readonly bytes: Uint8Array;
  readonly font: TrueType;
  readonly ideographMiddle: number;
}

function opener(source: string | Uint8Array, name: string): () => OpenFont {
  let opened: OpenFont | null = null;
  return () => {
    if (opened !== null) return opened;
    const bytes = toTrueType(typeof source === 'string' ? readFont(source) : source, name);
    const font = openTrueType(bytes, name);
    const { yMin, yMax } = font.outlineOf(font.glyphId(0x56fd));
    // A font without 国 is not a Chinese font; the height of capitals then gives the middle (0.35 em, as in Latin
    // fonts).
    const ideographMiddle = yMax > yMin ? (yMin + yMax) / 2 : 0.35 * font.unitsPerEm;
    opened = { bytes, font, ideographMiddle };
    return opened;
  };
}

function lazyFace(id: string, syntheticBold: boolean, open: () => OpenFont): Face {
  return {
    id,
    syntheticBold,
    get bytes() {
      return open().bytes;
    },
    get unitsPerEm() {
      return open().font.unitsPerEm;
    },
    get ascent() {
      return open().font.ascent;
    },
    get descent() {
      return open().font.descent;
    },
    get ideographMiddle() {
      return open().ideographMiddle;
    },
    hasGlyph: (codePoint) => open().font.glyphId(codePoint) !== 0,
    advance: (codePoint) => open().font.advanceOf(open().font.glyphId(codePoint)),
    outline: (codePoint) => open().font.outlineOf(open().font.glyphId(codePoint)),
  };
}

function readFont(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new FontError('NO_FONT_FILE', error instanceof Error ? error.message : String(error));
  }
}
