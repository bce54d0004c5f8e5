import { type Containment, UNCONTAINED } from '../containment/containment.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { showsChinese } from './chinese-probe.js';
import type { PageRenderer } from './page-renderer.js';
import { hasPoppler, popplerRenderer } from './poppler.js';

/**
 * poppler where it is installed, because its memory ends with its process; otherwise PDFium, which npm brings. A
 * poppler without its encoding tables (poppler-data) leaves Chinese text out without a word, which nobody would see
 * before a contract is signed: it is judged by a picture, and passed over.
 */
export async function chooseRenderer(
  fonts: FontLibrary,
  containment: Containment = UNCONTAINED,
): Promise<PageRenderer> {
  // The picture by which it is judged is ours: what poppler notes of fonts meanwhile may be kept for the others.
  const judged = popplerRenderer({ fontFolders: fonts.folders, containment, keepsNotes: true });
  if ((await hasPoppler()) && (await showsChinese(judged)))
    return popplerRenderer({ fontFolders: fonts.folders, containment });
  const { pdfiumRenderer } = await import('./pdfium.js');
  return pdfiumRenderer(fonts);
}
