import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keepFile, privateFolder } from '../engine/private-folder.js';

/**
 * Fontconfig files for poppler and LibreOffice: contracts that name a Chinese font without embedding it are displayed
 * in its bundled substitute, even on machines without any Chinese font. The system's fonts have lower priority.
 */

const STAND_INS: Readonly<Record<string, readonly string[]>> = {
  'Noto Serif SC': [
    ...[
      'SimSun',
      'NSimSun',
      '宋体',
      '新宋体',
      'STSong',
      'STSong-Light',
      '华文宋体',
      'STZhongsong',
      '华文中宋',
    ],
    ...[
      'SimSun-ExtB',
      'Adobe Song Std',
      'AdobeSongStd-Light',
      'Source Han Serif SC',
      'Source Han Serif CN',
      'FZShuSong-Z01',
    ],
  ],
  'Noto Sans SC': [
    ...[
      'SimHei',
      '黑体',
      'STHeiti',
      '华文黑体',
      'STXihei',
      '华文细黑',
      'Microsoft YaHei',
      '微软雅黑',
      'DengXian',
      '等线',
    ],
    ...['Adobe Heiti Std', 'PingFang SC', 'Source Han Sans SC', 'Source Han Sans CN', 'WenQuanYi Micro Hei'],
  ],
  'LXGW WenKai': ['KaiTi', '楷体', 'KaiTi_GB2312', '楷体_GB2312', 'STKaiti', '华文楷体', 'Adobe Kaiti Std'],
  'LXGW WenKai Light': [
    ...['FangSong', '仿宋', 'FangSong_GB2312', '仿宋_GB2312', 'STFangsong', '华文仿宋', 'Adobe Fangsong Std'],
  ],
};

/**
 * The Latin fonts of office documents: metrically compatible fonts if the system has them, so that line breaks are
 * preserved.
 */
const LATIN_STAND_INS: Readonly<Record<string, readonly string[]>> = {
  'Times New Roman': ['Liberation Serif', 'Tinos', 'Noto Serif SC'],
  Arial: ['Liberation Sans', 'Arimo', 'Noto Sans SC'],
  'Courier New': ['Liberation Mono', 'Cousine', 'DejaVu Sans Mono'],
  Calibri: ['Carlito', 'Liberation Sans', 'Noto Sans SC'],
  Cambria: ['Caladea', 'Liberation Serif', 'Noto Serif SC'],
};

/** Writes the file for poppler and returns its path. */
export function writeFontConfig(fontFolders: readonly string[]): string {
  return keepFile('fonts.conf', fontConfig(fontFolders, standIns()));
}

/**
 * Writes the file for LibreOffice and returns its path.
 * @param fontFolders an operator's own fonts, which take precedence over all others of the same name
 */
export function writeOfficeFontConfig(fontFolders: readonly string[]): string {
  return keepFile('office-fonts.conf', fontConfig(fontFolders, { ...standIns(), ...LATIN_STAND_INS }));
}

/** The folder of fontconfig's cache. */
export function fontCacheFolder(): string {
  const folder = join(privateFolder(), 'fontconfig');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The substitutes of each name; the first available one counts. */
function standIns(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(STAND_INS).flatMap(([family, names]) => names.map((name) => [name, [family]])),
  );
}

function fontConfig(
  fontFolders: readonly string[],
  standIns: Readonly<Record<string, readonly string[]>>,
): string {
  const folders = fontFolders.map((folder) => `<dir>${escapeXml(folder)}</dir>`);
  const aliases = Object.entries(standIns).map(([name, families]) => {
    const preferred = families.map((family) => `<family>${family}</family>`).join('');
    return `<alias binding="same"><family>${name}</family><prefer>${preferred}</prefer></alias>`;
  });
  const cache = fontCacheFolder();
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders,
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    ...aliases,
    `<cachedir>${escapeXml(cache)}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
