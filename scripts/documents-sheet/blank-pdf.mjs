// Empty PDFs to draw on, in the forms that uploads have.

/**
 * @param pages each {media, crop, rotate, userUnit, content}: boxes in default user space units, `content` in operators
 * @param inherited entries that the pages inherit from the root of their tree
 */
export function blankPdf(pages, inherited = '') {
  const objects = ['<</Type /Catalog /Pages 2 0 R>>', ''];
  const kids = pages.map((page) => {
    const stream = objects.push(
      `<</Length ${(page.content ?? '').length}>>\nstream\n${page.content ?? ''}\nendstream`,
    );
    return `${objects.push(pageText(page, stream))} 0 R`;
  });
  objects[1] = `<</Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} ${inherited}>>`;
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<</Size ${size} /Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

function pageText({ media, crop, rotate, userUnit }, stream) {
  const entries = ['/Type /Page /Parent 2 0 R', `/Contents ${stream} 0 R`];
  if (media) entries.push(`/MediaBox [${media.join(' ')}]`);
  if (crop) entries.push(`/CropBox [${crop.join(' ')}]`);
  if (rotate) entries.push(`/Rotate ${rotate}`);
  if (userUnit) entries.push(`/UserUnit ${userUnit}`);
  return `<<${entries.join(' ')}>>`;
}

/** A page of the given size in px; `boxes` (px from the top left) get a thin outline. */
export function pageOfPixels(width, height, boxes = []) {
  const outlines = boxes.map(
    (box) => `${pt(box.x)} ${pt(height - box.y - box.height)} ${pt(box.width)} ${pt(box.height)} re S`,
  );
  return { media: [0, 0, pt(width), pt(height)], content: `0.8 G 0.5 w ${outlines.join(' ')}` };
}

function pt(px) {
  return Number((px * 0.75).toFixed(3));
}
