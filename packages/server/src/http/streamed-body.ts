import { Readable } from 'node:stream';

export interface StreamEnd {
  /** The last part was taken. */
  readonly sent: () => void;
  /** The client went away before it. */
  readonly left: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Parts as a stream, which asks for them as fast as the client takes them. One who goes away ends the loop, and with it
 * whatever makes the parts: that is what frees the query behind an export.
 */
export function bodyStream(parts: AsyncIterable<Uint8Array>, end: StreamEnd): Readable {
  async function* counted(): AsyncGenerator<Uint8Array> {
    let tell: () => void = end.left;
    try {
      yield* parts;
      tell = end.sent;
    } catch (error) {
      tell = () => end.failed(error);
      throw error;
    } finally {
      tell();
    }
  }
  return Readable.from(counted());
}
