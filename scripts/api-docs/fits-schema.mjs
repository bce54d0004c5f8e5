// Whether a recorded response still matches its operation: the same fields of the same types.

export function fitsSchema(schema, value) {
  if (schema.anyOf !== undefined) return schema.anyOf.some((each) => fitsSchema(each, value));
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.type === 'array')
    return Array.isArray(value) && value.every((item) => fitsSchema(schema.items, item));
  if (schema.type === 'object') return isObject(value) && fitsFields(schema, value);
  if (schema.type === 'integer') return Number.isSafeInteger(value);
  if (schema.type === 'null') return value === null;
  return schema.type === undefined || typeof value === schema.type;
}

function fitsFields({ properties = {}, required = [] }, value) {
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, field]) =>
      Object.hasOwn(properties, name)
        ? fitsSchema(properties[name], field)
        : Object.keys(properties).length === 0,
    )
  );
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
