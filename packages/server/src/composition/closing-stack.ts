/** Opened resources, closed in reverse order. */
export class ClosingStack {
  readonly #closers: { readonly name: string; readonly close: () => Promise<unknown> }[] = [];
  readonly #report: (message: string) => void;
  #closing: Promise<void> | undefined;

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#closers.push({ name, close });
  }

  /** Closes everything; a resource that fails to close must not keep the others open. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const { name, close } of this.#closers.reverse()) {
      try {
        await close();
      } catch (error) {
        this.#report(`${name} did not close: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}
