import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { document, echo, numbers, testRegistry, testRoutes, upload } from './test-operations.js';

let running: RunningApp;
let owner: Client;

beforeAll(async () => {
  running = await startApp({ extra: { registry: testRegistry, routes: testRoutes } });
  owner = (await givenEnterprise(running)).owner.client;
});
afterAll(() => running.close());

describe('accepted input', () => {
  test('numbers as texts, texts as numbers, booleans in all spellings, null, unknown fields', async () => {
    const { envelope } = await owner.post(echo.path, {
      name: 42,
      count: ' 7 ',
      amount: '1.50',
      flag: 'true',
      when: '2026-01-31 09:30:00',
      tags: null,
      unknown: { deep: [1] },
    });
    expect(envelope).toEqual({
      code: '200',
      msg: '成功',
      data: {
        name: '42',
        count: 7,
        amount: 1.5,
        flag: true,
        when: '2026-01-31T09:30:00.000+0800',
        tags: [],
      },
    });
  });

  test('"" in an optional field counts as omitted, whatever its type', async () => {
    const { envelope } = await owner.post(echo.path, {
      name: '甲',
      count: '',
      amount: '',
      flag: '',
      when: '',
      tags: '',
    });
    expect(envelope.data).toEqual({
      name: '甲',
      count: null,
      amount: null,
      flag: null,
      when: null,
      tags: [],
    });
    // A required field counts as missing then; spaces are not an empty text.
    const refusals = await Promise.all(['', '  '].map((name) => owner.post(echo.path, { name })));
    expect(refusals.map(({ envelope }) => envelope.problems?.[0]?.msg)).toEqual(['必填', '不能为空白']);
  });

  test('all problems of a body are reported at once, by field', async () => {
    const { status, envelope } = await owner.post(
      echo.path,
      { count: 11, flag: 'yes', tags: ['x', {}, ''] },
      { 'accept-language': 'en' },
    );
    expect([status, envelope]).toEqual([
      400,
      {
        code: '400',
        msg: 'name: is required',
        data: null,
        reason: 'INVALID_FIELD',
        field: 'name',
        problems: [
          { field: 'name', msg: 'is required' },
          { field: 'count', msg: 'is out of range 0..10' },
          { field: 'flag', msg: 'must be of type boolean' },
          { field: 'tags[1]', msg: 'must be of type string' },
          { field: 'tags[2]', msg: 'is required' },
        ],
      },
    ]);
  });

  test('at most fifty of a thousand problems are reported', async () => {
    const { envelope } = await owner.post(echo.path, {
      name: 'a',
      tags: Array.from({ length: 1000 }, () => ({})),
    });
    expect(envelope.problems).toHaveLength(50);
  });

  test('an invalid header is the field of its refusal', async () => {
    const { envelope } = await owner.with({ source: 'fridge' }).post(echo.path, { name: 'a' });
    expect(envelope).toMatchObject({ reason: 'INVALID_HEADER', field: 'source' });
  });

  test('unknown fields are listed in X-Ignored-Fields', async () => {
    const { headers } = await owner.post(echo.path, { name: 'a', nmae: 'b', '名 称': 1, 'a\r\nb': 2 });
    expect(headers.get('x-ignored-fields')).toBe('nmae, %E5%90%8D%20%E7%A7%B0, a%0D%0Ab');
    const known = await owner.post(echo.path, { name: 'a' });
    expect(known.headers.get('x-ignored-fields')).toBeNull();
    // Also in a refusal: a missing field may be a misspelt one.
    const misspelt = await owner.post(echo.path, { nmae: 'b' });
    expect([misspelt.status, misspelt.headers.get('x-ignored-fields')]).toEqual([400, 'nmae']);
  });

  test('at most twenty unknown fields are listed, within a kilobyte', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`x${place}`, 1]));
    const twenty = await owner.post(echo.path, { name: 'a', ...many });
    expect(twenty.headers.get('x-ignored-fields')?.split(', ')).toHaveLength(20);
    const long = Object.fromEntries(
      Array.from({ length: 10 }, (_, place) => [`${place}${'字'.repeat(30)}`, 1]),
    );
    const fitting = (await owner.post(echo.path, { name: 'a', ...long })).headers.get('x-ignored-fields');
    expect(fitting?.length).toBeGreaterThan(500);
    expect(fitting?.length).toBeLessThanOrEqual(1024);
  });

  test('anything else returns 400 naming the field', async () => {
    const cases: readonly [string, unknown][] = [
      ['name', {}],
      ['name', { name: null }],
      ['name', { name: '   ' }],
      ['name', { name: ['x'] }],
      ['name', { name: 'x'.repeat(21) }],
      ['name', { name: 'a\u0000b' }],
      ['count', { name: 'a', count: 11 }],
      ['count', { name: 'a', count: 1.5 }],
      ['count', { name: 'a', count: true }],
      ['flag', { name: 'a', flag: 'yes' }],
      ['when', { name: 'a', when: '2026-02-30 10:00:00' }],
      ['tags[1]', { name: 'a', tags: ['x', {}] }],
      ['tags', { name: 'a', tags: 'x' }],
      ['body', []],
      ['body', 'null'],
      ['body', '"text"'],
    ];
    for (const [named, body] of cases) {
      const { status, envelope } = await owner.post(echo.path, body);
      expect([body, status, envelope.code, envelope.data]).toEqual([body, 400, '400', null]);
      expect(envelope.msg).toContain(named);
      expect(envelope.field).toBe(named);
    }
  });

  test('prototype property names are unknown fields', async () => {
    const { envelope } = await owner.post(
      echo.path,
      '{"name":"甲","__proto__":{"count":5},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect(envelope.data).toMatchObject({ name: '甲', count: null });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    // Inherited names are not fields that were sent.
    expect((await owner.post(echo.path, '{"__proto__":{"name":"甲"}}')).status).toBe(400);
  });

  test('the last of repeated fields counts', async () => {
    const { envelope } = await owner.post(echo.path, '{"name":"a","name":"b"}');
    expect(envelope.data).toMatchObject({ name: 'b' });
  });

  test('malformed JSON, invalid UTF-8 and excessive nesting return 400', async () => {
    const deep = `{"name":"a","x":${'['.repeat(100)}${']'.repeat(100)}}`;
    const bottomless = '['.repeat(500_000);
    for (const body of ['{', '{name:1}', "{'name':1}", '{"name":"a"} x', deep, bottomless]) {
      const { status, envelope } = await owner.post(echo.path, body);
      expect([status, envelope.reason]).toEqual([400, 'INVALID_BODY']);
    }
    const gbk = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xba, 0xcf]), Buffer.from('"}')]);
    const response = await fetch(running.baseUrl + echo.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...owner.headers },
      body: gbk,
    });
    expect(response.status).toBe(400);
  });

  test('a body that was read and refused leaves its connection open', async () => {
    const agent = new Agent({ keepAlive: true });
    const headers = { ...owner.headers, 'content-type': 'application/json', 'content-length': 1 };
    const sent = request(running.baseUrl + echo.path, { method: 'POST', agent, headers });
    sent.end('{');
    const [response]: IncomingMessage[] = await once(sent, 'response');
    expect([response?.statusCode, response?.headers.connection]).toEqual([400, 'keep-alive']);
    response?.resume();
    agent.destroy();
  });

  test('a byte order mark is ignored', async () => {
    expect((await owner.post(echo.path, '\uFEFF{"name":"甲"}')).status).toBe(200);
  });

  test('an empty body is {}', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const response = await fetch(running.baseUrl + numbers.path, {
        method: 'POST',
        headers: { ...owner.headers, ...headers },
      });
      expect(response.status).toBe(200);
    }
  });

  test('other content types return 415', async () => {
    for (const contentType of [
      'text/plain',
      'application/xml',
      'application/json; charset=gbk',
      'nonsense',
    ]) {
      const { status, envelope } = await owner.post(
        echo.path,
        { name: 'a' },
        { 'content-type': contentType },
      );
      expect([status, envelope.code]).toEqual([415, '415']);
    }
    for (const contentType of ['application/json; charset=UTF-8', 'APPLICATION/JSON;charset="utf-8"']) {
      const { status } = await owner.post(echo.path, { name: 'a' }, { 'content-type': contentType });
      expect(status).toBe(200);
    }
  });

  test('more than a mebibyte of JSON returns 413, declared or not', async () => {
    const large = JSON.stringify({ name: 'a', x: 'y'.repeat(1_100_000) });
    expect((await owner.post(echo.path, large)).envelope.code).toBe('413');
    const response = await fetch(running.baseUrl + echo.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...owner.headers },
      body: new Blob([large]).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    const just = JSON.stringify({ name: 'a', x: 'y'.repeat(1_000_000) });
    expect((await owner.post(echo.path, just)).status).toBe(200);
  });
});

