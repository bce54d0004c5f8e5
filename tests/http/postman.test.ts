/** The collection at /postman.json: its format, and a folder of it run as in Postman. */
import { runInNewContext } from 'node:vm';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { contractPdf } from '../support/given-flow.js';

interface Header {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
interface Item {
  readonly name: string;
  readonly event?: readonly {
    readonly listen: string;
    readonly script: { readonly exec: readonly string[] };
  }[];
  readonly request: {
    readonly method: string;
    readonly header: readonly Header[];
    readonly url: { readonly raw: string; readonly path: readonly string[] };
    readonly body:
      | { readonly mode: 'raw'; readonly raw: string }
      | {
          readonly mode: 'formdata';
          readonly formdata: readonly { readonly key: string; readonly type: string }[];
        };
  };
  readonly response: readonly { readonly code: number; readonly body: string }[];
}
interface Collection {
  readonly info: { readonly schema: string };
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

/** The part of Postman that the collection uses: variables, forms, and test scripts. */
class Runner {
  readonly #variables: Map<string, string>;

  constructor(
    readonly collection: Collection,
    given: Readonly<Record<string, string>>,
  ) {
    const own = collection.variable.map(({ key, value }) => [key, value] as const);
    this.#variables = new Map([...own, ...Object.entries(given)]);
  }

  async send(path: string, file?: Uint8Array): Promise<unknown> {
    const item = this.collection.item
      .flatMap(({ item }) => item)
      .find(({ request }) => `/${request.url.path.join('/')}` === path);
    if (item === undefined) throw new Error(`${path} is not in the collection`);
    const { header, body, url, method } = item.request;
    const headers = new Headers(
      header.flatMap(({ key, value, disabled }) =>
        disabled === true ? [] : [[key, this.#filled(value)] as [string, string]],
      ),
    );
    const response = await fetch(this.#filled(url.raw), {
      method,
      headers,
      body: body.mode === 'raw' ? this.#filled(body.raw) : formOf(body.formdata, file),
    });
    const answer: unknown = await response.json();
    const pm = {
      response: { json: () => answer },
      collectionVariables: { set: (name: string, value: string) => this.#variables.set(name, value) },
    };
    for (const { listen, script } of item.event ?? []) {
      if (listen === 'test') runInNewContext(script.exec.join('\n'), { pm });
    }
    return answer;
  }

  #filled(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => this.#variables.get(name) ?? whole);
  }
}

function formOf(
  parts: readonly { readonly key: string; readonly type: string }[],
  file?: Uint8Array,
): FormData {
  const form = new FormData();
  for (const { key, type } of parts) {
    if (type === 'file' && file !== undefined)
      form.append(key, new Blob([Uint8Array.from(file)]), '合同.pdf');
  }
  return form;
}

describe('/postman.json', () => {
  let app: RunningApp;
  let enterprise: Enterprise;
  let collection: Collection;

  beforeAll(async () => {
    app = await startApp();
    enterprise = await givenEnterprise(app);
    collection = JSON.parse(await (await fetch(`${app.baseUrl}/postman.json`)).text());
  });
  afterAll(() => app.close());

  test('is a collection of format 2.1 with every operation, in folders by area', () => {
    expect(collection.info.schema).toBe(
      'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    );
    const items = collection.item.flatMap(({ item }) => item);
    expect(items.map(({ request }) => `/${request.url.path.join('/')}`).toSorted()).toEqual(
      registry.map(({ path }) => path).toSorted(),
    );
    const known = new Set(collection.variable.map(({ key }) => key));
    for (const { request, response } of items) {
      expect(request).toMatchObject({ method: 'POST', header: expect.any(Array) });
      const used = [...JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
      expect(used.filter((name) => !known.has(name))).toEqual([]);
      if (request.body.mode === 'raw')
        expect(() => JSON.parse(request.body.mode === 'raw' ? request.body.raw : '')).not.toThrow();
      for (const { code, body } of response)
        expect([code, JSON.parse(body)]).toEqual([200, expect.objectContaining({ msg: expect.any(String) })]);
    }
  });

  test('runs: a token, then a list and an upload with it', async () => {
    const { appId, appSecret, owner } = enterprise;
    const runner = new Runner(collection, { appId, appSecret, userId: String(owner.userId) });
    expect(await runner.send('/corp/baseInfo')).toMatchObject({ code: '401' });
    expect(await runner.send('/service/getAccessToken')).toMatchObject({ code: '0' });
    expect(await runner.send('/seal/getSealListByPage')).toMatchObject({ code: '200', totalCount: 0 });
    const uploaded = await runner.send('/template/uploadContractFile', await contractPdf());
    expect(uploaded).toMatchObject({ data: { fileName: '合同.pdf', totalPage: expect.any(Number) } });
  });
});
