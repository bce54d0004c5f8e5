import { GarbledAnswer } from './provider-failure.js';

/** An object of an answer in JSON, whose members are checked where they are read. Members with unknown names are ignored. */
export class JsonAnswer {
  readonly #members: ReadonlyMap<string, unknown>;

  private constructor(members: ReadonlyMap<string, unknown>) {
    this.#members = members;
  }

  /** @throws GarbledAnswer */
  static parse(body: Uint8Array | string): JsonAnswer {
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new GarbledAnswer('not JSON');
    }
    return JsonAnswer.#of(value, 'the answer');
  }

  static #of(value: unknown, what: string): JsonAnswer {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new GarbledAnswer(`${what} is not an object`);
    return new JsonAnswer(new Map(Object.entries(value)));
  }

  has(name: string): boolean {
    const value = this.#members.get(name);
    return value !== undefined && value !== null;
  }

  /** @throws GarbledAnswer */
  text(name: string): string {
    const value = this.#members.get(name);
    if (typeof value !== 'string') throw new GarbledAnswer(`${name} is not text`);
    return value;
  }

  /** null if it is missing. @throws GarbledAnswer */
  optionalText(name: string): string | null {
    return this.has(name) ? this.text(name) : null;
  }

  /** @throws GarbledAnswer */
  integer(name: string): number {
    const value = this.#members.get(name);
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      throw new GarbledAnswer(`${name} is not an integer`);
    return value;
  }

  /** @throws GarbledAnswer */
  boolean(name: string): boolean {
    const value = this.#members.get(name);
    if (typeof value !== 'boolean') throw new GarbledAnswer(`${name} is not true or false`);
    return value;
  }

  /** @throws GarbledAnswer */
  object(name: string): JsonAnswer {
    return JsonAnswer.#of(this.#members.get(name), name);
  }

  /** The texts of a list. @throws GarbledAnswer */
  texts(name: string): readonly string[] {
    const value = this.#members.get(name);
    if (!Array.isArray(value)) throw new GarbledAnswer(`${name} is not a list`);
    return value.map((each: unknown) => {
      if (typeof each !== 'string') throw new GarbledAnswer(`an entry of ${name} is not text`);
      return each;
    });
  }

  /** The objects of a list. @throws GarbledAnswer */
  list(name: string): readonly JsonAnswer[] {
    const value = this.#members.get(name);
    if (!Array.isArray(value)) throw new GarbledAnswer(`${name} is not a list`);
    return value.map((each) => JsonAnswer.#of(each, `an entry of ${name}`));
  }
}
