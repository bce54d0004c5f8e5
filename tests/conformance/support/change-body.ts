import type { Json } from '@cinnabar/api/schema.js';

/** Fields by their path, such as `participantList[0].psnName`; undefined removes the field. */
export type Changes = Readonly<Record<string, Json | undefined>>;

/** The body with some of its fields changed. */
export function changeBody(body: Json, changes: Changes): Json {
  return Object.entries(changes).reduce(
    (changed, [path, value]) => edit(changed, segments(path), value) ?? null,
    body,
  );
}

function segments(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

function edit(
  value: Json | undefined,
  [segment, ...rest]: readonly (string | number)[],
  replacement: Json | undefined,
): Json | undefined {
  if (segment === undefined) return replacement;
  if (typeof segment === 'number') {
    const items: (Json | undefined)[] = Array.isArray(value) ? [...value] : [];
    items[segment] = edit(items[segment], rest, replacement);
    return items.filter((item) => item !== undefined);
  }
  const record: Record<string, Json | undefined> = isRecord(value) ? { ...value } : {};
  record[segment] = edit(record[segment], rest, replacement);
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, item]) => (item === undefined ? [] : [[key, item]])),
  );
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
