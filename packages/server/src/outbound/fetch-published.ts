import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { FetchPublished, PublishedRequest } from '@cinnabar/pki/revocation/published-revocation.js';
import { type AddressGuard, AddressRefused } from './address-guard.js';

/**
 * Fetches published data such as revocation lists, also over plain HTTP, because they are signed and the caller
 * verifies the signature. Connects only to addresses permitted by the guard, follows no redirects, and applies one
 * deadline to the whole request.
 *
 * @param options.maxBytes limit of the response; a longer one is rejected
 * @returns a function that rejects for anything but a response with status 200
 */
export function fetcherOf(options: {
  readonly guard: AddressGuard;
  readonly deadlineMs: number;
  readonly maxBytes: number;
}): FetchPublished {
  const { guard, deadlineMs, maxBytes } = options;
  const lookup = guard.lookup(true);
  const [plain, secure] = [new HttpAgent({ lookup }), new HttpsAgent({ lookup })];
  return async (address, request) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !guard.permits(host, true)) throw new AddressRefused(host);
    const signal = AbortSignal.timeout(deadlineMs);
    const sending = {
      signal,
      method: request === undefined ? 'GET' : 'POST',
      headers: request === undefined ? {} : headersOf(request),
    };
    const sent =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...sending, agent: secure })
        : httpRequest(url, { ...sending, agent: plain });
    return read(await answerTo(sent, request?.body), maxBytes);
  };
}

function headersOf({ contentType, body }: PublishedRequest) {
  return { 'content-type': contentType, 'content-length': body.length };
}

function answerTo(sent: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.end(body);
  });
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new Error(`status ${answer.statusCode}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer) {
    if (!(part instanceof Uint8Array)) continue;
    length += part.length;
    // Leaving the loop closes the connection.
    if (length > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
