/**
 * The program that holds a token: it loads the vendor's library, knows the PIN, and answers the service over a channel. A
 * process of its own, because that library can block, crash and keep void sessions, all of which ending it mends; and so
 * that the service itself holds neither library nor handles.
 */
import { loadCryptoki } from './pkcs11-library.js';
import { Token } from './token.js';
import { type NumberedRequest, type TokenAnswer, TokenFailure, type TokenRequest } from './token-messages.js';

let token: Token | undefined;

async function answerTo(request: TokenRequest): Promise<readonly Uint8Array[]> {
  if (request.op !== 'open') {
    if (token === undefined) throw new TokenFailure('broken', 'the token is not open');
    return token.answer(request);
  }
  token = Token.open(loadCryptoki(), request.settings);
  return [];
}

process.on('message', ({ number, request }: NumberedRequest) => {
  answerTo(request).then(
    (parts) => send({ number, parts }),
    (error: unknown) => {
      const problem = error instanceof TokenFailure ? error.problem : 'broken';
      send({ number, problem, detail: error instanceof Error ? error.message : String(error) });
    },
  );
});
// The service has ended, or no longer needs this process.
process.on('disconnect', () => process.exit());
// Sent to the whole group by a terminal: requests in progress are still to be answered.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

function send(answer: TokenAnswer): void {
  if (process.connected) process.send?.(answer);
}
