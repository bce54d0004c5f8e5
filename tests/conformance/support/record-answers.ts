import { writeFile } from 'node:fs/promises';

/** The request to an operation and its response: null for a file, on either side. */
interface RecordedCall {
  readonly request: unknown;
  readonly answer: unknown;
}

/**
 * Records calls as examples for docs/api and OpenAPI: the first of each operation, as requested by `npm run docs:api --
 * --record` through the setting RECORD_ANSWERS, which names the file. Values that differ between runs are shortened.
 */
export class AnswerRecord {
  readonly #calls = new Map<string, RecordedCall>();

  add(path: string, call: RecordedCall): void {
    if (!this.#calls.has(path)) this.#calls.set(path, call);
  }

  async writeTo(file: string, baseUrl: string): Promise<void> {
    const shortened = Object.fromEntries(
      [...this.#calls].map(([path, call]) => [path, shorten(call, baseUrl)]),
    );
    await writeFile(file, `${JSON.stringify(shortened, null, 2)}\n`);
  }
}

const MAX_ITEMS = 2;

function shorten(value: unknown, baseUrl: string): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => shorten(item, baseUrl));
  if (typeof value === 'string') {
    // File keys, tokens and signed links are long and random.
    return value.replaceAll(baseUrl, 'http://127.0.0.1:3000').replace(/[\w.-]{28,}/g, shortWord);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field, baseUrl)]));
}

/** Hashes and UUIDs keep their form, which examples have to conform to. */
function shortWord(long: string): string {
  const beginning = long.slice(0, 8);
  if (/^[0-9a-f]{64}$/.test(long)) return beginning.repeat(8);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(long))
    return `${beginning}-0000-4000-8000-000000000000`;
  return `${beginning}…`;
}
