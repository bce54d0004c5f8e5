import type { PageLayout } from '@cinnabar/pdf/render/page-layout.js';
import type { Services } from '../../operation/services.js';

/** Pages that one job of the engine reads, so that a long document stays within its time limit. */
const PORTION = 40;

/** Text and lines of all pages of a document, in portions. */
export async function readPages(
  documents: Services['documents'],
  bytes: Uint8Array,
  pages: number,
): Promise<readonly PageLayout[]> {
  const layouts: PageLayout[] = [];
  for (let first = 1; first <= pages; first += PORTION) {
    layouts.push(...(await documents.readLayout(bytes, first, first + PORTION - 1)));
  }
  return layouts;
}
