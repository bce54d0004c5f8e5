import { InvalidField, wrongType } from './faults.js';
import { type Schema, type SchemaRules, schema } from './schema.js';

type Variants<K extends string> = { readonly [name: string]: Schema<{ readonly [key in K]: string }> };

/**
 * A union of objects, discriminated by the field `key`.
 * `variants('status', { open: object({ status: choice(['open']), … }), … })`
 */
export function variants<const K extends string, const V extends Variants<K>>(
  key: K,
  of: V,
): Schema<V[keyof V] extends Schema<infer T> ? T : never>;
export function variants(key: string, of: Variants<string>): Schema<Readonly<Record<string, string>>> {
  const words = Object.keys(of);
  function found(value: unknown): Schema<Readonly<Record<string, string>>> | undefined {
    const word = wordIn(value, key);
    return word !== null && Object.hasOwn(of, word) ? of[word] : undefined;
  }
  return schema<SchemaRules<Readonly<Record<string, string>>>>({
    read(value, path, reading) {
      if (typeof value !== 'object' || value === null) throw wrongType(path, 'object');
      const variant = found(value);
      if (variant === undefined) throw new InvalidField(`${path}.${key}`, { kind: 'choice', values: words });
      return variant.read(value, path, reading);
    },
    write(value, path, writing) {
      const variant = found(value);
      if (variant !== undefined) return variant.write(value, path, writing);
      writing.mismatch(`${path}.${key}`, words.join(' or '));
      return {};
    },
    describe: { oneOf: Object.values(of).map(({ describe }) => describe) },
  });
}

function wordIn(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const entry = Object.entries(value).find(([name]) => name === key);
  return typeof entry?.[1] === 'string' ? entry[1] : null;
}
