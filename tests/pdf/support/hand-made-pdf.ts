import { deflateSync } from 'node:zlib';

/** A stream's dictionary entries and data as written to the file. */
export function streamText(entries: string, data: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries} /Length ${data.length}>>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** A PDF of these objects only, numbered from 1, the first its catalog, with a classic table. */
export function handMadePdf(objects: readonly (string | Uint8Array)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  let table = `0 ${objects.length + 1}\n0000000000 65535 f \n`;
  objects.forEach((object, index) => {
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`, 'latin1'),
      body,
      Buffer.from('\nendobj\n', 'latin1'),
    ]);
    table += `${String(length).padStart(10, '0')} 00000 n \n`;
    parts.push(part);
    length += part.length;
  });
  const end = `xref\n${table}trailer\n<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')]);
}

/** One A4 page with this content object, and more objects from number 5 on. */
export function onePagePdf(
  content: string | Uint8Array,
  more: readonly (string | Uint8Array)[] = [],
  page = '',
  catalog = '',
): Buffer {
  return handMadePdf([
    `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${page}>>`,
    content,
    ...more,
  ]);
}

/** This many zeros, deflated to a thousandth of their length. */
export function deflatedZeros(length: number): Buffer {
  return deflateSync(Buffer.alloc(length), { level: 9 });
}
