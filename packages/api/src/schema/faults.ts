/** Schema violations. */

/** A violation in a field; `path` looks like `participantList[0].psnName`. */
export type FieldProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'type'; readonly expected: string }
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'length'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'format'; readonly zh: string; readonly en: string };

/** One invalid field. */
export interface FieldFault {
  readonly path: string;
  readonly problem: FieldProblem;
}

/** Bounds the response to a body with very many errors. */
const MAX_FAULTS = 50;

/** The input violates the schema in one field, and possibly in `more`. */
export class InvalidField extends Error {
  constructor(
    readonly path: string,
    readonly problem: FieldProblem,
    readonly more: readonly FieldFault[] = [],
  ) {
    super(`${path}: ${problem.kind}`);
    this.name = 'InvalidField';
  }

  /** All invalid fields in order of declaration; the first one is that of the error itself. */
  get faults(): readonly FieldFault[] {
    return [{ path: this.path, problem: this.problem }, ...this.more];
  }
}

/** Collects the violations in a value, so that the caller sees all of them at once. */
export class Faults {
  readonly #found: FieldFault[] = [];

  add(...faults: readonly FieldFault[]): void {
    if (this.#found.length < MAX_FAULTS) this.#found.push(...faults);
  }

  /** Runs `read` and collects its violations. */
  gather(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof InvalidField)) throw error;
      this.add(...error.faults);
    }
  }

  /** Throws the collected violations, if any. */
  throwAny(): void {
    const [first, ...more] = this.#found;
    if (first !== undefined) throw new InvalidField(first.path, first.problem, more.slice(0, MAX_FAULTS - 1));
  }
}

export function wrongType(path: string, expected: string): InvalidField {
  return new InvalidField(path, { kind: 'type', expected });
}
