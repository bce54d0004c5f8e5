/** What the service has answered, so that it can be held to it. */
import type { FlowId } from '../../support/given-flow.js';

/** An act that was answered with success. */
export type Answered =
  | { readonly kind: 'started'; readonly flowId: FlowId; readonly code: string }
  | { readonly kind: 'refused' | 'revoked'; readonly flowId: FlowId }
  | { readonly kind: 'filled' | 'signed'; readonly flowId: FlowId; readonly participantId: number }
  | { readonly kind: 'uploaded'; readonly fileKey: string }
  /** With the SHA-256 of each file that came, in hexadecimal. */
  | { readonly kind: 'downloaded'; readonly flowId: FlowId; readonly hashes: readonly string[] };

export class Journal {
  readonly #acts: Answered[] = [];
  readonly #problems: string[] = [];
  #answeredRequests = 0;
  #repeatedRequests = 0;
  #examined = 0;

  get acts(): readonly Answered[] {
    return this.#acts;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Requests that had an answer, and how often one had to be sent again for it. */
  get requests() {
    return { answered: this.#answeredRequests, repeated: this.#repeatedRequests };
  }

  note(act: Answered): void {
    this.#acts.push(act);
  }

  noteProblem(problem: string): void {
    console.log(`VIOLATION ${problem}`);
    this.#problems.push(problem);
  }

  noteAnswer(repetitions: number): void {
    this.#answeredRequests += 1;
    this.#repeatedRequests += repetitions;
  }

  /** The acts since the last time. */
  takeNew(): readonly Answered[] {
    const fresh = this.#acts.slice(this.#examined);
    this.#examined = this.#acts.length;
    return fresh;
  }
}
