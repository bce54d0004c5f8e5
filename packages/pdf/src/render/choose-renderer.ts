import { type Containment, UNCONTAINED } from '../containment/containment.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { showsChinese } from './chinese-probe.js';
import { memoryFile } from './memory-file.js';
import type { PageRenderer } from './page-renderer.js';
import { hasPoppler, popplerRenderer } from './poppler.js';

/**
 * Selects poppler if it is installed, because its memory is freed with its process; otherwise PDFium, which is
 * installed by npm. A poppler without its encoding tables (poppler-data) omits Chinese text silently, which would go
 * unnoticed until a contract is signed. It is therefore tested with a rendered page, and skipped if that fails.
 */
export async function chooseRenderer(
  fonts: FontLibrary,
  containment: Containment = UNCONTAINED,
): Promise<PageRenderer> {
  if (await hasPoppler()) {
    const settings = { fontFolders: fonts.folders, containment };
    // The test page is our own, so poppler may keep its font cache for later processes.
    const judged = { ...settings, writesFontCache: true };
    // Not every sandbox lets poppler open a file in memory. One that does also lets it read a pipe.
    if (await showsChinese(popplerRenderer({ ...judged, inMemory: memoryFile })))
      return popplerRenderer(settings);
    const inMemory = async (): Promise<null> => null;
    if (await showsChinese(popplerRenderer({ ...judged, inMemory })))
      return popplerRenderer({ ...settings, inMemory });
  }
  const { pdfiumRenderer } = await import('./pdfium.js');
  return pdfiumRenderer(fonts);
}
