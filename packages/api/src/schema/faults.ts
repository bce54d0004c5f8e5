/** Schema violations. */

/** A violation in a field; `path` looks like `participantList[0].psnName`. */
export type FieldProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'type'; readonly expected: string }
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'length'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'format'; readonly zh: string; readonly en: string };

/** One field that does not fit. */
export interface FieldFault {
  readonly path: string;
  readonly problem: FieldProblem;
}

/** A body of a million elements, each of them wrong, is answered in few words. */
const MAX_FAULTS = 50;

/** The input violates the schema in one field, or in `more` of them too. */
export class InvalidField extends Error {
  constructor(
    readonly path: string,
    readonly problem: FieldProblem,
    readonly more: readonly FieldFault[] = [],
  ) {
    super(`${path}: ${problem.kind}`);
    this.name = 'InvalidField';
  }

  /** Every field at fault, in the order in which they are declared; the first is that of the error itself. */
  get faults(): readonly FieldFault[] {
    return [{ path: this.path, problem: this.problem }, ...this.more];
  }
}

/** Gathers the faults of the parts of a value, so that who sent it is notified of all at once. */
export class Faults {
  readonly #found: FieldFault[] = [];

  add(...faults: readonly FieldFault[]): void {
    if (this.#found.length < MAX_FAULTS) this.#found.push(...faults);
  }

  /** Keeps the faults that `read` finds. */
  gather(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof InvalidField)) throw error;
      this.add(...error.faults);
    }
  }

  /** Throws what was gathered, if anything was. */
  throwAny(): void {
    const [first, ...more] = this.#found;
    if (first !== undefined) throw new InvalidField(first.path, first.problem, more.slice(0, MAX_FAULTS - 1));
  }
}

export function wrongType(path: string, expected: string): InvalidField {
  return new InvalidField(path, { kind: 'type', expected });
}
