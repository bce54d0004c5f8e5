/** The design as the canvas is given it, and what the canvas reports as commands on the design. Pure. */
import { withKeys, writtenKey } from '@cinnabar/api/component-rules/formula.js';
import type {
  CanvasControl,
  ControlKind as CanvasKind,
  DrawnPage,
  Placement,
} from '../canvas/canvas-types.js';
import { readClipboard, writeClipboard } from '../canvas/clipboard.js';
import type { Size } from '../canvas/geometry/box.js';
import { onOtherPage } from '../canvas/geometry/copying.js';
import type { Move } from './commands.js';
import { type ControlKind, firstAttribute, isFixedSize, kindOf, sizeOf, typeOf } from './control-kinds.js';
import {
  type Attribute,
  type Control,
  controlOf,
  type Design,
  type MakeKey,
  type Party,
  UNPLACED,
  writeControl,
} from './design.js';
import { readControls } from './read-controls.js';
import { suggestedKey } from './suggested-key.js';

/** What the check list says of a control. */
export type Standing = 'mistake' | 'warning';

function canvasKindOf(control: Control, party: Pick<Party, 'isEnterprise'> | undefined): CanvasKind {
  const kind = kindOf(control);
  if (kind !== 'area') return kind ?? 'unknown';
  return party?.isEnterprise === false ? 'signature' : 'seal';
}

export function kindOfCanvas(kind: CanvasKind): ControlKind {
  return kind === 'seal' || kind === 'signature' ? 'area' : kind === 'unknown' ? 'text' : kind;
}

export function canvasControls(
  { parties, controls }: Design,
  standings: ReadonlyMap<string, Standing>,
  drawnDefaults: ReadonlyMap<string, DrawnPage> = new Map(),
): readonly CanvasControl[] {
  const places = new Map(parties.map((party, index) => [party.key, index]));
  return controls
    .filter(({ page }) => page !== UNPLACED)
    .map((control): CanvasControl => {
      const party = places.get(control.party) ?? -1;
      const kind = canvasKindOf(control, parties[party]);
      const drawn = drawnDefaults.get(control.key);
      return {
        key: control.key,
        fileId: control.file,
        page: control.page,
        x: control.x,
        y: control.y,
        ...sizeOf(control),
        kind,
        party,
        name: control.name,
        required: control.isRequired,
        state: standings.get(control.key) ?? 'plain',
        sizing: isFixedSize(control) ? 'fixed' : 'free',
        ...(control.value === '' || kind === 'picture' || kind === 'check' ? {} : { shown: control.value }),
        ...(drawn === undefined ? {} : { drawn }),
      };
    });
}

export function movesOf(places: readonly Placement[]): readonly (Move & { readonly key: string })[] {
  return places.map(({ key, fileId, page, x, y, width, height }) => ({
    ...{ key, file: fileId, page, x, y, width, height },
  }));
}

/** The word, numbered from the second control of that name on. */
export function freeName(controls: readonly Pick<Control, 'name'>[], word: string): string {
  const taken = new Set(controls.map(({ name }) => name));
  if (!taken.has(word)) return word;
  for (let number = 2; ; number += 1) {
    const name = `${word}${number}`;
    if (!taken.has(name)) return name;
  }
}

interface NewControl {
  readonly key: string;
  readonly kind: ControlKind;
  readonly party: Party;
  readonly place: Omit<Placement, 'key'>;
  readonly word: string;
}

export function newControl({ controls }: Design, { key, kind, party, place, word }: NewControl): Control {
  const { width, height } = place;
  const there = controls.filter((each) => each.file === place.fileId && each.page === place.page);
  return {
    key,
    componentId: null,
    party: party.key,
    file: place.fileId,
    page: place.page,
    ...freePlace(there, place),
    type: typeOf(kind),
    name: freeName(controls, word),
    componentKey: '',
    value: '',
    isRequired: kind !== 'check',
    anchor: null,
    attribute: { ...firstAttribute(kind, party), width: Math.round(width), height: Math.round(height) },
  };
}

/** Offset of a copy from its original, and of a new control from one at the same place, in px. */
const ASIDE = 16;

/** Below what is there, so that a new control hides none. */
export function freePlace(
  there: readonly Pick<Control, 'x' | 'y' | 'type' | 'attribute'>[],
  { x, y }: Pick<Placement, 'x' | 'y'>,
): Pick<Placement, 'x' | 'y'> {
  let free = y;
  for (let tries = 0; tries < 20; tries += 1) {
    const at = there.find((each) => {
      const { width, height } = sizeOf(each);
      return each.x < x + ASIDE && x < each.x + width && each.y < free + ASIDE && free < each.y + height;
    });
    if (at === undefined) return { x, y: free };
    free = at.y + sizeOf(at).height + ASIDE;
  }
  return { x, y };
}

/** Copies beside their originals, with names and keys of their own. */
export function duplicatesOf(
  { controls }: Design,
  keys: readonly string[],
  makeKey: MakeKey,
): readonly Control[] {
  const copied = controls.filter((control) => keys.includes(control.key) && kindOf(control) !== 'seam');
  return withFreshNames(controls, copied, makeKey).map((copy) => ({
    ...copy,
    ...{ x: copy.x + ASIDE, y: copy.y + ASIDE, anchor: null },
  }));
}

/** Where copies of controls are to be, and what they are to show. */
export interface CopyTo {
  readonly pages: readonly number[];
  /** Whether copies repeat the value of their original instead of having one of their own. */
  readonly isSameValue: boolean;
}

