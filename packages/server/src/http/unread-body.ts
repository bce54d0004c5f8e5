/** Handling of bodies that are not read because their request was refused by its head. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Bytes of a body that are read and discarded, so that the connection can be reused. */
const MAX_DROPPED = 256 * 1024;
/** Time for which a client may continue sending before the answer must have reached it. */
const LINGER_MS = 1_000;

/** Whether a client is about to send a large body that has not been read. */
export function leavesMuchUnread(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed || request.readableFlowing !== null) return false;
  const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || Number(declared ?? 0) > MAX_DROPPED;
}

/**
 * The answer as a stream that does not end but is aborted a moment later, with its connection, while nothing more is
 * read. Reading the rest would let clients keep the service busy with refused bytes; closing at once would lose the
 * answer for a client that is still sending.
 */
export function lingeringAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: string | Uint8Array,
): Readable {
  request.on('error', () => undefined);
  // Starts reading, which prevents Node.js from reading and discarding all of it.
  request.read(0);
  const stream = new Readable({ read: () => undefined });
  stream.push(answer);
  const timer = setTimeout(() => stream.destroy(), LINGER_MS);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
  return stream;
}
