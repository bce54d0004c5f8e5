import { encode } from 'uqr';
import { dictionary, name, type PdfStream, stream } from '../syntax/values.js';

/**
 * A QR code (ISO/IEC 18004, error correction M) as a form of one unit a module; the quiet zone is the place around it.
 * Runs of dark modules are one rectangle, so that no hairline shows between them.
 */
export function qrForm(text: string): { readonly form: PdfStream; readonly modules: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  let operators = '0 g\n';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue;
      let end = x + 1;
      while (row[end] === true) end += 1;
      operators += `${x} ${size - 1 - y} ${end - x} 1 re\n`;
      x = end;
    }
  });
  const entries = dictionary({ Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, size, size] });
  return { form: stream(entries, Buffer.from(`${operators}f\n`, 'latin1')), modules: size };
}
