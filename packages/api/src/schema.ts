/**
 * The schema language of the interface. A schema knows four things: how to read a value (tolerant in what we take), how
 * to write one (exact in what we send), how to describe itself as JSON Schema for OpenAPI, and what it means where it
 * stands as a field.
 *
 * Tolerances are part of the interface, so they live here and nowhere else: integers and numbers may come as decimal
 * strings, strings as numbers, booleans as "true", "false", 0 or 1; null for an optional field means left out, and so
 * does "", since forms post every field they have; unknown fields are ignored, and named to who asks.
 */
export { type Infer, list, nullable, object, optional, partOf, without } from './schema/composites.js';
export { type FieldProblem, InvalidField } from './schema/faults.js';
export type { Id, Json, JsonSchema, Schema, SchemaRules, Writing } from './schema/schema.js';
export { schema } from './schema/schema.js';
export {
  boolean,
  choice,
  dateTime,
  id,
  idOrNone,
  idOrZero,
  int32,
  int64,
  noId,
  number,
  oneOf,
  pattern,
  text,
} from './schema/values.js';
export { variants } from './schema/variants.js';
