/** Items of a batch for people who have already had, or are about to get, the same contract. */

/** The mobiles that the request names, each once, in a fixed order. */
export function namedMobiles(parties: readonly { readonly psnAccount?: string }[]): readonly string[] {
  return [...new Set(parties.flatMap(({ psnAccount }) => psnAccount ?? []))].sort();
}

/** For each item the first one that names the same people; null: itself, or nobody is named. */
export function repeatedItems(named: readonly (readonly string[])[]): readonly (number | null)[] {
  const firsts = new Map<string, number>();
  return named.map((mobiles, index) => {
    if (mobiles.length === 0) return null;
    const key = mobiles.join(' ');
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    return first ?? null;
  });
}

/** Whether all of the people sign one of the flows. */
export function recentlyStarted(
  mobiles: readonly string[],
  signersOfFlows: readonly ReadonlySet<string>[],
): boolean {
  return (
    mobiles.length > 0 && signersOfFlows.some((signers) => mobiles.every((mobile) => signers.has(mobile)))
  );
}
