/** Handling of an unread body, because its request was refused by its head. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Bytes of a body that are rather read and dropped, so that the connection can be used again. */
const MAX_DROPPED = 256 * 1024;
/** How long a client may continue sending before the answer must have reached it. */
const LINGER_MS = 1_000;

/** Whether a client is about to send much that nobody has begun to read. */
export function leavesMuchUnread(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed || request.readableFlowing !== null) return false;
  const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || Number(declared ?? 0) > MAX_DROPPED;
}

/**
 * The answer as a stream that does not end but breaks off a moment later, and the connection with it, while nothing
 * more is read. Reading the rest would let anybody keep the service busy with bytes that it has refused; closing at
 * once would take the answer away from who still sends.
 */
export function lingeringAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: string | Uint8Array,
): Readable {
  request.on('error', () => undefined);
  // Begins to read, and so keeps Node.js from reading and dropping all of it.
  request.read(0);
  const stream = new Readable({ read: () => undefined });
  stream.push(answer);
  const timer = setTimeout(() => stream.destroy(), LINGER_MS);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
  return stream;
}
