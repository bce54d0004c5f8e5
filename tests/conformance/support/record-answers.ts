import { writeFile } from 'node:fs/promises';

/**
 * Keeps answers as examples for docs/api: the first of each operation, as `npm run docs:api -- --record` asks for by
 * the setting RECORD_ANSWERS, which names the file. What differs from run to run for no reason is cut.
 */
export class AnswerRecord {
  readonly #answers = new Map<string, Readonly<Record<string, unknown>>>();

  add(path: string, envelope: Readonly<Record<string, unknown>> | null): void {
    if (envelope !== null && !this.#answers.has(path)) this.#answers.set(path, envelope);
  }

  async writeTo(file: string, baseUrl: string): Promise<void> {
    const shortened = Object.fromEntries(
      [...this.#answers].map(([path, envelope]) => [path, shorten(envelope, baseUrl)]),
    );
    await writeFile(file, `${JSON.stringify(shortened, null, 2)}\n`);
  }
}

const MOST_ITEMS = 2;

function shorten(value: unknown, baseUrl: string): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => shorten(item, baseUrl));
  if (typeof value === 'string') {
    // Keys of files, tokens and signed links are long and random.
    return value
      .replaceAll(baseUrl, 'http://127.0.0.1:3000')
      .replace(/[\w.-]{28,}/g, (long) => `${long.slice(0, 8)}…`);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field, baseUrl)]));
}
