import type { FontName } from '../model.js';

/** Fonts of texts on a seal: the name along the edge, or the code below. */
export type SealLettering = 'ring' | 'code';

/** A font as a file: TrueType, OpenType with compact outlines, or a collection, of which the first font is taken. */
export interface FontPath {
  /** Stable and without spaces: it becomes part of the font's name in a PDF, and a cache key. */
  readonly id: string;
  readonly path: string;
  /** Bold was requested and the file has no bold outlines: strokes are thickened when they are drawn. */
  readonly syntheticBold?: true;
}

/** A font as bytes in memory. */
export interface FontBytes extends Omit<FontPath, 'path'> {
  readonly bytes: Uint8Array;
}

/**
 * Font files by use. With paths it is plain data that the engine sends to its threads and processes; `findFonts` of
 * `@cinnabar/fonts` returns one of open Chinese fonts, `oneFont` one of a single file.
 */
export interface FontFiles<Font extends FontPath | FontBytes = FontPath> {
  readonly named: Readonly<Record<FontName, { readonly regular: Font; readonly bold: Font }>>;
  /** Searched in this order for characters that a named font lacks. */
  readonly fallback: { readonly regular: readonly Font[]; readonly bold: readonly Font[] };
  /** Searched in this order for characters on seals. */
  readonly seals: Readonly<Record<SealLettering, readonly Font[]>>;
}

/** Every path without duplicates, for processes that must be able to read them. */
export function fontPaths({ named, fallback, seals }: FontFiles): readonly string[] {
  const families = [...Object.values(named), fallback, seals].flatMap((fonts) => Object.values(fonts).flat());
  return [...new Set(families.map(({ path }) => path))];
}

/**
 * Font files that set everything in one font, without a second one for characters that it lacks.
 *
 * @param bold font for bold text; if omitted, strokes of the regular font are thickened
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { loadFonts, oneFont } from '@cinnabar/pdf';
 *
 * const fonts = loadFonts(oneFont({ id: 'song', bytes: readFileSync('/usr/share/fonts/song.ttf') }));
 * ```
 */
export function oneFont<Font extends FontPath | FontBytes>(
  regular: Font,
  bold: Font = { ...regular, id: `${regular.id}-thickened`, syntheticBold: true },
): FontFiles<Font> {
  const family = { regular, bold };
  return {
    named: { SimSun: family, FangSong: family, KaiTi: family, SimHei: family },
    fallback: { regular: [regular], bold: [bold] },
    seals: { ring: [regular], code: [regular] },
  };
}
