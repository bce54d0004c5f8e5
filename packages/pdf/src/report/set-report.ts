import type { FontLibrary } from '../fonts/fonts.js';
import { A4, writePages } from '../layout/write-pages.js';
import type { TextStyle } from '../model.js';
import { attachedFiles } from '../syntax/attached-files.js';
import { dictionary } from '../syntax/values.js';
import type { Report, ReportBlock, ReportColumn, ReportFact, ReportPicture, ReportRow } from './report.js';
import { type Cell, ReportPages, type RowLook, type TextCell } from './report-pages.js';

const body: TextStyle = {
  font: 'SimHei',
  // 10.5 pt, the usual size of Chinese body text.
  fontSize: 14,
  color: '#1A1A1A',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};
const title: TextStyle = { ...body, fontSize: 28, bold: true, alignment: 'center' };
const subtitle: TextStyle = { ...body, fontSize: 16, color: '#555555', alignment: 'center' };
const heading: TextStyle = { ...body, fontSize: 18, bold: true };
const factsTitle: TextStyle = { ...body, fontSize: 15, bold: true };
const quiet: TextStyle = { ...body, color: '#666666' };
const small: TextStyle = { ...body, fontSize: 12, color: '#666666' };
/** Style of table columns, in which hashes are set beside names. */
const cellText: TextStyle = { ...body, fontSize: 13 };
const columnHead: TextStyle = { ...cellText, bold: true };
const pictureTitle: TextStyle = { ...cellText, bold: true };
const pictureText: TextStyle = { ...body, fontSize: 12 };

const bare: RowLook = { padding: 3, fill: null, ruled: false };
const line: RowLook = { padding: 5, fill: null, ruled: true };
const factsHead: RowLook = { padding: 5, fill: null, ruled: false };
const head: RowLook = { padding: 5, fill: '#F0F0F0', ruled: true };

const NOTICE = {
  good: { color: '#14532D', fill: '#E8F3EC' },
  bad: { color: '#7F1D1D', fill: '#FBEAEA' },
  plain: { color: '#333333', fill: '#F3F3F1' },
} as const;

/** Factor of the font sizes of a compact report. */
const COMPACT = 6 / 7;
/** Cinnabar red, as on the pages. */
const ACCENT = '#B8321F';
/** Between the text of a column and the next column, px. */
const GUTTER = 10;
/** A heading must not be alone at the foot of a page: space required for it and the beginning of its content, px. */
const HEADING_HEIGHT = 50;
const AFTER_HEADING = 80;
const FACT_NAME = 0.2;
/** A group of facts is divided between pages if keeping it together would leave more than this empty, px. */
const MAX_BLANK_HEIGHT = 230;
/** Minimum number of facts on each page when a group of facts is divided. */
const MIN_FACTS_TOGETHER = 2;
/** Size of a small picture, px: two with their texts fill a row, and four rows a page. */
const PICTURE = { width: 155, height: 219 } as const;

type Facts = Extract<ReportBlock, { readonly kind: 'facts' }>;
type Pictures = Extract<ReportBlock, { readonly kind: 'pictures' }>;

/** Sets a report as A4 pages, with embedded fonts and its attachments. */
export function setReport(report: Report, library: FontLibrary): Uint8Array {
  const pages = reportPages(report, library);
  const contents = pages.finish({ text: report.foot, style: small });
  return writePages(
    contents.map((content) => ({ ...A4, content })),
    (add) => ({ Font: pages.fonts.write(add), XObject: pages.pictures.write(add) }),
    (add) => ({
      ...attachedFiles(report.attachments, add),
      // A form without fields, for the signature of the report.
      AcroForm: add(dictionary({ Fields: [], SigFlags: 3 })),
    }),
  );
}

/** The A4 pages of a report, without feet. */
export function reportPages(report: Report, library: FontLibrary): ReportPages {
  const pages = new ReportPages(library, report.compact === true ? COMPACT : 1);
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
      pages.require(
        HEADING_HEIGHT + (next?.kind === 'facts' ? beginningOfFacts(pages, next) : AFTER_HEADING),
      );
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
    case 'facts':
      setFacts(pages, block);
      pages.skip(8);
      return;
    case 'pictures':
      setPictures(pages, block);
      pages.skip(8);
      return;
    case 'table':
      setTable(pages, block.columns, block.rows);
      pages.skip(8);
      return;
  }
}

