/** What has been opened, to be closed in the opposite order. */
export class ClosingStack {
  readonly #closers: { readonly name: string; readonly close: () => Promise<unknown> }[] = [];
  readonly #complain: (message: string) => void;
  #closing: Promise<void> | undefined;

  constructor(complain: (message: string) => void) {
    this.#complain = complain;
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#closers.push({ name, close });
  }

  /** Closes everything; what cannot be closed must not keep the rest open. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (const { name, close } of this.#closers.reverse()) {
      try {
        await close();
      } catch (error) {
        this.#complain(`${name} did not close: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}
