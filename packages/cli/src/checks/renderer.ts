import { textFontFolders } from '@cinnabar/fonts';
import type { Containment } from '@cinnabar/pdf/containment/containment.js';
import { showsChinese } from '@cinnabar/pdf/render/chinese-probe.js';
import { hasPoppler, popplerRenderer } from '@cinnabar/pdf/render/poppler.js';
import { type Finding, ok, warn } from './finding.js';

/** What draws the pictures of pages: poppler where it is good, otherwise PDFium, which comes along. */
export async function checkRenderer(containment: Containment): Promise<Finding> {
  if (!(await hasPoppler())) {
    return warn(
      'page-pictures',
      'poppler is not installed: PDFium, which comes along, draws pages, more slowly',
      'apt-get install poppler-utils poppler-data, or brew install poppler',
    );
  }
  if (await showsChinese(popplerRenderer({ fontFolders: textFontFolders(), containment, keepsNotes: true })))
    return ok('page-pictures', 'poppler');
  return warn(
    'page-pictures',
    'poppler leaves Chinese text out: PDFium, which comes along, draws pages, more slowly',
    'apt-get install poppler-data',
  );
}
