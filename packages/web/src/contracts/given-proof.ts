/** What the person has entered: the code, and the second factor of whoever has one. */
export interface GivenProof {
  readonly code: string;
  readonly factor: string;
}

export const NO_PROOF: GivenProof = { code: '', factor: '' };

export function isComplete({ code, factor }: GivenProof, needsFactor: boolean): boolean {
  return code.length >= 6 && (!needsFactor || factor.length >= 6);
}

/** As the operations take it. */
export function sentProof({ code, factor }: GivenProof): { readonly code: string; readonly factor?: string } {
  return factor === '' ? { code } : { code, factor };
}
