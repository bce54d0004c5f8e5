import type { IncomingHttpHeaders } from 'node:http';
import type { AnyOperation } from '@cinnabar/api/operation.js';
import { id } from '@cinnabar/api/schema.js';
import type { CorpId, Source, UserId } from '../operation/context.js';
import { Refusal, refuseFor, type Words } from '../operation/refusal.js';

const sources: readonly Source[] = ['pc', 'app', 'h5', 'chatA', 'payA'];
const userIds = id<'User'>();
const corpIds = id<'Corp'>();

/** 400 that names the invalid header. */
export function invalidHeader(name: string, words: Words): Error {
  const about = { zh: `${name} ${words.zh}`, en: `${name} ${words.en}` };
  const refusal = refuseFor('INVALID_HEADER', about);
  return new Refusal(refusal.code, refusal.words, refusal.reason, null, [{ field: name, words }]);
}

/** A header as one text; Node.js joins repeated ones with commas. null: absent or empty. */
export function headerText(headers: IncomingHttpHeaders, lowerCaseName: string): string | null {
  const value = headers[lowerCaseName];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** `nobody`: an integer that no user can have. Refuses with 400 anything but a number. */
export type HeaderUser = UserId | 'nobody';

/** The header userId; null if it is omitted. */
export function readUserId(headers: IncomingHttpHeaders): HeaderUser | null {
  const text = headerText(headers, 'userid');
  if (text === null) return null;
  if (!/^[+-]?\d{1,30}$/.test(text))
    throw invalidHeader('userId', { zh: '须为整数', en: 'must be an integer' });
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) return 'nobody';
  return userIds.read(number, 'userId', { zone: 'UTC' });
}

/** The header openCorpId; null if it is omitted. */
export function readOpenCorpId(headers: IncomingHttpHeaders): CorpId | 'nobody' | null {
  const text = headerText(headers, 'opencorpid');
  if (text === null) return null;
  if (!/^[+-]?\d{1,30}$/.test(text))
    throw invalidHeader('openCorpId', { zh: '须为整数', en: 'must be an integer' });
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) return 'nobody';
  return corpIds.read(number, 'openCorpId', { zone: 'UTC' });
}

export function missingUserId(): Error {
  return invalidHeader('userId', { zh: '必填', en: 'is required' });
}

/** The header source; null if it is omitted. */
export function readSource(headers: IncomingHttpHeaders, presence: 'required' | 'optional'): Source | null {
  const text = headerText(headers, 'source');
  if (text === null) {
    if (presence === 'optional') return null;
    throw invalidHeader('source', { zh: '必填', en: 'is required' });
  }
  const source = sources.find((candidate) => candidate === text);
  if (source !== undefined) return source;
  throw invalidHeader('source', {
    zh: `须为 ${sources.join('、')} 之一`,
    en: `must be one of ${sources.join(', ')}`,
  });
}

const MAX_KEY_LENGTH = 255;

/**
 * The key under which the answer is stored for repeats. null without the header, if nothing is written, and for answers
 * that are never stored: files, and those that open a session.
 * @throws Refusal INVALID_HEADER
 */
export function readIdempotencyKey(
  headers: IncomingHttpHeaders,
  { writes, startsSession, answer }: Pick<AnyOperation, 'writes' | 'startsSession' | 'answer'>,
): string | null {
  if (!writes || startsSession || answer.kind === 'file') return null;
  const value = headers['idempotency-key'];
  if (value === undefined) return null;
  if (typeof value === 'string' && value.length >= 1 && value.length <= MAX_KEY_LENGTH) return value;
  throw invalidHeader('Idempotency-Key', {
    zh: `长度须为 1 到 ${MAX_KEY_LENGTH} 个字符`,
    en: `must have 1 to ${MAX_KEY_LENGTH} characters`,
  });
}
