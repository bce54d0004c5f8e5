/**
 * An enterprise that tries to use what belongs to another: its seals, files, contracts, approvals, orders and tokens.
 */
import {
  approvalCancel,
  approvalSign,
  approvalSignAuth,
  batchApprovalSign,
  getApprovalInfo,
  getApprovalList,
  getApprovalSignUrl,
} from '@cinnabar/api/operations/approvals.js';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import {
  batchStartSignFlow,
  contractAddAttachment,
  contractInfo,
  contractTransfer,
  directComponentSignFlow,
  directSignFlow,
  enterpriseContractsCount,
  enterpriseContractsExport,
  enterpriseContractsList,
  getDesignatedSignatureUrl,
  signContract,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import {
  payOrderAdd,
  payOrderAudit,
  payOrderCancel,
  payOrderListByPage,
  payOrderQuery,
  queryChannelList,
} from '@cinnabar/api/operations/payments.js';
import { createSealByImage, uploadSealFile, uploadSealFilePreView } from '@cinnabar/api/operations/seals.js';
import {
  keepTemplateDraft,
  previewTemplate,
  publishTemplate,
} from '@cinnabar/api/operations/template-drafts.js';
import { moveComponents, suggestComponents } from '@cinnabar/api/operations/template-places.js';
import { addTemplate, filePages, modifyTemplate, templateInfo } from '@cinnabar/api/operations/templates.js';
import { keepDraft } from '@cinnabar/api/operations/workspace.js';
import { registry } from '@cinnabar/api/registry.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, denied, hear } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sealEverything,
  sign,
  startFlow,
} from '../support/given-flow.js';
import { givenChannels, givenSaleTemplate, signerOf, startSale } from '../support/given-payments.js';
import { uploadedBy } from '../support/template-bodies.js';

let app: RunningApp;
let victim: Enterprise;
let attacker: Enterprise;
let stranger: Enterprise;
let sealOfVictim: Awaited<ReturnType<typeof givenSeal>>;
let template: GivenTemplate;
let names = 0;

beforeAll(async () => {
  app = await startApp();
  victim = await givenEnterprise(app);
  attacker = await givenEnterprise(app);
  stranger = await givenEnterprise(app);
  sealOfVictim = await givenSeal(victim);
  await givenSeal(attacker);
  // The attacker is the counterparty: it can see the contract, and only one part of it is its own.
  template = await givenTemplate(victim.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true, signOrder: 1 },
      { flag: '乙方', area: true, signOrder: 1 },
    ],
  });
});
afterAll(() => app.close());

async function sharedContract(initiator: Person = victim.owner): Promise<FlowId> {
  const { flowId } = await startFlow(victim.owner.client, template, {
    participantList: [as('甲方', initiator, victim), as('乙方', attacker.owner, attacker)],
  });
  return flowId;
}

