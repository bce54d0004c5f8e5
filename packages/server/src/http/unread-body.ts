/** What becomes of a body that nobody reads, because its request was refused by its head. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bytes of a body that are rather read and dropped, so that the connection can be used again. */
const MAX_DROPPED = 256 * 1024;
/** How long a client has to hear the answer while it still sends. */
const LINGER_MS = 1_000;

/** Whether a client is about to send much that nobody has begun to read. */
export function leavesMuchUnread(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed || request.readableFlowing !== null) return false;
  const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || Number(declared ?? 0) > MAX_DROPPED;
}

/**
 * Answers, reads nothing more, and closes the connection a moment later. Reading the rest would let anybody keep the
 * service busy with bytes that it has refused; closing at once would take the answer away from who still sends.
 */
export function answerAndCut(
  request: IncomingMessage,
  response: ServerResponse,
  answer: string | Uint8Array,
): void {
  request.on('error', () => undefined);
  // Begins to read, and so keeps Node.js from reading and dropping all of it.
  request.read(0);
  response.write(answer);
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
  timer.unref();
  response.on('close', () => clearTimeout(timer));
}
