/** Whether a response has every specified field, with a value of its JSON type. */
import {
  type Field,
  type Fields,
  isEmpty,
  isList,
  type Scalar,
  type Shape,
  unmarked,
} from '../specification/notation.js';

/** The tests use the default time zone of the platform. */
const dateTime = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}\+0800$/;

const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
const scalars: Readonly<Record<Scalar, (value: unknown) => boolean>> = {
  int64: isInteger,
  int32: (value) => isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  dateTime: (value) => typeof value === 'string' && dateTime.test(value),
};

/** Findings in the responses of one operation. */
export class AnswerFit {
  readonly problems: string[] = [];
  /** Nullable fields, and elements of lists: those seen with a value, and all. */
  readonly #seen = new Set<string>();
  readonly #all = new Set<string>();

  /** Fields seen only as null or []: nothing is known of their values. */
  get neverSeen(): readonly string[] {
    return [...this.#all].filter((name) => !this.#seen.has(name)).sort();
  }

  check(data: Shape | 'file', value: unknown): void {
    if (data === 'file') return;
    if (!isEmpty(data)) this.#fit(data, value, '');
    else if (JSON.stringify(value) !== '{}') this.problems.push(`data is ${JSON.stringify(value)}, not {}`);
  }

  #field(field: Field, value: unknown, name: string): void {
    const { shape, mark } = unmarked(field);
    if (mark === '?') this.#note(name, value !== null);
    if (mark !== '?' || value !== null) this.#fit(shape, value, name);
  }

  #fit(shape: Shape, value: unknown, name: string): void {
    if (typeof shape !== 'string') {
      if (isList(shape)) this.#list(shape[0], value, name);
      else this.#object(shape, value, name);
    } else if (!scalars[shape](value)) {
      this.problems.push(`${name === '' ? 'data' : name} is ${JSON.stringify(value)}, no ${shape}`);
    }
  }

  #object(fields: Fields, value: unknown, name: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.problems.push(`${name} is ${JSON.stringify(value)}, no object`);
      return;
    }
    const given = new Map<string, unknown>(Object.entries(value));
    for (const [key, field] of Object.entries(fields)) {
      const at = name === '' ? key : `${name}.${key}`;
      if (given.has(key)) this.#field(field, given.get(key), at);
      else this.problems.push(`${at} is not there`);
    }
  }

  #list(item: Shape, value: unknown, name: string): void {
    if (!Array.isArray(value)) {
      this.problems.push(`${name} is ${JSON.stringify(value)}, no list`);
      return;
    }
    this.#note(`${name}[]`, value.length > 0);
    for (const element of value) this.#fit(item, element, `${name}[]`);
  }

  #note(name: string, hasValue: boolean): void {
    this.#all.add(name);
    if (hasValue) this.#seen.add(name);
  }
}
