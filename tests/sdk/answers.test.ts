import { isCinnabarError, type Refused } from '@cinnabar/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeService,
  fakeService,
  page,
  type RefusalToPlay,
  refusal,
  success,
} from './support/fake-service.js';

let service: FakeService;
beforeEach(async () => {
  service = await fakeService();
});
afterEach(() => service.close());

async function refusedBy(said: RefusalToPlay): Promise<Refused> {
  service.play(refusal(said));
  const error: unknown = await service
    .client({ retries: 0 })
    .seal.getSealInfo({ sealId: 6 })
    .catch((thrown: unknown) => thrown);
  if (isCinnabarError(error) && error.kind === 'refused') return error;
  throw error;
}

describe('a refusal', () => {
  test('contains the service’s response and where to look it up', async () => {
    const error = await refusedBy({
      status: 403,
      code: '403',
      reason: 'FLOW_STATE',
      msg: '合同当前状态不允许此操作',
    });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'Refused',
      kind: 'refused',
      path: '/seal/getSealInfo',
      status: 403,
      code: '403',
      reason: 'FLOW_STATE',
      msg: '合同当前状态不允许此操作',
      field: null,
      problems: [],
      retryAfterMs: null,
      attempts: 1,
    });
    expect(error.message).toBe('/seal/getSealInfo: 403 FLOW_STATE 合同当前状态不允许此操作');
    expect(error.requestId).toBe(service.seen[0]?.headers['x-request-id']);
  });

  test('with a named code comes with HTTP 200 and is still a refusal', async () => {
    expect(await refusedBy({ code: 'SEAL_NOT_FOUND' })).toMatchObject({
      status: 200,
      code: 'SEAL_NOT_FOUND',
      reason: null,
    });
  });

  test('names the invalid field, and every other beside it', async () => {
    const problems = [
      { field: 'participantList[0].psnName', msg: '必填' },
      { field: 'autoFill', msg: '须为 0、1、2 之一' },
    ];
    const error = await refusedBy({
      status: 400,
      code: '400',
      reason: 'INVALID_FIELD',
      msg: 'participantList[0].psnName：必填',
      field: 'participantList[0].psnName',
      problems,
    });
    expect([error.field, error.problems]).toEqual(['participantList[0].psnName', problems]);
  });

  test('without an invalid field names none, and ignores malformed ones', async () => {
    const error = await refusedBy({
      status: 400,
      code: '400',
      reason: 'INVALID_BODY',
      problems: [{ field: 7 }],
    });
    expect([error.field, error.problems]).toEqual([null, []]);
  });

  test('of a newer service may have an unknown code', async () => {
    expect(await refusedBy({ code: 'SEAL_TOO_ROUND', reason: 'NEVER_HEARD' })).toMatchObject({
      code: 'SEAL_TOO_ROUND',
      reason: 'NEVER_HEARD',
    });
  });
});

describe('an invalid response', () => {
  test.each([
    ['a page', page(404, '<h1>Not here</h1>'), 404, '<h1>Not here</h1>'],
    ['JSON of something else', page(200, '{"status":"ok"}'), 200, '{"status":"ok"}'],
    ['nothing', page(204, ''), 204, ''],
  ])('%s', async (_what, play, status, text) => {
    service.play(play);
    await expect(service.client().corp.baseInfo()).rejects.toMatchObject({
      kind: 'not-understood',
      status,
      text,
    });
  });

  test('a list without its paging fields', async () => {
    service.play(success([]));
    await expect(service.client().template.list()).rejects.toMatchObject({ kind: 'not-understood' });
  });

  test.each(['sign.example.com', 'localhost:3000', 'https://', ''])(
    'the URL “%s” is invalid, which is reported at once',
    (baseUrl) => {
      expect(() => service.client({ baseUrl })).toThrow('baseUrl');
    },
  );

  test('a redirect is not followed, because the token is for nobody else', async () => {
    const elsewhere = await fakeService();
    const location = `${elsewhere.baseUrl}/corp/baseInfo`;
    service.play((response) => response.writeHead(308, { location }).end());
    await expect(service.client().corp.baseInfo()).rejects.toMatchObject({
      kind: 'not-understood',
      status: 308,
    });
    expect(elsewhere.seen).toEqual([]);
    await elsewhere.close();
  });

  test('what cannot be serialised as JSON rejects the promise like any other error', async () => {
    const circle: Record<string, unknown> = {};
    circle['templateName'] = circle;
    const { template } = service.client();
    await expect(Reflect.apply(template.list, template, [circle])).rejects.toThrow('circular');
    expect(service.seen).toEqual([]);
  });
});

