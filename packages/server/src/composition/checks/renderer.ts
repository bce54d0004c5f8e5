import { textFontFolders } from '@cinnabar/fonts';
import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { showsChinese } from '@cinnabar/pdf/render/chinese-probe.js';
import { hasPoppler, popplerRenderer } from '@cinnabar/pdf/render/poppler.js';
import { type Finding, ok, warn } from './finding.js';

/** Renders pages: poppler where it is usable, otherwise the bundled PDFium. */
export async function checkRenderer(containment: Containment): Promise<Finding> {
  if (!(await hasPoppler())) {
    return warn(
      'page-pictures',
      'poppler is not installed: bundled PDFium renders pages, more slowly',
      'apt-get install poppler-utils poppler-data, or brew install poppler',
    );
  }
  if (
    await showsChinese(
      popplerRenderer({ fontFolders: textFontFolders(), containment, writesFontCache: true }),
    )
  )
    return ok('page-pictures', 'poppler');
  return warn(
    'page-pictures',
    'poppler leaves Chinese text out: bundled PDFium renders pages, more slowly',
    'apt-get install poppler-data',
  );
}
