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
    if (missing.length === 0) {
      return ok('fonts', {
        zh: `${fontNames.join('、')} 齐全，含生僻字`,
        en: `${fontNames.join(', ')} with rare characters`,
      });
    }
    const which = missing.join(' ');
    return error(
      'fonts',
      {
        zh: `所有字体都缺少 ${which}，含有这些字的内容会被拒绝`,
        en: `no font has ${which}: values with them are refused`,
      },
      {
        zh: '执行 npm run build，生成内置字体',
        en: 'run "npm run build", which prepares the bundled fonts',
      },
    );
  } catch (thrown) {
    const cause = messageOf(thrown);
    const remedy =
      fontDir === null
        ? { zh: '依次执行 npm ci 和 npm run build', en: 'run "npm ci" and "npm run build"' }
        : { zh: `检查 FONT_DIR（${fontDir}）中的文件`, en: `check the files in FONT_DIR (${fontDir})` };
    return error('fonts', { zh: `字体无法载入：${cause}`, en: cause }, remedy);
  }
}

function isDrawn(fonts: FontLibrary, character: string): boolean {
  return fontNames.every((font) => fonts.faceFor(character.codePointAt(0) ?? 0, font, false) !== null);
}
