import type { Json } from '@cinnabar/api/schema.js';

/** Values of the sandbox's answers by the name of their field: what a reader made, the next request can be about. */
export type SeenIds = Readonly<Record<string, number | string>>;

/** Ids and files; all else of a request is the reader's own choice. */
const isReference = (name: string): boolean => /(?:^id|Id|^fileUrl)$/.test(name);

/** With those of an answer, of which the first of a name counts: lists have the newest first. */
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

/** A request with the ids that were seen last in place of its own; 0 has a meaning of its own and stays. */
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
