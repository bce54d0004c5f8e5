/** What the server said about a value, and about which one. */
export interface FieldProblem {
  readonly value: string;
  readonly message: string;
}

export type FieldProblems = ReadonlyMap<number, FieldProblem>;
