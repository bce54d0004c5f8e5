import { docx, run } from '../support/pdf/office-files.js';
import { atomsOf, cellsOf, widthsOf } from './contract-source.js';

/** Twentieths of a point: the width of the text, and of an ideograph. */
const TEXT_WIDTH = 8306;
const FONT = 'SimSun';
const BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

/** A contract as a Word document, for LibreOffice to convert. */
export function officeContract(text: string): Uint8Array {
  const body: string[] = [];
  let percents: readonly number[] = [];
  let rows: (readonly string[])[] = [];
  const endTable = (): void => {
    if (rows.length > 0) body.push(tableOf(rows, percents));
    rows = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('|') && !line.startsWith('|%')) {
      rows.push(cellsOf(line));
      continue;
    }
    endTable();
    if (line.startsWith('|%')) percents = widthsOf(line);
    else if (line === '---') body.push(BREAK);
    else if (line.startsWith('# '))
      body.push(`<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${inline(line.slice(2))}</w:p>`);
    else body.push(paragraphOf(line));
  }
  endTable();
  return docx({ body: body.join('') });
}

/** A Word document of its own WordprocessingML: `<body>`, and `<header>` and `<footer>` where it has them. */
export function wordContract(xml: string): Uint8Array {
  const part = (name: string): string | undefined => xml.split(`<${name}>`)[1]?.split(`</${name}>`)[0];
  const [header, footer] = [part('header'), part('footer')];
  return docx({
    body: part('body') ?? '',
    ...(header === undefined ? {} : { header }),
    ...(footer === undefined ? {} : { footer }),
  });
}

function paragraphOf(line: string): string {
  const [left = '', right] = line.split('>>').map((part) => part.trimEnd());
  const tabs = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="4300"/></w:tabs></w:pPr>';
  const content =
    right === undefined ? inline(line) : `${inline(left)}<w:r><w:tab/></w:r>${inline(right.trimStart())}`;
  return `<w:p>${tabs}${content}</w:p>`;
}

function inline(line: string): string {
  return atomsOf(line)
    .map((atom) => {
      if (atom.kind === 'text') return run(atom.text.replaceAll('&', '&amp;'), FONT);
      if (atom.kind === 'ruled') return run(' '.repeat(3 * atom.ems), FONT, '<w:u w:val="single"/>');
      return run('□', FONT);
    })
    .join('');
}

function tableOf(rows: readonly (readonly string[])[], percents: readonly number[]): string {
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:color="000000"/>`)
    .join('');
  const widths = (rows[0] ?? []).map((_, index) => Math.round((TEXT_WIDTH * (percents[index] ?? 25)) / 100));
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const lines = rows.map((cells) => {
    const inside = cells.map(
      (cell, index) =>
        `<w:tc><w:tcPr><w:tcW w:w="${widths[index] ?? 2000}" w:type="dxa"/></w:tcPr>${paragraphOf(cell)}</w:tc>`,
    );
    return `<w:tr>${inside.join('')}</w:tr>`;
  });
  return `<w:tbl><w:tblPr><w:tblLayout w:type="fixed"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl>`;
}
