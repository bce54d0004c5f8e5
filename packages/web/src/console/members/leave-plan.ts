/** What of a member's duties is handed over to whom: pure. */
import {
  type Duty,
  type DutyKind,
  dutyKinds,
  type HandedItem,
  type HandedResult,
  type ListedKind,
} from '@cinnabar/api/schemas/hand-over.js';

/** The choice for a duty: a member, or to leave it as it is. */
export type Choice = number | 'keep';

export interface Choices {
  /** Who takes whatever has no choice of its own; null: nobody is suggested. */
  readonly toAll: number | null;
  readonly own: ReadonlyMap<string, Choice>;
}

/** A duty as the page has it. */
export type ListedDuty = Pick<Duty, 'kind' | 'id' | 'name' | 'code' | 'only' | 'waiting'>;

export function keyOf({ kind, id }: { readonly kind: ListedKind; readonly id: string }): string {
  return `${kind} ${id}`;
}

function isHandable(kind: ListedKind): kind is DutyKind {
  return dutyKinds.some((each) => each === kind);
}

export function choiceOf({ toAll, own }: Choices, duty: ListedDuty): Choice | null {
  return own.get(keyOf(duty)) ?? toAll;
}

/** Number of duties without a choice: until there is none, nothing is handed over. */
export function undecided(choices: Choices, duties: readonly ListedDuty[]): number {
  return duties.filter((duty) => isHandable(duty.kind) && choiceOf(choices, duty) === null).length;
}

interface GivenItem extends Pick<HandedItem, 'kind' | 'id'> {
  readonly toUserId: number;
}

export function itemsOf(choices: Choices, duties: readonly ListedDuty[]): readonly GivenItem[] {
  return duties.flatMap((duty) => {
    const { kind, id } = duty;
    const choice = choiceOf(choices, duty);
    return isHandable(kind) && typeof choice === 'number' ? [{ kind, id, toUserId: choice }] : [];
  });
}

/** Why duties could not be handed over, by duty. */
export function reasonsOf(
  results: readonly Pick<HandedResult, 'kind' | 'id' | 'code' | 'message'>[],
): ReadonlyMap<string, string> {
  return new Map(results.flatMap((result) => (result.code === '0' ? [] : [[keyOf(result), result.message]])));
}

/** Choices as they are kept for a reload, a line for each. */
export function choicesText(own: ReadonlyMap<string, Choice>): string {
  return [...own].map(([key, choice]) => `${key}>${choice}`).join('\n');
}

/** The choices of such a text, except those of somebody who is no colleague any more. */
export function choicesIn(text: string, colleagues: readonly number[]): ReadonlyMap<string, Choice> {
  const own = new Map<string, Choice>();
  for (const line of text.split('\n')) {
    const [key = '', chosen = ''] = line.split('>');
    if (chosen === 'keep') own.set(key, chosen);
    else if (colleagues.includes(Number(chosen))) own.set(key, Number(chosen));
  }
  return own;
}
