import { type FontLibrary, loadFonts } from './fonts.js';

let library: FontLibrary | null = null;

/** The bundled fonts of this thread, for callers that bring no library of their own. */
export function bundledFonts(): FontLibrary {
  library ??= loadFonts();
  return library;
}