/** Facts are kept on one page if that leaves little of the previous one empty; otherwise they are divided. */
function setFacts(pages: ReportPages, block: Facts): void {
  const { title: about, facts } = block;
  const rows = facts.map((fact) => factCells(pages, fact));
  pages.require(beginningOfFacts(pages, block));
  if (about !== null) pages.row([whole(pages, about, factsTitle)], factsHead);
  for (const [index, row] of rows.entries()) {
    const isOneOfTheLast = index === rows.length - MIN_FACTS_TOGETHER;
    pages.require(sumOfHeights(pages, isOneOfTheLast ? rows.slice(index) : [row]));
    pages.row(row, bare);
  }
}

/**
 * Height that must be available on the page where facts begin: that of all of them, or of the first ones if there are
 * too many.
 */
function beginningOfFacts(pages: ReportPages, { title: about, facts }: Facts): number {
  const rows = facts.map((fact) => factCells(pages, fact));
  const above = about === null ? 0 : pages.heightOf([whole(pages, about, factsTitle)], factsHead);
  const height = above + sumOfHeights(pages, rows);
  return height <= MAX_BLANK_HEIGHT ? height : above + sumOfHeights(pages, rows.slice(0, MIN_FACTS_TOGETHER));
}

function sumOfHeights(pages: ReportPages, rows: readonly (readonly Cell[])[]): number {
  return rows.reduce((height, row) => height + pages.heightOf(row, bare), 0);
}

/** Two pictures per row, each with its text on the right; the heading is above the first row. */
function setPictures(pages: ReportPages, { lead, pictures }: Pictures): void {
  const column = pages.width / 2;
  const rows = Array.from({ length: Math.ceil(pictures.length / 2) }, (_, row) =>
    pictures
      .slice(2 * row, 2 * row + 2)
      .flatMap((picture, position) => pictureCells(pages, picture, position * column, column)),
  );
  const leading = whole(pages, lead, body);
  const [first] = rows;
  pages.require(pages.heightOf([leading], bare) + (first === undefined ? 0 : pages.heightOf(first, line)));
  pages.row([leading], bare);
  for (const cells of rows) pages.row(cells, line);
}

function pictureCells(
  pages: ReportPages,
  { jpeg, title: about, lines }: ReportPicture,
  left: number,
  column: number,
): readonly Cell[] {
  const beside = { left: left + PICTURE.width + GUTTER, width: column - PICTURE.width - 2 * GUTTER };
  const head = { text: about, style: pictureTitle, ...beside };
  const words = {
    text: lines.join('\n\n'),
    style: pictureText,
    ...beside,
    top: pages.textHeight(head) + 6,
  };
  return [...(jpeg === null ? [] : [{ picture: pages.scaled(jpeg, PICTURE), left }]), head, words];
}

function factCells(pages: ReportPages, [name, value]: ReportFact): readonly Cell[] {
  const left = pages.width * FACT_NAME;
  return [
    { text: name, style: quiet, left: 0, width: left - GUTTER },
    { text: value, style: body, left, width: pages.width - left },
  ];
}

/** A table that continues on the next page repeats its head there. */
function setTable(pages: ReportPages, columns: readonly ReportColumn[], rows: readonly ReportRow[]): void {
  const headCells = cellsOf(
    pages,
    columns,
    columns.map(({ header }) => header),
    columnHead,
  );
  const headHeight = pages.heightOf(headCells, head);
  for (const [index, row] of rows.entries()) {
    const cells = cellsOf(pages, columns, row, cellText);
    const height = pages.heightOf(cells, line);
    // The head is above a row, never alone at the foot of a page.
    const turned = pages.require(index === 0 ? headHeight + height : height);
    if (index === 0 || turned) pages.row(headCells, head);
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

function whole(pages: ReportPages, text: string, style: TextStyle): TextCell {
  return { text, style, left: 0, width: pages.width };
}
