/** Which controls the rules of a control read, and in which order they can be evaluated. */
import type { RuledControl, RuleScope } from './control.js';
import { keysOf, parseFormula } from './formula.js';

export interface Dependencies {
  /** Places of the controls that the rules of the control at a place read. */
  readonly of: readonly (readonly number[])[];
  /** All places that do not depend on a cycle, each after those that it reads. */
  readonly order: readonly number[];
  /** Places that lie on a cycle, or between two. */
  readonly cyclic: ReadonlySet<number>;
}

export function dependenciesOf({ controls, places }: RuleScope): Dependencies {
  const of = controls.map((control) => keysReadBy(control).flatMap((key) => places.get(key) ?? []));
  const order = sorted(of, new Set(of.keys()));
  const done = new Set(order);
  const rest = new Set([...of.keys()].filter((place) => !done.has(place)));
  if (rest.size === 0) return { of, order, cyclic: rest };
  // What only depends on a cycle is no part of it: nothing in the rest reads it.
  const readers: number[][] = of.map(() => []);
  for (const place of rest) {
    for (const read of of[place] ?? []) readers[read]?.push(place);
  }
  const behind = new Set(sorted(readers, rest));
  return { of, order, cyclic: new Set([...rest].filter((place) => !behind.has(place))) };
}

function keysReadBy({ attribute: { showWhen, formula } }: RuledControl): readonly string[] {
  const parsed = formula === undefined ? null : parseFormula(formula);
  const read = parsed === null || 'problem' in parsed ? [] : keysOf(parsed.formula);
  return showWhen === undefined ? read : [...new Set([...read, showWhen.key])];
}

/** Topological order (Kahn) of these places, as far as there is one. */
function sorted(of: readonly (readonly number[])[], among: ReadonlySet<number>): readonly number[] {
  const waitsFor = new Map<number, number>();
  const readers = new Map<number, number[]>();
  for (const place of among) {
    const reads = (of[place] ?? []).filter((read) => among.has(read));
    waitsFor.set(place, reads.length);
    for (const read of reads) pushTo(readers, read, place);
  }
  const order = [...among].filter((place) => waitsFor.get(place) === 0);
  for (const place of order) {
    for (const reader of readers.get(place) ?? []) {
      const left = (waitsFor.get(reader) ?? 0) - 1;
      waitsFor.set(reader, left);
      if (left === 0) order.push(reader);
    }
  }
  return order;
}

function pushTo(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
