import { dictionary, name, type PdfStream, stream } from '../syntax/values.js';

/**
 * The modules of a square code as a form with one unit per module. Runs of dark modules are drawn as one rectangle, so
 * that no hairlines appear between them.
 */
export function modulesForm(rows: readonly (readonly boolean[])[]): PdfStream {
  const size = rows.length;
  let operators = '0 g\n';
  rows.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue;
      let end = x + 1;
      while (row[end] === true) end += 1;
      operators += `${x} ${size - 1 - y} ${end - x} 1 re\n`;
      x = end;
    }
  });
  const entries = dictionary({ Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, size, size] });
  return stream(entries, Buffer.from(`${operators}f\n`, 'latin1'));
}
