import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type BundledFont, bundledFontPath } from './bundled-files.js';

/** The font names of contracts; each stands for a bundled open font. */
export type FontName = 'SimSun' | 'FangSong' | 'KaiTi' | 'SimHei';

/** A font file: TrueType, OpenType or the first font of a collection. */
export interface FontFile {
  /** Stable: it becomes part of the font's name in a PDF. */
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Present where bold was asked for and the family has no bold file: strokes are thickened. */
  readonly syntheticBold?: true;
}

/** Font files by what they are used for. Plain data, so that worker threads and processes can be handed it. */
export interface FontFiles {
  readonly named: Readonly<Record<FontName, { readonly regular: FontFile; readonly bold: FontFile }>>;
  /** Searched in this order for characters that a named font lacks. */
  readonly fallback: { readonly regular: readonly FontFile[]; readonly bold: readonly FontFile[] };
  /** The same for the lettering of seals: the name along the edge, and the code below. */
  readonly seals: { readonly ring: readonly FontFile[]; readonly code: readonly FontFile[] };
}

/** The folder of an operator's fonts does not exist. */
export class FontsMissing extends Error {
  constructor(readonly folder: string) {
    super(`the font folder ${folder} does not exist`);
    this.name = 'FontsMissing';
  }
}

export interface FindFontsOptions {
  /** A folder of licensed fonts; null or left out: the bundled fonts alone. */
  readonly fontDir?: string | null;
}

/** No open FangSong with the characters of GBK is to be had; WenKai Light is the nearest model of its strokes. */
const NAMED: Readonly<Record<FontName, { readonly regular: BundledFont; readonly bold: BundledFont }>> = {
  SimSun: { regular: 'noto-serif-sc-400', bold: 'noto-serif-sc-700' },
  SimHei: { regular: 'noto-sans-sc-400', bold: 'noto-sans-sc-700' },
  KaiTi: { regular: 'lxgw-wenkai-400', bold: 'lxgw-wenkai-700' },
  FangSong: { regular: 'lxgw-wenkai-300', bold: 'lxgw-wenkai-700' },
};

const FALLBACK: Readonly<Record<'regular' | 'bold', readonly BundledFont[]>> = {
  regular: ['noto-serif-sc-400', 'noto-sans-sc-400', 'lxgw-wenkai-400'],
  bold: ['noto-serif-sc-700', 'noto-sans-sc-700', 'lxgw-wenkai-700'],
};

const SEALS: Readonly<Record<'ring' | 'code', readonly BundledFont[]>> = {
  ring: ['noto-serif-sc-600', 'noto-sans-sc-500', 'lxgw-wenkai-700'],
  code: ['noto-sans-sc-500', 'noto-serif-sc-600', 'lxgw-wenkai-700'],
};

/** File names of licensed fonts, compared without case; the first that exists counts. */
const LICENSED: Readonly<
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
 * The font files of contracts and seals. No font is read.
 *
 * `fontDir` is a folder of licensed fonts (simsun.ttf or .ttc, simhei.ttf, simkai.ttf, simfang.ttf, or those of the
 * Fandol family). They take precedence; the bundled fonts still supply the characters that they lack.
 * @throws FontsMissing when `fontDir` does not exist
 * @throws Error when a bundled font's package is not installed
 */
export function findFonts({ fontDir = null }: FindFontsOptions = {}): FontFiles {
  const licensed = fontDir === null ? new Map<string, string>() : filesIn(resolve(fontDir));
  return {
    named: {
      SimSun: named('SimSun', licensed),
      FangSong: named('FangSong', licensed),
      KaiTi: named('KaiTi', licensed),
      SimHei: named('SimHei', licensed),
    },
    fallback: { regular: FALLBACK.regular.map(bundled), bold: FALLBACK.bold.map(bundled) },
    seals: { ring: SEALS.ring.map(bundled), code: SEALS.code.map(bundled) },
  };
}

/** The folders of the bundled text fonts, for programs that search for fonts themselves (fontconfig). */
export function textFontFolders(): readonly string[] {
  const folders = [...FALLBACK.regular, ...FALLBACK.bold].map((font) => dirname(bundledFontPath(font)));
  return [...new Set(folders)];
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) throw new FontsMissing(folder);
  return new Map(readdirSync(folder).map((file) => [file.toLowerCase(), join(folder, file)]));
}

function named(font: FontName, licensed: ReadonlyMap<string, string>): FontFiles['named'][FontName] {
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => licensed.get(name)).find((path) => path !== undefined);
  const regular = first(LICENSED[font].regular);
  const bold = first(LICENSED[font].bold);
  return {
    regular:
      regular === undefined ? bundled(NAMED[font].regular) : { id: `own-${font}-regular`, path: regular },
    bold: boldOf(font, regular, bold),
  };
}

function boldOf(font: FontName, regular: string | undefined, bold: string | undefined): FontFile {
  if (bold !== undefined) return { id: `own-${font}-bold`, path: bold };
  if (regular === undefined) return bundled(NAMED[font].bold);
  // A thickened licensed font is nearer to what its owner wants than a bold one of another design.
  return { id: `own-${font}-regular-thickened`, path: regular, syntheticBold: true };
}

function bundled(font: BundledFont): FontFile {
  return { id: font, path: bundledFontPath(font) };
}
