/**
 * Client generators support OpenAPI 3.0 and types without alternatives. The conversion drops the codes and reasons of
 * each operation: all responses get one type, with `data` for a success and `reason` for an error.
 */

/** A copy of our OpenAPI 3.1 document that becomes OpenAPI 3.0 by a change of dialect only. */
export function forGenerators(document) {
  const { webhooks: _events, components, ...rest } = document;
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, { post }]) => [path, { post: operationFor(post) }]),
  );
  return withoutAlternatives({ ...rest, paths, components: { securitySchemes: components.securitySchemes } });
}

function operationFor({ requestBody, responses, ...operation }) {
  const { description, content } = responses['200'];
  return {
    ...operation,
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: plain(requestBody.content) } }),
    responses: { 200: { description, content: answerOf(content) } },
  };
}

const plain = (content) =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));

function answerOf(content) {
  const file = content['application/octet-stream'];
  if (file !== undefined) return { 'application/octet-stream': file };
  const { schema } = content['application/json'];
  const { properties, ...envelope } = schema.anyOf?.[0] ?? schema;
  const { code: _constant, ...others } = properties;
  const text = { type: 'string' };
  return {
    'application/json': {
      schema: { ...envelope, properties: { code: text, reason: text, ...others }, required: ['code', 'msg'] },
    },
  };
}

/**
 * Generators drop characters that names cannot contain: without explicit names '0' and '#,##0' would both become _0.
 */
const NAMES = { '': 'EMPTY', 0: '_0', 1: '_1', '#,##0': 'GROUPED' };

/** `null` and the empty text become nullable types of the other alternative. */
function withoutAlternatives(value) {
  if (Array.isArray(value)) return value.map(withoutAlternatives);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value.anyOf)) {
    const { anyOf, ...about } = value;
    const [first] = anyOf.filter(({ type, maxLength }) => type !== 'null' && maxLength !== 0);
    return withoutAlternatives({ ...first, ...about, nullable: true });
  }
  const rest = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutAlternatives(each)]),
  );
  if (!Array.isArray(rest.enum) || !rest.enum.includes('#,##0')) return rest;
  return { ...rest, 'x-enum-varnames': rest.enum.map((each) => NAMES[each]) };
}
