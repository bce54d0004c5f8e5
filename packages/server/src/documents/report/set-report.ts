import { A4, writePages } from '../convert/write-pages.js';
import type { FontLibrary } from '../fonts.js';
import type { TextStyle } from '../model.js';
import { attachedFiles } from '../pdf/attached-files.js';
import { dictionary } from '../pdf/values.js';
import type { Report, ReportBlock, ReportColumn, ReportFact, ReportRow } from './report.js';
import { type Cell, ReportPages, type RowLook } from './report-pages.js';

const body: TextStyle = {
  font: 'SimHei',
  fontSize: 12,
  color: '#1A1A1A',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};
const title: TextStyle = { ...body, fontSize: 26, bold: true, alignment: 'center' };
const subtitle: TextStyle = { ...body, fontSize: 14, color: '#555555', alignment: 'center' };
const heading: TextStyle = { ...body, fontSize: 16, bold: true };
const factsTitle: TextStyle = { ...body, fontSize: 13, bold: true };
const quiet: TextStyle = { ...body, color: '#666666' };
const small: TextStyle = { ...body, fontSize: 10, color: '#666666' };
const columnHead: TextStyle = { ...body, bold: true };

const bare: RowLook = { padding: 3, fill: null, ruled: false };
const line: RowLook = { padding: 5, fill: null, ruled: true };
const factsHead: RowLook = { padding: 5, fill: null, ruled: false };
const head: RowLook = { padding: 5, fill: '#F0F0F0', ruled: true };

const NOTICE = {
  good: { color: '#14532D', fill: '#E8F3EC' },
  bad: { color: '#7F1D1D', fill: '#FBEAEA' },
  plain: { color: '#333333', fill: '#F3F3F1' },
} as const;

/** Cinnabar red, as on the pages. */
const ACCENT = '#B8321F';
/** Between the text of a column and the next column, px. */
const GUTTER = 10;
/** A heading does not stand alone at the foot of a page: it needs that much, px. */
const WITH_HEADING = 130;
const FACT_NAME = 0.2;

type Facts = Extract<ReportBlock, { readonly kind: 'facts' }>;

/** Sets a report as pages of A4, with embedded fonts and what is attached to it. */
export function setReport(report: Report, library: FontLibrary): Uint8Array {
  const pages = reportPages(report, library);
  const contents = pages.finish({ text: report.foot, style: small });
  return writePages(
    contents.map((content) => ({ ...A4, content })),
    (add) => ({ Font: pages.fonts.write(add), XObject: new Map() }),
    (add) => ({
      ...attachedFiles(report.attachments, add),
      // A form without fields, for the signature that a report is given.
      AcroForm: add(dictionary({ Fields: [], SigFlags: 3 })),
    }),
  );
}

/** The pages of a report, of A4, without their foot. */
export function reportPages(report: Report, library: FontLibrary): ReportPages {
  const pages = new ReportPages(library);
  pages.bar(3, ACCENT);
  pages.lower(report.titleTop ?? 16);
  pages.row([whole(pages, report.title, title)], bare);
  pages.row([whole(pages, report.subtitle, subtitle)], bare);
  pages.skip(12);
  for (const [index, block] of report.blocks.entries()) setBlock(pages, block, report.blocks[index + 1]);
  return pages;
}

function setBlock(pages: ReportPages, block: ReportBlock, next: ReportBlock | undefined): void {
  switch (block.kind) {
    case 'heading':
      pages.skip(22);
      pages.requireUnlessTooHigh(WITH_HEADING + (next?.kind === 'facts' ? heightOfFacts(pages, next) : 0));
      pages.row([whole(pages, block.text, heading)], line);
      pages.skip(4);
      return;
    case 'paragraph':
      pages.row([whole(pages, block.text, body)], bare);
      return;
    case 'notice':
      pages.skip(6);
      pages.row(
        [
          {
            text: block.text,
            style: { ...body, color: NOTICE[block.tone].color },
            left: 14,
            width: pages.width - 28,
          },
        ],
        { padding: 12, fill: NOTICE[block.tone].fill, ruled: false },
      );
      pages.skip(6);
      return;
    case 'pageBreak':
      pages.turn();
      return;
    case 'facts':
      // What belongs together stands on one page where it fits on one.
      pages.requireUnlessTooHigh(heightOfFacts(pages, block));
      if (block.title !== null) pages.row([whole(pages, block.title, factsTitle)], factsHead);
      for (const fact of block.facts) pages.row(factCells(pages, fact), bare);
      pages.skip(8);
      return;
    case 'table':
      setTable(pages, block.columns, block.rows);
      pages.skip(8);
      return;
  }
}

function heightOfFacts(pages: ReportPages, { title: about, facts }: Facts): number {
  const above = about === null ? 0 : pages.heightOf([whole(pages, about, factsTitle)], factsHead);
  return facts.reduce((height, fact) => height + pages.heightOf(factCells(pages, fact), bare), above);
}

function factCells(pages: ReportPages, [name, value]: ReportFact): readonly Cell[] {
  const left = pages.width * FACT_NAME;
  return [
    { text: name, style: quiet, left: 0, width: left - GUTTER },
    { text: value, style: body, left, width: pages.width - left },
  ];
}

/** A table that goes on overleaf has its head again there. */
function setTable(pages: ReportPages, columns: readonly ReportColumn[], rows: readonly ReportRow[]): void {
  const headCells = cellsOf(
    pages,
    columns,
    columns.map(({ header }) => header),
    columnHead,
  );
  pages.row(headCells, head);
  for (const row of rows) {
    const cells = cellsOf(pages, columns, row, body);
    if (pages.require(pages.heightOf(cells, line))) pages.row(headCells, head);
    pages.row(cells, line);
  }
}

function cellsOf(
  pages: ReportPages,
  columns: readonly ReportColumn[],
  texts: ReportRow,
  style: TextStyle,
): readonly Cell[] {
  let left = 0;
  return columns.map(({ share }, index) => {
    const width = share * pages.width;
    const cell = { text: texts[index] ?? '', style, left: left + GUTTER / 2, width: width - GUTTER };
    left += width;
    return cell;
  });
}

function whole(pages: ReportPages, text: string, style: TextStyle): Cell {
  return { text, style, left: 0, width: pages.width };
}
