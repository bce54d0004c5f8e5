/** Cells of the list of controls: what they show, and what a typed or pasted text makes of a control. Pure. */

import { type Box, type Size, within } from '../canvas/geometry/box.js';
import { onOtherPage } from '../canvas/geometry/copying.js';
import { PX_PER_MM } from '../shared/document/seal-geometry.js';
import { mayHave } from './commands.js';
import {
  type ControlKind,
  fillKinds,
  firstAttribute,
  isFixedSize,
  kindOf,
  sizeOf,
  typeOf,
} from './control-kinds.js';
import { type Control, type Design, UNPLACED } from './design.js';

export const columns = [
  ...(['page', 'name', 'party', 'type', 'required', 'key'] as const),
  ...(['x', 'y', 'width', 'height', 'anchor'] as const),
] as const;
export type Column = (typeof columns)[number];
export type Unit = 'px' | 'mm';

export interface CellContext {
  readonly design: Pick<Design, 'parties' | 'files'>;
  readonly pageSize: (file: number, page: number) => Size | undefined;
  readonly unit: Unit;
  readonly words: {
    readonly kinds: Readonly<Record<ControlKind, string>>;
    readonly yes: string;
    readonly no: string;
    readonly unknown: string;
  };
}

export function cellText({ design, unit, words }: CellContext, control: Control, column: Column): string {
  const length = (px: number) => (unit === 'px' ? String(Math.round(px)) : (px / PX_PER_MM).toFixed(1));
  const { width, height } = sizeOf(control);
  switch (column) {
    case 'page':
      return control.page === UNPLACED ? '' : String(control.page);
    case 'name':
      return control.name;
    case 'party':
      return design.parties.find(({ key }) => key === control.party)?.flag ?? '';
    case 'type': {
      const kind = kindOf(control);
      return kind === null ? words.unknown : words.kinds[kind];
    }
    case 'required':
      return control.isRequired ? words.yes : words.no;
    case 'key':
      return control.componentKey;
    case 'x':
      return length(control.x);
    case 'y':
      return length(control.y);
    case 'width':
      return length(width);
    case 'height':
      return length(height);
    case 'anchor': {
      if (control.anchor === null) return '';
      const { keyword, index } = control.anchor;
      return index === 1 ? keyword : `${keyword} #${index}`;
    }
  }
}

/** Whether a cell can be changed at all. */
export function isEditable(control: Control, column: Column): boolean {
  const kind = kindOf(control);
  switch (column) {
    case 'type':
      return kind !== null && fillKinds.includes(kind);
    case 'width':
    case 'height':
      return !isFixedSize(control);
    case 'x':
    case 'page':
    case 'anchor':
      return kind !== 'seam';
    default:
      return true;
  }
}

/** The control after its cell was given a text; null if the text cannot stand there. */
export function withCell(
  context: CellContext,
  control: Control,
  column: Column,
  given: string,
): Control | null {
  if (!isEditable(control, column)) return null;
  const text = given.normalize('NFKC').trim();
  switch (column) {
    case 'name':
      return { ...control, name: given.trim().slice(0, 100) };
    case 'key':
      return { ...control, componentKey: given.trim().slice(0, 100) };
    case 'party':
      return withParty(context, control, text);
    case 'type':
      return withType(context, control, text);
    case 'required': {
      const isRequired = readYes(context, text);
      return isRequired === null ? null : { ...control, isRequired };
    }
    case 'page':
      return /^\d{1,5}$/.test(text) ? onPage(context, control, Number(text)) : null;
    case 'anchor':
      return withAnchor(control, given.trim());
    default:
      return withLength(context, control, column, text);
  }
}

function withParty({ design }: CellContext, control: Control, text: string): Control | null {
  const { parties } = design;
  const named = parties.find(({ flag }) => flag.normalize('NFKC').trim() === text);
  const lettered = /^[A-Fa-f]$/.test(text) ? parties[text.toUpperCase().charCodeAt(0) - 65] : undefined;
  const party = named ?? lettered;
  return party === undefined || !mayHave(party, control) ? null : { ...control, party: party.key };
}

/** Attributes that the new type lacks stay: they are not sent to anybody, and come back with the old type. */
function withType({ design, words }: CellContext, control: Control, text: string): Control | null {
  const kind = fillKinds.find((each) => words.kinds[each] === text);
  if (kind === undefined) return null;
  const party = design.parties.find(({ key }) => key === control.party) ?? { isEnterprise: false };
  return {
    ...control,
    type: typeOf(kind),
    attribute: { ...firstAttribute(kind, party), ...control.attribute },
  };
}

function readYes({ words }: CellContext, text: string): boolean | null {
  const low = text.toLowerCase();
  if ([words.yes.toLowerCase(), '是', 'yes', 'y', '1', 'true', '√', '✓', '*'].includes(low)) return true;
  return [words.no.toLowerCase(), '否', 'no', 'n', '0', 'false', ''].includes(low) ? false : null;
}

/** On another page of its file, at its distance from the nearest edges. */
export function onPage({ pageSize, design }: CellContext, control: Control, page: number): Control | null {
  const file = design.files.find(({ key }) => key === control.file);
  const size = pageSize(control.file, page);
  if (file === undefined || size === undefined || page < 1 || page > file.totalPage) return null;
  if (page === control.page || kindOf(control) === 'seam') return control;
  const from = control.page === UNPLACED ? size : (pageSize(control.file, control.page) ?? size);
  const { x, y } = onOtherPage(boxOf(control), from, size);
  return { ...control, page, x, y, anchor: null };
}

function withAnchor(control: Control, text: string): Control {
  if (text === '') return { ...control, anchor: null };
  const [, keyword = text, index = '1'] = /^(.+?)\s*#(\d{1,4})$/.exec(text) ?? [];
  const { offsetX = 0, offsetY = 0 } = control.anchor ?? {};
  return { ...control, anchor: { keyword, index: Math.max(1, Number(index)), offsetX, offsetY } };
}

function withLength(
  { pageSize, unit }: CellContext,
  control: Control,
  column: 'x' | 'y' | 'width' | 'height',
  text: string,
): Control | null {
  if (!/^-?\d{1,6}(\.\d{1,6})?$/.test(text)) return null;
  const px = unit === 'px' ? Number(text) : Number(text) * PX_PER_MM;
  const size = pageSize(control.file, control.page);
  if (size === undefined) return null;
  return withBox(control, within(size, { ...boxOf(control), [column]: px }));
}

/** A control that is moved by hand no longer follows a text. */
export function withBox(control: Control, { x, y, width, height }: Box): Control {
  const before = boxOf(control);
  const isMoved = before.x !== x || before.y !== y;
  const isResized = before.width !== width || before.height !== height;
  return {
    ...control,
    x,
    y,
    anchor: isMoved ? null : control.anchor,
    attribute: isResized ? { ...control.attribute, width, height } : control.attribute,
  };
}

export function boxOf(control: Control): Box {
  return { x: control.x, y: control.y, ...sizeOf(control) };
}
