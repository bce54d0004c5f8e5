/** What the designer can do to a template: each command makes a new document. Pure. */
import { isArea, kindOf } from './control-kinds.js';
import type { Anchor, Attribute, Control, Design, Party, TemplateFile } from './design.js';
import { UNPLACED } from './design.js';
import { fillAt, numbered, type SignMove, type StepTarget, signAt, signMoved } from './lanes.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a control is moved to; its file and page stay if they are not named. */
export type Move = Partial<Box> & { readonly page?: number; readonly file?: TemplateFile['key'] };

export type Command =
  | { readonly type: 'renamed'; readonly name: string }
  | { readonly type: 'encrypted'; readonly isEncrypted: boolean }
  | { readonly type: 'partyAdded'; readonly party: Party }
  | { readonly type: 'partyChanged'; readonly key: string; readonly change: Partial<Omit<Party, 'key'>> }
  /** `heir` takes over the controls that it can have; null: they are deleted. */
  | { readonly type: 'partyRemoved'; readonly key: string; readonly heir: string | null }
  | { readonly type: 'fillMoved'; readonly key: string; readonly index: number }
  | { readonly type: 'signPut'; readonly key: string; readonly target: StepTarget }
  | { readonly type: 'signMoved'; readonly key: string; readonly move: SignMove }
  | { readonly type: 'filesAdded'; readonly files: readonly TemplateFile[] }
  | { readonly type: 'fileRemoved' | 'fileEarlier' | 'fileLater'; readonly key: TemplateFile['key'] }
  | { readonly type: 'fileReplaced'; readonly file: TemplateFile; readonly places: readonly Place[] }
  | { readonly type: 'extrasChanged'; readonly extras: Partial<Pick<Design, 'copiers' | 'attachments'>> }
  | { readonly type: 'controlsAdded'; readonly controls: readonly Control[] }
  | { readonly type: 'controlsRemoved'; readonly keys: readonly string[] }
  | { readonly type: 'controlsChanged'; readonly keys: readonly string[]; readonly change: ControlChange }
  /** Whole controls, in the place of those with their keys. */
  | { readonly type: 'controlsEdited'; readonly controls: readonly Control[] }
  | { readonly type: 'controlsMoved'; readonly moves: readonly (Move & { readonly key: string })[] }
  | { readonly type: 'replaced'; readonly design: Design };

/** A change of several controls; attributes are merged into those that a control has. */
export interface ControlChange
  extends Partial<Pick<Control, 'party' | 'name' | 'componentKey' | 'value' | 'isRequired'>> {
  readonly anchor?: Anchor | null;
  /** undefined takes an attribute away. */
  readonly attribute?: { readonly [Name in keyof Attribute]?: Attribute[Name] | undefined };
}

/** The place of a control in a new file; null: nobody found one. */
export interface Place {
  readonly key: string;
  readonly at: {
    readonly page: number;
    readonly x: number;
    readonly y: number;
    /** The text that it follows there. */
    readonly anchor?: Anchor | null;
  } | null;
}

export function applied(design: Design, command: Command): Design {
  switch (command.type) {
    case 'renamed':
      return { ...design, name: command.name };
    case 'encrypted':
      return { ...design, isEncrypted: command.isEncrypted };
    case 'partyAdded':
      return { ...design, parties: numbered([...design.parties, command.party]) };
    case 'partyChanged':
      return partyChanged(design, command.key, command.change);
    case 'partyRemoved':
      return partyRemoved(design, command.key, command.heir);
    case 'fillMoved':
      return { ...design, parties: fillAt(design.parties, command.key, command.index) };
    case 'signPut':
      return { ...design, parties: signAt(design.parties, command.key, command.target) };
    case 'signMoved':
      return { ...design, parties: signMoved(design.parties, command.key, command.move) };
    case 'filesAdded':
      return { ...design, files: [...design.files, ...command.files] };
    case 'fileRemoved':
      return {
        ...design,
        files: design.files.filter(({ key }) => key !== command.key),
        controls: design.controls.filter(({ file }) => file !== command.key),
      };
    case 'fileEarlier':
      return { ...design, files: shifted(design.files, command.key, -1) };
    case 'fileLater':
      return { ...design, files: shifted(design.files, command.key, 1) };
    case 'fileReplaced':
      return fileReplaced(design, command.file, command.places);
    case 'extrasChanged':
      return { ...design, ...command.extras };
    case 'controlsAdded':
      return { ...design, controls: [...design.controls, ...command.controls] };
    case 'controlsRemoved':
      return { ...design, controls: design.controls.filter(({ key }) => !command.keys.includes(key)) };
    case 'controlsChanged':
      return withControls(design, new Set(command.keys), (control) => changedBy(control, command.change));
    case 'controlsEdited': {
      const edited = new Map(command.controls.map((control) => [control.key, control]));
      return withControls(design, new Set(edited.keys()), (control) => edited.get(control.key) ?? control);
    }
    case 'controlsMoved': {
      const moves = new Map(command.moves.map((move) => [move.key, move]));
      return withControls(design, new Set(moves.keys()), (control) => {
        const move = moves.get(control.key);
        return move === undefined ? control : movedBy(control, move);
      });
    }
    case 'replaced':
      return command.design;
  }
}

