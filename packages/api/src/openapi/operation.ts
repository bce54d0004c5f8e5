import type { Operation } from '../operation.js';
import { rights } from '../permissions.js';
import type { Json, JsonSchema } from '../schema.js';
import { operationIdOf, typeNameOf } from './names.js';
import { responsesOf } from './responses.js';

/** A recorded request and response; null stands for a file, on either side. */
export interface RecordedCall {
  readonly request: Json;
  readonly answer: Json;
}
export type RecordedCalls = { readonly [path: string]: RecordedCall };

const sources = ['pc', 'app', 'h5', 'chatA', 'payA'];

/** Describes one operation. */
export function describeOperation(operation: Operation, call: RecordedCall | undefined): JsonSchema {
  const { title, area, path, caller } = operation;
  return {
    operationId: operationIdOf(path),
    tags: [area],
    summary: `${title.zh} / ${title.en}`,
    description: rulesOf(operation),
    security: caller === 'none' ? [] : [{ appId: [], accessToken: [] }],
    parameters: [...headersOf(operation), ...queryOf(operation)],
    requestBody: requestBodyOf(operation, call?.request ?? null),
    responses: responsesOf(operation, call?.answer ?? null),
  };
}

const callers: Readonly<Record<Operation['caller'], string>> = {
  none: '无须令牌 / Needs no token.',
  application:
    '应用凭令牌调用，可不带操作人 / For an application with its token, with or without an acting member.',
  member: '由操作人调用：本企业已确认的成员 / For an acting member: a confirmed member of the enterprise.',
  target: '请求头中的用户即所涉用户，可未实名 / The user in the header is whom it is about, verified or not.',
};

function rulesOf({ caller, right, file }: Operation): string {
  const lines = [callers[caller]];
  if (right !== null) lines.push(`所需权限 / Right: \`${right}\` (${rights[right].join(', ')}).`);
  if (file !== null) lines.push(`文件至多 ${file.maxBytes} 字节 / A file of ${file.maxBytes} bytes at most.`);
  return lines.join('\n\n');
}

function header(name: string, required: boolean, schema: JsonSchema, zh: string, en: string): JsonSchema {
  return { name, in: 'header', required, schema, description: `${zh} / ${en}` };
}

const positive: JsonSchema = { type: 'integer', format: 'int64', minimum: 1 };

function headersOf({ caller, source, openCorp, writes, answer }: Operation): readonly Json[] {
  const parameters: Json[] = [];
  if (caller !== 'none') {
    const target = caller === 'target';
    const zh = target ? '目标用户编号' : '操作人用户编号';
    const en = target ? 'the user whom it is about' : 'the acting member of the enterprise';
    parameters.push(header('userId', caller !== 'application', positive, zh, en));
  }
  const words = ['客户端来源', 'where the client runs'] as const;
  parameters.push(header('source', source === 'required', { type: 'string', enum: sources }, ...words));
  if (openCorp) {
    const zh = '目标企业编号：本企业或其下级企业';
    const en = "the enterprise that it is about: the token's own or a child of it";
    parameters.push(header('openCorpId', false, positive, zh, en));
  }
  const language = { type: 'string', examples: ['zh-CN', 'en'] };
  parameters.push(header('Accept-Language', false, language, 'msg 的语言', 'the language of msg'));
  const requestId = { type: 'string', pattern: '^[\\w.:-]{1,64}$' };
  parameters.push(
    header('X-Request-Id', false, requestId, '请求编号，原样返回', 'an id of the request, sent back'),
  );
  if (writes && caller !== 'none' && answer.kind !== 'file') {
    const key = { type: 'string', minLength: 1, maxLength: 255 };
    const zh = '同一键在 24 小时内只执行一次';
    const en = 'requests with the same key are carried out once within 24 hours';
    parameters.push(header('Idempotency-Key', false, key, zh, en));
  }
  return parameters;
}

function queryOf({ request, query }: Operation): readonly Json[] {
  const { properties } = request.describe;
  const fields = isRecord(properties) ? properties : {};
  return query.map((name) => {
    const { description, ...schema } = fieldIn(fields, name);
    return {
      name,
      in: 'query',
      required: isRequired(request, name),
      schema,
      ...(description === undefined ? {} : { description }),
    };
  });
}

function fieldIn(fields: JsonSchema, name: string): JsonSchema {
  const field = fields[name];
  return isRecord(field) ? field : {};
}

function isRequired({ describe }: Operation['request'], name: string): boolean {
  const { required } = describe;
  return Array.isArray(required) && required.includes(name);
}

function requestBodyOf({ path, request, file, example, query }: Operation, sent: Json): JsonSchema {
  const schema = { title: typeNameOf(path, 'Request'), ...request.describe };
  if (file !== null) return uploadOf(schema, file.maxBytes, query);
  const required = request.describe['required'];
  const needed = request.describe['type'] === 'array' || (Array.isArray(required) && required.length > 0);
  const examples = {
    example: { summary: '示例 / Example', value: jsonOf(example) },
    ...(sent === null ? {} : { sent: { summary: '测试所发送 / As a test sends it', value: sent } }),
  };
  return { required: needed, content: { 'application/json': { schema, examples } } };
}

/** The fields of an upload may be in the form or in the query. */
function uploadOf(schema: JsonSchema, maxBytes: number, query: readonly string[]): JsonSchema {
  const { title, properties, required } = schema;
  const fields = isRecord(properties) ? properties : {};
  const own = Object.entries(fields).filter(([name]) => !query.includes(name));
  const needed = Array.isArray(required) ? required.filter((name) => !query.includes(String(name))) : [];
  const file = {
    type: 'string',
    format: 'binary',
    description: `文件，至多 ${maxBytes} 字节 / the file, ${maxBytes} bytes at most`,
  };
  const form = {
    ...(title === undefined ? {} : { title }),
    type: 'object',
    properties: { file, ...Object.fromEntries(own) },
    required: ['file', ...needed],
  };
  return { required: true, content: { 'multipart/form-data': { schema: form } } };
}

function jsonOf(example: unknown): Json {
  const text = JSON.stringify(example);
  return text === undefined ? {} : JSON.parse(text);
}

function isRecord(value: Json | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
