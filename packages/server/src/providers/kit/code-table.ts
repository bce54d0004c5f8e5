/** What a provider's codes mean, by their beginnings; the first one that fits counts. */
export type CodeTable<Meaning> = readonly (readonly [beginning: string, meaning: Meaning])[];

export function meaningOf<Meaning>(table: CodeTable<Meaning>, code: string): Meaning | null {
  return table.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null;
}
