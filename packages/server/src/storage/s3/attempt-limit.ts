/**
 * Time limit of one attempt at a request: it ends when no byte has moved for a while, and at the latest after the whole
 * time. A silent store is thus noticed long before the end of the time that a large file may take on a slow line.
 */
export class AttemptLimit {
  readonly #controller = new AbortController();
  readonly #silence: NodeJS.Timeout;
  readonly #whole: NodeJS.Timeout;

  /** In ms. */
  constructor({ silence, whole }: { readonly silence: number; readonly whole: number }) {
    const end = (): void => this.#controller.abort();
    this.#silence = setTimeout(end, silence);
    this.#whole = setTimeout(end, whole);
  }

  /** Aborted when the attempt is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Bytes have moved, in whichever direction. */
  moved(): void {
    this.#silence.refresh();
  }

  clear(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#whole);
  }
}
