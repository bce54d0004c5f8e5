/** The server said no, in an envelope; `message` is for people, in their language. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Tells apart what shares a code. */
    readonly reason: string | null,
    /** To be named when a problem is reported. */
    readonly requestId: string | null,
    /** Seconds. */
    readonly retryAfter: number | null,
    /** What of the request is at fault, where that is said. */
    readonly field: string | null = null,
  ) {
    super(message);
    this.name = 'Refused';
  }
}

/** No answer came: whether the server did what it was asked is not known. */
export class Unanswered extends Error {
  constructor() {
    super('no answer');
    this.name = 'Unanswered';
  }
}
