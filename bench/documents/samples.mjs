// Typical uploads: Chinese text with an embedded font, scans, and Word documents.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { PDF } from '@libpdf/core';
import { strToU8, zipSync } from 'fflate';
import { scan } from '../support/scan.mjs';

const CLAUSE = '甲乙双方经友好协商，就钢材买卖事宜订立本合同，共同遵守；未尽事宜另行书面约定。';
const STYLE = {
  font: 'SimSun',
  fontSize: 16,
  color: '#000000',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};

/** Writes a contract of the given number of pages, with about a thousand characters on each. */
export async function writeTextContract(file, pages, fonts) {
  const pdf = PDF.create();
  for (let page = 1; page <= pages; page += 1) pdf.addPage({ size: 'a4' });
  const { bytes } = await importPdf(await pdf.save(), fonts);
  const values = Array.from({ length: pages }, (_, index) => ({
    label: `page ${index + 1}`,
    box: { page: index + 1, x: 80, y: 80, width: 640, height: 940 },
    text: Array.from({ length: 28 }, (_, clause) => `${index + 1}.${clause + 1}　${CLAUSE}`).join('\n'),
    multiLine: true,
    style: STYLE,
  }));
  writeFileSync(file, await prepareDocument(bytes, { values, areas: [] }, fonts));
  asOthersWrite(file);
}

/** Writes A4 scans at 150 dpi, each a different image of about one megabyte. */
export async function writeScans(file, pages) {
  const pdf = PDF.create();
  for (let page = 1; page <= pages; page += 1) {
    const image = pdf.embedJpeg(await scan(page));
    pdf.addPage({ size: 'a4' }).drawImage(image, { x: 0, y: 0, width: 595, height: 842 });
  }
  writeFileSync(file, await pdf.save());
  asOthersWrite(file);
}

/** Adds object streams and cross-reference streams, which most uploads have and our own files do not. */
function asOthersWrite(file) {
  execFileSync('qpdf', ['--object-streams=generate', '--replace-input', file]);
}

/** Writes a Word document of about the given number of pages, with headings, paragraphs and tables in Windows fonts. */
export function writeWordContract(file, pages) {
  const chapters = Array.from({ length: pages }, (_, index) => chapter(index + 1));
  const breaks = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const packaging = 'http://schemas.openxmlformats.org/package/2006';
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${office}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaging}/relationships"><Relationship Id="r1" Type="${relationship}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${chapters.join(breaks)}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
  };
  const declared = Object.entries(parts).map(([name, xml]) => [
    name,
    strToU8(`<?xml version="1.0" encoding="UTF-8"?>${xml}`),
  ]);
  writeFileSync(file, zipSync(Object.fromEntries(declared)));
}

function chapter(number) {
  const cell = (text) =>
    `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text, '仿宋')}</w:tc>`;
  const row = (...cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
  const table = `<w:tbl>${row('品名', '数量', '金额')}${row('热轧钢板', '12', '¥34,500.00')}</w:tbl>`;
  const clauses = Array.from({ length: 8 }, () => paragraph(CLAUSE.repeat(2), 'SimSun'));
  return paragraph(`第${number}章　标的与价款`, 'SimHei') + clauses.join('') + table;
}

function paragraph(text, font) {
  const fonts = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}"/>`;
  return `<w:p><w:r><w:rPr>${fonts}<w:sz w:val="21"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
}

export function kilobytesOf(file) {
  return readFileSync(file).length / 1000;
}
