/** The server's message about a value, and the control concerned. */
export interface FieldProblem {
  readonly value: string;
  readonly message: string;
}

export type FieldProblems = ReadonlyMap<number, FieldProblem>;
