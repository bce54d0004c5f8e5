import { openApi } from '@cinnabar/api/openapi/openapi.js';
import { registry } from '@cinnabar/api/registry.js';
import { webhookEventTypes } from '@cinnabar/api/webhook-events.js';
import { describe, expect, test } from 'vitest';
import { numbers, testRegistry } from './test-operations.js';

describe('OpenAPI', () => {
  type Node = { readonly [key: string]: unknown };
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

  test('describes every operation: headers, request, envelope, codes', () => {
    const description: unknown = JSON.parse(
      JSON.stringify(
        openApi([...registry, ...testRegistry], { baseUrl: 'https://sign.example', version: '1.2.3' }),
      ),
    );
    expect(description).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
      servers: [{ url: 'https://sign.example' }],
    });
    const paths = isNode(description) && isNode(description['paths']) ? description['paths'] : {};
    expect(Object.keys(paths)).toEqual([...registry, ...testRegistry].map(({ path }) => path));
    expect(paths[numbers.path]).toMatchObject({
      post: {
        security: [{ appId: [], accessToken: [] }],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  required: [
                    'code',
                    'msg',
                    'data',
                    'listPageNo',
                    'countInPage',
                    'listPageCount',
                    'totalCount',
                  ],
                },
              },
            },
          },
          401: { description: expect.stringContaining('访问令牌') },
        },
      },
    });
    expect(paths['/seal/uploadSealFile']).toMatchObject({
      post: {
        parameters: expect.arrayContaining([
          {
            name: 'color',
            in: 'query',
            required: false,
            description: '重新着色 / new colour',
            schema: { type: 'string', enum: ['Red', 'Blue', 'Black', 'Purple'] },
          },
        ]),
      },
    });
    const webhooks = isNode(description) && isNode(description['webhooks']) ? description['webhooks'] : {};
    expect(Object.keys(webhooks)).toEqual(webhookEventTypes);
    const ids = [...Object.values(paths), ...Object.values(webhooks)].map((item) =>
      isNode(item) && isNode(item['post']) ? item['post']['operationId'] : null,
    );
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    checkReferences(description, description);
  });

  function checkReferences(node: unknown, root: unknown): void {
    if (!isNode(node)) return;
    const reference = node['$ref'];
    if (typeof reference === 'string') {
      let found: unknown = root;
      for (const step of reference.slice(2).split('/')) found = isNode(found) ? found[step] : undefined;
      expect([reference, found]).toEqual([reference, expect.any(Object)]);
    }
    for (const value of Object.values(node)) checkReferences(value, root);
  }
});
