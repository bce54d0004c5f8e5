import { meaningOf } from './field-meanings.js';
import type { Json, JsonSchema } from './schema.js';

/** The same schema with what its fields mean, in both languages, where they do not say so themselves. */
export function withMeanings(schema: JsonSchema, area: string): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, described(keyword, value, area)]),
  );
}

function described(keyword: string, value: Json, area: string): Json {
  if (keyword === 'items' && isSchema(value)) return withMeanings(value, area);
  if (keyword === 'anyOf' && Array.isArray(value)) {
    return value.map((each: Json) => (isSchema(each) ? withMeanings(each, area) : each));
  }
  if (keyword !== 'properties' || !isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSchema(field) ? fieldOf(name, field, area) : field,
    ]),
  );
}

function fieldOf(name: string, field: JsonSchema, area: string): JsonSchema {
  const meaning = field['description'] === undefined ? meaningOf(area, name) : null;
  const inner = withMeanings(field, area);
  return meaning === null ? inner : { ...inner, description: `${meaning.zh} / ${meaning.en}` };
}

function isSchema(value: Json): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
