import type { Schema } from '../schema.js';

/**
 * A field that clients send as "" when they mean nothing: forms post every field they have. Blank text is read as
 * null, everything else as `inner` reads it.
 */
export function blankable<T>(inner: Schema<T>): Schema<T | null> {
  return {
    read: (value, path, reading) =>
      typeof value === 'string' && value.trim() === '' ? null : inner.read(value, path, reading),
    write: (value, path, writing) => (value === null ? null : inner.write(value, path, writing)),
    describe: { anyOf: [inner.describe, { type: 'string', maxLength: 0 }] },
  };
}
