import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FONT_FILES, type FontFile } from '@cinnabar/fonts';
import type { FontName } from '../model.js';
import { toTrueType } from './to-true-type.js';
import { FontError, type GlyphOutline, openTrueType, type TrueType } from './true-type.js';

/** One font file, opened when it is first asked for anything but its id. */
export interface Face {
  /** Stable within a FontLibrary; for caches of embedded fonts. */
  readonly id: string;
  /** The whole TrueType (glyf) file. Shared: never written to. */
  readonly bytes: Uint8Array;
  readonly unitsPerEm: number;
  /** Font units above and below the baseline (hhea); descent is negative. */
  readonly ascent: number;
  readonly descent: number;
  /** Font units from the baseline up to the middle of an ideograph (of the ink of 国). */
  readonly ideographMiddle: number;
  /** Bold was asked for and this face has none of its own: the drawer thickens the strokes. */
  readonly syntheticBold: boolean;
  hasGlyph(codePoint: number): boolean;
  /** Font units; 0 for combining marks where the font says so. */
  advance(codePoint: number): number;
  outline(codePoint: number): GlyphOutline;
}

/** What a text on a seal is cut in. */
export type SealLettering = 'ring' | 'code';

/** The faces of one thread. Bytes are read once, when needed, and kept: a face costs 10 to 20 MB. */
export interface FontLibrary {
  /** The face that a font name of the interface stands for. */
  face(font: FontName, bold: boolean): Face;
  /** The first face that has the character: the named one, then Noto Serif SC, Noto Sans SC, LXGW WenKai; else null. */
  faceFor(codePoint: number, font: FontName, bold: boolean): Face | null;
  /** The same for the lettering of seals, which has weights of its own. */
  sealFaceFor(codePoint: number, lettering: SealLettering): Face | null;
}

/** No open FangSong with the characters of GBK is to be had; WenKai Light is the nearest model of its strokes. */
const NAMED: Readonly<Record<FontName, { readonly regular: FontFile; readonly bold: FontFile }>> = {
  SimSun: { regular: 'noto-serif-sc-400', bold: 'noto-serif-sc-700' },
  SimHei: { regular: 'noto-sans-sc-400', bold: 'noto-sans-sc-700' },
  KaiTi: { regular: 'lxgw-wenkai-400', bold: 'lxgw-wenkai-700' },
  FangSong: { regular: 'lxgw-wenkai-300', bold: 'lxgw-wenkai-700' },
};

const FALL_BACK: Readonly<Record<'regular' | 'bold', readonly FontFile[]>> = {
  regular: ['noto-serif-sc-400', 'noto-sans-sc-400', 'lxgw-wenkai-400'],
  bold: ['noto-serif-sc-700', 'noto-sans-sc-700', 'lxgw-wenkai-700'],
};

const SEAL_FACES: Readonly<Record<SealLettering, readonly FontFile[]>> = {
  ring: ['noto-serif-sc-600', 'noto-sans-sc-500', 'lxgw-wenkai-700'],
  code: ['noto-sans-sc-500', 'noto-serif-sc-600', 'lxgw-wenkai-700'],
};

/** Names under which an operator's own licensed fonts are looked for, without case, first hit first. */
const OPERATOR_FILES: Readonly<
  Record<FontName, { readonly regular: readonly string[]; readonly bold: readonly string[] }>
> = {
  SimSun: {
    regular: ['simsun.ttf', 'simsun.ttc', 'fandolsong-regular.otf'],
    bold: ['simsun-bold.ttf', 'fandolsong-bold.otf'],
  },
  SimHei: {
    regular: ['simhei.ttf', 'fandolhei-regular.otf'],
    bold: ['simhei-bold.ttf', 'fandolhei-bold.otf'],
  },
  KaiTi: { regular: ['simkai.ttf', 'fandolkai-regular.otf'], bold: ['simkai-bold.ttf'] },
  FangSong: { regular: ['simfang.ttf', 'fandolfang-regular.otf'], bold: ['simfang-bold.ttf'] },
};

/**
 * The fonts of contracts and seals. Reads no font before it is asked for.
 *
 * `fontDir` is a folder of the operator's own fonts (simsun.ttf or .ttc, simhei.ttf, simkai.ttf, simfang.ttf, or those
 * of the Fandol family), which then come before the bundled ones; the bundled ones still fill in the characters that
 * they lack.
 *
 * Throws FontError (NO_FONT_FILE) where the folder or a bundled font is missing; a damaged or unsuitable font throws
 * when it is first used.
 */
