/** Letter and colour of each party; from the seventh on, the border is dashed. */
const letters = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const looks = [
  { fill: 'bg-party-a', edge: 'border-party-a', tint: 'bg-party-a/8', words: 'text-party-a' },
  { fill: 'bg-party-b', edge: 'border-party-b', tint: 'bg-party-b/8', words: 'text-party-b' },
  { fill: 'bg-party-c', edge: 'border-party-c', tint: 'bg-party-c/8', words: 'text-party-c' },
  { fill: 'bg-party-d', edge: 'border-party-d', tint: 'bg-party-d/8', words: 'text-party-d' },
  { fill: 'bg-party-e', edge: 'border-party-e', tint: 'bg-party-e/8', words: 'text-party-e' },
  { fill: 'bg-party-f', edge: 'border-party-f', tint: 'bg-party-f/8', words: 'text-party-f' },
] as const;

export interface PartyLook {
  readonly letter: string;
  readonly fill: string;
  readonly edge: string;
  readonly tint: string;
  readonly words: string;
  readonly dash: string;
  /** Of the letter on its ground. */
  readonly badge: string;
}

export function partyLook(index: number): PartyLook {
  const place = Math.max(0, index);
  const look = looks[place % looks.length] ?? looks[0];
  return {
    ...look,
    letter: letters[place % letters.length] ?? '',
    dash: place < looks.length ? 'border-solid' : 'border-dashed',
    badge: 'text-n-0',
  };
}

/** A suggestion is not a control yet: dashed, with a hollow letter, and in no party's colour. */
export function suggestedLook(index: number): PartyLook {
  const { letter } = partyLook(index);
  return {
    letter,
    fill: 'bg-n-0',
    badge: 'border border-dashed border-info text-info',
    edge: 'border-info',
    tint: 'bg-info/5',
    words: 'text-info',
    dash: 'border-dashed',
  };
}
