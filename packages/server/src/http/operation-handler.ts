/** Carries out a request: all checks in their specified order, then the handler. */
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { InvalidField, type Json, type Writing } from '@cinnabar/api/schema.js';
import { operationActs } from '../areas/audit/index.js';
import type { Db, Tx } from '../database/schema.js';
import { transact, transactAtOnce } from '../database/transact.js';
import type { Context, VisitorContext } from '../operation/context.js';
import type { AnyRoute } from '../operation/handler.js';
import { invalidBody, type Words } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { fileAnswer, type HttpAnswer, jsonAnswer } from './answer.js';
import type { Sender } from './body-memory.js';
import type { Door } from './door.js';
import {
  AnswerMismatch,
  answersWithEnvelope,
  type EnvelopeOperation,
  errorText,
  successText,
} from './envelope.js';
import type { Exchange } from './exchange.js';
import { beginKeyed, type Hold } from './idempotency.js';
import type { Caller, Identified, Identify } from './identify.js';
import { recordAdministration } from './record-administration.js';
import { replicaOperations } from './replica-operations.js';
import { type RequestBody, readRequest, requestHash } from './request-reader.js';
import { type AnyContext, requireRight, runRoute } from './run-route.js';
import { refusalOf } from './unexpected-error.js';
import type { Uploads } from './uploads.js';

export interface OperationOptions {
  readonly services: Services;
  readonly db: Db;
  readonly identify: Identify;
  readonly uploads: Uploads;
  /** Responses that do not match their declaration are errors: for tests. */
  readonly strictAnswers: boolean;
  /** For operations with their own admission of anonymous callers. */
  readonly doors?: ReadonlyMap<AnyOperation, Door>;
}

/** Carries out operations, each with the handler of its route. */
export interface OperationHandler {
  /** Identifies the caller from the head of a request. */
  identify(route: AnyRoute, exchange: Exchange): Promise<Known>;
  /** Answers a request whose body has been read. */
  carryOut(exchange: Exchange, known: Known, body: RequestBody): Promise<HttpAnswer>;
  /** For operations with their own admission of anonymous callers; undefined for all others. */
  doorOf(route: AnyRoute): ((exchange: Exchange) => Promise<HttpAnswer>) | undefined;
  /** Handles a request whose input is in the address: no body is read. */
  answerFor(route: AnyRoute, exchange: Exchange, input: Json): Promise<HttpAnswer>;
}

/** Data from the head of a request. */
export interface Known {
  readonly route: AnyRoute;
  readonly identified: Identified;
  readonly now: Date;
  readonly sender: Sender;
}

/** One request whose checks up to the body have passed. */
interface Accepted {
  readonly route: AnyRoute;
  readonly exchange: Exchange;
  readonly identified: Identified;
  readonly now: Date;
  readonly body: RequestBody;
  readonly file: VisitorContext['file'];
}

/** The outcome of ctx.act after it has committed. */
interface Committed {
  readonly output: unknown;
  /** The answer as stored under an Idempotency-Key; null without one. */
  readonly keptText: string | null;
}

const emptyBody: RequestBody = { value: {}, upload: null };
const noFile: VisitorContext['file'] = () => Promise.reject(new Error('this operation takes no file'));

