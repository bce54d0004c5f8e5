// The fields of a JSON Schema as table rows: dotted name, type, required, range, description.

/** One row for each field; fields of lists and objects follow the field that contains them. */
export function fieldRows(schema) {
  const top = listOf(schema);
  return rowsOf(top.schema, top.isList ? '[].' : '');
}

function rowsOf(schema, prefix) {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([field, described]) => {
    const { schema: inner, nullable } = withoutNull(described);
    const { schema: item, isList } = listOf(inner);
    const name = prefix + field;
    const row = {
      name,
      type: typeOf(inner) + (nullable ? ', null' : ''),
      required: required.includes(field),
      range: rangeOf(inner),
      meaning: described.description ?? '',
    };
    return [row, ...rowsOf(withoutNull(item).schema, `${name}${isList ? '[]' : ''}.`)];
  });
}

function withoutNull(schema) {
  // Forms send empty texts for absent values; the index page states this once for all fields.
  const rest = schema.anyOf?.filter(({ type, maxLength }) => type !== 'null' && maxLength !== 0);
  const nullable = schema.anyOf?.some(({ type }) => type === 'null') === true;
  return rest?.length === 1 ? { ...withoutNull(rest[0]), nullable } : { schema, nullable };
}

function listOf(schema) {
  return schema.type === 'array' ? { schema: schema.items, isList: true } : { schema, isList: false };
}

/** The type in the notation of the interface: `int64`, `date-time`, `list of string`. */
export function typeOf(schema) {
  const { schema: inner, nullable } = withoutNull(schema);
  if (inner !== schema) return nullable ? `${typeOf(inner)}, null` : typeOf(inner);
  if (inner.type === 'array') return `list of ${typeOf(inner.items)}`;
  if (inner.type === 'integer') return inner.format ?? 'integer';
  // Date-times have a format of their own, which the JSON Schema format does not describe.
  if (inner.type === 'string' && isDateTime(inner)) return 'date-time';
  return inner.type ?? 'any';
}

function isDateTime({ example }) {
  return typeof example === 'string' && /^\d{4}-\d\d-\d\dT/.test(example);
}

const INT32_MIN = -2_147_483_648;
const INT32_MAX = 2_147_483_647;

export function rangeOf(schema) {
  const limited = schema.type === 'array' ? withoutNull(schema.items).schema : schema;
  if (limited.enum !== undefined) return limited.enum.map((value) => `\`${value}\``).join(' ');
  if (schema.type === 'array') return between(schema.minItems, schema.maxItems, ' 项 / items');
  if (schema.type === 'string') return between(schema.minLength, schema.maxLength, ' 字符 / characters');
  const most = schema.maximum === INT32_MAX || schema.maximum === Number.MAX_SAFE_INTEGER;
  return between(
    schema.minimum === INT32_MIN ? undefined : schema.minimum,
    most ? undefined : schema.maximum,
  );
}

function between(least, most, unit = '') {
  if (most === undefined) return least === undefined || least === 0 ? '' : `>= ${least}${unit}`;
  return least === undefined ? `<= ${most}${unit}` : `${least} .. ${most}${unit}`;
}
