/** Reducer of the fill desk: values, current field and errors. */
import type { Step } from '../shared/state/step.js';
import {
  type Control,
  contentOf,
  firstValues,
  isFilled,
  kindOf,
  missingOf,
  ownControls,
  type Values,
  type View,
} from './controls.js';
import type { FieldProblems } from './field-problems.js';

/** The field being filled in, and whether on its page or in the list. */
export interface CurrentField {
  readonly componentId: number;
  readonly isOnPage: boolean;
}

export type FillSheet = 'more' | 'refuse';

export interface FillDesk {
  readonly view: View;
  readonly values: Values;
  /** Fields that have been left, or that the server rejected: only these show errors. */
  readonly touched: ReadonlySet<number>;
  /** Whether submission was attempted. Before that, empty fields are counted but not marked as errors. */
  readonly isAsked: boolean;
  readonly current: CurrentField | null;
  readonly sheet: FillSheet | null;
}

export type FillEvent =
  | { readonly type: 'viewChanged'; readonly view: View }
  | { readonly type: 'typed'; readonly control: Control; readonly value: string }
  | { readonly type: 'left' | 'focused'; readonly control: Control }
  /** Pressed on its page; in a wide window the input opens in place. */
  | { readonly type: 'pressed'; readonly control: Control; readonly isWide: boolean }
  | { readonly type: 'stepped'; readonly by: 1 | -1; readonly isOnPage: boolean }
  | { readonly type: 'entered' | 'nextMissingAsked' | 'submitAsked' | 'sheetClosed' }
  /** The server rejected these when the form was submitted. */
  | { readonly type: 'foundWrong'; readonly controls: readonly Control[] }
  | { readonly type: 'sheetOpened'; readonly sheet: FillSheet };

export type FillEffect =
  | { readonly kind: 'show'; readonly control: Control }
  | { readonly kind: 'saveDraft' | 'submit' };

type Outcome = Step<FillDesk, FillEffect>;

/** Initially the first empty field is current. */
export function firstFillDesk(view: View, canFill: boolean): FillDesk {
  const values = firstValues(view);
  const controls = ownControls(view);
  const first = canFill ? (missingOf(controls, values)[0] ?? controls[0]) : undefined;
  return {
    view,
    values,
    touched: new Set(),
    isAsked: false,
    current: first === undefined ? null : { componentId: first.componentId, isOnPage: false },
    sheet: null,
  };
}

export function fillDesk(desk: FillDesk, event: FillEvent): Outcome {
  switch (event.type) {
    case 'viewChanged':
      return [{ ...desk, view: event.view }];
    case 'typed':
      return [withValue(desk, event.control, event.value)];
    case 'left':
      return [touch(desk, [event.control]), { kind: 'saveDraft' }];
    case 'focused': {
      const { current } = desk;
      const isHere = current?.componentId === event.control.componentId && !current.isOnPage;
      return isHere ? [desk] : goTo(desk, event.control);
    }
    case 'pressed':
      return press(desk, event.control, event.isWide);
    case 'stepped':
      return step(desk, event.by, event.isOnPage);
    case 'entered': {
      const controls = ownControls(desk.view);
      const isLast = indexOf(desk, controls) === controls.length - 1;
      return isLast && missingOf(controls, desk.values).length === 0 ? [desk] : step(desk, 1, false);
    }
    case 'nextMissingAsked': {
      const controls = ownControls(desk.view);
      const missing = missingOf(controls, desk.values);
      const at = indexOf(desk, controls);
      // The next one after the current field, wrapping around.
      const next = missing.find((control) => controls.indexOf(control) > at) ?? missing[0];
      return next === undefined ? [desk] : goTo(desk, next);
    }
    case 'submitAsked': {
      const missing = missingOf(ownControls(desk.view), desk.values);
      const asked = { ...desk, isAsked: true };
      return missing.length === 0 ? [asked, { kind: 'submit' }] : leadTo(asked, missing);
    }
    case 'foundWrong':
      return leadTo(desk, event.controls);
    case 'sheetOpened':
      return [{ ...desk, sheet: event.sheet }];
    case 'sheetClosed':
      return [{ ...desk, sheet: null }];
  }
}

/** Error of a field; none appears while somebody is still typing. */
export function errorOf(
  { values, touched, isAsked }: FillDesk,
  problems: FieldProblems,
  control: Control,
): { readonly kind: 'missing' } | { readonly kind: 'refused'; readonly message: string } | null {
  if (!touched.has(control.componentId)) return null;
  if (isAsked && control.required && !isFilled(values, control)) return { kind: 'missing' };
  const problem = problems.get(control.componentId);
  if (problem === undefined || problem.value !== contentOf(values, control)) return null;
  return { kind: 'refused', message: problem.message };
}

function indexOf({ current }: FillDesk, controls: readonly Control[]): number {
  return controls.findIndex(({ componentId }) => componentId === current?.componentId);
}

function withValue(desk: FillDesk, { componentId }: Control, value: string): FillDesk {
  return { ...desk, values: new Map(desk.values).set(componentId, value) };
}

function touch(desk: FillDesk, controls: readonly Control[]): FillDesk {
  const ids = controls.map(({ componentId }) => componentId);
  if (ids.every((id) => desk.touched.has(id))) return desk;
  return { ...desk, touched: new Set([...desk.touched, ...ids]) };
}

function goTo(desk: FillDesk, control: Control, isOnPage = false): Outcome {
  return [
    { ...desk, current: { componentId: control.componentId, isOnPage } },
    { kind: 'show', control },
  ];
}

function leadTo(desk: FillDesk, controls: readonly Control[]): Outcome {
  const [first] = controls;
  return first === undefined ? [desk] : goTo(touch(desk, controls), first);
}

function step(desk: FillDesk, by: 1 | -1, isOnPage: boolean): Outcome {
  const controls = ownControls(desk.view);
  const next = controls[(indexOf(desk, controls) + by + controls.length) % controls.length];
  return next === undefined ? [desk] : goTo(desk, next, isOnPage && kindOf(next) !== 'picture');
}

/** A check box toggles at once; other fields open an input, in place if the window is wide. */
function press(desk: FillDesk, control: Control, isWide: boolean): Outcome {
  const kind = kindOf(control);
  const isTicked = kind === 'check' && contentOf(desk.values, control) === 'true';
  const next = kind === 'check' ? withValue(desk, control, isTicked ? 'false' : 'true') : desk;
  const isOnPage = isWide && kind !== 'check' && kind !== 'picture';
  const current = { componentId: control.componentId, isOnPage };
  return isWide
    ? [{ ...next, current }]
    : [
        { ...next, current },
        { kind: 'show', control },
      ];
}
