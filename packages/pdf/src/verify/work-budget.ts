/** Work budget of a file: one unit is about a tenth of a microsecond, so this is about three seconds. */
const MAX_WORK = 30_000_000;

/** Thrown if a file requires more work than any legitimate file. */
export class WorkExhausted extends Error {
  constructor() {
    super('the file is too complex to be verified');
    this.name = 'WorkExhausted';
  }
}

/** Limits beyond which part of the document was not examined. */
export type Limit = 'FIELD_DEPTH' | 'PAGES' | 'PACKED_OBJECTS' | 'DECODED_BYTES' | 'VALIDATION_DATA' | 'WORK';

/**
 * Counts the cost of verifying one file in units of work and not of time, so that the same file gets the same verdict
 * on every machine. Skipped parts are recorded, because what was not examined cannot be called unchanged.
 */
export class WorkBudget {
  readonly limits = new Set<Limit>();
  #left: number;

  constructor(units = MAX_WORK) {
    this.#left = units;
  }

  /** @throws WorkExhausted if the budget is exhausted */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new WorkExhausted();
  }

  /** Charges bytes parsed as objects. */
  spendOnText(bytes: number): void {
    this.spend(bytes / 4);
  }

  /** Charges bytes inflated or searched. */
  spendOnData(bytes: number): void {
    this.spend(bytes / 32);
  }

  /** Charges hashed bytes. */
  spendOnDigest(bytes: number): void {
    this.spend(bytes / 128);
  }

  reached(limit: Limit): void {
    this.limits.add(limit);
  }
}
