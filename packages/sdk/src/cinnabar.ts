import { callsOf, kindAt } from './calls.js';
import { carryOut } from './carry-out.js';
import type { Connection } from './exchange.js';
import { fetchToken, TOKEN_PATH } from './fetch-token.js';
import type { Calls } from './generated/calls.js';
import { operations } from './generated/operations.js';
import { type CallOptions, type ClientOptions, type Defaults, withDefaults } from './options.js';
import { Tokens } from './tokens.js';
import type { Answered, Input, Kind, OperationPath } from './typed-calls.js';

/**
 * Client of a Cinnabar service for one application. Every operation is called by its path:
 * `POST /signTask/contract/list` is `cinnabar.signTask.contract.list(input)`. Use one client per process: it caches the
 * access token, and clients derived by `with` share it.
 * Calls throw a CinnabarError (see failures.ts), or the abort reason of the caller's signal.
 */
export class Cinnabar implements Calls {
  readonly service: Calls['service'];
  readonly seal: Calls['seal'];
  readonly member: Calls['member'];
  readonly fetchAuth: Calls['fetchAuth'];
  readonly corp: Calls['corp'];
  readonly sms: Calls['sms'];
  readonly pay: Calls['pay'];
  readonly template: Calls['template'];
  readonly signTask: Calls['signTask'];
  readonly webhook: Calls['webhook'];
  readonly application: Calls['application'];
  readonly audit: Calls['audit'];
  readonly evidence: Calls['evidence'];

  readonly #options: ClientOptions;
  readonly #connection: Connection;

  /** @param tokens shared with another client of the same application */
  constructor(options: ClientOptions, tokens?: Tokens) {
    const { baseUrl, appId, appSecret } = options;
    if (!/^https?:\/\/[^/]/i.test(baseUrl))
      throw new TypeError(`baseUrl is not an http or https URL: ${baseUrl}`);
    const reached = {
      baseUrl: baseUrl.replace(/\/+$/, ''),
      appId,
      fetch: options.fetch ?? globalThis.fetch,
    };
    this.#options = options;
    this.#connection = {
      ...reached,
      tokens: tokens ?? new Tokens(() => fetchToken({ ...reached, tokens: null }, appSecret, options)),
    };
    const calls = callsOf(operations, (path, kind, input, given) => this.#carryOut(path, kind, input, given));
    this.service = calls.service;
    this.seal = calls.seal;
    this.member = calls.member;
    this.fetchAuth = calls.fetchAuth;
    this.corp = calls.corp;
    this.sms = calls.sms;
    this.pay = calls.pay;
    this.template = calls.template;
    this.signTask = calls.signTask;
    this.webhook = calls.webhook;
    this.application = calls.application;
    this.audit = calls.audit;
    this.evidence = calls.evidence;
  }

  /** Returns a client with other defaults, such as another acting member: `cinnabar.with({ userId: 7 })`. */
  with(options: Defaults): Cinnabar {
    const all = { ...this.#options, ...withDefaults(this.#options, options) };
    return new Cinnabar(all, this.#connection.tokens ?? undefined);
  }

  /** Calls an operation by its path, for programs that have the path as data. */
  call<P extends OperationPath>(path: P, input: Input<P>, options?: CallOptions): Answered<P>;
  call(path: string, input: unknown, options?: CallOptions): unknown {
    const kind = kindAt(operations, path);
    if (kind === undefined) throw new TypeError(`there is no operation at ${path}`);
    return this.#carryOut(path, kind, input, options);
  }

  #carryOut(path: string, kind: Kind, input: unknown, options?: CallOptions): Promise<unknown> {
    // The request for a token is sent without one.
    const connection = path === TOKEN_PATH ? { ...this.#connection, tokens: null } : this.#connection;
    return carryOut(connection, path, kind, input, withDefaults(this.#options, options));
  }
}
