/** The order of a template's parties: a queue of filling, and steps of signing. Pure. */
import type { Party } from './design.js';

/** Those who fill, in their order. */
export function fillQueue(parties: readonly Party[]): readonly Party[] {
  return parties.filter(({ fills }) => fills).sort((one, other) => one.fillOrder - other.fillOrder);
}

/** Those who sign, step by step; those of one step sign in parallel. */
export function signSteps(parties: readonly Party[]): readonly (readonly Party[])[] {
  const orders = [...new Set(parties.filter(({ signs }) => signs).map(({ signOrder }) => signOrder))];
  return orders
    .sort((one, other) => one - other)
    .map((order) => parties.filter(({ signs, signOrder }) => signs && signOrder === order));
}

/** Numbers both lanes anew, without gaps. */
export function numbered(parties: readonly Party[]): readonly Party[] {
  return withSteps(withQueue(parties, fillQueue(parties)), signSteps(parties));
}

function withQueue(parties: readonly Party[], queue: readonly Party[]): readonly Party[] {
  const fillers = new Map(queue.map(({ key }, index) => [key, index + 1]));
  let next = queue.length;
  return parties.map((party) => {
    const place = fillers.get(party.key);
    if (place !== undefined) return { ...party, fillOrder: place };
    next += 1;
    return { ...party, fillOrder: next };
  });
}

function withSteps(parties: readonly Party[], steps: readonly (readonly Party[])[]): readonly Party[] {
  const places = new Map(
    steps
      .filter((step) => step.length > 0)
      .flatMap((step, index) => step.map(({ key }) => [key, index + 1] as const)),
  );
  return parties.map((party) => ({ ...party, signOrder: places.get(party.key) ?? 1 }));
}

/** Moves a filler to a position of the queue, from 0. */
export function fillAt(parties: readonly Party[], key: Party['key'], index: number): readonly Party[] {
  const queue = fillQueue(parties);
  const mover = queue.find((party) => party.key === key);
  if (mover === undefined) return parties;
  const others = queue.filter((party) => party !== mover);
  return withQueue(parties, [...others.slice(0, index), mover, ...others.slice(index)]);
}

/** Where a signer is put: into an existing step, or into a step of its own before the one with this index. */
export type StepTarget =
  | { readonly kind: 'with'; readonly step: number }
  | { readonly kind: 'before'; readonly step: number };

export function signAt(parties: readonly Party[], key: Party['key'], target: StepTarget): readonly Party[] {
  const steps = signSteps(parties);
  const mover = parties.find((party) => party.key === key && party.signs);
  if (mover === undefined) return parties;
  const rest = steps.map((step) => step.filter((party) => party.key !== key));
  const wanted =
    target.kind === 'with'
      ? rest.map((step, index) => (index === target.step ? [...step, mover] : step))
      : [...rest.slice(0, target.step), [mover], ...rest.slice(target.step)];
  return withSteps(parties, wanted);
}

/** What the menu of a card in the lane of signing offers. */
export type SignMove = 'earlier' | 'later' | 'withPrevious' | 'alone';

export function possibleSignMoves(parties: readonly Party[], key: Party['key']): readonly SignMove[] {
  const steps = signSteps(parties);
  const at = steps.findIndex((step) => step.some((party) => party.key === key));
  const own = steps[at];
  if (own === undefined) return [];
  return [
    ...(at > 0 ? (['earlier', 'withPrevious'] as const) : []),
    ...(at < steps.length - 1 ? (['later'] as const) : []),
    ...(own.length > 1 ? (['alone'] as const) : []),
  ];
}

export function signMoved(parties: readonly Party[], key: Party['key'], move: SignMove): readonly Party[] {
  const at = signSteps(parties).findIndex((step) => step.some((party) => party.key === key));
  switch (move) {
    case 'earlier':
      return signAt(parties, key, { kind: 'before', step: at - 1 });
    case 'later':
      return signAt(parties, key, { kind: 'before', step: at + 2 });
    case 'withPrevious':
      return signAt(parties, key, { kind: 'with', step: at - 1 });
    case 'alone':
      return signAt(parties, key, { kind: 'before', step: at + 1 });
  }
}