describe('uploads', () => {
  function form(parts: string, boundary = 'b0und'): { headers: Record<string, string>; body: Buffer } {
    return {
      headers: { ...owner.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.from(`${parts.replaceAll('\n', '\r\n')}\r\n--${boundary}--\r\n`),
    };
  }

  async function send(parts: string): Promise<{ status: number; envelope: Record<string, unknown> }> {
    const { headers, body } = form(parts);
    const response = await fetch(running.baseUrl + upload.path, { method: 'POST', headers, body });
    return { status: response.status, envelope: JSON.parse(await response.text()) };
  }

  test('the file name is returned as sent, Chinese included', async () => {
    const { envelope } = await owner.upload(upload.path, {
      name: '劳动合同（龘）.pdf',
      bytes: Buffer.from('abc'),
    });
    expect(envelope.data).toEqual({ fileName: '劳动合同（龘）.pdf', size: 3, note: null });
  });

  test.each([
    ['filename="a.pdf"; filename*=UTF-8\'\'%E5%90%88%E5%90%8C.pdf', '合同.pdf'],
    ["filename*=utf-8'zh'%E5%90%88.pdf", '合.pdf'],
    ['filename="C:\\\\folder\\\\a.pdf"', 'a.pdf'],
    ['filename="../../etc/a.pdf"', 'a.pdf'],
    ['filename="say \\"yes\\".pdf"', 'say "yes".pdf'],
    ['filename=bare.pdf', 'bare.pdf'],
  ])('%s is %s', async (disposition, expected) => {
    const { envelope } = await send(
      `--b0und\nContent-Disposition: form-data; name="file"; ${disposition}\n\nxyz`,
    );
    expect(envelope['data']).toMatchObject({ fileName: expected, size: 3 });
  });

  test('text fields are parsed like a body, and boundary-like bytes stay in the file', async () => {
    const { envelope } = await send(
      'preamble\n--b0und\nContent-Disposition: form-data; name="note"\n\n备注\n' +
        '--b0und  \ncontent-disposition: form-data; name="file"; filename="a"\nContent-Type: text/plain\n\n--b0un\n\n',
    );
    expect(envelope['data']).toEqual({ fileName: 'a', size: 10, note: '备注' });
  });

  test('no file, two files, or no name: 400 naming `file`', async () => {
    const file = '--b0und\nContent-Disposition: form-data; name="file"; filename="a"\n\nx';
    for (const parts of [
      '--b0und\nContent-Disposition: form-data; name="other"; filename="a"\n\nx',
      '--b0und\nContent-Disposition: form-data; name="file"; filename=""\n\n',
      '--b0und\nContent-Disposition: form-data; name="file"; filename=""\n\nx',
      `${file}\n${file}`,
    ]) {
      const { status, envelope } = await send(parts);
      expect([status, envelope['reason']]).toEqual([400, 'INVALID_FIELD']);
      expect(envelope['msg']).toContain('file');
    }
  });

  test('a truncated form returns 400, another content type 415', async () => {
    const { headers } = form('');
    const cut = await fetch(running.baseUrl + upload.path, {
      method: 'POST',
      headers,
      body: '--b0und\r\nContent-',
    });
    expect(cut.status).toBe(400);
    expect((await owner.post(upload.path, {})).status).toBe(415);
  });

  test('a file above the limit returns FILE_UPLOAD_ERROR, however far above', async () => {
    for (const size of [100_001, 3_000_000]) {
      const { status, envelope } = await owner.upload(upload.path, {
        name: 'a.pdf',
        bytes: Buffer.alloc(size),
      });
      expect([status, envelope.code, envelope.data]).toEqual([200, 'FILE_UPLOAD_ERROR', null]);
    }
    const { envelope } = await owner.upload(upload.path, { name: 'a.pdf', bytes: Buffer.alloc(100_000) });
    expect(envelope.data).toMatchObject({ size: 100_000 });
  });
});

describe('responses', () => {
  test('pages have their four fields beside data', async () => {
    const { envelope } = await owner.call(numbers, { listPageNo: 3, listPageSize: 10 });
    expect(envelope).toMatchObject({ listPageNo: 3, countInPage: 3, listPageCount: 3, totalCount: 23 });
    expect(envelope.data).toEqual([{ number: 21 }, { number: 22 }, { number: 23 }]);
    const beyond = await owner.call(numbers, { listPageNo: 9 });
    expect(beyond.envelope).toMatchObject({
      data: [],
      listPageNo: 9,
      countInPage: 0,
      listPageCount: 3,
      totalCount: 23,
    });
    expect((await owner.post(numbers.path, { listPageSize: 1001 })).status).toBe(400);
    expect((await owner.post(numbers.path, { listPageNo: 0 })).status).toBe(400);
  });

  test('a file is a download with its name, an error of the same operation an envelope', async () => {
    const response = await fetch(running.baseUrl + document.path, { method: 'POST', headers: owner.headers });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="__ _1_.pdf"; filename*=UTF-8\'\'%E5%90%88%E5%90%8C%20%221%22.pdf',
    );
    expect(await response.text()).toBe('%PDF-1.7');
    const refused = await running.post(document.path, {});
    expect(refused.envelope).toMatchObject({ code: '401', data: null });
  });

  test('msg is Chinese or English by Accept-Language', async () => {
    const cases: readonly [string, string][] = [
      ['', '成功'],
      ['en', 'success'],
      ['en-US,en;q=0.9,zh;q=0.8', 'success'],
      ['zh-CN,zh;q=0.9,en;q=0.8', '成功'],
      ['fr, en;q=0.5', 'success'],
      ['en;q=0.3, zh-TW;q=0.4', '成功'],
      ['de', '成功'],
    ];
    for (const [language, expected] of cases) {
      const { envelope } = await owner.call(numbers, {}, { 'accept-language': language });
      expect([language, envelope.msg]).toEqual([language, expected]);
    }
    const { envelope } = await owner.post(echo.path, {}, { 'accept-language': 'en' });
    expect(envelope.msg).toBe('name: is required');
  });

  test('every response has a request id: the caller’s if it is safe', async () => {
    const own = await owner.call(numbers, {}, { 'x-request-id': 'order-42.a:b' });
    expect(own.headers.get('x-request-id')).toBe('order-42.a:b');
    for (const given of ['', 'has space', 'x'.repeat(65), '<script>']) {
      const { headers } = await owner.call(numbers, {}, { 'x-request-id': given });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    for (const path of ['/healthz', '/nothing', '/files/x', '/openapi.json', '/metrics']) {
      expect((await fetch(running.baseUrl + path)).headers.get('x-request-id')).not.toBeNull();
    }
  });

  test('responses cannot be framed, sniffed or cached', async () => {
    const { headers } = await owner.call(numbers, {});
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
