import { type ErrorCode, type ErrorReason, errorCodes, errorReasons } from '../errors.js';
import type { Answer, Operation } from '../operation.js';
import { codesOf, generalCodes, type OperationCode } from '../operation-codes.js';
import type { Json, JsonSchema } from '../schema.js';
import { typeNameOf } from './names.js';

const errorReference = { $ref: '#/components/schemas/Error' };
const pagingNames = ['listPageNo', 'countInPage', 'listPageCount', 'totalCount'];

/** Codes whose meaning is the same for all operations; the document contains them once. */
export function generalResponses(): JsonSchema {
  return Object.fromEntries(
    generalCodes.map((code) => [nameOf(code), failureOf([{ code, reasons: reasonsOf(code) }])]),
  );
}

/** All responses of an operation by HTTP status; `recorded` is an actual response. */
export function responsesOf(operation: Operation, recorded: Json): JsonSchema {
  const byStatus = new Map<number, OperationCode[]>();
  for (const each of codesOf(operation)) {
    const { status } = errorCodes[each.code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), each]);
  }
  const named = byStatus.get(200) ?? [];
  byStatus.delete(200);
  const general = generalCodes.map((code) => [code, { $ref: `#/components/responses/${nameOf(code)}` }]);
  const own = [...byStatus].map(([status, codes]) => [String(status), failureOf(codes)]);
  return { 200: successOf(operation, named, recorded), ...Object.fromEntries([...general, ...own]) };
}

const nameOf = (code: ErrorCode): string => `Code${code}`;

function reasonsOf(code: ErrorCode): readonly ErrorReason[] {
  return reasonWords.filter((word) => errorReasons[word].code === code);
}

const isReason = (word: string): word is ErrorReason => Object.hasOwn(errorReasons, word);
const reasonWords = Object.keys(errorReasons).filter(isReason);

function failureOf(codes: readonly OperationCode[]): JsonSchema {
  const retried = codes.some(({ code }) => code === '429' || code === '503');
  return {
    description: wordsOf(codes),
    headers: {
      ...requestIdHeader,
      ...(retried ? { 'Retry-After': headerOf('integer', '秒数', 'seconds to wait') } : {}),
    },
    content: { 'application/json': { schema: errorReference, examples: errorExamples(codes) } },
  };
}

function successOf(
  { path, answer, successCode }: Operation,
  named: readonly OperationCode[],
  recorded: Json,
): JsonSchema {
  const description = ['成功 / success', ...(named.length === 0 ? [] : [wordsOf(named)])].join('; ');
  if (answer.kind === 'file') {
    const failure = { 'application/json': { schema: errorReference, examples: errorExamples(named) } };
    const name = headerOf('string', '文件名，见 RFC 6266', 'name of the file, see RFC 6266');
    return {
      description,
      headers: { ...requestIdHeader, 'Content-Disposition': name },
      content: {
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
        ...(named.length === 0 ? {} : failure),
      },
    };
  }
  const envelope = {
    title: typeNameOf(path, 'Answer'),
    type: 'object',
    properties: {
      code: { type: 'string', const: successCode },
      msg: { type: 'string' },
      ...dataOf(answer),
    },
    required: ['code', 'msg', 'data', ...(answer.kind === 'page' ? pagingNames : [])],
  };
  const schema = named.length === 0 ? envelope : { anyOf: [envelope, errorReference] };
  const examples = {
    ...(recorded === null ? {} : { success: { summary: '成功 / success', value: recorded } }),
    ...errorExamples(named),
  };
  return {
    description,
    headers: requestIdHeader,
    content: { 'application/json': { schema, ...(Object.keys(examples).length === 0 ? {} : { examples }) } },
  };
}

const totalLimitedSchema: JsonSchema = {
  type: 'boolean',
  description:
    '仅当请求含 countLimit 时返回：总数是否超过该上限 / only with countLimit: whether there are more items than that',
};

function dataOf(answer: Exclude<Answer, { readonly kind: 'file' }>): JsonSchema {
  if (answer.kind === 'data') return { data: answer.schema.describe };
  const integer = { type: 'integer', minimum: 0 };
  return {
    data: { type: 'array', items: answer.item.describe },
    ...Object.fromEntries(pagingNames.map((name) => [name, integer])),
    ...(answer.countLimit ? { totalLimited: totalLimitedSchema } : {}),
  };
}

/** One example for each reason of a code, or one for a code without reasons. */
function errorExamples(codes: readonly OperationCode[]): JsonSchema {
  const examples = codes.flatMap(({ code, reasons }): [string, JsonSchema][] => {
    const { zh, en } = errorCodes[code];
    if (reasons.length === 0) {
      return [[code, { summary: `${zh} / ${en}`, value: { code, msg: zh, data: null } }]];
    }
    return reasons.map((word) => {
      const { zh: msg, en } = errorReasons[word];
      return [word, { summary: `${msg} / ${en}`, value: { code, msg, data: null, reason: word } }];
    });
  });
  return Object.fromEntries(examples);
}

/** Codes and reasons with their messages in both languages, as one sentence. */
function wordsOf(codes: readonly OperationCode[]): string {
  return codes
    .map(({ code, reasons }) => {
      const words = `${code} ${errorCodes[code].zh} / ${errorCodes[code].en}`;
      return reasons.length === 0 ? words : `${words} (${reasons.join(', ')})`;
    })
    .join('; ');
}

function headerOf(type: string, zh: string, en: string): JsonSchema {
  return { schema: { type }, description: `${zh} / ${en}` };
}

const requestIdHeader = { 'X-Request-Id': headerOf('string', '请求编号', 'id of the request') };

const fieldProblem: JsonSchema = {
  field: {
    type: 'string',
    description: '如 participantList[0].psnName / such as participantList[0].psnName',
  },
  msg: { type: 'string', description: '问题说明 / what is wrong with it' },
};

/** The envelope of every response except success. */
export function errorSchema(): JsonSchema {
  const meanings = reasonWords.map((word) => {
    const { code, zh, en } = errorReasons[word];
    return `${word} (${code}) ${zh} / ${en}`;
  });
  return {
    type: 'object',
    properties: {
      code: { type: 'string', enum: Object.keys(errorCodes), description: '结果代码 / code of the result' },
      msg: { type: 'string', description: '给人看的说明 / what it means, for people' },
      data: { type: 'null' },
      reason: { type: 'string', enum: reasonWords, description: meanings.join('; ') },
      field: { type: 'string', description: '有误的字段 / the field at fault' },
      problems: {
        type: 'array',
        items: { type: 'object', properties: fieldProblem, required: Object.keys(fieldProblem) },
        description: '全部有误的字段，field 居首 / every field at fault, `field` first',
      },
    },
    required: ['code', 'msg', 'data'],
  };
}
