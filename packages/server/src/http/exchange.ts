import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { BodyMemory } from './body-memory.js';
import { IgnoredFields } from './ignored-fields.js';
import { type Language, languageOf } from './language.js';

/** Limits for receiving bodies, the same for all requests. */
export interface Bodies {
  /** Budget for bodies that are read into memory. */
  readonly memory: BodyMemory;
  /** Minimum rate; slower bodies are aborted. */
  readonly bytesPerSecond: number;
}

/** One request and its answer, with the fields of its log line. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly language: Language;
  /** Client address of the request. */
  readonly address: string;
  readonly log: Logger;
  readonly bodies: Bodies;
  /** Unknown fields of the body. */
  readonly ignored: IgnoredFields;
  appId: string | undefined;
  corpId: number | undefined;
  userId: number | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange;
  }
}

export function exchangeOf(
  request: FastifyRequest,
  { log, bodies }: { readonly log: Logger; readonly bodies: Bodies },
): Exchange {
  return {
    request: request.raw,
    requestId: request.id,
    language: languageOf(request.raw.headers['accept-language']),
    address: plainAddress(request.ip),
    log,
    bodies,
    ignored: new IgnoredFields(),
    appId: undefined,
    corpId: undefined,
    userId: undefined,
  };
}

/** Dual-stack sockets report IPv4 addresses in IPv6 form. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