describe('the seal of another enterprise', () => {
  test('is placed nowhere, neither directly nor through an approval', async () => {
    const flowId = await sharedContract();
    const signer = attacker.owner;
    await confirmByPassword(signer, flowId);
    const commands = await sealEverything(signer, flowId);
    const signComponents = commands.map((command) => ({ ...command, sealId: sealOfVictim }));
    const unknown = [200, 'SEAL_NOT_FOUND', null];
    expect(await hear(signer, signContract, { flowId, signComponents })).toEqual(unknown);
    const plain = await attacker.member();
    await signer.client.data(contractTransfer, {
      flowId,
      psnAccount: plain.mobile,
      psnName: plain.realName,
    });
    await confirmByPassword(plain, flowId);
    expect(await hear(plain, signContract, { flowId, signComponents })).toEqual(unknown);
    // The refused act consumed no intent and requested no approval.
    expect(await attacker.owner.client.data(getApprovalList, {})).toEqual([]);
    expect(await sign(plain, flowId)).toMatchObject({ signStatus: 4 });
  });

  test('cannot be placed in the other’s part by commands in its name', async () => {
    const flowId = await sharedContract();
    const commands = await sealEverything(victim.owner, flowId);
    await confirmByPassword(attacker.owner, flowId);
    const [status] = await hear(attacker.owner, signContract, { flowId, signComponents: commands });
    expect(status).toBe(400);
    const own = await sealEverything(attacker.owner, flowId);
    const both = { flowId, signComponents: [...own, ...commands] };
    expect((await hear(attacker.owner, signContract, both))[0]).toBe(400);
    const intoTheirArea = own.map((command, index) => ({
      ...command,
      componentId: commands[index]?.componentId,
    }));
    expect((await hear(attacker.owner, signContract, { flowId, signComponents: intoTheirArea }))[0]).toBe(
      400,
    );
  });

  test('cannot be copied from its uploaded picture', async () => {
    const png = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#c00' } })
      .png()
      .toBuffer();
    const file = { name: '公章.png', bytes: png, mediaType: 'image/png' };
    const { envelope } = await victim.owner.client.upload<{ fileName: string; httpUrl: string }>(
      uploadSealFile.path,
      file,
    );
    expect(envelope.code).toBe('200');
    const { fileName, httpUrl } = envelope.data;
    const preview = [200, 'IMAGE_PROCESS_ERROR', null];
    expect(await hear(attacker.owner, uploadSealFilePreView, { fileName, httpUrl })).toEqual(preview);
    const elsewhere = [
      'http://127.0.0.1:1/seal.png',
      'file:///etc/passwd',
      `${app.baseUrl}/healthz`,
      '../..',
    ];
    for (const address of elsewhere) {
      const body = { fileName, httpUrl: address };
      expect([address, ...(await hear(attacker.owner, uploadSealFilePreView, body))]).toEqual([
        address,
        ...preview,
      ]);
    }
    const seal = {
      sealName: '偷来的章',
      sealStyle: 3,
      categoryType: 'CONTRACT',
      sealTemplateStyle: 'round',
    };
    expect(await hear(attacker.owner, createSealByImage, seal)).toEqual([200, 'SEAL_IMAGE_NOT_FOUND', null]);
  });
});

