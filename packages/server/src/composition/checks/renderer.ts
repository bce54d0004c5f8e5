import { textFontFolders } from '@cinnabar/fonts';
import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { showsChinese } from '@cinnabar/pdf/render/chinese-probe.js';
import { hasPoppler, popplerRenderer } from '@cinnabar/pdf/render/poppler.js';
import { type Finding, ok, run, warn } from './finding.js';

/** Renders pages: poppler where it is usable, otherwise the bundled PDFium. */
export async function checkRenderer(containment: Containment): Promise<Finding> {
  if (!(await hasPoppler())) {
    return warn(
      'page-pictures',
      {
        zh: '未安装 poppler，页面由内置的 PDFium 渲染，速度较慢',
        en: 'poppler is not installed: bundled PDFium renders pages, more slowly',
      },
      run('apt-get install poppler-utils poppler-data', {
        zh: ' 或 brew install poppler',
        en: ', or brew install poppler',
      }),
    );
  }
  if (
    await showsChinese(
      popplerRenderer({ fontFolders: textFontFolders(), containment, writesFontCache: true }),
    )
  )
    return ok('page-pictures', { zh: '由 poppler 渲染', en: 'poppler' });
  return warn(
    'page-pictures',
    {
      zh: 'poppler 渲染时缺失中文，改由内置的 PDFium 渲染，速度较慢',
      en: 'poppler leaves Chinese text out: bundled PDFium renders pages, more slowly',
    },
    run('apt-get install poppler-data'),
  );
}
