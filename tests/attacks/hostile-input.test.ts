/** Forged headers, wildcards, prototypes, malformed numbers, and markup in every text. */
import { request } from 'node:http';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import {
  contractInfo,
  contractList,
  contractModify,
  contractTaskInfo,
  listByMobile,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { infoByCorpId, infoByMobileOrName, memberCreate } from '@cinnabar/api/operations/members.js';
import { createSealByTemplate, getSealListByPage, sealModify } from '@cinnabar/api/operations/seals.js';
import { addComponent, addTemplate, templateList } from '@cinnabar/api/operations/templates.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hear } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Envelope } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  as,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  startFlow,
} from '../support/given-flow.js';
import { uploadedBy } from '../support/template-bodies.js';

let app: RunningApp;
let corp: Enterprise;
let other: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  corp = await givenEnterprise(app);
  other = await givenEnterprise(app);
  await givenSeal(corp);
  template = await givenTemplate(corp.owner.client, {
    pages: 1,
    parties: [{ flag: '甲方', mode: 3, area: true, controls: ['amount'] }],
  });
});
afterAll(() => app.close());

/** A request with exactly these header lines, including repeated ones. */
function rawPost(
  path: string,
  headers: Readonly<Record<string, string | string[]>>,
): Promise<readonly [number, Envelope]> {
  return new Promise((resolve, reject) => {
    const sent = request(app.baseUrl + path, { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve([answer.statusCode ?? 0, JSON.parse(Buffer.concat(chunks).toString('utf8'))]),
      );
    });
    sent.on('error', reject);
    sent.end('{}');
  });
}

describe('headers', () => {
  const own = () => ({
    'content-type': 'application/json',
    appId: corp.appId,
    accessToken: corp.accessToken,
    source: 'pc',
  });

  test('that are repeated identify nobody, in whatever order and spelling', async () => {
    const [mine, theirs] = [String(corp.owner.userId), String(other.owner.userId)];
    for (const userId of [
      [mine, theirs],
      [theirs, mine],
      [mine, mine],
    ]) {
      const [status, { reason }] = await rawPost(baseInfo.path, { ...own(), userId });
      expect([userId, status, reason]).toEqual([userId, 400, 'INVALID_HEADER']);
    }
    for (const change of [
      { appId: [corp.appId, other.appId] },
      { accessToken: [corp.accessToken, other.accessToken] },
      { accessToken: [other.accessToken, corp.accessToken] },
    ]) {
      const [status, { data }] = await rawPost(baseInfo.path, { ...own(), userId: mine, ...change });
      expect([status, data]).toEqual([401, null]);
    }
  });

  test('userId must be a valid number', async () => {
    for (const userId of ['1e1', '0x1', '1.0', "1' or '1'='1", '1;2', '１', '{}', '[1]', 'NaN', 'true']) {
      const { headers } = corp.client;
      const encoded = {
        ...headers,
        'content-type': 'application/json',
        userId: Buffer.from(userId).toString('latin1'),
      };
      const [status, { reason }] = await rawPost(baseInfo.path, encoded);
      expect([userId, status, reason]).toEqual([userId, 400, 'INVALID_HEADER']);
    }
    for (const userId of [
      '0',
      '-1',
      '9007199254740993',
      '18446744073709551617',
      '999999999999999999999999999999',
    ]) {
      expect([userId, ...(await hear({ client: corp.client }, baseInfo, {}, { userId }))]).toEqual([
        userId,
        403,
        '403',
        'NOT_MEMBER',
      ]);
    }
  });

  test('with alternative names have no meaning', async () => {
    const smuggled = {
      'x-user-id': String(other.owner.userId),
      user_id: String(other.owner.userId),
      'x-forwarded-user': String(other.owner.userId),
      corpId: String(other.corpId),
      'x-http-method-override': 'DELETE',
      'x-original-url': '/sandbox/sms',
    };
    expect((await corp.owner.client.data(baseInfo, {}, smuggled)).corpName).toBe(corp.corpName);
    const inBody = { userId: other.owner.userId, appId: other.appId, corpId: other.corpId };
    const { envelope } = await corp.owner.client.post<{ corpName: string }>(baseInfo.path, inBody);
    expect(envelope.data.corpName).toBe(corp.corpName);
    const inQuery = `${baseInfo.path}?userId=${other.owner.userId}&accessToken=${other.accessToken}`;
    const asked = await corp.owner.client.post<{ corpName: string }>(inQuery, {});
    expect(asked.envelope.data.corpName).toBe(corp.corpName);
  });
});

