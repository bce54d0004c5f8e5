import type { Answer } from '@cinnabar/api/operation.js';
import { registry } from '@cinnabar/api/registry.js';
import type { Json } from '@cinnabar/api/schema.js';
import { webhookEvents } from '@cinnabar/api/webhook-events.js';
import { expect, test } from 'vitest';

const CHINESE = /\p{Script=Han}/u;

/** The fields of a JSON Schema without a description in both languages. */
function unexplained(schema: Json | undefined, path: string): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((each: Json) => unexplained(each, path));
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, items, anyOf } = Object(schema);
  const fields: readonly (readonly [string, { readonly description?: string }])[] = Object.entries(
    properties ?? {},
  );
  const own = fields.flatMap(([name, field]) => {
    const [zh = '', en = ''] = (field.description ?? '').split(' / ');
    return CHINESE.test(zh) && /[a-z]/.test(en) ? [] : [`${path}.${name}`];
  });
  return [
    ...own,
    ...fields.flatMap(([name, field]) => unexplained(field, `${path}.${name}`)),
    ...unexplained(items, `${path}[]`),
    ...unexplained(anyOf, path),
  ];
}

function answered(answer: Answer): Json {
  if (answer.kind === 'file') return {};
  return answer.kind === 'page' ? answer.item.describe : answer.schema.describe;
}

test.each(registry.map((operation) => [operation.path, operation] as const))(
  'every field of %s is described in both languages',
  (_path, { request, answer }) => {
    expect([...unexplained(request.describe, 'request'), ...unexplained(answered(answer), 'answer')]).toEqual(
      [],
    );
  },
);

test.each(webhookEvents)('every field of the event $type is described in both languages', (event) => {
  expect(unexplained(event.data.describe, 'data')).toEqual([]);
});
