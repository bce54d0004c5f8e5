import { Refusal, refuseAll } from './refusal.js';

/** Collects invalid fields, so that a request is refused for all of them at once. */
export class InvalidFields {
  readonly #refusals: Refusal[] = [];

  /** Keeps the refusal of a field. One that names no field is thrown, after the fields found before it. */
  add(refusal: Refusal): void {
    if (refusal.path === null) {
      this.throwAny();
      throw refusal;
    }
    this.#refusals.push(refusal);
  }

  /** The result of a check; undefined if it refused a field. */
  async gather<T>(check: () => Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.add(error);
      return undefined;
    }
  }

  /** @throws Refusal for all fields found so far */
  throwAny(): void {
    const [first, ...more] = this.#refusals;
    if (first !== undefined) throw refuseAll([first, ...more]);
  }
}