describe('wildcards and quotation marks', () => {
  const patterns = [
    '%',
    '_',
    '%%',
    '\\',
    '\\%',
    "'",
    "' or 1=1 --",
    '"; drop table flows; --',
    '*',
    '.*',
    '$1',
  ];

  test('are ordinary characters in every search', async () => {
    await startFlow(corp.owner.client, template, { participantList: [] });
    const { client } = corp.owner;
    for (const pattern of patterns) {
      const found = [
        await client.post<readonly object[]>(templateList.path, { templateName: pattern }),
        await client.post<readonly object[]>(contractList.path, { flowTitle: pattern }),
        await client.post<readonly object[]>(contractList.path, { flowCode: pattern }),
        await client.post<readonly object[]>(contractList.path, {
          participantType: 1,
          participantName: pattern,
        }),
        await client.post<readonly object[]>(getSealListByPage.path, { sealName: pattern }),
        await client.post<readonly object[]>(infoByMobileOrName.path, { paramString: pattern }),
      ];
      expect([pattern, found.map(({ envelope }) => envelope.data.length)]).toEqual([
        pattern,
        Array(6).fill(0),
      ]);
      for (const field of ['userName', 'mobile']) {
        const { envelope } = await client.post(infoByCorpId.path, { [field]: pattern });
        expect([pattern, field, envelope.data]).toEqual([pattern, field, null]);
      }
      expect((await client.post(listByMobile.path, { mobile: pattern })).envelope.data ?? []).toEqual([]);
    }
  });

  test('are found literally', async () => {
    const { client } = corp.owner;
    const sealName = '100%_\\\'"';
    const { sealId } = await client.data(createSealByTemplate, {
      sealName,
      sealStyle: 1,
      categoryType: 'CONTRACT',
    });
    for (const part of ['%', '_', '\\', "'", '"', '0%_', sealName]) {
      const found = await client.post<readonly { sealId: number }[]>(getSealListByPage.path, {
        sealName: part,
      });
      expect([part, found.envelope.data.map((seal) => seal.sealId)]).toEqual([part, [sealId]]);
    }
  });
});

describe('prototype properties', () => {
  const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'prototype', '__defineGetter__'];

  test('as field names change and return nothing', async () => {
    for (const name of names) {
      const body = `{"${name}":{"isAdmin":true,"listPageSize":0,"sealName":"x"},"listPageNo":1}`;
      const { status } = await corp.owner.client.post(getSealListByPage.path, body);
      expect([name, status]).toEqual([name, 200]);
    }
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    // A required field is not taken from a prototype.
    const inherited = '{"__proto__":{"sealId":1,"sealName":"x"}}';
    expect((await corp.owner.client.post(sealModify.path, inherited)).status).toBe(400);
  });

  test('as control keys and party names are ordinary names', async () => {
    const { client } = corp.owner;
    const contract = await uploadedBy(corp, '原型.pdf');
    const { templateId, participantList, contractFileList } = await client.data(addTemplate, {
      templateName: '__proto__',
      participantList: names.map((participantFlag, index) => ({
        participantFlag,
        participantType: 1 as const,
        participateBizType: ['1', '2'] as const,
        participantSetMode: 3 as const,
        draftSort: index + 1,
        signOrder: 1,
      })),
      contractFileList: [contract],
    });
    const [party, file] = [participantList[0], contractFileList[0]];
    if (party === undefined || file === undefined) throw new Error('the template is empty');
    await client.data(addComponent, {
      templateId,
      components: names.map((componentKey, index) => ({
        participantId: party.participantId,
        contractFileId: file.fileId,
        componentKey,
        componentName: componentKey,
        componentType: 1,
        required: 1 as const,
        positionX: 50,
        positionY: 50 + 40 * index,
        pageNum: 1,
        specialAttribute: {},
      })),
    });
    const lacking = await client.post<{ resultStatus: number }>(startSignFlow.path, {
      templateId,
      participantList: [],
      autoFill: 2,
      fillComponents: [],
    });
    // A control named like a property of every object still has no value.
    expect(lacking.envelope.data.resultStatus).toBe(1);
    const filled = await client.data(startSignFlow, {
      templateId,
      participantList: [],
      autoFill: 2,
      fillComponents: names.map((componentKey) => ({ componentKey, componentValue: `值 ${componentKey}` })),
    });
    expect(filled).toMatchObject({ flowStatus: 2, resultStatus: 0 });
    const [item] = await client.data(contractInfo, { flowId: filled.flowId });
    const values = new Map(item?.componentList.map(({ componentKey, value }) => [componentKey, value]));
    for (const name of names) expect([name, values.get(name)]).toEqual([name, `值 ${name}`]);
    for (const source of names) {
      const { status } = await client.post('/pay/payChannel/queryChannelList', {
        flowId: filled.flowId,
        source,
      });
      expect([source, status]).toEqual([source, 200]);
    }
  });

  test('as operation and page names are unknown', async () => {
    for (const name of names) {
      for (const path of [
        `/${name}`,
        `/seal/${name}`,
        `/pages/operations/${name}`,
        `/pages/operations/seal/${name}`,
      ]) {
        expect([path, (await corp.owner.client.post(path, {})).status]).toEqual([path, 404]);
      }
    }
  });
});