/** Whether a party may have a control: areas belong to those who sign, all others to those who fill. */
export function mayHave({ signs, fills }: Party, control: Pick<Control, 'type'>): boolean {
  return isArea(control) ? signs : fills;
}

/** The controls that a changed party could no longer have. */
export function orphansOf(
  { parties, controls }: Design,
  key: Party['key'],
  change: Partial<Omit<Party, 'key'>>,
): readonly Control[] {
  const party = parties.find((each) => each.key === key);
  if (party === undefined) return [];
  const changed = { ...party, ...change };
  return controls.filter((control) => control.party === key && !mayHave(changed, control));
}

function partyChanged(design: Design, key: string, change: Partial<Omit<Party, 'key'>>): Design {
  const gone = new Set(orphansOf(design, key, change));
  const parties = design.parties.map((party) => (party.key === key ? { ...party, ...change } : party));
  return {
    ...design,
    parties: numbered(parties),
    controls: design.controls.filter((control) => !gone.has(control)),
  };
}

function partyRemoved(design: Design, key: string, heir: string | null): Design {
  const successor = design.parties.find((party) => party.key === heir);
  return {
    ...design,
    parties: numbered(design.parties.filter((party) => party.key !== key)),
    controls: design.controls.flatMap((control) => {
      if (control.party !== key) return [control];
      return successor !== undefined && mayHave(successor, control)
        ? [{ ...control, party: successor.key }]
        : [];
    }),
  };
}

function fileReplaced(design: Design, file: TemplateFile, places: readonly Place[]): Design {
  const placeOf = new Map(places.map(({ key, at }) => [key, at]));
  return {
    ...design,
    files: design.files.map((each) => (each.key === file.key ? file : each)),
    controls: design.controls.map((control) => {
      if (control.file !== file.key) return control;
      const at = placeOf.get(control.key);
      // A seam runs over all pages, whatever they show.
      if (kindOf(control) === 'seam') return control;
      return at === undefined || at === null ? { ...control, page: UNPLACED } : { ...control, ...at };
    }),
  };
}

function shifted(
  items: readonly TemplateFile[],
  key: TemplateFile['key'],
  by: -1 | 1,
): readonly TemplateFile[] {
  const at = items.findIndex((item) => item.key === key);
  const [one, other] = [items[at], items[at + by]];
  if (one === undefined || other === undefined) return items;
  return items.map((item) => (item === one ? other : item === other ? one : item));
}

function withControls(
  design: Design,
  keys: ReadonlySet<string>,
  change: (control: Control) => Control,
): Design {
  return {
    ...design,
    controls: design.controls.map((control) => (keys.has(control.key) ? change(control) : control)),
  };
}

function changedBy(control: Control, { attribute, ...change }: ControlChange): Control {
  const merged: Record<string, unknown> = { ...control.attribute };
  for (const [name, value] of Object.entries(attribute ?? {})) {
    if (value === undefined) delete merged[name];
    else merged[name] = value;
  }
  return { ...control, ...change, attribute: merged };
}

function movedBy(control: Control, { page, file, x, y, width, height }: Move): Control {
  const size = {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
  // Who drags a control away from its text means the new place.
  const place = {
    page: page ?? control.page,
    file: file ?? control.file,
    x: x ?? control.x,
    y: y ?? control.y,
  };
  const isThere =
    place.page === control.page &&
    place.file === control.file &&
    place.x === control.x &&
    place.y === control.y;
  return {
    ...control,
    ...place,
    anchor: isThere ? control.anchor : null,
    attribute: { ...control.attribute, ...size },
  };
}
