import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { isUnit, nameFrom, readableText, type ValueKind, valueKindOf } from './blank-labels.js';
import type { Area, FoundControl } from './found-control.js';
import { centreIn, type PageView } from './page-pieces.js';

const MAX_LABEL = 24;
const NEAR = 4;
/** px from the lines of the cell. */
const PADDING = 3;
const HEIGHT = 24;
/** A cell this high has room for several lines. */
const TALL = 60;
const WIDE = 160;
const ROOM_BEFORE_UNIT = 40;
/** Shares of a page's height: a table that ends below one goes on above the other. */
const [BOTTOM, TOP] = [0.8, 0.15];

interface Cell {
  readonly area: Area;
  readonly text: string;
}

/** Empty cells right of a label, or under the heading of a column. */
export function cellsToFill(
  view: PageView,
  previous: PageView | undefined,
  party: (cell: Area, label: string) => string,
): readonly FoundControl[] {
  const cells = cellsWithText(view);
  return cells.flatMap((cell) => {
    const area = roomIn(view, cell);
    if (area === null || !isBlank(view, cell.area)) return [];
    const heading = headingOf(cell, cells) ?? headingBefore(cell, view, previous);
    const left = labelLeftOf(cell, cells, heading !== null);
    const label = left ?? heading ?? valueLeftOf(cell, cells);
    if (label === null) return [];
    const kind = kindOfCell(label, heading, cell.text);
    const isTall = area.height >= TALL && area.width >= WIDE && kind.componentType === componentTypes.text;
    const box = isTall
      ? inset(area)
      : {
          x: area.x + PADDING,
          y: area.y + Math.max(0, (area.height - HEIGHT) / 2),
          width: area.width - 2 * PADDING,
          height: Math.min(HEIGHT, area.height),
        };
    return [
      {
        by: 'cell' as const,
        score: left === null ? 0.65 : 0.85,
        page: view.page,
        box,
        claimed: area,
        componentType: isTall ? componentTypes.multiLineText : kind.componentType,
        name: nameFrom(label) || '填写',
        participantFlag: party(area, label),
        required: 1 as const,
        attribute: { ...kind.attribute, width: Math.round(box.width), height: Math.round(box.height) },
      },
    ];
  });
}

/** A row such as `首付款` names a cell whose kind its column says, such as `金额`. */
function kindOfCell(label: string, heading: string | null, unit: string): ValueKind {
  const own = valueKindOf(label, unit);
  const isPlain = own.componentType === componentTypes.text && Object.keys(own.attribute).length === 0;
  return isPlain && heading !== null ? valueKindOf(heading, unit) : own;
}

function cellsWithText(view: PageView): readonly Cell[] {
  return view.cells.map((area) => ({ area, text: textIn(view, area) }));
}

/** The place to write on in a cell: all of it, or what is left of a unit such as `公里`. */
function roomIn({ segments }: PageView, { area, text }: Cell): Area | null {
  if (text === '') return area;
  if (!isUnit(text)) return null;
  const unit = segments.find(({ left, right, top, bottom }) =>
    centreIn(area, (left + right) / 2, (top + bottom) / 2),
  );
  const width = unit === undefined ? 0 : unit.left - area.x;
  return width > ROOM_BEFORE_UNIT ? { ...area, width } : null;
}

function textIn({ segments }: PageView, area: Area): string {
  return segments
    .flatMap(({ pieces, top, bottom }) =>
      pieces.flatMap((piece) =>
        piece.kind === 'text'
          ? [
              readableText(
                piece.characters.filter(({ left, right }) =>
                  centreIn(area, (left + right) / 2, (top + bottom) / 2),
                ),
              ),
            ]
          : [],
      ),
    )
    .join('');
}

/** Underscores and ruled lines in a cell are found by other rules. */
function isBlank({ segments }: PageView, area: Area): boolean {
  return segments.every(({ pieces, top, bottom }) =>
    pieces.every(
      ({ kind, left, right }) => kind === 'text' || !centreIn(area, (left + right) / 2, (top + bottom) / 2),
    ),
  );
}

/** `2台` and `35%` are values of a row. */
function isValue(text: string): boolean {
  return /^\d/u.test(text);
}

function isLabel(text: string): boolean {
  if (isValue(text)) return false;
  const isShort = text.length <= MAX_LABEL && /\p{L}/u.test(text) && !/[。;；]/u.test(text);
  return isShort && !/盖章|签字|签章|公章|签名/.test(text);
}

function besideLeft({ area }: Cell, cells: readonly Cell[]): Cell | undefined {
  return cells.find(
    (other) =>
      Math.abs(other.area.x + other.area.width - area.x) <= NEAR &&
      other.area.y <= area.y + NEAR &&
      other.area.y + other.area.height >= area.y + area.height - NEAR,
  );
}

/** @param isInColumn its column has a heading, so that a cell beside several rows is the title of the table */
function labelLeftOf(cell: Cell, cells: readonly Cell[], isInColumn: boolean): string | null {
  const beside = besideLeft(cell, cells);
  if (beside === undefined || (isInColumn && beside.area.height > cell.area.height + NEAR)) return null;
  return isLabel(beside.text) ? beside.text : null;
}

/** Of a row without labels, the value beside the cell at least says what it is about. */
function valueLeftOf(cell: Cell, cells: readonly Cell[]): string | null {
  const text = besideLeft(cell, cells)?.text ?? '';
  return isValue(text) && /\p{L}/u.test(text) ? text : null;
}

const isInColumnOf = (area: Area, other: Area): boolean =>
  Math.abs(other.x - area.x) <= NEAR && Math.abs(other.width - area.width) <= NEAR;

/** The first cell above that is no value, in a column of empty cells and values. */
function headingOf({ area }: Cell, cells: readonly Cell[]): string | null {
  let top = area.y;
  for (let step = 0; step < cells.length; step += 1) {
    const above = cells.find(
      (other) => Math.abs(other.area.y + other.area.height - top) <= NEAR && isInColumnOf(area, other.area),
    );
    if (above === undefined) return null;
    if (above.text !== '' && !isValue(above.text)) return isLabel(above.text) ? above.text : null;
    top = above.area.y;
  }
  return null;
}

/** The heading on the page before, of a table that goes on at the top of this page. */
function headingBefore({ area }: Cell, view: PageView, previous: PageView | undefined): string | null {
  const top = Math.min(...view.cells.map(({ y }) => y));
  if (previous === undefined || top > TOP * view.layout.height) return null;
  const cells = cellsWithText(previous);
  const lowest = cells
    .filter((other) => isInColumnOf(area, other.area))
    .toSorted((one, other) => other.area.y - one.area.y)[0];
  const end = lowest === undefined ? 0 : lowest.area.y + lowest.area.height;
  if (lowest === undefined || end < BOTTOM * previous.layout.height) return null;
  return isLabel(lowest.text) ? lowest.text : headingOf(lowest, cells);
}

function inset({ x, y, width, height }: Area): Area {
  return { x: x + PADDING, y: y + PADDING, width: width - 2 * PADDING, height: height - 2 * PADDING };
}
