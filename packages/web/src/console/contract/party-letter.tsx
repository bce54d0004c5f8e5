const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const fills = ['bg-party-a', 'bg-party-b', 'bg-party-c', 'bg-party-d', 'bg-party-e', 'bg-party-f'] as const;
const edges = [
  'border-party-a text-party-a',
  'border-party-b text-party-b',
  'border-party-c text-party-c',
  'border-party-d text-party-d',
  'border-party-e text-party-e',
  'border-party-f text-party-f',
] as const;

export function letterOf(index: number): string {
  return LETTERS[index % LETTERS.length] ?? 'A';
}

/** Border and text in the colour of a party; always together with its letter. */
export function edgeOf(index: number): string {
  return edges[index % edges.length] ?? edges[0];
}

export function PartyLetter({ index }: { readonly index: number }) {
  return (
    <span
      className={`mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full text-caption font-semibold text-n-0 ${fills[index % fills.length]}`}
    >
      {letterOf(index)}
    </span>
  );
}
