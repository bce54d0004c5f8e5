/** Reducer of the fill desk: values, current field and errors. */
import type { Step } from '../shared/state/step.js';
import {
  type Control,
  contentOf,
  firstValues,
  formProblem,
  isFilled,
  kindOf,
  missingOf,
  type Values,
  type View,
} from './controls.js';
import type { FieldProblems } from './field-problems.js';
import { fillableControls, type Standings, standingsOf } from './standings.js';

/** The field being filled in, and whether on its page or in the list. */
export interface CurrentField {
  readonly componentId: number;
  readonly isOnPage: boolean;
}

export type FillSheet = 'more' | 'refuse';

export interface FillDesk {
  readonly view: View;
  readonly values: Values;
  /** What conditions and formulas make of these values. */
  readonly standings: Standings;
  /** Fields that have been left, or that the server rejected: only these show errors. */
  readonly touched: ReadonlySet<number>;
  /** Whether submission was attempted. Before that, empty fields are counted but not marked as errors. */
  readonly isAsked: boolean;
  readonly current: CurrentField | null;
  readonly sheet: FillSheet | null;
  /** What the server says of the values that it was sent last. */
  readonly problems: FieldProblems;
}

export type FillEvent =
  | { readonly type: 'viewChanged'; readonly view: View }
  | { readonly type: 'typed'; readonly control: Control; readonly value: string }
  | { readonly type: 'left' | 'focused'; readonly control: Control }
  /** Pressed on its page; in a wide window the input opens in place. */
  | { readonly type: 'pressed'; readonly control: Control; readonly isWide: boolean }
  | { readonly type: 'stepped'; readonly by: 1 | -1; readonly isOnPage: boolean }
  | { readonly type: 'entered' | 'nextMissingAsked' | 'submitAsked' | 'sheetClosed' }
  | { readonly type: 'checked'; readonly problems: FieldProblems }
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
  const standings = standingsOf(view, values);
  const controls = fillableControls(view, standings);
  const first = canFill ? (missingOf(controls, values)[0] ?? controls[0]) : undefined;
  return {
    view,
    values,
    standings,
    touched: new Set(),
    isAsked: false,
    current: first === undefined ? null : { componentId: first.componentId, isOnPage: false },
    sheet: null,
    problems: new Map(),
  };
}

export function fillDesk(desk: FillDesk, event: FillEvent): Outcome {
  switch (event.type) {
    case 'viewChanged':
      return [{ ...desk, view: event.view, standings: standingsOf(event.view, desk.values) }];
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
      const controls = fieldsOf(desk);
      const isLast = indexOf(desk, controls) === controls.length - 1;
      return isLast && openOf(desk).length === 0 ? [desk] : step(desk, 1, false);
    }
    case 'nextMissingAsked': {
      const controls = fieldsOf(desk);
      const open = openOf(desk);
      const at = indexOf(desk, controls);
      // The next one after the current field, wrapping around.
      const next = open.find((control) => controls.indexOf(control) > at) ?? open[0];
      if (next === undefined) return [desk];
      return goTo(problemOf(desk, next) === null ? desk : touch(desk, [next]), next);
    }
    case 'submitAsked': {
      const open = openOf(desk);
      const asked = { ...desk, isAsked: true };
      return open.length === 0 ? [asked, { kind: 'submit' }] : leadTo(asked, open);
    }
    case 'checked': {
      const { draft } = desk.view;
      // Nobody is still typing what was kept in a draft before the page was opened.
      const kept = fieldsOf(desk).filter(({ componentId }) => {
        const refused = event.problems.get(componentId)?.value;
        return draft.some((each) => each.componentId === componentId && each.value === refused);
      });
      return [touch({ ...desk, problems: event.problems }, kept)];
    }
    case 'foundWrong':
      return leadTo(desk, event.controls);
    case 'sheetOpened':
      return [{ ...desk, sheet: event.sheet }];
    case 'sheetClosed':
      return [{ ...desk, sheet: null }];
  }
}

export type FieldError =
  | { readonly kind: 'missing' | 'notNumber' }
  | { readonly kind: 'tooLong'; readonly most: number }
  | { readonly kind: 'refused'; readonly message: string };

/** The fields that the participant fills in, as far as their conditions hold. */
export function fieldsOf({ view, standings }: FillDesk): readonly Control[] {
  return fillableControls(view, standings);
}

/** Error of a field; none appears while somebody is still typing. */
export function errorOf(desk: FillDesk, control: Control): FieldError | null {
  const { values, touched, isAsked } = desk;
  if (!touched.has(control.componentId)) return null;
  if (isAsked && control.required && !isFilled(values, control)) return { kind: 'missing' };
  return problemOf(desk, control);
}

/** What is wrong with the present value, as far as the page or the server knows. */
function problemOf({ values, problems }: FillDesk, control: Control): FieldError | null {
  const value = contentOf(values, control);
  const problem = problems.get(control.componentId);
  if (problem !== undefined && problem.value === value) return { kind: 'refused', message: problem.message };
  return formProblem(control, value);
}

/** Fields that still need their person: empty required ones, and those whose value does not fit. */
export function openOf(desk: FillDesk): readonly Control[] {
  return fieldsOf(desk).filter(
    (control) => (control.required && !isFilled(desk.values, control)) || problemOf(desk, control) !== null,
  );
}

/** The number of fields with a value that fits. */
export function filledCount(desk: FillDesk): number {
  return fieldsOf(desk).filter(
    (control) => isFilled(desk.values, control) && problemOf(desk, control) === null,
  ).length;
}

function indexOf({ current }: FillDesk, controls: readonly Control[]): number {
  return controls.findIndex(({ componentId }) => componentId === current?.componentId);
}

function withValue(desk: FillDesk, { componentId }: Control, value: string): FillDesk {
  const values = new Map(desk.values).set(componentId, value);
  return { ...desk, values, standings: standingsOf(desk.view, values) };
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
  const controls = fieldsOf(desk);
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
