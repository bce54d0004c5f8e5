// npm run samples: writes the sample templates of packages/server/samples from their sources in scripts/samples, in the form in
// which templates are exported. Run it after a build if a source has changed.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { entryName } from '@cinnabar/server/areas/templates/file/template-file.js';
import { documentText } from '@cinnabar/server/areas/templates/file/write-template-file.js';
import { PDF, rgb } from '@libpdf/core';
import { strToU8, zipSync } from 'fflate';
import { PAGE, setSample } from './samples/set-sample.mjs';

const SOURCES = new URL('samples/', import.meta.url);
const TARGET = new URL('../packages/server/samples/', import.meta.url);
const POINTS_PER_PIXEL = 0.75;
/** Of the entries: the same sources make the same bytes. */
const MADE = new Date(2026, 0, 1);

const engine = new DocumentEngine({ fonts: findFonts(), workers: 1 });
try {
  for (const file of (await readdir(SOURCES)).filter((each) => each.endsWith('.txt')).sort()) {
    const code = file.slice(0, -'.txt'.length);
    const { template, ...sheets } = setSample(await readFile(new URL(file, SOURCES), 'utf8'));
    const fileName = `${template.templateName}.pdf`;
    const size = { width: Math.round(PAGE.width), height: Math.round(PAGE.height) };
    const contract = { fileName, fileUrl: entryName.contract(0), totalPage: sheets.pageCount, ...size };
    const document = { ...template, contractFileList: [contract], copierList: [], attachmentList: [] };
    const entries = {
      'template.json': strToU8(documentText(document)),
      [entryName.contract(0)]: await drawn(sheets, template.templateName),
    };
    const bytes = zipSync(entries, { level: 9, mtime: MADE });
    await writeFile(new URL(`${code}.zip`, TARGET), bytes);
    console.log(
      `${code}: ${template.components.length} controls, ${sheets.pageCount} pages, ${bytes.length} bytes`,
    );
  }
} finally {
  await engine.close();
}

async function drawn({ texts, rules, pageCount }, title) {
  const pdf = PDF.create();
  pdf.setTitle(title);
  for (let page = 1; page <= pageCount; page += 1) {
    const sheet = pdf.addPage({
      width: PAGE.width * POINTS_PER_PIXEL,
      height: PAGE.height * POINTS_PER_PIXEL,
    });
    for (const { from, to } of rules.filter((each) => each.page === page)) {
      sheet.drawLine({ start: point(from), end: point(to), color: rgb(0.35, 0.35, 0.35), thickness: 0.5 });
    }
  }
  const ruled = await engine.importPdf(await pdf.save());
  return engine.prepare(ruled.bytes, { values: texts, areas: [] });
}

function point([x, y]) {
  return { x: x * POINTS_PER_PIXEL, y: (PAGE.height - y) * POINTS_PER_PIXEL };
}
