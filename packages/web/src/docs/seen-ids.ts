import type { Json } from '@cinnabar/api/schema.js';

/** Ids from earlier answers by field name, so that the next request can refer to the same objects. */
export type SeenIds = Readonly<Record<string, number | string>>;

/** Whether a field refers to an object or an uploaded file. */
const isReference = (name: string): boolean => /(?:^id|Id|^fileUrl)$/.test(name);

/** Adds the ids of an answer; of several with the same name the first counts, since lists start with the newest. */
export function rememberIds(answer: Json, seen: SeenIds): SeenIds {
  const found: Record<string, number | string> = {};
  collect(answer, found);
  return { ...seen, ...found };
}

function collect(value: Json, found: Record<string, number | string>): void {
  if (typeof value !== 'object' || value === null) return;
  const entries: readonly (readonly [string, Json])[] = Array.isArray(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value);
  for (const [name, each] of entries) {
    if (isReference(name) && !Object.hasOwn(found, name)) {
      if ((typeof each === 'number' && each > 0) || typeof each === 'string') found[name] = each;
    }
    collect(each, found);
  }
}

/** Replaces the ids of a request by those seen last, except 0, which has a meaning of its own. */
export function withSeenIds(request: Json, seen: SeenIds): Json {
  if (typeof request !== 'object' || request === null) return request;
  if (Array.isArray(request)) return request.map((item) => withSeenIds(item, seen));
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => {
      const known = Object.hasOwn(seen, name) ? seen[name] : undefined;
      const isReplaced = known !== undefined && typeof value === typeof known && value !== 0;
      return [name, isReplaced ? known : withSeenIds(value, seen)];
    }),
  );
}
