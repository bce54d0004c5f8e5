/**
 * Evaluates the rules of controls that belong together: which are shown, and what the computed ones contain. The service
 * and the pages use this one module, so that what a person sees while typing is what the service decides.
 */
import type { ShowWhen } from '../schemas/component-rules.js';
import { compute } from './compute.js';
import { holds, numberOf } from './condition.js';
import { placesByKey, type RuledControl } from './control.js';
import { keysOf, parseFormula } from './formula.js';
import type { Words } from './words.js';

export interface ControlValues {
  /** The value of the control at this place, '' for none. The value of a computed control is ignored. */
  readonly valueAt: (place: number) => string;
  /** Whether that value can no longer change. */
  readonly isSettledAt: (place: number) => boolean;
}

/** `open`: a value on which this depends may still change. */
export type Visibility = 'shown' | 'hidden' | 'open';

/** Why a control is hidden: its condition, and the value found; '' if the named control is empty or hidden itself. */
export interface UnmetCondition {
  readonly showWhen: ShowWhen;
  /** Place of the control that the condition names; null if there is none. */
  readonly place: number | null;
  readonly found: string;
}

export interface Computation {
  /** Places of the controls that the formula reads. */
  readonly from: readonly number[];
  readonly problem: Words | null;
  /** Whether one of them may still change. */
  readonly isOpen: boolean;
}

export interface Standing {
  readonly visibility: Visibility;
  /** The value that counts: '' for a hidden control. */
  readonly value: string;
  readonly unmet: UnmetCondition | null;
  /** null for a control without a formula. */
  readonly computation: Computation | null;
}

/** The standing of each control, in their order. */
export function evaluateRules(controls: readonly RuledControl[], values: ControlValues): readonly Standing[] {
  const evaluation = new Evaluation(controls, values);
  return controls.map((_, place) => evaluation.standingAt(place));
}

const UNFINISHED: Standing = { visibility: 'shown', value: '', unmet: null, computation: null };

class Evaluation {
  readonly #controls: readonly RuledControl[];
  readonly #values: ControlValues;
  readonly #places: ReadonlyMap<string, number>;
  readonly #standings = new Map<number, Standing>();

  constructor(controls: readonly RuledControl[], values: ControlValues) {
    this.#controls = controls;
    this.#values = values;
    this.#places = placesByKey(controls);
  }

  standingAt(place: number): Standing {
    const known = this.#standings.get(place);
    if (known !== undefined) return known;
    // A cycle, which the check of the rules refuses, ends here instead of nowhere.
    this.#standings.set(place, UNFINISHED);
    const standing = this.#standing(place);
    this.#standings.set(place, standing);
    return standing;
  }

  #standing(place: number): Standing {
    const control = this.#controls[place];
    if (control === undefined) return UNFINISHED;
    const { showWhen, formula } = control.attribute;
    const { visibility, unmet } = this.#visibility(showWhen);
    const computed =
      formula === undefined
        ? { value: this.#values.valueAt(place), computation: null }
        : this.#computed(control, formula);
    const { value, computation } = computed;
    if (visibility !== 'hidden') return { visibility, value, unmet, computation };
    return {
      visibility,
      value: '',
      unmet,
      computation: computation === null ? null : { ...computation, problem: null, isOpen: false },
    };
  }

  #visibility(showWhen: ShowWhen | undefined): Pick<Standing, 'visibility' | 'unmet'> {
    if (showWhen === undefined) return { visibility: 'shown', unmet: null };
    const place = this.#places.get(showWhen.key) ?? null;
    const named = place === null ? undefined : this.#controls[place];
    if (place === null || named === undefined) {
      return { visibility: 'hidden', unmet: { showWhen, place: null, found: '' } };
    }
    const { visibility, value: found } = this.standingAt(place);
    const unmet = { showWhen, place, found };
    if (visibility === 'hidden') return { visibility: 'hidden', unmet };
    if (this.#isOpenAt(place)) return { visibility: 'open', unmet: null };
    return holds(showWhen, named, found)
      ? { visibility: 'shown', unmet: null }
      : { visibility: 'hidden', unmet };
  }

  #isOpenAt(place: number): boolean {
    const { visibility, computation } = this.standingAt(place);
    if (visibility === 'hidden') return false;
    return visibility === 'open' || (computation?.isOpen ?? !this.#values.isSettledAt(place));
  }

  #computed(control: RuledControl, text: string): Pick<Standing, 'value' | 'computation'> {
    const parsed = parseFormula(text);
    if ('problem' in parsed) {
      return { value: '', computation: { from: [], problem: parsed.problem, isOpen: false } };
    }
    const keys = keysOf(parsed.formula);
    const from = keys.flatMap((key) => this.#places.get(key) ?? []);
    const valueBy = (key: string) => {
      const place = this.#places.get(key);
      return place === undefined ? '' : this.standingAt(place).value;
    };
    const computed = compute(control, parsed.formula, {
      text: (key) => valueBy(key) || null,
      number: (key) => numberOf(valueBy(key)),
    });
    const isOpen = from.some((place) => this.#isOpenAt(place));
    return 'value' in computed
      ? { value: computed.value, computation: { from, problem: null, isOpen } }
      : { value: '', computation: { from, problem: computed.problem, isOpen } };
  }
}
