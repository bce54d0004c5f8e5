/** A control as its rules see it, whatever it belongs to: a template, a draft, a flow, a page. */
import { componentTypes } from '../schemas/component.js';
import type { ShowWhen } from '../schemas/component-rules.js';

export interface RuledAttribute {
  readonly showWhen?: ShowWhen | undefined;
  readonly formula?: string | undefined;
  readonly dateFormat?: string | null | undefined;
  readonly numberFormat?: string | null | undefined;
  readonly fractionDigits?: number | null | undefined;
  readonly maxLength?: string | null | undefined;
  readonly options?: readonly string[] | null | undefined;
}

export interface RuledControl {
  readonly key: string | null;
  readonly name: string;
  /** See `componentTypes`. */
  readonly type: number;
  readonly attribute: RuledAttribute;
}

/** What a value is, as far as rules are concerned. */
export type ValueKind = 'text' | 'number' | 'date' | 'check' | 'choice' | 'picture' | 'area';

const KINDS: ReadonlyMap<number, ValueKind> = new Map([
  [componentTypes.number, 'number'],
  [componentTypes.date, 'date'],
  [componentTypes.checkBox, 'check'],
  [componentTypes.dropDown, 'choice'],
  [componentTypes.image, 'picture'],
  [componentTypes.signatureArea, 'area'],
]);

export function valueKindOf({ type }: Pick<RuledControl, 'type'>): ValueKind {
  return KINDS.get(type) ?? 'text';
}

export function hasRules(controls: readonly { readonly attribute: RuledAttribute }[]): boolean {
  return controls.some(
    ({ attribute }) => attribute.showWhen !== undefined || attribute.formula !== undefined,
  );
}

/** Where each key is in the list; of a repeated key, the first. */
export function placesByKey(controls: readonly Pick<RuledControl, 'key'>[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, { key }] of controls.entries()) {
    if (key !== null && key !== '' && !places.has(key)) places.set(key, place);
  }
  return places;
}

/** Controls that belong together, found by their keys. */
export interface RuleScope<C extends RuledControl = RuledControl> {
  readonly controls: readonly C[];
  readonly places: ReadonlyMap<string, number>;
}

export function namedBy({ controls, places }: RuleScope, key: string): RuledControl | undefined {
  return controls[places.get(key) ?? -1];
}
