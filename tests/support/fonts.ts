import { findFonts } from '@cinnabar/fonts';
import { loadFonts } from '@cinnabar/pdf/fonts/fonts.js';

/** The bundled fonts: every test draws with the same open files. */
export const testFonts = loadFonts(findFonts());
