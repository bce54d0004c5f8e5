/** Controls of a participant, and what follows from them. */
import type { FillPageControl, FillPageView } from '@cinnabar/api/pages/fill.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { Wire } from '../api/wire.js';
import { type DateKind, dateKindOf, inputToShown, shownToInput } from '../shared/format/control-dates.js';

export type View = Wire<FillPageView>;
export type Control = Wire<FillPageControl>;

/** Values of the inputs by componentId. Pictures are uploaded as soon as they are chosen. */
export type Values = ReadonlyMap<number, string>;

export type Kind = 'text' | 'number' | 'date' | 'lines' | 'check' | 'choice' | 'picture';

const kinds: Readonly<Record<number, Kind>> = {
  [componentTypes.number]: 'number',
  [componentTypes.date]: 'date',
  [componentTypes.multiLineText]: 'lines',
  [componentTypes.checkBox]: 'check',
  [componentTypes.dropDown]: 'choice',
  [componentTypes.image]: 'picture',
};

/** Unknown types are treated as single-line text. */
export function kindOf({ type }: Control): Kind {
  return kinds[type] ?? 'text';
}

/** A date control whose format no native input can produce is filled in as text. */
export function dateInputOf(control: Control): DateKind | null {
  return kindOf(control) === 'date' ? dateKindOf(control.attribute.dateFormat ?? 'yyyy-MM-dd') : null;
}

/** The participant's own controls in reading order. */
export function ownControls(view: View): readonly Control[] {
  const fileOrder = view.files.map(({ fileId }) => fileId);
  const band = (y: number) => Math.floor(y / 24);
  return view.controls
    .filter(({ isMine }) => isMine)
    .sort(
      (left, right) =>
        fileOrder.indexOf(left.fileId) - fileOrder.indexOf(right.fileId) ||
        left.page - right.page ||
        band(left.y) - band(right.y) ||
        left.x - right.x,
    );
}

/** Initial values: the draft, otherwise the controls' values. */
export function firstValues(view: View): Values {
  const typed = new Map<number, string>(view.draft.map(({ componentId, value }) => [componentId, value]));
  return new Map(
    ownControls(view)
      .filter((control) => kindOf(control) !== 'picture' && control.attribute.formula === undefined)
      .map((control) => [control.componentId, inputValue(control, typed.get(control.componentId))]),
  );
}

function inputValue(control: Control, typed: string | undefined): string {
  if (typed !== undefined) return typed;
  const kind = dateInputOf(control);
  if (kind === null) return control.value;
  return shownToInput(control.value, control.attribute.dateFormat ?? 'yyyy-MM-dd', kind);
}

export function contentOf(values: Values, control: Control): string {
  return kindOf(control) === 'picture' ? control.value : (values.get(control.componentId) ?? '');
}

export function isFilled(values: Values, control: Control): boolean {
  const content = contentOf(values, control);
  return kindOf(control) === 'check' ? content === 'true' : content.trim() !== '';
}

/** Required controls that are empty. */
export function missingOf(controls: readonly Control[], values: Values): readonly Control[] {
  return controls.filter((control) => control.required && !isFilled(values, control));
}

/** What can be said of a value without asking the server. */
export function formProblem(
  control: Control,
  value: string,
): { readonly kind: 'notNumber' } | { readonly kind: 'tooLong'; readonly most: number } | null {
  const kind = kindOf(control);
  if (value.trim() === '' || kind === 'picture') return null;
  if (kind === 'number' && !isNumber(control, value)) return { kind: 'notNumber' };
  const most = control.attribute.maxLength === null ? null : Number(control.attribute.maxLength);
  const isText = kind === 'text' || kind === 'lines';
  return isText && most !== null && [...value].length > most ? { kind: 'tooLong', most } : null;
}

/** The value as it will be drawn. */
export function shownValue(control: Control, value: string): string {
  const kind = dateInputOf(control);
  if (kind !== null) return inputToShown(value, control.attribute.dateFormat ?? 'yyyy-MM-dd', kind);
  return kindOf(control) === 'check' ? (value === 'true' ? '✓' : '') : value;
}

/**
 * Formats a number as the server will print it; other input is returned unchanged, so that its author can correct it.
 */
export function asNumber({ attribute }: Control, typed: string): string {
  const plain = typed.trim().replace(/[,，]/g, '');
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(plain) ?? [];
  if (whole === '') return typed;
  const places = attribute.fractionDigits;
  if (places !== null && fraction.length > places) return typed;
  const isGrouped = attribute.numberFormat === '1' || attribute.numberFormat === '#,##0';
  const digits = whole.replace(/^0+(?=\d)/, '');
  const shown = isGrouped ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits;
  const decimals = places === null ? fraction : fraction.padEnd(places, '0');
  return `${sign === '-' ? '-' : ''}${shown}${decimals === '' ? '' : `.${decimals}`}`;
}

/** As lenient as the server, which decides: only what can be no number is recognised here. */
function isNumber({ attribute }: Control, typed: string): boolean {
  const match = /^[+-]?[\d,，]*(?:\.(\d*))?$/.exec(typed.trim());
  if (match === null || !/\d/.test(typed)) return false;
  return attribute.fractionDigits === null || (match[1] ?? '').length <= attribute.fractionDigits;
}

export interface Keyboard {
  readonly type: 'text' | 'tel' | 'email';
  readonly inputMode: 'text' | 'tel' | 'email' | 'decimal' | 'numeric';
  readonly autoComplete: string;
  readonly autoCapitalize: 'off' | 'characters';
}

const plain: Keyboard = { type: 'text', inputMode: 'text', autoComplete: 'off', autoCapitalize: 'off' };

/** Suggests the on-screen keyboard from the type and the key or name of a control. */
export function keyboardOf(control: Control): Keyboard {
  if (kindOf(control) === 'number') {
    return { ...plain, inputMode: control.attribute.fractionDigits === 0 ? 'numeric' : 'decimal' };
  }
  const called = `${control.key ?? ''} ${control.name}`.toLowerCase();
  if (/mobile|phone|\btel\b|手机|电话/.test(called)) {
    return { ...plain, type: 'tel', inputMode: 'tel', autoComplete: 'tel' };
  }
  if (/e-?mail|邮箱/.test(called)) {
    return { ...plain, type: 'email', inputMode: 'email', autoComplete: 'email' };
  }
  if (/id.?(card|no|num)|identity|身份证|证件号/.test(called)) {
    return { ...plain, autoCapitalize: 'characters' };
  }
  if (/address|地址|住址/.test(called)) return { ...plain, autoComplete: 'street-address' };
  if (/姓名|full.?name/.test(called)) return { ...plain, autoComplete: 'name' };
  return plain;
}
