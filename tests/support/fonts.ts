import { findFonts } from '@cinnabar/fonts';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';

/** The bundled fonts, so that every test draws with the same files. */
export const testFonts = loadFonts(findFonts());
