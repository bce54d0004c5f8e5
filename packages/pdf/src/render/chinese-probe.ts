import sharp from 'sharp';
import type { PageRenderer } from './page-renderer.js';

/** Tests whether a renderer draws text in a font that is not embedded, with a Chinese encoding. */
export async function showsChinese(renderer: PageRenderer): Promise<boolean> {
  try {
    const picture = await renderer.renderPage(probe(), 1, 100);
    const { channels } = await sharp(picture).stats();
    return channels.every((channel) => channel.min < 128);
  } catch {
    return false;
  }
}

/** A page with only 合同 in SimHei, encoded in GBK. */
function probe(): Uint8Array {
  const content = 'BT /F 40 Tf 10 15 Td <BACFCDAC> Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 60] /Resources << /Font << /F 4 0 R >> >> /Contents 6 0 R >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /SimHei /Encoding /GBK-EUC-H /DescendantFonts [5 0 R] >>',
    [
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SimHei /DW 1000',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >>',
      '/FontDescriptor << /Type /FontDescriptor /FontName /SimHei /Flags 4 /FontBBox [0 -200 1000 900]',
      '/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>',
    ].join(' '),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];

  let file = '%PDF-1.4\n';
  const offsets: string[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(file.length).padStart(10, '0')} 00000 n \n`);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
