/** Generates the OpenAPI 3.1 document from the registry. */
import { areaNames } from '../area-names.js';
import type { Operation } from '../operation.js';
import type { JsonSchema } from '../schema.js';
import { describeOperation, type RecordedCalls } from './operation.js';
import { errorSchema, generalResponses } from './responses.js';
import { openApiWebhooks } from './webhooks.js';

export interface OpenApiOptions {
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Version of the program. */
  readonly version: string;
  /** Recorded requests and responses by path, used as examples. */
  readonly calls?: RecordedCalls;
}

/**
 * Describes every operation: headers, request, response envelope, every possible code, and examples, in Chinese and
 * English. The result is plain JSON and contains only what the registry declares.
 */
export function openApi(
  registry: readonly Operation[],
  { baseUrl, version, calls = {} }: OpenApiOptions,
): JsonSchema {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Cinnabar',
      version,
      summary: '电子合同签署服务接口 / Electronic contract signing',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(registry.map(({ area }) => area))].map((name) => {
      const words = `${areaNames[name].zh} / ${areaNames[name].en}`;
      return { name, description: words, 'x-displayName': words };
    }),
    paths: Object.fromEntries(
      registry.map((operation) => [
        operation.path,
        { post: describeOperation(operation, calls[operation.path]) },
      ]),
    ),
    webhooks: openApiWebhooks(),
    components: {
      securitySchemes: {
        appId: {
          type: 'apiKey',
          in: 'header',
          name: 'appId',
          description: '应用编号 / id of the application',
        },
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'accessToken',
          description:
            '访问令牌，由 /service/getAccessToken 换取，有效 2 小时 / got from /service/getAccessToken, valid for 2 hours',
        },
      },
      schemas: { Error: errorSchema() },
      responses: generalResponses(),
    },
  };
}

const introduction = [
  '请求均为 POST，除上传外为 JSON；先以 appId 与 appSecret 换取 accessToken。业务结果以信封中的 code 为准：数字通用代码与 HTTP 状态相同，其余代码的 HTTP 状态为 200；`reason` 是稳定的原因代码。可选字段可省略或为 null；整数可为十进制字符串。',
  'Requests are POST, and JSON but for uploads; exchange appId and appSecret for an accessToken first. The result of a request is the code in the envelope: generic codes travel as the HTTP status of the same number, all others with HTTP 200; `reason` is a stable word. Optional fields may be left out or null; integers may be decimal strings.',
].join('\n\n');