export function loadFonts(options: { readonly fontDir?: string } = {}): FontLibrary {
  const bundled = new Map<FontFile, Face>();
  for (const [id, locate] of entries(FONT_FILES)) bundled.set(id, lazyFace(id, locate));
  const bundledFace = (id: FontFile): Face => {
    const face = bundled.get(id);
    if (face === undefined) throw new FontError('NO_FONT_FILE', id);
    return face;
  };

  const own = operatorFaces(options.fontDir);
  const face = (font: FontName, bold: boolean): Face =>
    own.get(`${font}/${bold}`) ?? bundledFace(NAMED[font][bold ? 'bold' : 'regular']);

  return {
    face,
    faceFor: (codePoint, font, bold) => {
      const named = face(font, bold);
      if (named.hasGlyph(codePoint)) return named;
      return firstWithGlyph(codePoint, FALL_BACK[bold ? 'bold' : 'regular'].map(bundledFace));
    },
    sealFaceFor: (codePoint, lettering) => firstWithGlyph(codePoint, SEAL_FACES[lettering].map(bundledFace)),
  };
}

/** The folders of the bundled text faces, for programs that look for fonts themselves. */
export function fontFolders(): readonly string[] {
  const faces = [...FALL_BACK.regular, ...FALL_BACK.bold].map((id) => dirname(FONT_FILES[id]()));
  return [...new Set(faces)];
}

function firstWithGlyph(codePoint: number, faces: readonly Face[]): Face | null {
  return faces.find((face) => face.hasGlyph(codePoint)) ?? null;
}

function operatorFaces(fontDir: string | undefined): ReadonlyMap<string, Face> {
  const faces = new Map<string, Face>();
  if (fontDir === undefined) return faces;
  if (!existsSync(fontDir)) throw new FontError('NO_FONT_FILE', `the font folder ${fontDir} does not exist`);

  const files = new Map(readdirSync(fontDir).map((file) => [file.toLowerCase(), join(fontDir, file)]));
  const firstFile = (names: readonly string[]): string | undefined =>
    names.map((name) => files.get(name)).find((file) => file !== undefined);

  for (const [font, names] of entries(OPERATOR_FILES)) {
    const regular = firstFile(names.regular);
    const bold = firstFile(names.bold);
    if (regular !== undefined) {
      const face = lazyFace(`own-${font}-regular`, () => regular);
      faces.set(`${font}/false`, face);
      // A thickened face of the operator's is nearer to what the operator wants than a bold one of another design.
      faces.set(`${font}/true`, thickened(face));
    }
    if (bold !== undefined)
      faces.set(
        `${font}/true`,
        lazyFace(`own-${font}-bold`, () => bold),
      );
  }
  return faces;
}

/** The same file under another id, because it is drawn otherwise. */
function thickened(face: Face): Face {
  return Object.create(face, {
    id: { value: `${face.id}-thickened`, enumerable: true },
    syntheticBold: { value: true, enumerable: true },
  });
}

function lazyFace(id: string, locate: () => string): Face {
  let opened: {
    readonly bytes: Uint8Array;
    readonly font: TrueType;
    readonly ideographMiddle: number;
  } | null = null;
  const open = () => {
    if (opened !== null) return opened;
    const bytes = toTrueType(readFont(locate), id);
    const font = openTrueType(bytes, id);
    const { yMin, yMax } = font.outlineOf(font.glyphId(0x56fd));
    // A font without 国 is no Chinese font; capitals then give the middle (0.35 em, as Latin fonts have it).
    const ideographMiddle = yMax > yMin ? (yMin + yMax) / 2 : 0.35 * font.unitsPerEm;
    opened = { bytes, font, ideographMiddle };
    return opened;
  };

  return {
    id,
    syntheticBold: false,
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

function readFont(locate: () => string): Uint8Array {
  try {
    return readFileSync(locate());
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new FontError('NO_FONT_FILE', `${cause} (npm run build prepares the bundled fonts)`);
  }
}

function entries<K extends string, V>(record: Readonly<Record<K, V>>): readonly [K, V][] {
  const keys: K[] = [];
  for (const key in record) keys.push(key);
  return keys.map((key) => [key, record[key]]);
}
