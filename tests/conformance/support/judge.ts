import { isEmpty } from '../specification/notation.js';
import { specified } from '../specification.js';
import type { Expected } from './expected.js';
import type { OperationTable } from './operation-table.js';
import type { Row } from './rows.js';
import type { Answer } from './send.js';

/** The difference between a response and its row's expectation; null if there is none. */
export function problemOf(table: OperationTable, row: Row, answer: Answer): string | null {
  return row.expected === 'accepted'
    ? problemOfSuccess(table, answer)
    : problemOfRefusal(row.expected, answer);
}

/** Why a response is not the operation's success. */
export function problemOfSuccess(table: OperationTable, answer: Answer): string | null {
  const { code, data, isPaged } = specified(table.path);
  const headers = problemOfHeaders(answer);
  if (headers !== null) return headers;
  if (data === 'file') return answer.status === 200 && answer.envelope === null ? null : shown(answer);
  const { envelope } = answer;
  if (answer.status !== 200 || envelope === null || envelope['code'] !== code) return shown(answer);
  if ('reason' in envelope) return `carries a reason: ${shown(answer)}`;
  const paging = ['listPageNo', 'countInPage', 'listPageCount', 'totalCount'];
  if (paging.some((name) => name in envelope !== isPaged)) return `paging fields: ${shown(answer)}`;
  if (isEmpty(data) && JSON.stringify(envelope['data']) !== '{}') return `data is not {}: ${shown(answer)}`;
  return null;
}

/** Beside these, a wrong code reports the remaining attempts. */
function fieldsOf(code: string): readonly string[] {
  return code === '1401' ? [...refusalFields, 'attemptsLeft'] : refusalFields;
}

function problemOfRefusal(expected: Expected, answer: Answer): string | null {
  const { status, code, reason, names = [] } = expected;
  const { envelope } = answer;
  const wanted = `expected ${status} ${code}${reason === undefined ? '' : ` ${reason}`}`;
  if (envelope === null || answer.status !== status || envelope['code'] !== code) {
    return `${wanted}, got ${shown(answer)}`;
  }
  if (reason !== undefined && envelope['reason'] !== reason) return `${wanted}, got ${shown(answer)}`;
  if (envelope['data'] !== null) return `data is not null: ${shown(answer)}`;
  const extra = Object.keys(envelope).filter((name) => !fieldsOf(code).includes(name));
  if (extra.length > 0) return `carries ${extra.join(', ')}`;
  const faults = problemOfFaults(expected, envelope);
  if (faults !== null) return `${faults}: ${shown(answer)}`;
  const msg = envelope['msg'];
  if (typeof msg !== 'string' || msg === '') return `no msg: ${shown(answer)}`;
  const unnamed = names.filter((name) => !msg.includes(name));
  if (unnamed.length > 0) return `msg does not name ${unnamed.join(', ')}: ${shown(answer)}`;
  if (status === 429 && !/^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? ''))
    return 'without Retry-After';
  // Callers must see neither source locations nor queries.
  if (/\/packages\/|\.js:\d|select |insert /i.test(msg)) return `msg leaks: ${msg}`;
  return problemOfHeaders(answer);
}

const refusalFields = ['code', 'msg', 'data', 'reason', 'field', 'problems'];

/**
 * `field` is the first of `problems`; neither occurs without the other, or without text. Every 400 names one, save that of
 * a body that cannot be read.
 */
function problemOfFaults({ reason }: Expected, envelope: Readonly<Record<string, unknown>>): string | null {
  const { field, problems } = envelope;
  if (field === undefined && problems === undefined) {
    const unreadable = envelope['reason'] === 'INVALID_BODY';
    const invalid = reason === 'INVALID_FIELD' || reason === 'INVALID_HEADER' || envelope['code'] === '400';
    return invalid && !unreadable ? 'names no field' : null;
  }
  if (!Array.isArray(problems) || problems.length === 0) return 'a field without problems';
  if (problems[0].field !== field) return 'field is not the first of problems';
  return problems.every(({ msg }) => typeof msg === 'string' && msg !== '')
    ? null
    : 'a problem without words';
}

function problemOfHeaders({ headers }: Answer): string | null {
  return (headers.get('x-request-id') ?? '') === '' ? 'without X-Request-Id' : null;
}

function shown({ status, envelope }: Answer): string {
  return `${status} ${JSON.stringify(envelope).slice(0, 300)}`;
}
