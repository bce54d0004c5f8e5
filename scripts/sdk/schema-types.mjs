/**
 * TypeScript types of JSON Schemas, with the meaning of each field as its comment. A request (`in`) accepts a Date for a
 * date-time and null or undefined for what may be left out; a response (`out`) has neither.
 */
import { dateTime } from '../../packages/api/dist/schema.js';
import { commentOf } from './comments.mjs';

const isObject = ({ properties }) => properties !== undefined;
/** Date-times are told apart by their example: `format: date-time` does not permit their offset. */
const isDateTime = ({ example }) => example !== undefined && example === dateTime().describe.example;
const children = ({ properties = {}, items, anyOf = [], oneOf = [] }) => [
  ...Object.values(properties),
  ...(items === undefined ? [] : [items]),
  ...anyOf,
  ...oneOf,
];

/** Whether requests and responses differ in it. */
function differs(schema) {
  if (isDateTime(schema)) return true;
  const { properties = {}, required = [] } = schema;
  return Object.keys(properties).length > required.length || children(schema).some(differs);
}

export class SchemaTypes {
  #names;
  #constantsOf;
  /** Directions in which each shared object occurs, by its properties. */
  #directions = new Map();
  #declarations = new Map();
  /** Names of the constants that comments refer to. */
  linked = new Set();

  /**
   * @param names of shared objects, by the `properties` of their description, which meanings do not copy
   * @param constantsOf the name of the constants for the numbers of a field, or undefined
   */
  constructor(names, constantsOf) {
    this.#names = names;
    this.#constantsOf = constantsOf;
  }

  /** Notes where the objects below a schema occur. To be called for every schema before types are asked for. */
  note(schema, direction) {
    const { properties } = schema;
    if (properties !== undefined && this.#names.has(properties)) {
      const known = this.#directions.get(properties) ?? new Set();
      this.#directions.set(properties, known.add(direction));
    }
    for (const child of children(schema)) this.note(child, direction);
  }

  /** The declarations of shared objects that were asked for, sorted by name. */
  get declarations() {
    return [...this.#declarations].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  }

  /** Declares an object as an interface, anything else as a type. */
  declare(name, schema, direction, comment) {
    const head = commentOf(comment);
    const named = isObject(schema) && this.#names.has(schema.properties);
    if (isObject(schema) && !named) {
      return `${head}export interface ${name} ${this.#fields(schema, direction, '')}\n`;
    }
    const type = this.typeOf(schema, direction);
    // A shared object may have the very name.
    return type === name ? '' : `${head}export type ${name} = ${type};\n`;
  }

  typeOf(schema, direction, indent = '') {
    const { type, enum: values, items, anyOf, oneOf } = schema;
    const alternatives = anyOf ?? oneOf;
    if (alternatives !== undefined) {
      return [...new Set(alternatives.map((each) => this.typeOf(each, direction, indent)))].join(' | ');
    }
    if (values !== undefined) return values.map(literal).join(' | ');
    if (isObject(schema)) return this.#objectType(schema, direction, indent);
    switch (type) {
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
      case 'null':
        return type;
      case 'string':
        return isDateTime(schema) && direction === 'in' ? 'Date | string' : 'string';
      case 'array': {
        const item = this.typeOf(items, direction, indent);
        const simple = isObject(items) || /^\w+$/.test(item);
        return simple ? `readonly ${item}[]` : `readonly (${item})[]`;
      }
      default:
        throw new Error(`no type for ${JSON.stringify(schema)}`);
    }
  }

  #objectType(schema, direction, indent) {
    const { properties } = schema;
    const base = this.#names.get(properties);
    if (base === undefined) return this.#fields(schema, direction, indent);
    const both = this.#directions.get(properties).size > 1 && differs(schema);
    const name = both && direction === 'in' ? `${base}Input` : base;
    if (!this.#declarations.has(name)) {
      // Noted before its fields are, which may contain it again.
      this.#declarations.set(name, '');
      this.#declarations.set(name, `export interface ${name} ${this.#fields(schema, direction, '')}\n`);
    }
    return name;
  }

  #fields({ properties, required = [] }, direction, indent) {
    const within = `${indent}  `;
    const fields = Object.entries(properties).map(([name, field]) => {
      const optional = !required.includes(name);
      const type = this.typeOf(field, direction, within);
      const absent = optional && direction === 'in' ? ' | null | undefined' : '';
      const comment = commentOf([this.#meaningOf(name, field)], within);
      return `${comment}${within}readonly ${name}${optional ? '?' : ''}: ${type}${absent};\n`;
    });
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
  }

  /** The meaning of a field, with the named constants of its numbers. */
  #meaningOf(name, field) {
    const { description = '', anyOf } = field;
    const constants = this.#constantsOf(name, (anyOf?.[0] ?? field).enum ?? null);
    if (constants === undefined) return description;
    this.linked.add(constants);
    return `${description} ({@link ${constants}})`;
  }
}

const literal = (value) =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
