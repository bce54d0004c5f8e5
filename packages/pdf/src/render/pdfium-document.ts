/** PDFium for text extraction: one instance per thread, shared by all callers. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { type PdfiumExports, pdfiumInstance } from './pdfium-fonts.js';

let opened: Promise<PdfiumExports> | null = null;

export function openedPdfium(): Promise<PdfiumExports> {
  opened ??= openPdfium();
  return opened;
}

async function openPdfium(): Promise<PdfiumExports> {
  const wasm = await pdfiumInstance();
  await PDFiumLibrary.init({ instantiateWasm: wasm.instantiate });
  return wasm.exports();
}

/** Opens a document written by this service for reading; `act` gets its handle, which is closed afterwards. */
export function withDocument(
  pdfium: PdfiumExports,
  bytes: Uint8Array,
  act: (document: number) => void,
): void {
  const copy = pdfium.malloc(bytes.length);
  new Uint8Array(pdfium.memory.buffer).set(bytes, copy);
  const document = pdfium.call('FPDF_LoadMemDocument', copy, bytes.length, 0);
  try {
    if (document !== 0) act(document);
  } finally {
    if (document !== 0) pdfium.call('FPDF_CloseDocument', document);
    pdfium.call('free', copy);
  }
}
