import { InvalidField, type Schema } from '@cinnabar/api/schema.js';
import { type HttpAnswer, jsonAnswer } from '../http/answer.js';
import { MAX_JSON_BYTES, parseJson, readBody, requireJson } from '../http/body.js';
import type { Exchange } from '../http/exchange.js';
import { invalidBody } from '../operation/refusal.js';

/** The body of a request to one of the pages' own endpoints. Refuses with 400, 413, 415, 429, 503. */
export async function readPageRequest<T>(exchange: Exchange, schema: Schema<T>): Promise<T> {
  const bytes = await readBody(exchange, MAX_JSON_BYTES);
  // Also what keeps other sites out: a form cannot send JSON, and a script of theirs has to ask first.
  requireJson(exchange.request.headers['content-type'], bytes);
  try {
    return schema.read(parseJson(bytes), '', { zone: 'UTC' });
  } catch (error) {
    if (error instanceof InvalidField) throw invalidBody('400', error);
    throw error;
  }
}

/** A success, in the envelope of the interface. */
export function pageAnswer({ language }: Exchange, data: unknown): HttpAnswer {
  const msg = language === 'zh' ? '成功' : 'success';
  return jsonAnswer(200, '0', JSON.stringify({ code: '0', msg, data }));
}
