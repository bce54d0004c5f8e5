/** The interface as OpenAPI 3.1, derived from the registry. */
import { type ErrorCode, errorCodes, errorReasons } from './errors.js';
import { openApiWebhooks } from './openapi-webhooks.js';
import type { Answer, Operation } from './operation.js';
import type { Json, JsonSchema } from './schema.js';

export interface OpenApiOptions {
  /** Where the service is reached, without a slash at the end. */
  readonly baseUrl: string;
  /** Of the program. */
  readonly version: string;
}

const sources = ['pc', 'app', 'h5', 'chatA', 'payA'];

/** Codes that any operation can answer with, whatever it does. */
const everywhere: readonly ErrorCode[] = ['400', '413', '415', '429', '500', '503'];

/**
 * Describes every operation: headers, request, answer in its envelope, and every code that it can answer with, in
 * Chinese and English. The result is plain JSON; it names nothing that the registry does not hold.
 */
export function openApi(registry: readonly Operation[], options: OpenApiOptions): JsonSchema {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Cinnabar',
      version: options.version,
      description:
        '电子合同签署服务接口 / Electronic contract signing. 业务结果以信封中的 code 为准 / The result of a request is the code in the envelope; ' +
        'generic codes travel as the HTTP status of the same number, named codes with HTTP 200.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    tags: [...new Set(registry.map((operation) => operation.area))].map((name) => ({ name })),
    paths: Object.fromEntries(registry.map((operation) => [operation.path, { post: describe(operation) }])),
    webhooks: openApiWebhooks(),
    components: {
      securitySchemes: {
        appId: { type: 'apiKey', in: 'header', name: 'appId' },
        accessToken: { type: 'apiKey', in: 'header', name: 'accessToken' },
      },
      schemas: { Error: errorSchema() },
    },
  };
}

function describe(operation: Operation): JsonSchema {
  const { title, area, path } = operation;
  return {
    operationId: path.slice(1).replaceAll('/', '_'),
    tags: [area],
    summary: `${title.zh} / ${title.en}`,
    security: operation.caller === 'none' ? [] : [{ appId: [], accessToken: [] }],
    parameters: parametersOf(operation),
    requestBody: requestBodyOf(operation),
    responses: responsesOf(operation),
  };
}

function header(name: string, required: boolean, schema: JsonSchema, zh: string, en: string): JsonSchema {
  return { name, in: 'header', required, schema, description: `${zh} / ${en}` };
}

function parametersOf(operation: Operation): readonly Json[] {
  return [...headersOf(operation), ...queryOf(operation)];
}

function queryOf({ request, query }: Operation): readonly Json[] {
  return query.map((name) => ({
    name,
    in: 'query',
    required: isRequired(request, name),
    schema: schemaOf(request, name),
  }));
}

function isRequired({ describe }: Operation['request'], name: string): boolean {
  const { required } = describe;
  return Array.isArray(required) && required.includes(name);
}

function schemaOf({ describe }: Operation['request'], name: string): Json {
  const { properties } = describe;
  const isObject = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  return (isObject ? Object.entries(properties).find(([property]) => property === name)?.[1] : null) ?? {};
}

function headersOf({ caller, source, openCorp, writes, answer }: Operation): readonly Json[] {
  const parameters: Json[] = [];
  if (caller !== 'none') {
    const target = caller === 'target';
    const schema = { type: 'integer', format: 'int64', minimum: 1 };
    const zh = target ? '目标用户编号' : '操作人用户编号';
    const en = target ? 'the user whom it is about' : 'the operator, a member of the enterprise';
    parameters.push(header('userId', caller !== 'application', schema, zh, en));
  }
  const words = ['客户端来源', 'where the client runs'] as const;
  parameters.push(header('source', source === 'required', { type: 'string', enum: sources }, ...words));
  if (openCorp) {
    const schema = { type: 'integer', format: 'int64', minimum: 1 };
    const zh = '目标企业编号：本企业或其下级企业';
    const en = "the enterprise that it is about: the token's own or a child of it";
    parameters.push(header('openCorpId', false, schema, zh, en));
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

function requestBodyOf({ request, file, example }: Operation): JsonSchema {
  if (file === null) {
    const required = request.describe['required'];
    const needed = request.describe['type'] === 'array' || (Array.isArray(required) && required.length > 0);
    return {
      required: needed,
      content: { 'application/json': { schema: request.describe, example: jsonOf(example) } },
    };
  }
  const description = `${file.maxBytes} bytes at most`;
  const schema = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary', description } },
    required: ['file'],
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function jsonOf(example: unknown): Json {
  const text = JSON.stringify(example);
  return text === undefined ? {} : JSON.parse(text);
}

function responsesOf(operation: Operation): JsonSchema {
  const codes = codesOf(operation);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const named = byStatus.get(200) ?? [];
  byStatus.delete(200);
  const success = successOf(operation, named);
  const failures = [...byStatus].map(([status, ofStatus]) => [
    String(status),
    {
      description: wordsOf(ofStatus),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return { 200: success, ...Object.fromEntries(failures) };
}

function codesOf({ caller, right, writes, errors, invalidBody, answer }: Operation): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>(everywhere);
  if (caller !== 'none') codes.add('401').add('403');
  if (right !== null) codes.add('403');
  if (writes && caller !== 'none' && answer.kind !== 'file') codes.add('409');
  codes.add(invalidBody);
  for (const code of errors) codes.add(code);
  return codes;
}

function successOf({ answer, successCode }: Operation, named: readonly ErrorCode[]): JsonSchema {
  const description = ['成功 / success', ...(named.length === 0 ? [] : [wordsOf(named)])].join('; ');
  const error = { $ref: '#/components/schemas/Error' };
  if (answer.kind === 'file') {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    return {
      description,
      content: named.length === 0 ? content : { ...content, 'application/json': { schema: error } },
    };
  }
  const envelope = {
    type: 'object',
    properties: {
      code: { type: 'string', const: successCode },
      msg: { type: 'string' },
      ...dataOf(answer),
    },
    required: ['code', 'msg', 'data', ...(answer.kind === 'page' ? pagingNames : [])],
  };
  const schema = named.length === 0 ? envelope : { anyOf: [envelope, error] };
  return { description, content: { 'application/json': { schema } } };
}

const pagingNames = ['listPageNo', 'countInPage', 'listPageCount', 'totalCount'];

function dataOf(answer: Exclude<Answer, { readonly kind: 'file' }>): JsonSchema {
  if (answer.kind === 'data') return { data: answer.schema.describe };
  const integer = { type: 'integer', minimum: 0 };
  return {
    data: { type: 'array', items: answer.item.describe },
    ...Object.fromEntries(pagingNames.map((name) => [name, integer])),
  };
}

/** Codes with their words in both languages, as one sentence. */
function wordsOf(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `${code} ${errorCodes[code].zh} / ${errorCodes[code].en}`).join('; ');
}

function errorSchema(): JsonSchema {
  const reasons = Object.entries(errorReasons).map(
    ([word, { code, zh, en }]) => `${word} (${code}) ${zh} / ${en}`,
  );
  return {
    type: 'object',
    properties: {
      code: { type: 'string', enum: Object.keys(errorCodes) },
      msg: { type: 'string' },
      data: { type: 'null' },
      reason: { type: 'string', enum: Object.keys(errorReasons), description: reasons.join('; ') },
    },
    required: ['code', 'msg', 'data'],
  };
}