describe('a file of another enterprise', () => {
  /** Every request with a `fileUrl`, with this one in it. */
  async function bodiesWith(fileUrl: string): Promise<Readonly<Record<string, readonly object[]>>> {
    const own = await uploadedBy(attacker, '自己的.pdf');
    const foreign = { ...own, fileUrl };
    const attachment = { fileName: '附件.pdf', fileUrl };
    const party = { participantFlag: '甲方', participantType: 1, draftSort: 1, signOrder: 1 };
    const fresh = (change: object) => ({
      templateName: `用他人文件 ${++names}`,
      participantList: [{ ...party, participateBizType: ['2'], participantSetMode: 3 }],
      contractFileList: [own],
      ...change,
    });
    const { envelope } = await attacker.owner.client.post<{ templateId: number }>(
      addTemplate.path,
      fresh({}),
    );
    const { templateId } = envelope.data;
    const direct = (change: object) => ({
      flowTitle: '用他人文件',
      contractFileList: [own],
      participantList: [
        {
          participantFlag: '甲方',
          participantType: 1,
          psnAccount: attacker.owner.mobile,
          psnName: attacker.owner.realName,
          participantCorpName: attacker.corpName,
        },
      ],
      ...change,
    });
    const components = [
      {
        participantFlag: '甲方',
        fileIndex: 0,
        componentName: '章',
        componentType: 6,
        required: 1,
        pageNum: 1,
        positionX: 10,
        positionY: 10,
        specialAttribute: {},
      },
    ];
    const changes = [{ contractFileList: [foreign] }, { attachmentList: [attachment] }];
    const shared = await sharedContract();
    return {
      [addTemplate.path]: changes.map(fresh),
      [filePages.path]: [{ fileUrl }],
      [suggestComponents.path]: [{ fileUrl, parties: [{ participantFlag: '甲方', participantType: 1 }] }],
      [moveComponents.path]: [
        { fromFileUrl: fileUrl, toFileUrl: own.fileUrl, components: [] },
        { fromFileUrl: own.fileUrl, toFileUrl: fileUrl, components: [] },
      ],
      [modifyTemplate.path]: changes.map((change) => ({ templateId, ...fresh(change) })),
      [startSignFlow.path]: [{ templateId, participantList: [], attachmentList: [attachment] }],
      [batchStartSignFlow.path]: [
        { templateId, items: [{ participantList: [], attachmentList: [attachment] }] },
      ],
      [directSignFlow.path]: changes.map(direct),
      [directComponentSignFlow.path]: changes.map((change) => direct({ ...change, components })),
      [getDesignatedSignatureUrl.path]: changes.map(direct),
      [contractAddAttachment.path]: [{ flowId: shared, ...attachment }],
      [keepTemplateDraft.path]: changes.map((change) => ({
        draftId: `draft-with-file-${++names}`,
        draftVersion: 0,
        draft: { ...fresh(change), components: [] },
      })),
      [previewTemplate.path]: changes.map((change) => ({ ...fresh(change), components: [] })),
      [publishTemplate.path]: changes.map((change) => ({ ...fresh(change), components: [] })),
      [keepDraft.path]: [{ draftKey: 'somebody-elses-file', contractFileList: [foreign] }],
    };
  }

  test('is refused by every operation that accepts files', async () => {
    const { fileUrl } = await uploadedBy(victim, '机密.pdf');
    const bodies = await bodiesWith(fileUrl);
    // The list is complete: every operation whose request has a `fileUrl`, or a `toFileUrl`, is tested.
    const taking = registry.filter(({ request }) => /"\w*fileUrl"/i.test(JSON.stringify(request.describe)));
    expect(taking.map(({ path }) => path).toSorted()).toEqual(Object.keys(bodies).toSorted());
    for (const [path, each] of Object.entries(bodies)) {
      for (const body of each) {
        const { status, envelope } = await attacker.owner.client.post(path, body);
        if (path === batchStartSignFlow.path) {
          // Each item of a batch has its own response.
          expect(envelope.data).toMatchObject({
            results: [{ flowId: null, code: '400', msg: expect.stringMatching(/fileUrl/i) }],
          });
          continue;
        }
        expect([path, status, envelope.code, envelope.msg]).toEqual([
          path,
          400,
          '400',
          expect.stringMatching(/fileUrl/i),
        ]);
      }
    }
    // The same requests with a file of one's own succeed, so nothing else caused the refusal.
    const own = await bodiesWith((await uploadedBy(attacker, '自己的.pdf')).fileUrl);
    for (const [path, [body]] of Object.entries(own)) {
      const { envelope } = await attacker.owner.client.post(path, body);
      expect([path, envelope.msg, ['0', '200'].includes(envelope.code)]).toEqual([path, envelope.msg, true]);
      if (path === batchStartSignFlow.path) expect(envelope.data).toMatchObject({ failedCount: 0 });
    }
  });

  test('is not reached by a path out of one’s own folder', async () => {
    const { fileUrl } = await uploadedBy(victim, '机密.pdf');
    for (const path of [
      `../${victim.corpId}/${fileUrl}`,
      '/etc/passwd',
      `files/../${fileUrl}`,
      `${fileUrl}\n`,
    ]) {
      const body = { flowId: await sharedContract(), fileName: '附件.pdf', fileUrl: path };
      expect((await hear(attacker.owner, contractAddAttachment, body))[0]).toBe(400);
    }
  });
});

