/**
 * The schema language of the interface. A schema parses a value (leniently), serialises one (strictly), describes
 * itself as JSON Schema for OpenAPI, and carries the meaning of the field it is used for.
 *
 * The tolerances of parsing are part of the interface and are defined here only: integers and numbers may be sent as
 * decimal strings, strings as numbers, booleans as "true", "false", 0 or 1. For an optional field, null means omitted,
 * and so does "", because forms post every field. Unknown fields are ignored, and reported on request.
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
