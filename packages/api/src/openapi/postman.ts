/** Generates a Postman collection (format 2.1) from the registry. */
import { areaNames } from '../area-names.js';
import type { Area, Operation } from '../operation.js';
import type { Json, JsonSchema } from '../schema.js';
import type { RecordedCall, RecordedCalls } from './operation.js';

export interface PostmanOptions {
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Version of the program. */
  readonly version: string;
  /** Recorded requests and responses by path, used as examples. */
  readonly calls: RecordedCalls;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const TOKEN_PATH = '/service/getAccessToken';

/** Test script of the first request: stores the access token that the other requests send. */
const keepToken = [
  'const { code, data } = pm.response.json();',
  "if (code === '0') pm.collectionVariables.set('accessToken', data.accessToken);",
];

/**
 * A folder per area with a request per operation. After `appId`, `appSecret` and `userId` are filled in and the first
 * request has been sent, all other requests work.
 */
export function postmanCollection(
  registry: readonly Operation[],
  { baseUrl, version, calls }: PostmanOptions,
): JsonSchema {
  const areas = [...new Set(registry.map(({ area }) => area))];
  return {
    info: {
      name: '朱砂签 / Cinnabar',
      description:
        '填写变量 appId、appSecret、userId，先发送“获取访问令牌”。/ Fill in the variables appId, appSecret and userId, and send "Get an access token" first.',
      version,
      schema: SCHEMA,
    },
    variable: [
      variable('baseUrl', baseUrl),
      variable('appId', ''),
      variable('appSecret', ''),
      variable('accessToken', ''),
      variable('userId', ''),
      variable('source', 'pc'),
    ],
    item: areas.map((area) => folderOf(area, registry, calls)),
  };
}

function variable(key: string, value: string): JsonSchema {
  return { key, value, type: 'string' };
}

function folderOf(area: Area, registry: readonly Operation[], calls: RecordedCalls): JsonSchema {
  const { zh, en } = areaNames[area];
  const operations = registry.filter((operation) => operation.area === area);
  return {
    name: `${zh} / ${en}`,
    item: operations.map((operation) => itemOf(operation, calls[operation.path])),
  };
}

function itemOf(operation: Operation, call: RecordedCall | undefined): JsonSchema {
  const { title, path } = operation;
  const request = requestOf(operation, bodyOf(operation));
  const script = { listen: 'test', script: { type: 'text/javascript', exec: keepToken } };
  return {
    name: `${title.zh} / ${title.en}`,
    ...(path === TOKEN_PATH ? { event: [script] } : {}),
    request,
    response: call === undefined || call.answer === null ? [] : [responseOf(operation, call, request)],
  };
}

function requestOf(operation: Operation, body: JsonSchema): JsonSchema {
  const { path, caller, source, file, writes, answer } = operation;
  const header: Json[] = [];
  if (caller !== 'none') {
    header.push(headerOf('appId', '{{appId}}'), headerOf('accessToken', '{{accessToken}}'));
    header.push(headerOf('userId', '{{userId}}'));
  }
  header.push(headerOf('source', '{{source}}', source === 'optional' && caller === 'none'));
  if (file === null) header.push(headerOf('Content-Type', 'application/json'));
  if (writes && caller !== 'none' && answer.kind !== 'file') {
    header.push(headerOf('Idempotency-Key', '{{$guid}}', true));
  }
  const url = {
    raw: `{{baseUrl}}${path}`,
    host: ['{{baseUrl}}'],
    path: path.slice(1).split('/'),
    ...(operation.query.length === 0
      ? {}
      : { query: operation.query.map((key) => ({ key, value: '', disabled: true })) }),
  };
  return { method: 'POST', header, url, body };
}

function headerOf(key: string, value: string, disabled = false): JsonSchema {
  return disabled ? { key, value, disabled } : { key, value };
}

function bodyOf({ path, file, example, query, request }: Operation): JsonSchema {
  if (file === null) {
    const body = path === TOKEN_PATH ? { appId: '{{appId}}', appSecret: '{{appSecret}}' } : example;
    return rawBody(body);
  }
  const { properties } = request.describe;
  const fields = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const texts = fields
    .filter((name) => !query.includes(name))
    .map((key) => ({ key, value: '', type: 'text', disabled: true }));
  return { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: [] }, ...texts] };
}

function rawBody(body: unknown): JsonSchema {
  return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
}

function responseOf({ file }: Operation, call: RecordedCall, request: JsonSchema): JsonSchema {
  return {
    name: '成功 / success',
    originalRequest: file === null ? { ...request, body: rawBody(call.request) } : request,
    status: 'OK',
    code: 200,
    _postman_previewlanguage: 'json',
    header: [headerOf('Content-Type', 'application/json; charset=utf-8')],
    body: JSON.stringify(call.answer, null, 2),
  };
}