export function createOperationHandler(options: OperationOptions): OperationHandler {
  const { services, db, identify, uploads, strictAnswers, doors } = options;
  const zone = services.config.timeZone;

  function writingFor(operation: AnyOperation, exchange: Exchange): Writing {
    return {
      zone,
      mismatch(path, expected) {
        if (strictAnswers) throw new AnswerMismatch(path, expected);
        const { log, requestId } = exchange;
        log.error({ requestId, op: operation.path, path, expected }, 'answer does not fit its operation');
      },
    };
  }

  function readInput(operation: AnyOperation, value: unknown, exchange: Exchange): unknown {
    try {
      return operation.request.read(value, '', { zone, ignored: (path) => exchange.ignored.add(path) });
    } catch (error) {
      throw error instanceof InvalidField ? invalidBody(operation.invalidBody, error) : error;
    }
  }

  async function carryOut(accepted: Accepted, hold: Hold | null): Promise<HttpAnswer> {
    const { route, exchange, identified, body } = accepted;
    const { operation } = route;
    const input = readInput(operation, body.value, exchange);
    identified.session?.admit(input);
    requireRight(operation, identified.caller);
    const writing = writingFor(operation, exchange);
    const warnings: Words[] = [];
    const cookies: string[] = [];
    let committed: Committed | null = null;

    const act: Context['act'] = async (work) => {
      if (committed !== null) throw new Error(`${operation.path} called ctx.act twice`);
      const isAudited = operationActs.has(operation.path);
      if (hold === null && !isAudited) {
        const output = await transactAtOnce(db, work);
        committed = { output, keptText: null };
        return output;
      }
      const done = await transact(db, async (tx) => {
        const output = await work(tx, false);
        if (isAudited) {
          await recordAdministration(tx, context, { operation, caller: identified.caller, input, output });
        }
        return { output, keptText: hold === null ? null : await keepAnswer(hold, tx, output) };
      });
      committed = done;
      return done.output;
    };

    async function keepAnswer(hold: Hold, tx: Tx, output: unknown): Promise<string> {
      if (!answersWithEnvelope(operation)) throw new Error(`${operation.path} answers with a file`);
      const text = successText(operation, input, output, exchange.language, writing, warnings);
      await hold.keepWith(tx, { status: 200, body: text });
      return text;
    }

    const context = contextOf(
      accepted,
      act,
      (words) => warnings.push(words),
      (line) => cookies.push(line),
    );
    const run = (given: AnyContext) => runRoute(route, given, identified.caller, input, body.upload);
    const output = await (replicaOperations.has(operation)
      ? services.reads.read((reading) => run({ ...context, db: reading }))
      : run(context));
    if (!answersWithEnvelope(operation)) return fileAnswer(output);
    const text = textOf(operation, input, output, committed, writing, exchange, warnings);
    // Without a change there was no act, but the answer is stored nevertheless.
    if (committed === null) await hold?.keep({ status: 200, body: text });
    const answer = jsonAnswer(200, operation.successCode, text);
    return cookies.length === 0
      ? answer
      : { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } };
  }

  function textOf(
    operation: EnvelopeOperation,
    input: unknown,
    output: unknown,
    committed: Committed | null,
    writing: Writing,
    { language }: Exchange,
    warnings: readonly Words[],
  ): string {
    // The stored answer and the sent one must never differ, so they are made from the same value.
    if (strictAnswers && operation.writes && committed !== null && committed.output !== output) {
      throw new AnswerMismatch('data', `what ctx.act returned (${operation.path})`);
    }
    return committed?.keptText ?? successText(operation, input, output, language, writing, warnings);
  }

  function contextOf(
    { exchange, identified, now, file }: Accepted,
    act: Context['act'],
    warn: Context['warn'],
    setCookie: AnyContext['setCookie'],
  ): AnyContext {
    return {
      headers: exchange.request.headers,
      setCookie,
      noteUser(userId) {
        exchange.userId = userId;
      },
      file,
      requestId: exchange.requestId,
      language: exchange.language,
      now,
      address: exchange.address,
      device: exchange.request.headers['user-agent']?.slice(0, 300) ?? null,
      source: identified.source,
      openCorpId: identified.openCorpId,
      services,
      db,
      warn,
      act,
      ...(identified.idempotencyKey === null ? {} : { idempotencyKey: identified.idempotencyKey }),
      ...(identified.session?.isOwnConsole === true ? { isOwnConsole: true } : {}),
      ...(identified.session?.link ? { link: identified.session.link } : {}),
    };
  }

  /**
   * Carries a request out under its Idempotency-Key, or repeats the stored answer of the first request with that key.
   */
  async function carryOutOnce(accepted: Accepted, appId: string, key: string): Promise<HttpAnswer> {
    const { route, exchange, identified, body } = accepted;
    const bodyHash = requestHash(route.operation, userOf(identified.caller), body);
    const begun = await beginKeyed(
      { db, clock: services.clock, envelope: services.envelope },
      {
        appId,
        key,
        operation: route.operation.path,
        bodyHash,
      },
    );
    if (begun.kind === 'replay') {
      const { status, body: text } = begun.answer;
      const answer = jsonAnswer(status, codeIn(text), text);
      return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } };
    }
    try {
      return await carryOut(accepted, begun.hold);
    } catch (error) {
      await settle(begun.hold, error, exchange);
      throw error;
    } finally {
      begun.hold.end();
    }
  }

  /**
   * Stores a refusal under its key, unless the request may be retried. A failure to do so must not hide the error
   * itself.
   */
  async function settle(hold: Hold, error: unknown, { language, log, requestId }: Exchange): Promise<void> {
    const refusal = refusalOf(error);
    const answer = refusal === null ? null : errorText(refusal, language);
    try {
      // A rate-limited request can be sent again. A refusal with a cause is an internal failure.
      const passing = answer === null || answer.status >= 500 || answer.status === 429;
      if (passing || refusal?.cause !== undefined) await hold.free();
      else await hold.keep({ status: answer.status, body: answer.text });
    } catch (failure) {
      log.error({ err: failure, requestId }, 'Idempotency-Key not settled');
    }
  }

  async function known(route: AnyRoute, exchange: Exchange): Promise<Known> {
    const now = services.clock.now();
    const { request, address } = exchange;
    const identified = await identify(route.operation, request.headers, address, now);
    const { caller } = identified;
    noteCaller(exchange, caller);
    const isAnonymous = caller.kind === 'none' || caller.kind === 'visitor';
    return { route, identified, now, sender: isAnonymous ? 'anonymous' : 'known' };
  }

  function answerKnown(exchange: Exchange, by: Known, body: RequestBody, file = noFile): Promise<HttpAnswer> {
    const { route, identified, now } = by;
    const { caller, idempotencyKey } = identified;
    const accepted: Accepted = { route, exchange, identified, now, body, file };
    if (idempotencyKey === null || !('appId' in caller)) return carryOut(accepted, null);
    return carryOutOnce(accepted, caller.appId, idempotencyKey);
  }

  return {
    identify: known,
    carryOut: answerKnown,
    doorOf(route) {
      const { operation } = route;
      const door = doors?.get(operation);
      if (door === undefined) return undefined;
      return (exchange) =>
        door(exchange, async (file) => {
          const by = await known(route, exchange);
          if (file !== null) return answerKnown(exchange, by, emptyBody, file);
          return answerKnown(exchange, by, await readRequest(operation, exchange, uploads, by.sender));
        });
    },
    async answerFor(route, exchange, value) {
      return answerKnown(exchange, await known(route, exchange), { value, upload: null });
    },
  };
}

/** The user in whose name a request is made; null if there is none. */
function userOf(caller: Caller): number | null {
  switch (caller.kind) {
    case 'none':
    case 'visitor':
      return null;
    case 'target':
      return caller.targetUserId;
    case 'link':
      return caller.session.link.userId;
    case 'person':
      return caller.person.userId;
    case 'console':
      return caller.session.userId;
    case 'platform':
      return caller.operator.userId;
    default:
      return caller.actingMember?.userId ?? null;
  }
}

function noteCaller(exchange: Exchange, caller: Caller): void {
  exchange.userId = userOf(caller) ?? undefined;
  if (!('appId' in caller)) return;
  exchange.appId = caller.appId;
  exchange.corpId = caller.corpId;
}

function codeIn(envelope: string): string {
  const value: unknown = JSON.parse(envelope);
  return typeof value === 'object' && value !== null && 'code' in value ? String(value.code) : '';
}
