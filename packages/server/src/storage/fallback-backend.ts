import type { BlobBackend, BlobName, ListedBlob } from './blob-backend.js';

/**
 * Two backends while blobs are being moved from one to the other: everything is written to the first, and read from the
 * second where the first has nothing. Processes that have the same two in the opposite order serve the same blobs, so
 * the settings of several processes can be changed one after the other.
 */
export class FallbackBackend implements BlobBackend {
  readonly #first: BlobBackend;
  readonly #second: BlobBackend;

  constructor(first: BlobBackend, second: BlobBackend) {
    this.#first = first;
    this.#second = second;
  }

  put(name: BlobName, content: () => Promise<Uint8Array>): Promise<void> {
    return this.#first.put(name, content);
  }

  async get(name: BlobName): Promise<Uint8Array | null> {
    // The last read: moved in the opposite direction, from the first to the second and back, in between.
    return (await this.#first.get(name)) ?? (await this.#second.get(name)) ?? this.#first.get(name);
  }

  /** A blob that both have is listed twice, each time with its age there. */
  async *list(beginning: string): AsyncGenerator<ListedBlob> {
    yield* this.#first.list(beginning);
    yield* this.#second.list(beginning);
  }

  /** Each is asked on its own: where a blob was put recently, it stays. */
  async delete(name: BlobName, condition: (age: number) => Promise<boolean>): Promise<boolean> {
    const fromFirst = await this.#first.delete(name, condition);
    return (await this.#second.delete(name, condition)) || fromFirst;
  }

  async tidy(): Promise<void> {
    await this.#first.tidy();
    await this.#second.tidy();
  }
}
