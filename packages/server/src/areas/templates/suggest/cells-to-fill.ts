import { componentTypes } from '@cinnabar/api/schemas/component.js';
import { nameFrom, readableText, valueKindOf } from './blank-labels.js';
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

interface Cell {
  readonly area: Area;
  readonly text: string;
}

/** Empty cells right of a label, or under the heading of a column. */
export function cellsToFill(
  view: PageView,
  party: (cell: Area, label: string) => string,
): readonly FoundControl[] {
  const cells = view.cells.map((area): Cell => ({ area, text: textIn(view, area) }));
  return cells.flatMap((cell) => {
    if (cell.text !== '' || !isBlank(view, cell.area)) return [];
    const left = labelLeftOf(cell, cells);
    const label = left ?? headingOf(cell, cells);
    if (label === null) return [];
    const { area } = cell;
    const kind = valueKindOf(label);
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

function isLabel(text: string): boolean {
  const isShort = text.length <= MAX_LABEL && /\p{L}/u.test(text) && !/[。;；]/u.test(text);
  return isShort && !/盖章|签字|签章|公章|签名/.test(text);
}

function labelLeftOf({ area }: Cell, cells: readonly Cell[]): string | null {
  const beside = cells.find(
    (other) =>
      Math.abs(other.area.x + other.area.width - area.x) <= NEAR &&
      other.area.y <= area.y + NEAR &&
      other.area.y + other.area.height >= area.y + area.height - NEAR,
  );
  return beside !== undefined && isLabel(beside.text) ? beside.text : null;
}

/** The first cell above with text, in a column of empty cells. */
function headingOf({ area }: Cell, cells: readonly Cell[]): string | null {
  let top = area.y;
  for (let step = 0; step < cells.length; step += 1) {
    const above = cells.find(
      (other) =>
        Math.abs(other.area.y + other.area.height - top) <= NEAR &&
        Math.abs(other.area.x - area.x) <= NEAR &&
        Math.abs(other.area.width - area.width) <= NEAR,
    );
    if (above === undefined) return null;
    if (above.text !== '') return isLabel(above.text) ? above.text : null;
    top = above.area.y;
  }
  return null;
}

function inset({ x, y, width, height }: Area): Area {
  return { x: x + PADDING, y: y + PADDING, width: width - 2 * PADDING, height: height - 2 * PADDING };
}
