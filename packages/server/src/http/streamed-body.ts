import { Readable } from 'node:stream';

export interface StreamEnd {
  /** The last part was sent. */
  readonly sent: () => void;
  /** The client disconnected before the end. */
  readonly left: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Parts as a stream with backpressure. A disconnecting client ends the loop, and with it the producer of the parts,
 * which frees the query behind an export.
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
