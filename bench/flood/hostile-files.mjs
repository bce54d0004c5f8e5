/**
 * A PDF that is cheap to send and expensive to verify: every revision rewrites the form, and every form field is
 * examined in every revision.
 */
export function costlyPdf(revisions, fields) {
  const parts = [];
  let length = 0;
  let previous = null;
  const put = (text) => {
    parts.push(text);
    length += text.length;
  };
  const references = Array.from({ length: fields }, (_, index) => `${10 + index} 0 R`).join(' ');
  const form = [4, `<</Fields [${references}] /SigFlags 3>>`];
  const save = (objects) => {
    const offsets = objects.map(([number, body]) => {
      const offset = length;
      put(`${number} 0 obj\n${body}\nendobj\n`);
      return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const start = length;
    const free = previous === null ? '0 1\n0000000000 65535 f \n' : '';
    const before = previous === null ? '' : ` /Prev ${previous}`;
    put(`xref\n${free}${offsets.join('')}trailer\n<</Size ${10 + fields} /Root 1 0 R${before}>>\n`);
    put(`startxref\n${start}\n%%EOF\n`);
    previous = start;
  };

  put('%PDF-1.7\n');
  save([
    [1, '<</Type /Catalog /Pages 2 0 R /AcroForm 4 0 R>>'],
    [2, '<</Type /Pages /Kids [3 0 R] /Count 1>>'],
    [3, `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [${references}]>>`],
    form,
    ...Array.from({ length: fields }, (_, index) => [
      10 + index,
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (s${index}) /Rect [0 0 0 0] /P 3 0 R>>`,
    ]),
  ]);
  for (let revision = 1; revision < revisions; revision += 1) save([form]);
  return Buffer.from(parts.join(''), 'latin1');
}