describe('a signed link to a file', () => {
  test('opens its target until it expires, and nothing once any part of it is altered', async () => {
    const flowId = await sharedContract();
    const [item] = await victim.owner.client.data(contractInfo, { flowId });
    const link = item?.fileUrl ?? '';
    expect((await fetch(link)).status).toBe(200);
    const token = link.slice(link.lastIndexOf('/') + 1);
    const [text = '', signature = ''] = token.split('.');
    const payload: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const changed = (index: number, value: unknown) => {
      const fields = payload.with(index, value);
      return `${Buffer.from(JSON.stringify(fields)).toString('base64url')}.${signature}`;
    };
    const attempts = [
      changed(1, Number(payload[1]) + 3_600_000),
      changed(3, attacker.corpId),
      changed(5, 'x.html'),
      changed(6, 'text/html'),
      text,
      `${text}.`,
      `${text}.${signature.slice(0, -2)}`,
      `${text}.${Buffer.alloc(32).toString('base64url')}`,
      `${token}.${signature}`,
      '..%2f..%2fetc%2fpasswd',
    ];
    for (const attempt of attempts) {
      const answer = await fetch(`${app.baseUrl}/files/${attempt}`);
      expect([attempt, answer.status]).toEqual([attempt, 404]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
    await app.advance(30 * 60);
    expect((await fetch(link)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the credentials of another enterprise', () => {
  test('are refused if only half of them match', async () => {
    const { owner } = attacker;
    const stolen = { appId: victim.appId };
    const invalid = [401, '401', 'TOKEN_INVALID'];
    expect(await hear(owner, baseInfo, {}, stolen)).toEqual(invalid);
    expect(await hear(owner, baseInfo, {}, { accessToken: victim.accessToken })).toEqual(invalid);
    const asVictim = { userId: String(victim.owner.userId) };
    expect(await hear(owner, baseInfo, {}, asVictim)).toEqual([403, '403', 'NOT_MEMBER']);
  });

  test('openCorpId does not open another enterprise', async () => {
    for (const operation of [enterpriseContractsList, enterpriseContractsCount, enterpriseContractsExport]) {
      const foreign = { openCorpId: String(victim.corpId) };
      expect(await hear(attacker.owner, operation, {}, foreign)).toEqual(denied);
      for (const openCorpId of ['-1', '0', '99999999999999999999']) {
        expect(await hear(attacker.owner, operation, {}, { openCorpId })).toEqual(denied);
      }
    }
    // For other operations the header has no meaning.
    const { corpName } = await attacker.owner.client.data(
      baseInfo,
      {},
      { openCorpId: String(victim.corpId) },
    );
    expect(corpName).toBe(attacker.corpName);
    // Nor does a parent enterprise open to its child.
    await app.app.database.db
      .updateTable('corps')
      .set({ parent_id: victim.corpId })
      .where('corp_id', '=', attacker.corpId)
      .execute();
    const parent = { openCorpId: String(victim.corpId) };
    expect(await hear(attacker.owner, enterpriseContractsList, {}, parent)).toEqual(denied);
    await app.app.database.db
      .updateTable('corps')
      .set({ parent_id: null })
      .where('corp_id', '=', attacker.corpId)
      .execute();
  });
});

describe('an approval of another enterprise', () => {
  test('does not exist, neither for the counterparty of its contract nor for others', async () => {
    const plain = await victim.member();
    const flowId = await sharedContract(plain);
    const { approvalId } = await sign(plain, flowId);
    for (const { owner } of [attacker, stranger]) {
      for (const [operation, body] of [
        [getApprovalInfo, { approvalId }],
        [approvalSign, { approvalId, approvalStatus: 2 }],
        [approvalSign, { approvalId, approvalStatus: 3 }],
        [approvalCancel, { approvalId, approvalStatus: 4 }],
        [approvalSignAuth, { approvalId: String(approvalId), authType: 'pwd', signPwd: owner.signPwd }],
        [getApprovalSignUrl, { approvalId }],
      ] as const) {
        expect([operation.path, ...(await hear(owner, operation, body))]).toEqual([
          operation.path,
          ...absent,
        ]);
      }
      expect((await hear(owner, getApprovalSignUrl, { flowId }))[0]).toBe(404);
      const many = await owner.client.data(batchApprovalSign, [
        { approvalId: approvalId ?? failed(), approvalStatus: 2 },
      ]);
      expect(many).toMatchObject({ successCount: 0, failedCount: 1 });
      expect(JSON.stringify(many)).not.toContain(victim.corpName);
      const listed = await owner.client.data(getApprovalList, { docQueryType: 3, listPageSize: 1000 });
      expect(listed.filter(({ corpName }) => corpName !== attacker.corpName)).toEqual([]);
    }
    // Members who have nothing to decide are refused with 403.
    const colleague = await victim.member();
    const decision = { approvalId, approvalStatus: 2 };
    expect(await hear(colleague, approvalSign, decision)).toEqual(denied);
    expect(await hear(plain, approvalSign, decision)).toEqual(denied);
  });
});

describe('a pay order of another enterprise', () => {
  test('cannot be seen, created, cancelled or confirmed', async () => {
    const channels = await givenChannels(app, victim.corpId, ['chatAQrCode']);
    const foreignChannels = await givenChannels(app, stranger.corpId, ['chatAQrCode']);
    const sale = await givenSaleTemplate(victim);
    const flow = await startSale(victim, sale, [attacker.owner, attacker], { amount: 10, priority: 0 });
    const signerId = signerOf(flow);
    const channelModelId = channels('chatAQrCode');
    const { id } = await attacker.owner.client.data(payOrderAdd, { channelModelId, signerId });
    for (const [operation, body] of [
      [payOrderQuery, { id }],
      [payOrderCancel, { id }],
      [payOrderAdd, { channelModelId, signerId }],
      [payOrderAudit, { signerId }],
      [queryChannelList, { flowId: flow.flowId, source: 'pc' }],
    ] as const) {
      expect([operation.path, ...(await hear(stranger.owner, operation, body))]).toEqual([
        operation.path,
        ...absent,
      ]);
    }
    expect(await stranger.owner.client.data(payOrderListByPage, {})).toEqual([]);
    // The payer pays the merchant of the contract, and cannot confirm the payment.
    expect(await hear(attacker.owner, payOrderAudit, { signerId })).toEqual(denied);
    const elsewhere = { channelModelId: foreignChannels('chatAQrCode'), signerId };
    expect(await hear(attacker.owner, payOrderAdd, elsewhere)).toEqual([200, '1102', null]);
  });
});

describe('contracts and templates of another enterprise', () => {
  test('do not exist for an outsider in any operation on flows or templates', async () => {
    const flowId = await sharedContract();
    const { templateId } = template;
    const open: string[] = [];
    for (const operation of registry.filter(({ caller }) => caller === 'member')) {
      const described = JSON.stringify(operation.request.describe);
      const names = ['flowId', 'templateId'].filter((name) => described.includes(`"${name}"`));
      if (names.length === 0) continue;
      const example = typeof operation.example === 'object' ? operation.example : {};
      const body = { ...example, flowId, templateId };
      const { status, envelope } = await stranger.owner.client.post(operation.path, body);
      const refused = status >= 400 || !['0', '200'].includes(envelope.code);
      const { data } = envelope;
      const empty = data === 0 || (Array.isArray(data) && data.length === 0);
      if (!refused && !empty) open.push(operation.path);
      expect(JSON.stringify(envelope)).not.toContain(victim.corpName);
    }
    expect(open).toEqual([]);
    expect((await hear(stranger.owner, templateInfo, { templateId, templateType: '1' }))[1]).toBe(
      'TEMPLATE_NOT_FOUND',
    );
  });
});

function failed(): never {
  throw new Error('there is no approval');
}
