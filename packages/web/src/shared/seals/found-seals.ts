/** Lists longer than this can be searched. */
const FEW = 8;

export function isSearchable(seals: readonly unknown[]): boolean {
  return seals.length > FEW;
}

/** The seals of which some text contains the words, whatever their case, width and spaces. */
export function foundSeals<Seal>(
  seals: readonly Seal[],
  words: string,
  textsOf: (seal: Seal) => readonly string[],
): readonly Seal[] {
  const wanted = plain(words);
  return wanted === ''
    ? seals
    : seals.filter((seal) => textsOf(seal).some((text) => plain(text).includes(wanted)));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
}

/** The seals named first, in that order, then the others in theirs. */
export function recentFirst<Seal extends { readonly sealId: number }>(
  seals: readonly Seal[],
  recent: readonly number[],
): readonly Seal[] {
  const first = recent.flatMap((id) => seals.filter(({ sealId }) => sealId === id));
  return [...first, ...seals.filter((seal) => !first.includes(seal))];
}
