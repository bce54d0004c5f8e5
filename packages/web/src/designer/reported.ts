/** What the canvas and the list report, as events of the designer: the same act is the same event. Pure. */
import type { CanvasCommand, Placement } from '../canvas/canvas-types.js';
import type { DocumentPoint } from '../shared/document/document-handle.js';
import {
  type CopyTo,
  copiesOnPages,
  duplicatesOf,
  kindOfCanvas,
  movesOf,
  newControl,
  type PageSize,
  withKeysToRepeat,
} from './canvas-bridge.js';
import { type ControlKind, firstSizeOf, obstacleTo } from './control-kinds.js';
import type { Control, Design, MakeKey, Party, TemplateFile } from './design.js';
import type { DesignerEvent } from './designer-state.js';
import type { ListCommand } from './list-command.js';

export interface Desk {
  readonly design: Design;
  /** The party that new controls belong to. */
  readonly party: Party | undefined;
  /** The file in sight. */
  readonly file: TemplateFile | undefined;
  readonly wordOf: (kind: ControlKind) => string;
  readonly pageSize: PageSize;
  readonly makeKey: MakeKey;
}

/** Pasting asks for parties, and suggestions are no part of the design: both are left to the host. */
type OfCanvas = Exclude<CanvasCommand, { readonly type: 'paste' | 'accept' | 'dismiss' }>;

/** @returns null if nothing changes */
export function canvasEvent(desk: Desk, command: OfCanvas): DesignerEvent | null {
  switch (command.type) {
    case 'select':
      return { type: 'selected', keys: command.keys };
    case 'open':
      return { type: 'selected', keys: [command.key] };
    case 'move':
    case 'resize': {
      const { type, places, by, at } = command;
      const kind = `${type} ${places.map(({ key }) => key).join(' ')}`;
      return {
        type: 'did',
        command: { type: 'controlsMoved', moves: movesOf(places) },
        ...(by === 'keys' ? { merging: { kind, at } } : {}),
      };
    }
    case 'add':
      return added(desk, kindOfCanvas(command.kind), command.place, true);
    case 'delete':
    case 'cut':
      return removed(command.keys);
    case 'duplicate':
      return duplicated(desk, command.keys, true);
    case 'copy':
      return null;
  }
}

/** What is looked up in the file, the clipboard and the page in sight are left to the host. */
type OfList = Exclude<ListCommand, { readonly type: 'edit' | 'paste' | 'add' | 'keepBlock' }>;

/** @returns null if nothing changes */
export function listEvent(desk: Desk, command: OfList): DesignerEvent | null {
  switch (command.type) {
    case 'select':
      return { type: 'selected', keys: command.keys };
    case 'reveal':
      return { type: 'shown', key: command.key };
    case 'delete':
    case 'cut':
      return removed(command.keys);
    case 'duplicate':
      return duplicated(desk, command.keys, false);
    case 'copyToPages':
      return copiedToPages(desk, command.keys, command.to);
  }
}

/** A new control around a point, which leaves the focus where it is. */
export function addedAround(desk: Desk, kind: ControlKind, { fileId, page, x, y }: DocumentPoint) {
  if (desk.party === undefined) return null;
  const { width, height } = firstSizeOf(kind, desk.party);
  const place = { fileId, page, x: x - width / 2, y: y - height / 2, width, height };
  return added(desk, kind, place, false);
}

function added(
  { design, party, file, wordOf, makeKey }: Desk,
  kind: ControlKind,
  place: Omit<Placement, 'key'>,
  takesFocus: boolean,
): DesignerEvent | null {
  if (party === undefined || obstacleTo(design, kind, party, file) !== null) return null;
  const control = newControl(design, { key: makeKey(), kind, party, place, word: wordOf(kind) });
  return put([control], takesFocus);
}

export function removed(keys: readonly Control['key'][]): DesignerEvent {
  return { type: 'did', command: { type: 'controlsRemoved', keys }, select: [] };
}

export function duplicated(
  { design, makeKey }: Pick<Desk, 'design' | 'makeKey'>,
  keys: readonly Control['key'][],
  takesFocus: boolean,
): DesignerEvent | null {
  return put(duplicatesOf(design, keys, makeKey), takesFocus);
}

export function copiedToPages(
  { design, pageSize, makeKey }: Pick<Desk, 'design' | 'pageSize' | 'makeKey'>,
  keys: readonly Control['key'][],
  to: CopyTo,
): DesignerEvent {
  const named = to.isSameValue ? withKeysToRepeat(design, keys) : design;
  const controls = copiesOnPages(named, keys, to, pageSize, makeKey);
  if (!to.isSameValue) return { type: 'did', command: { type: 'controlsAdded', controls } };
  const whole = { ...named, controls: [...named.controls, ...controls] };
  return { type: 'did', command: { type: 'replaced', design: whole } };
}

/** New controls, which are selected; on the canvas they take the focus, so that keys go on with them. */
export function put(controls: readonly Control[], takesFocus: boolean): DesignerEvent | null {
  const [first] = controls;
  if (first === undefined) return null;
  return {
    type: 'did',
    command: { type: 'controlsAdded', controls },
    select: controls.map(({ key }) => key),
    ...(takesFocus ? { focus: first.key } : {}),
  };
}
