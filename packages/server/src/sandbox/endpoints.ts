/** Endpoints of the sandbox only: unsent messages, and control of the clock. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import {
  boolean,
  choice,
  InvalidField,
  number,
  object,
  optional,
  type Schema,
  text,
} from '@cinnabar/api/schema.js';
import { mobile } from '@cinnabar/api/schemas/fields.js';
import { type HttpAnswer, jsonAnswer } from '../http/answer.js';
import { MAX_JSON_BYTES, parseJson, readBody } from '../http/body.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/extra-route.js';
import { invalidBody, invalidField } from '../operation/refusal.js';
import type { SandboxFaceResult } from './faces.js';
import type { SandboxSmsOutbox } from './sms-outbox.js';

export interface SandboxEndpoints {
  readonly outbox: SandboxSmsOutbox;
  /** Moves the clock; returns the new time after everything that fell due has run. */
  readonly advance: (milliseconds: number) => Promise<Date>;
  /** Resets the clock to the machine's time, which it returns. */
  readonly reset: () => Promise<Date>;
  /** Decides a face check, and returns the address to which its person is redirected. */
  readonly decideFace: (orderNo: string, result: SandboxFaceResult) => Promise<string>;
  readonly zone: string;
}

/** A century: beyond it the clock would exceed what certificates and date-times can represent. */
const MAX_SECONDS = 100 * 366 * 24 * 3_600;
const clockRequest = object({
  advanceSeconds: optional(number(0, MAX_SECONDS)),
  /** true: back to the machine's time. */
  reset: optional(boolean()),
});

/** Identity of an unverified person, stated on the page. */
const faceDecision = object({
  result: choice(['pass', 'fail']),
  realName: optional(text(1, 100)),
  identNum: optional(text(1, 100)),
});

export function sandboxRoutes({
  outbox,
  advance,
  reset,
  decideFace,
  zone,
}: SandboxEndpoints): readonly ExtraRoute[] {
  async function listMessages({ request }: Exchange): Promise<HttpAnswer> {
    const given = new URL(request.url ?? '/', 'http://sandbox').searchParams.get('mobile') ?? '';
    const messages = await outbox.messagesTo(readOr400(mobile(), given, 'mobile'));
    return plainJson({
      messages: messages.map((message) => ({ ...message, time: formatDateTime(message.time, zone) })),
    });
  }

  async function moveClock(exchange: Exchange): Promise<HttpAnswer> {
    const body = parseJson(await readBody(exchange, MAX_JSON_BYTES));
    const { advanceSeconds, reset: back = false } = readOr400(clockRequest, body, '');
    if ((advanceSeconds === undefined) !== back) {
      throw invalidField('advanceSeconds', {
        zh: '与 reset: true 须且只须填写一项',
        en: 'or reset: true is required, and not both',
      });
    }
    const now = back ? await reset() : await advance(Math.round((advanceSeconds ?? 0) * 1000));
    return plainJson({ now: formatDateTime(now, zone) });
  }

  async function endFaceCheck(exchange: Exchange): Promise<HttpAnswer> {
    const body = parseJson(await readBody(exchange, MAX_JSON_BYTES));
    const { result, realName, identNum } = readOr400(faceDecision, body, '');
    const identity = realName === undefined || identNum === undefined ? null : { realName, identNum };
    const redirect = await decideFace(orderNoIn(exchange.request.url ?? ''), { verdict: result, identity });
    return plainJson({ redirect });
  }

  function readOr400<T>(schema: Schema<T>, value: unknown, path: string): T {
    try {
      return schema.read(value, path, { zone });
    } catch (error) {
      if (error instanceof InvalidField) throw invalidBody('400', error);
      throw error;
    }
  }

  return [
    { method: 'GET', path: '/sandbox/sms', answer: listMessages },
    { method: 'POST', path: '/sandbox/clock', answer: moveClock },
    { method: 'POST', path: '/sandbox/face/:orderNo', answer: endFaceCheck },
  ];
}

function orderNoIn(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.slice('/sandbox/face/'.length);
}

function plainJson(value: unknown): HttpAnswer {
  return jsonAnswer(200, '200', JSON.stringify(value));
}
