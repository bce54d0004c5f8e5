import { errorCodes } from '@cinnabar/api/errors.js';
import type { Answer, AnyOperation, PageOf } from '@cinnabar/api/operation.js';
import type { Json, Writing } from '@cinnabar/api/schema.js';
import { defaultPageSize } from '@cinnabar/api/schemas/paging.js';
import type { FieldWords, Refusal, Words } from '../operation/refusal.js';
import type { Language } from './language.js';

const successWords: Readonly<Record<Language, string>> = { zh: '成功', en: 'success' };

/** An operation whose answer is an envelope and not a file. */
export type EnvelopeOperation = AnyOperation & {
  readonly answer: Exclude<Answer, { readonly kind: 'file' }>;
};

export function answersWithEnvelope(operation: AnyOperation): operation is EnvelopeOperation {
  return operation.answer.kind !== 'file';
}

/** A handler returned something that its operation does not declare. */
export class AnswerMismatch extends Error {
  constructor(path: string, expected: string) {
    super(`${path} of the answer is not ${expected}`);
    this.name = 'AnswerMismatch';
  }
}

/**
 * The envelope of a success as JSON text.
 * @param input of the operation; a page contains its own size
 * @param warnings added to `msg` after the success message
 */
export function successText(
  operation: EnvelopeOperation,
  input: unknown,
  output: unknown,
  language: Language,
  writing: Writing,
  warnings: readonly Words[] = [],
): string {
  const { answer, successCode } = operation;
  const head = `{"code":"${successCode}","msg":${messageText(language, warnings)},"data":`;
  if (answer.kind === 'data')
    return `${head}${JSON.stringify(answer.schema.write(output, 'data', writing))}}`;
  if (!isPage(output)) throw new AnswerMismatch('data', 'a page');
  const items: Json[] = output.items.map((item, index) => answer.item.write(item, `data[${index}]`, writing));
  const paging = {
    listPageNo: pageNumber(input, 'listPageNo', 1),
    countInPage: items.length,
    listPageCount: Math.ceil(output.totalCount / pageNumber(input, 'listPageSize', defaultPageSize)),
    totalCount: output.totalCount,
    ...(output.totalLimited === undefined ? {} : { totalLimited: output.totalLimited }),
  };
  return `${head}${JSON.stringify(items)},${JSON.stringify(paging).slice(1)}`;
}

function messageText(language: Language, warnings: readonly Words[]): string {
  // Almost every answer is without a warning.
  if (warnings.length === 0) return `"${successWords[language]}"`;
  const separator = language === 'zh' ? '；' : '; ';
  const words = warnings.map((each) => each[language]);
  return JSON.stringify([successWords[language], ...words].join(separator));
}

/** The envelope of an error as JSON text, with its HTTP status. */
export function errorText(
  refusal: Refusal,
  language: Language,
): { readonly status: number; readonly text: string } {
  const { code, words, reason, path, fields, attemptsLeft } = refusal;
  const text = JSON.stringify({
    code,
    msg: words[language],
    data: null,
    ...(reason === null ? {} : { reason }),
    ...(attemptsLeft === null ? {} : { attemptsLeft }),
    ...(path === null ? {} : { field: path, problems: fields.map((each) => problemIn(each, language)) }),
  });
  return { status: errorCodes[code].status, text };
}

function problemIn({ field, words }: FieldWords, language: Language): { field: string; msg: string } {
  return { field, msg: words[language] };
}

function isPage(value: unknown): value is PageOf<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'items' in value &&
    Array.isArray(value.items) &&
    'totalCount' in value &&
    typeof value.totalCount === 'number'
  );
}

function pageNumber(input: unknown, name: string, fallback: number): number {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return fallback;
  const given: unknown = Object.entries(input).find(([field]) => field === name)?.[1];
  return typeof given === 'number' ? given : fallback;
}
