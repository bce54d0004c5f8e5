import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { FontLibrary } from '../fonts/fonts.js';
import { encodePicture } from './encode-picture.js';
import { checkWidth, MAX_PIXELS, type PageRenderer, RenderFailed } from './page-renderer.js';
import { giveFonts, pdfiumInstance } from './pdfium-fonts.js';

/**
 * Renders pages with PDFium compiled to WebAssembly, in this thread; requires only npm. Should run in a worker, which
 * can be terminated if a page takes too long.
 */
export function pdfiumRenderer(fonts: FontLibrary): PageRenderer {
  let library: Promise<PDFiumLibrary> | null = null;
  return {
    async renderPage(pdf, page, width) {
      checkWidth(width);
      library ??= openLibrary(fonts);
      try {
        return await withDocument(await library, pdf, (document) => drawPage(document, page, width));
      } catch (error) {
        if (error instanceof RenderFailed) throw error;
        // After a trap the library's memory is in an undefined state: the next page gets a new instance.
        library = null;
        throw new RenderFailed('FAILED', error instanceof Error ? error.message : String(error));
      }
    },
  };
}

async function openLibrary(fonts: FontLibrary): Promise<PDFiumLibrary> {
  const wasm = await pdfiumInstance();
  const library = await PDFiumLibrary.init({ instantiateWasm: wasm.instantiate });
  giveFonts(wasm.exports(), fonts);
  return library;
}

async function withDocument<T>(
  library: PDFiumLibrary,
  pdf: Uint8Array,
  act: (document: PDFiumDocument) => Promise<T>,
): Promise<T> {
  const document = await library.loadDocument(pdf);
  try {
    return await act(document);
  } finally {
    document.destroy();
  }
}

async function drawPage(document: PDFiumDocument, page: number, width: number): Promise<Uint8Array> {
  if (!Number.isInteger(page) || page < 1 || page > document.getPageCount()) {
    throw new RenderFailed('NO_SUCH_PAGE', `page ${page}`);
  }
  const shown = document.getPage(page - 1);
  const { originalWidth, originalHeight } = shown.getOriginalSize();
  const height = Math.max(1, Math.round((width * originalHeight) / originalWidth));
  if (!(width * height <= MAX_PIXELS)) throw new RenderFailed('TOO_LARGE', `${width} x ${height} px`);

  // Seals are appearances of signature fields, which PDFium draws only with form support.
  const picture = await shown.render({ width, height, renderFormFields: true });
  return encodePicture({ data: picture.data, width: picture.width, height: picture.height, channels: 4 });
}