describe('options of a call', () => {
  test('of the client, of a derived client and of the call: the most specific one applies', async () => {
    const client = service.client({ language: 'en', headers: { 'x-gateway': 'one', 'x-site': 'a' } });
    const derived = client.with({ userId: 8, source: 'h5', headers: { 'x-site': 'b' } });
    await derived.signTask.enterpriseContracts.enterpriseContractsCount(
      {},
      { openCorpId: 9, requestId: 'r-1', userId: undefined },
    );
    expect(service.seen[0]?.headers).toMatchObject({
      userid: '8',
      source: 'h5',
      opencorpid: '9',
      'accept-language': 'en',
      'x-request-id': 'r-1',
      'x-gateway': 'one',
      'x-site': 'b',
    });
    await client.corp.baseInfo();
    expect(service.seen[1]?.headers).toMatchObject({ userid: '7', source: 'pc', 'x-site': 'a' });
  });

  test('a URL with a path and trailing slashes is kept', async () => {
    await service
      .client({ baseUrl: `${service.baseUrl}/sign//` })
      .corp.baseInfo()
      .catch(() => undefined);
    expect(service.seen[0]?.path ?? '').toBe('/sign/service/getAccessToken');
  });

  test('dates are sent as moments, omitted fields are not sent', async () => {
    service.play(success(3));
    const count = await service.client().signTask.myContract.listCount({
      flowStartTime: new Date('2026-01-31T01:30:00Z'),
      flowTitle: undefined,
    });
    expect(count).toBe(3);
    expect(JSON.parse(String(service.seen[0]?.body))).toEqual({ flowStartTime: '2026-01-31T01:30:00.000Z' });
  });

  test('onAnswer receives responses and refusals, with metadata outside of data', async () => {
    const heard: string[] = [];
    const client = service.client({
      onAnswer: ({ path, status, code, msg }) => heard.push(`${path} ${status} ${code} ${msg}`),
    });
    await client.corp.baseInfo();
    service.play(refusal({ status: 404, code: '404', msg: '对象不存在' }));
    await client.corp.baseInfo().catch(() => undefined);
    expect(heard).toEqual([
      '/service/getAccessToken 200 0 成功',
      '/corp/baseInfo 200 200 成功',
      '/corp/baseInfo 404 404 对象不存在',
    ]);
  });

  test('call takes the path as data, and knows the existing ones', async () => {
    service.play(success({ corpName: '云杉' }));
    const client = service.client();
    expect(await client.call('/corp/baseInfo', {})).toEqual({ corpName: '云杉' });
    expect(() => Reflect.apply(client.call, client, ['/corp/constructor', {}])).toThrow('/corp/constructor');
  });
});

describe('a list', () => {
  const pageOf = (listPageNo: number, items: readonly number[], listPageCount = 3) =>
    success(
      items.map((templateId) => ({ templateId })),
      {
        listPageNo,
        countInPage: items.length,
        listPageCount,
        totalCount: 5,
      },
    );
  const asked = () => service.seen.map(({ body }) => JSON.parse(String(body)));

  test('is one page when awaited', async () => {
    service.play(pageOf(2, [3, 4]));
    const { items, ...paging } = await service.client().template.list({ listPageNo: 2, listPageSize: 2 });
    expect(items.map(({ templateId }) => templateId)).toEqual([3, 4]);
    expect(paging).toEqual({ listPageNo: 2, countInPage: 2, listPageCount: 3, totalCount: 5 });
    expect(asked()).toEqual([{ listPageNo: 2, listPageSize: 2 }]);
  });

  test('can be iterated with for await from the requested page, fetching pages on demand', async () => {
    service.play(pageOf(1, [1, 2]), pageOf(2, [3, 4]), pageOf(3, [5]));
    const ids: number[] = [];
    for await (const { templateId } of service
      .client()
      .template.list({ templateName: '采购', listPageSize: 2 })) {
      ids.push(templateId);
      if (templateId === 2) expect(service.seen).toHaveLength(1);
    }
    expect(ids).toEqual([1, 2, 3, 4, 5]);
    const filter = { templateName: '采购', listPageSize: 2 };
    expect(asked()).toEqual([filter, { ...filter, listPageNo: 2 }, { ...filter, listPageNo: 3 }]);
  });

  test('goes on after the pages of a limited total, until a page is empty', async () => {
    const limited = (listPageNo: number, flowIds: readonly number[]) =>
      success(
        flowIds.map((flowId) => ({ flowId })),
        { listPageNo, countInPage: flowIds.length, listPageCount: 1, totalCount: 2, totalLimited: true },
      );
    service.play(limited(1, [1, 2]), limited(2, [3]), limited(3, []));
    const ids: number[] = [];
    for await (const { flowId } of service.client().signTask.contract.list({ countLimit: 2 }))
      ids.push(flowId);
    expect(ids).toEqual([1, 2, 3]);
  });

  test('ends at an empty page, and with the loop', async () => {
    service.play(pageOf(1, [1, 2]), pageOf(2, [], 9));
    const counts: number[] = [];
    for await (const { countInPage } of service.client().template.list().pages()) counts.push(countInPage);
    expect(counts).toEqual([2, 0]);
    service.play(pageOf(1, [1, 2]));
    for await (const _one of service.client().template.list()) break;
    expect(service.seen).toHaveLength(3);
  });

  test('that is refused throws in the loop', async () => {
    service.play(refusal({ status: 403, code: '403', reason: 'PERMISSION_DENIED' }));
    const through = async () => {
      for await (const _one of service.client().template.list()) throw new Error('nothing was there');
    };
    await expect(through()).rejects.toMatchObject({ reason: 'PERMISSION_DENIED' });
  });
});
