/**
 * An append-only buffer. A signed file is its predecessor plus an update, so one buffer with spare capacity holds both,
 * and several signatures of one act do not copy the document each time.
 */
export class ByteSink {
  #buffer: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#buffer = Buffer.allocUnsafe(Math.max(capacity, 64));
  }

  get length(): number {
    return this.#length;
  }

  /** A view, valid until the next write. */
  bytes(start = 0, end = this.#length): Buffer {
    return this.#buffer.subarray(start, end);
  }

  /** Appends one byte per character. */
  text(latin1: string): void {
    this.#reserve(latin1.length);
    this.#buffer.write(latin1, this.#length, 'latin1');
    this.#length += latin1.length;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  overwrite(offset: number, latin1: string): void {
    if (offset + latin1.length > this.#length) throw new RangeError('overwrite beyond the end');
    this.#buffer.write(latin1, offset, 'latin1');
  }

  truncate(length: number): void {
    if (length > this.#length) throw new RangeError('truncate beyond the end');
    this.#length = length;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, Math.ceil(this.#buffer.length * 1.5)));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
