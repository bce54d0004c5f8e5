/** The server refused the request. `message` is meant for people, in their language. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Distinguishes refusals that share a code. */
    readonly reason: string | null,
    /** For problem reports. */
    readonly requestId: string | null,
    /** In seconds. */
    readonly retryAfter: number | null,
    /** The field of the request at fault, if known. */
    readonly field: string | null = null,
  ) {
    super(message);
    this.name = 'Refused';
  }
}

/** No response arrived: it is unknown whether the server carried out the request. */
export class Unanswered extends Error {
  constructor() {
    super('no response');
    this.name = 'Unanswered';
  }
}
