/** Streams a workbook in the format of ECMA-376 (.xlsx). Memory use does not depend on the number of rows. */

import { type ZipEntry, zipStream } from '../zip/zip-stream.js';
import { type Cell, columnLetters, rowXml, sheetEnd, sheetHead, type WorkbookColumn } from './sheet-xml.js';

/** Media type of workbooks. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows of a sheet beside the header: programs open no more than 1,048,576. */
const MAX_ROWS = 1_048_575;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * @param name of the first sheet; further ones, if there are more rows than fit into one, are numbered
 * @param batches of rows, each with a cell for every column
 */
export function writeWorkbook(
  name: string,
  columns: readonly WorkbookColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  maxRows = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  return zipStream(entriesOf(name, columns, batches, maxRows));
}

async function* entriesOf(
  name: string,
  columns: readonly WorkbookColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  maxRows: number,
): AsyncGenerator<ZipEntry> {
  const rows = batches[Symbol.asyncIterator]();
  const letters = columnLetters(columns.length);
  const head =
    sheetHead(columns) +
    rowXml(
      1,
      letters,
      columns,
      columns.map(({ header }) => header),
    );
  let sheets = 0;
  // Rows that were read and did not fit into the sheet before; null: there are no more.
  let rest: readonly (readonly Cell[])[] | null = [];

  async function* sheet(): AsyncGenerator<string> {
    yield head;
    let written = 0;
    while (rest !== null && written < maxRows) {
      const fitting = rest.slice(0, maxRows - written);
      let xml = '';
      for (const cells of fitting) {
        written += 1;
        xml += rowXml(written + 1, letters, columns, cells);
      }
      if (xml !== '') yield xml;
      rest = rest.slice(fitting.length);
      if (rest.length > 0) break;
      const next = await rows.next();
      rest = next.done === true ? null : next.value;
    }
    yield sheetEnd;
  }

  try {
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, parts: sheet() };
    } while (rest !== null);
  } finally {
    await rows.return?.();
  }
  yield* partsOf(name, sheets);
}

/** The parts that name the sheets. */
function* partsOf(name: string, sheets: number): Generator<ZipEntry> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const part = (path: string, xml: string): ZipEntry => ({ name: path, parts: [XML + xml] });
  const listed = numbers.map(
    (number) =>
      `<sheet name="${number === 1 ? name : `${name} ${number}`}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
  );
  const related = numbers.map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  yield part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield part('xl/styles.xml', STYLES);
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  const types = numbers.map(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${types.join('')}</Types>`,
  );
}

/** Cell formats in the order of `styles`: text, whole number, time. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
