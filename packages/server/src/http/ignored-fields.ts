/** Unknown fields of a body: they are ignored, and reported to the caller. */

export const IGNORED_FIELDS_HEADER = 'x-ignored-fields';

const MAX_NAMES = 20;
const MAX_BYTES = 1024;

const none: readonly string[] = [];

export class IgnoredFields {
  /** Keyed by the path without list indexes: a field of every element is reported once. Few requests have any. */
  #paths: Map<string, string> | undefined;

  add(path: string): void {
    this.#paths ??= new Map();
    if (this.#paths.size >= MAX_NAMES) return;
    const kind = path.replace(/\[\d+\]/g, '[]');
    if (!this.#paths.has(kind)) this.#paths.set(kind, path);
  }

  /** Percent-encoded, because they may contain anything; limited to those that fit into the header. */
  names(): readonly string[] {
    if (this.#paths === undefined) return none;
    const fitting: string[] = [];
    let bytes = 0;
    for (const path of this.#paths.values()) {
      const name = encoded(path);
      bytes += name.length + separator.length;
      if (bytes > MAX_BYTES) break;
      fitting.push(name);
    }
    return fitting;
  }

  /** The header's value; null if nothing was ignored. */
  header(): string | null {
    if (this.#paths === undefined) return null;
    const names = this.names();
    return names.length === 0 ? null : names.join(separator);
  }
}

const separator = ', ';

/** Brackets are kept for readability; unpaired surrogates cannot be encoded. */
function encoded(path: string): string {
  return encodeURIComponent(path.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(/%5B(\d+)%5D/g, '[$1]');
}
