import { findFonts } from '@cinnabar/fonts';
import { type FontLibrary, loadFonts } from '@cinnabar/pdf/fonts/fonts.js';
import type { FontName } from '@cinnabar/pdf/model.js';
import { error, type Finding, messageOf, ok } from './finding.js';

const fontNames: readonly FontName[] = ['SimSun', 'FangSong', 'KaiTi', 'SimHei'];
/** Common characters, and some that few fonts contain. */
const sample = '合同Aa1￥龘靐㛃𬭎';

/** Checks that every font of the interface is present, and that rare characters can be drawn. */
export function checkFonts(fontDir: string | null): Finding {
  try {
    const fonts = loadFonts(findFonts({ fontDir }));
    const missing = [...sample].filter((character) => !isDrawn(fonts, character));
    if (missing.length === 0) return ok('fonts', `${fontNames.join(', ')} with rare characters`);
    const message = `no font has ${missing.join(' ')}: values with them are refused`;
    return error('fonts', message, 'run "npm run build", which prepares the bundled fonts');
  } catch (thrown) {
    const remedy =
      fontDir === null ? 'run "npm ci" and "npm run build"' : `check the files in FONT_DIR (${fontDir})`;
    return error('fonts', messageOf(thrown), remedy);
  }
}

function isDrawn(fonts: FontLibrary, character: string): boolean {
  return fontNames.every((font) => fonts.faceFor(character.codePointAt(0) ?? 0, font, false) !== null);
}
