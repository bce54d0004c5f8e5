import { type ErrorCode, type ErrorReason, errorCodes, errorReasons } from '@cinnabar/api/errors.js';
import type { FieldProblem, InvalidField } from '@cinnabar/api/schema.js';

/** Of those of a body in packages/api, which are as many. */
const MAX_FIELDS = 50;

export interface Words {
  readonly zh: string;
  readonly en: string;
}

/** An invalid field and the reason. */
export interface FieldWords {
  readonly field: string;
  readonly words: Words;
}

/** The only error that callers see: a code of the closed list, and a message in both languages. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly words: Words,
    readonly reason: ErrorReason | null = null,
    /** Seconds after which a retry may succeed; becomes Retry-After. */
    readonly retryAfter: number | null = null,
    /** The invalid fields, if any; the message names the first. */
    readonly fields: readonly FieldWords[] = [],
    /** For a wrong code: the number of remaining attempts. */
    readonly attemptsLeft: number | null = null,
  ) {
    super(`${code}${reason === null ? '' : ` ${reason}`}: ${words.en}`);
    this.name = 'Refusal';
  }

  /** The first invalid field; null if there is none. */
  get path(): string | null {
    return this.fields[0]?.field ?? null;
  }
}

/** A refusal with the code's own message, and its subject if given. */
export function refuse(code: ErrorCode, about?: Words): Refusal {
  return new Refusal(code, join(errorCodes[code], about));
}

/** The refusal with the error behind it, for the log: the failure is ours or a provider's, not the caller's. */
export function causedBy(cause: unknown, refusal: Refusal): Refusal {
  refusal.cause = cause;
  return refusal;
}

/** A refusal for one of several causes that share a code. */
export function refuseFor(reason: ErrorReason, about?: Words, retryAfter: number | null = null): Refusal {
  const entry = errorReasons[reason];
  return new Refusal(entry.code, join(entry, about), reason, retryAfter);
}

/** A refusal with a code of its own that names the invalid field. */
export function refuseField(code: ErrorCode, field: string, words: Words): Refusal {
  return new Refusal(code, join(errorCodes[code], named(field, words)), null, null, [{ field, words }]);
}

/** Schema violations of a body: the message names the first field, the answer lists all. */
export function invalidBody(code: ErrorCode, { faults }: InvalidField): Refusal {
  const fields = faults.map(({ path, problem }) => ({ field: path, words: wordsOf(problem) }));
  const words = fields.slice(0, 1).map(({ field, words }) => named(field, words))[0];
  if (code !== '400') return new Refusal(code, join(errorCodes[code], words), null, null, fields);
  return new Refusal(code, words ?? errorCodes[code], 'INVALID_FIELD', null, fields);
}

/** An invalid code: wrong, with the remaining attempts, or ended, with none. */
export function refuseCode(reason: 'CODE_WRONG' | 'CODE_ENDED', attemptsLeft: number): Refusal {
  const about =
    attemptsLeft === 0
      ? { zh: '请重新获取', en: 'ask for a new one' }
      : {
          zh: `还可尝试 ${attemptsLeft} 次`,
          en: `${attemptsLeft} more ${attemptsLeft === 1 ? 'try' : 'tries'}`,
        };
  const entry = errorReasons[reason];
  return new Refusal(entry.code, join(entry, about), reason, null, [], attemptsLeft);
}

/** 400 that names the invalid field. */
export function invalidField(path: string, problem: Words): Refusal {
  return fieldRefusal(path, problem, 'INVALID_FIELD');
}

/** 400 that names the invalid field, with a reason of its own. */
export function fieldRefusal(path: string, problem: Words, reason: ErrorReason): Refusal {
  return new Refusal('400', named(path, problem), reason, null, [{ field: path, words: problem }]);
}

/** Refusals of several fields as one: the first, with the fields of all. */
export function refuseAll(refusals: readonly [Refusal, ...Refusal[]]): Refusal {
  const [{ code, words, reason }] = refusals;
  const fields = refusals.flatMap((refusal) => refusal.fields).slice(0, MAX_FIELDS);
  return new Refusal(code, words, reason, null, fields);
}

function named(field: string, { zh, en }: Words): Words {
  return { zh: `${field}：${zh}`, en: `${field}: ${en}` };
}

function join(entry: Words, about: Words | undefined): Words {
  if (about === undefined) return { zh: entry.zh, en: entry.en };
  return { zh: `${entry.zh}：${about.zh}`, en: `${entry.en}: ${about.en}` };
}

const expectedZh: Readonly<Record<string, string>> = {
  integer: '整数',
  number: '数字',
  string: '字符串',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
};

/** Human-readable description of a schema violation. */
export function wordsOf(problem: FieldProblem): Words {
  switch (problem.kind) {
    case 'missing':
      return { zh: '必填', en: 'is required' };
    case 'type':
      return {
        zh: `须为${expectedZh[problem.expected] ?? problem.expected}`,
        en: `must be of type ${problem.expected}`,
      };
    case 'range':
      return { zh: `超出范围 ${bounds(problem)}`, en: `is out of range ${bounds(problem)}` };
    case 'length':
      return {
        zh: `长度须为 ${problem.min} 到 ${problem.max} 个字符`,
        en: `must have ${problem.min} to ${problem.max} characters`,
      };
    case 'choice':
      return {
        zh: `须为 ${problem.values.join('、')} 之一`,
        en: `must be one of ${problem.values.join(', ')}`,
      };
    case 'format':
      return { zh: problem.zh, en: problem.en };
  }
}

function bounds({ min, max }: { readonly min: number | null; readonly max: number | null }): string {
  if (min === null) return `<= ${max}`;
  return max === null ? `>= ${min}` : `${min}..${max}`;
}
