import { setTimeout as pause } from 'node:timers/promises';
import { CircuitBreaker } from './circuit-breaker.js';
import type { HttpAnswer, HttpRequest } from './http-exchange.js';
import { GarbledAnswer, ProviderOutage, ProviderRefused } from './provider-failure.js';
import type { ProviderOutcome, ProviderParts } from './provider-parts.js';

export interface ClientOptions {
  /** Origin, perhaps with a path, of the provider. */
  readonly baseUrl: string;
  /** Limit for a call with all its attempts; less than the port's own limit. */
  readonly limitMs?: number;
  readonly maxAttempts?: number;
  /** Limit of an answer. */
  readonly maxAnswerBytes?: number;
}

/** A request relative to the base address. */
export interface BuiltRequest extends Pick<HttpRequest, 'method'> {
  /** With the query, as it is signed; '' or begins with `/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface ProviderCall<Result> {
  /** The provider's name of the operation: a label of metrics. */
  readonly op: string;
  /** Whether it may be sent again although an earlier attempt may have taken effect. */
  readonly isIdempotent: boolean;
  /** Called for every attempt, so that each has a time, a nonce and a signature of its own. */
  build(): BuiltRequest;
  /**
   * Verifies and reads an answer of any status below 500 that is no redirect.
   * @throws ProviderRefused if the provider says no, GarbledAnswer if it is no answer of the provider
   */
  read(answer: HttpAnswer): Result;
  /** Whether `read` also gets answers with status 5xx, which otherwise are outages. */
  readonly readsFailures?: true;
}

const LIMIT_MS = 8_000;
const MAX_ATTEMPTS = 3;
const MAX_ANSWER_BYTES = 1024 * 1024;
const FIRST_PAUSE_MS = 100;

/**
 * Requests to one provider, with time limits, repetition and a circuit breaker. Only idempotent requests are repeated:
 * where another one was not sent, the next provider is asked, or a job runs again.
 */
export class ProviderClient {
  readonly #parts: ProviderParts;
  readonly #options: Required<ClientOptions>;
  readonly #breaker: CircuitBreaker;

  constructor(parts: ProviderParts, options: ClientOptions) {
    this.#parts = parts;
    this.#options = {
      limitMs: LIMIT_MS,
      maxAttempts: MAX_ATTEMPTS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      ...options,
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
    };
    this.#breaker = new CircuitBreaker({
      now: () => performance.now(),
      onChange: (state) => parts.watch.breakerChanged(parts.provider, state),
    });
    parts.watch.opened(parts.provider);
  }

  /** @throws ProviderOutage, ProviderRefused */
  async call<Result>(call: ProviderCall<Result>): Promise<Result> {
    const until = performance.now() + this.#options.limitMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(call, until - performance.now());
      } catch (error) {
        const waits = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
        const isLast = attempt >= this.#options.maxAttempts || performance.now() + waits >= until;
        if (isLast || !mayRepeat(call, error)) throw error;
        await pause(waits);
      }
    }
  }

  async #attempt<Result>(call: ProviderCall<Result>, limitMs: number): Promise<Result> {
    const began = performance.now();
    const permit = this.#breaker.admit();
    try {
      if (permit === null) throw new ProviderOutage('suspended', 'no', 'it failed repeatedly');
      const result = read(call, await this.#send(call, limitMs));
      permit.answered();
      this.#ended(call.op, 'ok', began, null);
      return result;
    } catch (error) {
      if (error instanceof ProviderOutage) permit?.failed();
      else permit?.answered();
      this.#ended(call.op, outcomeOf(error), began, detailOf(error));
      throw error;
    }
  }

  #send({ build }: Pick<ProviderCall<unknown>, 'build'>, limitMs: number): Promise<HttpAnswer> {
    const { method, path, headers, body } = build();
    const { baseUrl, maxAnswerBytes } = this.#options;
    return this.#parts.exchange({
      method,
      url: new URL(`${baseUrl}${path}`),
      headers,
      body: body === undefined ? null : Buffer.from(body),
      limitMs: Math.max(1, limitMs),
      maxAnswerBytes,
    });
  }

  #ended(op: string, outcome: ProviderOutcome, began: number, detail: string | null): void {
    const { provider, watch } = this.#parts;
    watch.ended({ provider, op, outcome, detail, seconds: (performance.now() - began) / 1000 });
  }
}

function mayRepeat({ isIdempotent }: Pick<ProviderCall<unknown>, 'isIdempotent'>, error: unknown): boolean {
  return isIdempotent && error instanceof ProviderOutage && error.cause !== 'suspended';
}

function read<Result>(call: ProviderCall<Result>, answer: HttpAnswer): Result {
  const { status } = answer;
  if (status >= 300 && status < 400)
    throw new ProviderOutage('garbled', 'perhaps', `a redirect with status ${status}`);
  if (status >= 500 && call.readsFailures !== true)
    throw new ProviderOutage('failing', 'perhaps', `status ${status}`);
  try {
    return call.read(answer);
  } catch (error) {
    if (error instanceof GarbledAnswer)
      throw new ProviderOutage('garbled', 'perhaps', `status ${status}, ${error.message}`);
    throw error;
  }
}

function outcomeOf(error: unknown): ProviderOutcome {
  if (error instanceof ProviderOutage) return error.cause;
  return error instanceof ProviderRefused ? (error.account ?? 'refused') : 'garbled';
}

/** Of a refusal only the code, because a provider's words can repeat what they are about. */
function detailOf(error: unknown): string {
  if (error instanceof ProviderRefused) return error.code;
  return error instanceof Error ? error.message : String(error);
}
