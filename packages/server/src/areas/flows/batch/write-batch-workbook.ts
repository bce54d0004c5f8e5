/**
 * The workbook in which the items of a batch are written. All columns are text, so that programs neither round mobiles nor
 * turn numbers into dates; what a column takes is shown beside the selected cell.
 */
import { type BatchColumn, batchGuide, choicesOf, columnNote } from '@cinnabar/api/batch-columns.js';
import { columnLetters, escapeText } from '../../../workbook/sheet-xml.js';
import { type ZipEntry, zipStream } from '../../../zip/zip-stream.js';

type Language = 'zh' | 'en';

/** Rows with drop-downs and notes: those of the largest table that the pages take. */
const ROWS = 2000;
const NOTE_TITLE_LENGTH = 32;
const NOTE_LENGTH = 255;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of the cell formats in STYLES. */
const TEXT = 1;
const HEADER = 2;

const words = {
  zh: { sheet: '批量发起', options: '选项', heads: ['列', '键', '说明'] },
  en: { sheet: 'Contracts', options: 'Options', heads: ['Column', 'Key', 'Description'] },
} as const;

export function writeBatchWorkbook(
  columns: readonly BatchColumn[],
  language: Language,
): AsyncGenerator<Uint8Array> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield* partsOf(columns, language);
  }
  return zipStream(entries());
}

function* partsOf(columns: readonly BatchColumn[], language: Language): Generator<ZipEntry> {
  const part = (name: string, xml: string): ZipEntry => ({ name, parts: [XML + xml] });
  const { sheet, options } = words[language];
  yield part('xl/worksheets/sheet1.xml', tableSheet(columns, language));
  yield part('xl/worksheets/sheet2.xml', guideSheet(columns, language));
  yield part('xl/worksheets/sheet3.xml', optionsSheet(columns));
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/><sheet name="${batchGuide[language]}" sheetId="2" r:id="rId2"/><sheet name="${options}" sheetId="3" state="hidden" r:id="rId3"/></sheets></workbook>`,
  );
  const sheets = [1, 2, 3];
  yield part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rId4" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield part('xl/styles.xml', STYLES);
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${sheets.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
  );
}

function tableSheet(columns: readonly BatchColumn[], language: Language): string {
  const letters = columnLetters(columns.length);
  const widths = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.max(14, column[language].length * 2 + 2)}" style="${TEXT}" customWidth="1"/>`,
  );
  const header = rowOf(
    1,
    columns.map((column) => column[language]),
    HEADER,
  );
  const notes = columns.map((column, index) => validation(column, letters[index] ?? 'A', language));
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${header}</sheetData><dataValidations count="${columns.length}">${notes.join('')}</dataValidations></worksheet>`;
}

function validation(column: BatchColumn, letter: string, language: Language): string {
  const choices = choicesOf(column);
  const title = attribute(column[language].slice(0, NOTE_TITLE_LENGTH));
  const prompt = attribute(columnNote(column)[language].slice(0, NOTE_LENGTH));
  const common = `allowBlank="1" showInputMessage="1" promptTitle="${title}" prompt="${prompt}" sqref="${letter}2:${letter}${ROWS + 1}"`;
  if (choices.length === 0) return `<dataValidation ${common}/>`;
  const range = `'${words[language].options}'!$${letter}$1:$${letter}$${choices.length}`;
  return `<dataValidation type="list" showErrorMessage="1" ${common}><formula1>${range}</formula1></dataValidation>`;
}

function guideSheet(columns: readonly BatchColumn[], language: Language): string {
  const rows = columns.map((column, index) =>
    rowOf(index + 2, [column[language], column.key, columnNote(column)[language]], TEXT),
  );
  return `<worksheet xmlns="${MAIN}"><cols><col min="1" max="2" width="28" customWidth="1"/><col min="3" max="3" width="60" customWidth="1"/></cols><sheetData>${rowOf(1, words[language].heads, HEADER)}${rows.join('')}</sheetData></worksheet>`;
}

/** The choices of each column, below one another in the column of the same letter. */
function optionsSheet(columns: readonly BatchColumn[]): string {
  const choices = columns.map(choicesOf);
  const most = Math.max(0, ...choices.map(({ length }) => length));
  const rows = Array.from({ length: most }, (_, index) =>
    rowOf(
      index + 1,
      choices.map((options) => options[index] ?? ''),
      TEXT,
    ),
  );
  return `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function rowOf(row: number, cells: readonly string[], style: number): string {
  const letters = columnLetters(cells.length);
  const written = cells.map((text, index) =>
    text === ''
      ? ''
      : `<c r="${letters[index]}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`,
  );
  return `<row r="${row}">${written.join('')}</row>`;
}

function attribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/** Cell formats: general, text (49), and text in bold on grey for headers. */
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF1F1EF"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/></cellXfs></styleSheet>`;
