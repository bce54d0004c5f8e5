/**
 * The Chinese fonts that contracts and seals are set in, as files for `loadFonts` of `@cinnabar/pdf`.
 *
 * @example
 * ```ts
 * import { findFonts, prepareFonts } from '@cinnabar/fonts';
 * import { loadFonts } from '@cinnabar/pdf';
 *
 * await prepareFonts();
 * const fonts = loadFonts(findFonts());
 * ```
 */
export { type BundledFont, bundledFontPath } from './bundled-files.js';
export {
  type FindFontsOptions,
  type FontFile,
  type FontFiles,
  type FontName,
  FontsMissing,
  findFonts,
  textFontFolders,
} from './find-fonts.js';
export { prepareFonts } from './prepare-fonts.js';
