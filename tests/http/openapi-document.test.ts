/** The document at /openapi.json, checked with third-party validators. */

import { openApi } from '@cinnabar/api/openapi/openapi.js';
import { registry } from '@cinnabar/api/registry.js';
import { recordedCalls } from '@cinnabar/server/http/recorded-calls.js';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';

type Node = Readonly<Record<string, unknown>>;

const document: Node = JSON.parse(
  JSON.stringify(
    openApi(registry, { baseUrl: 'https://sign.example', version: '1.2.3', calls: recordedCalls() }),
  ),
);

/** Follows names and references; an empty object if there is nothing. */
function at(from: unknown, ...names: readonly string[]): Node {
  const [name, ...rest] = names;
  const here = isNode(from) ? from : {};
  const reference = here['$ref'];
  if (typeof reference === 'string') return at(document, ...reference.slice(2).split('/'), ...names);
  return name === undefined ? here : at(here[name], ...rest);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

const operations = registry.map(({ path }) => ({ path, described: at(document, 'paths', path, 'post') }));

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { int32: true, int64: true, binary: true, 'date-time': true },
});
ajv.addSchema({ $id: 'document', components: document['components'] });

/** The parts of the examples that do not match the adjacent schema. */
function misfits(content: Node): readonly unknown[] {
  const text = JSON.stringify(content['schema']).replaceAll('"#/components', '"document#/components');
  const fits = ajv.compile(JSON.parse(text));
  return Object.entries(at(content, 'examples')).flatMap(([name, example]) => {
    const { value } = at(example);
    return fits(value) ? [] : [{ name, value, errors: fits.errors }];
  });
}

describe('/openapi.json', () => {
  test('is valid OpenAPI 3.1 according to a validator of the specification', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test.each(operations)('$path: every example matches its schema', ({ path, described }) => {
    const request = at(described, 'requestBody', 'content', 'application/json');
    if (request['schema'] !== undefined) expect(misfits(request)).toEqual([]);
    for (const status of Object.keys(at(described, 'responses'))) {
      const answer = at(described, 'responses', status, 'content', 'application/json');
      if (answer['schema'] !== undefined) expect([path, status, misfits(answer)]).toEqual([path, status, []]);
    }
  });

  test('has a real request and its response for every operation', () => {
    const sent = registry.filter(({ file }) => file === null);
    expect(sent.filter(({ path }) => recordedCalls()[path]?.request === undefined)).toEqual([]);
    const answered = registry.filter(({ answer }) => answer.kind !== 'file');
    for (const { path } of answered) {
      const success = at(document, 'paths', path, 'post', 'responses', '200', 'content', 'application/json');
      expect([path, Object.keys(at(success, 'examples', 'success'))]).toEqual([path, ['summary', 'value']]);
    }
  });

  test('is complete in Chinese and in English', () => {
    const both = /\p{Script=Han}.* \/ .*[a-z]/su;
    const tags = Object.values(at(document, 'tags'));
    for (const tag of tags) expect(at(tag)['description']).toMatch(both);
    for (const { described } of operations) {
      expect(described['summary']).toMatch(both);
      expect(described['description']).toMatch(both);
      for (const parameter of Object.values(at(described, 'parameters'))) {
        expect([described['operationId'], at(parameter)['description']]).toEqual([
          described['operationId'],
          expect.stringMatching(both),
        ]);
      }
    }
  });

  test('lists the codes and reasons of each operation', () => {
    const codes = at(document, 'paths', '/seal/delete', 'post', 'responses');
    expect(Object.keys(codes)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    const named = at(codes, '200', 'content', 'application/json', 'examples');
    expect(Object.keys(named)).toEqual(['success', 'SEAL_NOT_FOUND', 'SEAL_DELETE_FAILED']);
    const forbidden = at(codes, '403', 'content', 'application/json', 'examples');
    expect(Object.keys(forbidden)).toEqual(['NOT_MEMBER', 'PERMISSION_DENIED']);
  });

  test('declares uploads as forms and downloads as bytes', () => {
    const upload = at(document, 'paths', '/template/uploadContractFile', 'post', 'requestBody', 'content');
    expect(at(upload, 'multipart/form-data', 'schema')['required']).toEqual(['file']);
    const file = at(document, 'paths', '/signTask/contract/download', 'post', 'responses', '200');
    expect(Object.keys(at(file, 'headers'))).toEqual(['X-Request-Id', 'Content-Disposition']);
    expect(Object.keys(at(file, 'content'))).toContain('application/octet-stream');
  });
});
