/** Work budget of a file; one unit is about a tenth of a microsecond, so that this is about three seconds. */
const MAX_WORK = 30_000_000;

/** A verification that was given up: the file asks for more work than any honest one. */
export class WorkExhausted extends Error {
  constructor() {
    super('the file is too complex to be verified');
    this.name = 'WorkExhausted';
  }
}

/** Beyond these a part of the document was not looked at. */
export type Limit = 'FIELD_DEPTH' | 'PAGES' | 'PACKED_OBJECTS' | 'DECODED_BYTES' | 'VALIDATION_DATA' | 'WORK';

/**
 * Counts what the verification of one file costs, in work and not in time: the same file is judged alike on every
 * machine. Parts that were left out are remembered, because what nobody looked at cannot be called unchanged.
 */
export class WorkBudget {
  readonly limits = new Set<Limit>();
  #left: number;

  constructor(units = MAX_WORK) {
    this.#left = units;
  }

  /** @throws WorkExhausted when nothing is left */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new WorkExhausted();
  }

  /** Bytes that were read as objects. */
  spendOnText(bytes: number): void {
    this.spend(bytes / 4);
  }

  /** Bytes that were inflated or searched. */
  spendOnData(bytes: number): void {
    this.spend(bytes / 32);
  }

  /** Bytes that were hashed. */
  spendOnDigest(bytes: number): void {
    this.spend(bytes / 128);
  }

  reached(limit: Limit): void {
    this.limits.add(limit);
  }
}
