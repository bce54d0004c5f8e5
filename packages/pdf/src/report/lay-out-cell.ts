import type { FontLibrary } from '../fonts/fonts.js';
import { layoutText, type TextLayout } from '../layout/text-layout.js';
import { DrawingRefused, type TextStyle } from '../model.js';

/** Substitute for a character that no font contains. */
const SUBSTITUTE = '□';

/**
 * Wraps a text in a width, with any resulting height. A report contains user input such as names of files and devices;
 * one character that cannot be drawn must not prevent the report.
 * @param width px
 */
export function layOutCell(library: FontLibrary, text: string, style: TextStyle, width: number): TextLayout {
  let shown = text;
  for (;;) {
    try {
      return layoutText(library, {
        text: shown,
        style,
        width,
        height: Number.POSITIVE_INFINITY,
        multiLine: true,
        label: 'report',
      });
    } catch (error) {
      const missing = error instanceof DrawingRefused ? error.character : null;
      if (missing === null || missing === SUBSTITUTE || !shown.includes(missing)) throw error;
      shown = shown.replaceAll(missing, SUBSTITUTE);
    }
  }
}
