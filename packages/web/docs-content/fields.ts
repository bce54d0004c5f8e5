import type { Json, JsonSchema } from '@cinnabar/api/schema.js';
import type { Field } from '../src/docs/content.js';
import type { Language } from '../src/shared/text/languages.js';
import { namedValues } from './values.js';
import { inLanguage } from './words.js';

/** The fields of an object, or of the objects of a list. */
export function fieldsOf(schema: JsonSchema, language: Language): readonly Field[] {
  const { properties, required } = itemOf(withoutNull(schema).schema);
  if (!isRecord(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, described]) =>
    fieldOf(name, recordOf(described), needed.includes(name), language),
  );
}

export function fieldOf(name: string, described: JsonSchema, required: boolean, language: Language): Field {
  const { schema, nullable } = withoutNull(described);
  const description = described['description'];
  const meaning = typeof description === 'string' ? inLanguage(description, language) : '';
  const choices = withoutNull(itemOf(schema)).schema['enum'];
  const named = Array.isArray(choices) ? namedValues(meaning, choices.map(String)) : { meaning, values: [] };
  return {
    name,
    type: typeOf(schema),
    required,
    nullable,
    ...named,
    limits: limitsOf(schema, language),
    children: fieldsOf(schema, language),
  };
}

/** Without the alternative null, and without the empty text that forms send for nothing. */
function withoutNull(schema: JsonSchema): { readonly schema: JsonSchema; readonly nullable: boolean } {
  const alternatives = schema['anyOf'];
  if (!Array.isArray(alternatives)) return { schema, nullable: false };
  const all = alternatives.map(recordOf);
  const rest = all.filter(({ type, maxLength }) => type !== 'null' && maxLength !== 0);
  const [only] = rest;
  if (only === undefined || rest.length > 1) return { schema, nullable: false };
  return { schema: withoutNull(only).schema, nullable: all.some(({ type }) => type === 'null') };
}

function itemOf(schema: JsonSchema): JsonSchema {
  return schema['type'] === 'array' ? withoutNull(recordOf(schema['items'])).schema : schema;
}

/** In the words of the interface: `int64`, `date-time`, `object[]`. */
export function typeOf(given: JsonSchema): string {
  const { schema } = withoutNull(given);
  const { type, format, items, example, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.map((each) => typeOf(recordOf(each))).join(' | ');
  if (type === 'array') return `${typeOf(recordOf(items))}[]`;
  if (type === 'integer' && typeof format === 'string') return format;
  // Date-times have a form of their own, for which JSON Schema has no word.
  if (typeof example === 'string' && /^\d{4}-\d\d-\d\dT/.test(example)) return 'date-time';
  return typeof type === 'string' ? type : 'any';
}

const INT32_MIN = -2_147_483_648;
const INT32_MAX = 2_147_483_647;
/** A longer pattern is no help. */
const MAX_PATTERN = 40;

function limitsOf(schema: JsonSchema, language: Language): string {
  const units =
    language === 'zh'
      ? { items: ' 项', characters: ' 个字符', form: '格式 ' }
      : { items: ' items', characters: ' characters', form: 'form ' };
  const { type, minItems, maxItems, minLength, maxLength, minimum, maximum, pattern } = schema;
  if (Array.isArray(schema['enum'])) return '';
  if (type === 'array') return between(minItems, maxItems, units.items);
  if (type === 'string') {
    if (typeof pattern !== 'string') return between(minLength, maxLength, units.characters);
    const form = pattern.replaceAll(/^\^(?:\\s\*)?|(?:\\s\*)?\$$/g, '');
    return form.length > MAX_PATTERN ? '' : units.form + form;
  }
  const unbounded = [undefined, INT32_MAX, Number.MAX_SAFE_INTEGER].some((each) => each === maximum);
  // Every id is 1 or more.
  if (unbounded && minimum === 1) return '';
  return between(minimum === INT32_MIN ? undefined : minimum, unbounded ? undefined : maximum, '');
}

function between(least: Json | undefined, most: Json | undefined, unit: string): string {
  const min = typeof least === 'number' ? least : null;
  const max = typeof most === 'number' ? most : null;
  if (max === null) return min === null || min === 0 ? '' : `≥ ${min}${unit}`;
  if (min === null || min === 0) return `≤ ${max}${unit}`;
  return min === max ? `${min}${unit}` : `${min}–${max}${unit}`;
}

function recordOf(value: Json | undefined): JsonSchema {
  return isRecord(value) ? value : {};
}

function isRecord(value: Json | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
