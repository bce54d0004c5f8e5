// Reads the first sheet of an .xlsx: a ZIP archive (APPNOTE 4.3) of SpreadsheetML (ECMA-376).
import { inflateRawSync } from 'node:zlib';

/** @returns every row as the texts of its cells */
export function rowsOfWorkbook(bytes) {
  const files = filesOf(bytes);
  const shared = [...textOf(files, 'xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) =>
    plainText(item),
  );
  const sheet = textOf(files, 'xl/worksheets/sheet1.xml');
  return [...sheet.matchAll(/<row\b[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row = '']) =>
    cellsOf(row, shared),
  );
}

function cellsOf(row, shared) {
  const cells = [];
  for (const [, attributes, content = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
    const [, letters = 'A'] = /\br="([A-Z]+)\d+"/.exec(attributes) ?? [];
    const value = plainText(content);
    cells[columnOf(letters)] = /\bt="s"/.test(attributes) ? shared[Number(value)] : value;
  }
  return Array.from(cells, (cell) => cell ?? '');
}

function columnOf(letters) {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Text content of the elements, without formulas. */
function plainText(xml) {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return xml
    .replace(/<f\b.*?<\/f>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_entity, name) => named[name]);
}

function textOf(files, name) {
  return files.get(name)?.().toString('utf8') ?? '';
}

/** The archive's members by name, from its central directory. */
function filesOf(bytes) {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('not a workbook');
  const files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const start = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, () => {
      const content = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
      const stored = bytes.subarray(content, content + size);
      return method === 0 ? stored : inflateRawSync(stored);
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}
