import type { FontLibrary } from '../fonts/fonts.js';
import type { SealDrawing } from '../model.js';
import { OVAL_HEIGHT, OVAL_WIDTH, ovalSealPaths } from './oval-seal.js';
import { ROUND_DIAMETER, roundSealPaths } from './round-seal.js';
import { INKS, type SealSize, type SealSpec } from './seal-spec.js';

/** Sizes by shape in mm, also for image seals. */
export const SEAL_SIZES: Readonly<Record<SealSpec['shape'], SealSize>> = {
  round: { width: ROUND_DIAMETER, height: ROUND_DIAMETER },
  oval: { width: OVAL_WIDTH, height: OVAL_HEIGHT },
};

/**
 * Draws an enterprise's seal: 42 x 42 mm round or 45 x 30 mm oval, as outlines in mm. A blank text is treated as null.
 *
 * Throws DrawingRefused, labelled corpName, horizontalText or bottomText: MISSING_GLYPH for a character that no font
 * contains, OVERFLOW for a text that is too long to be legible, or for a name without any character.
 * @example
 * ```ts
 * import { drawSeal, type FontLibrary } from '@cinnabar/pdf';
 *
 * const contractSeal = (fonts: FontLibrary) =>
 *   drawSeal(fonts, {
 *     shape: 'round',
 *     corpName: '上海某某科技有限公司',
 *     horizontalText: '合同专用章',
 *     bottomText: null,
 *     color: 'Red',
 *     alpha: 0.9,
 *   });
 * ```
 */
export function drawSeal(fonts: FontLibrary, spec: SealSpec): SealDrawing {
  const round = spec.shape === 'round';
  const cut: SealSpec = {
    ...spec,
    horizontalText: blankAsNull(spec.horizontalText),
    bottomText: blankAsNull(spec.bottomText),
  };
  return {
    kind: 'outlines',
    ...SEAL_SIZES[spec.shape],
    color: INKS[spec.color],
    alpha: spec.alpha,
    paths: round ? roundSealPaths(fonts, cut) : ovalSealPaths(fonts, cut),
  };
}

function blankAsNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}