describe('malformed numbers', () => {
  test('return 400 or a missing object, never an internal error', async () => {
    const { client } = corp.owner;
    const numbers = [
      '9007199254740992',
      '9223372036854775808',
      '18446744073709551616',
      '-1',
      '0',
      '1e400',
      '1e15',
      '0.1',
      '"1e1"',
      '"0x10"',
      '"１２"',
      '"9999999999999999"',
      '[1]',
      '{"$gt":0}',
      'true',
    ];
    for (const number of numbers) {
      for (const [path, field] of [
        [contractTaskInfo.path, 'flowId'],
        ['/seal/getSealInfo', 'sealId'],
        ['/template/info', 'templateId'],
        ['/signTask/getApprovalInfo', 'approvalId'],
        ['/pay/payOrder/query', 'id'],
        ['/signTask/signFlowContractFile/info', 'fileId'],
      ]) {
        const { status, envelope } = await client.post(
          path ?? '',
          `{"${field}":${number},"templateType":"1"}`,
        );
        const known = ['400', '404', 'SEAL_NOT_FOUND', 'TEMPLATE_NOT_FOUND'];
        expect([path, number, status < 500, known.includes(envelope.code)]).toEqual([
          path,
          number,
          true,
          true,
        ]);
      }
    }
    for (const size of [0, -1, 1001, '1e3', 2 ** 31]) {
      expect((await client.post(contractList.path, { listPageSize: size })).status).toBe(400);
    }
    const far = await client.post(contractList.path, { listPageNo: 2_000_000_000, listPageSize: 1000 });
    expect([far.status, far.envelope.data]).toEqual([200, []]);
  });
});

describe('markup in texts', () => {
  const markup = '<script>alert(1)</script><img src=x onerror=alert(1)>&lt;';

  test('is returned as it was sent, and never as a page', async () => {
    const { client } = corp.owner;
    const { flowId } = await startFlow(client, template, {
      participantList: [as('甲方', corp.owner, corp)],
      templateName: markup.slice(0, 100),
      sourceOrderCode: markup,
      remark: markup,
    });
    await client.data(contractModify, { flowId, remark: markup });
    await fillAll(corp.owner, flowId, '<b>一万元</b>');
    const answers = [
      await client.post(contractTaskInfo.path, { flowId }),
      await client.post(contractList.path, { flowTitle: '<script>' }),
      await client.post(memberCreate.path, {
        userName: markup.slice(0, 50),
        mobile: '13300000001',
        jobNum: '<i>',
      }),
      await client.post('/template/info', { templateId: template.templateId, templateType: markup }),
      await client.post(`/${encodeURIComponent(markup)}`, {}),
      await client.post(baseInfo.path, {}, { userId: '<b>1</b>' }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    }
    expect(answers[0]?.envelope.data).toMatchObject({ flowDesc: markup });
    for (const path of [
      '/l/%3Cscript%3E',
      '/files/%3Cscript%3E',
      '/face?orderNo=%3Cscript%3E',
      '/%3Cscript%3E',
    ]) {
      const answer = await fetch(app.baseUrl + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      await answer.body?.cancel();
    }
  });

  test('in an attachment is only ever a download', async () => {
    const page = new TextEncoder().encode(`<html><body>${markup}</body></html>`);
    const { client } = corp.owner;
    for (const name of [
      'page.html',
      'picture.svg',
      'x.pdf"; filename="evil.html',
      'a\r\nSet-Cookie: x=1.txt',
    ]) {
      const uploaded = await client.upload<{ fileUrl: string; httpUrl: string; fileName: string }>(
        '/template/uploadAttachmentFile',
        { name, bytes: page, mediaType: 'text/html' },
      );
      if (!['200', '0'].includes(uploaded.envelope.code)) {
        expect([name, uploaded.status < 500]).toEqual([name, true]);
        continue;
      }
      const { fileUrl, fileName } = uploaded.envelope.data;
      const flow = await client.data(startSignFlow, {
        templateId: template.templateId,
        participantList: [],
        attachmentList: [{ fileName, fileUrl }],
      });
      const [item] = await client.data(contractInfo, { flowId: flow.flowId });
      const link = item?.attachmentList[0]?.fileUrl ?? '';
      const answer = await fetch(link);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(answer.headers.get('content-type')).not.toMatch(/html|svg|xml/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('set-cookie')).toBeNull();
      await answer.body?.cancel();
    }
  });
});