/** The size of a page; undefined as long as it is not known. */
export type PageSize = (file: Control['file'], page: number) => Size | undefined;

/** The same controls on other pages of their file; on a page of another size they keep the distance to the nearest edges. */
export function copiesOnPages(
  { controls }: Design,
  keys: readonly string[],
  { pages, isSameValue }: CopyTo,
  pageSize: PageSize,
  makeKey: MakeKey,
): readonly Control[] {
  const copied = controls.filter((control) => keys.includes(control.key) && kindOf(control) !== 'seam');
  const copies: Control[] = [];
  for (const page of pages) {
    const here = copied.filter((control) => control.page !== page);
    const known = [...controls, ...copies];
    copies.push(
      ...withFreshNames(known, here, makeKey).map((copy, index) => ({
        ...copy,
        ...placeOnPage(copy, page, pageSize),
        ...(isSameValue ? repeated(copy, here[index]?.componentKey ?? '') : {}),
        ...{ page, anchor: null },
      })),
    );
  }
  return copies;
}

function placeOnPage(control: Control, page: number, pageSize: PageSize): Pick<Control, 'x' | 'y'> {
  const [from, to] = [pageSize(control.file, control.page), pageSize(control.file, page)];
  if (from === undefined || to === undefined) return control;
  const { x, y } = onOtherPage({ x: control.x, y: control.y, ...sizeOf(control) }, from, to);
  return { x: Math.round(x), y: Math.round(y) };
}

/** Whether another control can show its value by a formula. */
export function isRepeatable(control: Control): boolean {
  const kind = kindOf(control);
  return kind !== null && kind !== 'area' && kind !== 'seam' && kind !== 'picture';
}

function repeated(copy: Control, original: string): Partial<Control> {
  if (original === '' || !isRepeatable(copy)) return {};
  return { value: '', attribute: { ...copy.attribute, formula: `=${writtenKey(original)}` } };
}

/** A formula names a control by its key: those that have none are given one. */
export function withKeysToRepeat(design: Design, keys: readonly string[]): Design {
  const taken = new Set(design.controls.map(({ componentKey }) => componentKey));
  const controls = design.controls.map((control) => {
    if (control.componentKey !== '' || !keys.includes(control.key) || !isRepeatable(control)) return control;
    const componentKey = suggestedKey(control.name, taken) ?? freeKey(taken, 'field');
    taken.add(componentKey);
    return { ...control, componentKey };
  });
  return { ...design, controls };
}

/** With names and keys of their own; rules that name a control copied with them name its copy. */
function withFreshNames(
  known: readonly Control[],
  copied: readonly Control[],
  makeKey: MakeKey,
): readonly Control[] {
  const named: Control[] = [];
  const keys = new Set(known.map(({ componentKey }) => componentKey));
  const renamed = new Map<string, string>();
  for (const control of copied) {
    const componentKey = control.componentKey === '' ? '' : freeKey(keys, control.componentKey);
    keys.add(componentKey);
    if (componentKey !== control.componentKey) renamed.set(control.componentKey.trim(), componentKey);
    named.push({
      ...control,
      key: makeKey(),
      componentId: null,
      name: freeName([...known, ...named], control.name.replace(/\d+$/, '') || control.name),
      componentKey,
    });
  }
  return named.map((control) => ({ ...control, attribute: withRulesOf(control.attribute, renamed) }));
}

function withRulesOf(attribute: Attribute, renamed: ReadonlyMap<string, string>): Attribute {
  const { showWhen, formula } = attribute;
  const shownBy = showWhen === undefined ? undefined : renamed.get(showWhen.key);
  return {
    ...attribute,
    ...(showWhen === undefined || shownBy === undefined ? {} : { showWhen: { ...showWhen, key: shownBy } }),
    ...(formula === undefined ? {} : { formula: withKeys(formula, renamed) }),
  };
}

function freeKey(taken: ReadonlySet<string>, wanted: string): string {
  // What was cut keeps its key, which others may name.
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/_\d+$/, '');
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${stem}_${number}`)) return `${stem}_${number}`;
  }
}

export function clipboardTextOf(design: Design, keys: readonly string[]): string {
  return writeClipboard(
    design.controls
      .filter(({ key }) => keys.includes(key))
      .flatMap((control) => writeControl(design, { ...control, componentId: null })),
  );
}

interface Pasted {
  readonly controls: readonly Control[];
  /** Flags of the text that no party of this template has. */
  readonly unknownFlags: readonly string[];
}

/** Controls from the clipboard on a page; null: the text holds none. */
export function pastedControls(
  design: Design,
  text: string,
  at: { readonly fileId: number; readonly page: number },
  partyOf: (flag: string) => Party | undefined,
  makeKey: MakeKey,
): Pasted | null {
  const copied = readClipboard(text);
  if (copied === null) return null;
  const read = readControls(copied);
  const unknownFlags = new Set<string>();
  const controls = read.flatMap((component) => {
    const party =
      design.parties.find(({ flag }) => flag === component.participantFlag) ??
      partyOf(component.participantFlag);
    if (party === undefined) {
      unknownFlags.add(component.participantFlag);
      return [];
    }
    const control = controlOf(component);
    return [{ ...control, key: '', party: party.key, file: at.fileId, page: at.page, anchor: null }];
  });
  return { controls: withFreshNames(design.controls, controls, makeKey), unknownFlags: [...unknownFlags] };
}
