import { addTemplate, templateInfo, templateList } from '@cinnabar/api/operations/templates.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  partyA,
  partyB,
  templateBody,
  templateOf,
  type Uploaded,
  uploadedBy,
} from '../support/template-bodies.js';

let running: RunningApp;
let enterprise: Enterprise;
let stranger: Enterprise;
let contract: Uploaded;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  stranger = await givenEnterprise(running);
  contract = await uploadedBy(enterprise, '采购合同.pdf');
});
afterAll(() => running.close());

describe('adding a template', () => {
  it('returns the whole template, participants ordered by draftSort', async () => {
    const attachment = await uploadedBy(enterprise, '附件.pdf');
    const template = await enterprise.owner.client.data(addTemplate, {
      ...templateBody('完整模板', contract),
      encryptFlag: 1,
      copierList: [
        { copierType: 0, psnAccount: '+86 13800138000', psnName: '抄送人' },
        { copierType: 1, corpName: '抄送公司' },
      ],
      attachmentList: [{ fileName: '附件一', fileUrl: attachment.fileUrl }],
    });
    const { templateId } = template;
    expect(template).toEqual({
      templateId: expect.any(Number),
      templateCode: expect.stringMatching(/^TPL\d{12}$/),
      templateName: '完整模板',
      templateStatus: 1,
      corpName: enterprise.corpName,
      encryptFlag: 1,
      createTime: expect.stringMatching(/\+0800$/),
      updateTime: template.createTime,
      createName: enterprise.owner.realName,
      updateName: enterprise.owner.realName,
      contractFileList: [{ fileId: expect.any(Number), templateId, ...contract }],
      participantList: [
        {
          participantId: expect.any(Number),
          templateId,
          participantFlag: '乙方',
          participantType: 0,
          participateBizType: ['2'],
          participantSetMode: 0,
          participantCorpId: null,
          participantCorpName: '',
          psnId: null,
          psnAccount: null,
          psnName: null,
          draftSort: 1,
          signOrder: 1,
        },
        expect.objectContaining({
          participantFlag: '甲方',
          participateBizType: ['1', '2'],
          participantCorpName: null,
          draftSort: 2,
        }),
      ],
      componentList: [],
      copierList: [
        {
          copierId: expect.any(Number),
          templateId,
          copierType: 0,
          psnAccount: '13800138000',
          psnName: '抄送人',
          corpName: null,
        },
        expect.objectContaining({ copierType: 1, psnAccount: null, corpName: '抄送公司' }),
      ],
      attachmentList: [
        { attachmentId: expect.any(Number), templateId, fileName: '附件一', fileUrl: attachment.fileUrl },
      ],
    });
    expect(await enterprise.owner.client.data(templateInfo, { templateId, templateType: '1' })).toEqual(
      template,
    );
  });

  it('reports which parties are known already', async () => {
    const { template } = await templateOf(enterprise, '已知方模板', contract, {
      participantList: [
        { ...partyA, participantCorpName: stranger.corpName },
        {
          ...partyB,
          participantSetMode: 1,
          psnAccount: enterprise.owner.mobile,
          psnName: enterprise.owner.realName,
        },
      ],
    });
    expect(template.participantList).toMatchObject([
      { participantFlag: '乙方', psnId: enterprise.owner.userId, psnAccount: enterprise.owner.mobile },
      { participantFlag: '甲方', participantCorpId: stranger.corpId, participantCorpName: stranger.corpName },
    ]);
  });

  it('stores a file’s true metadata, not those in the request', async () => {
    const { template } = await templateOf(enterprise, '谎报页数', contract, {
      contractFileList: [{ ...contract, totalPage: '99', width: 1.5, height: '3' }],
    });
    expect(template.contractFileList[0]).toMatchObject({ totalPage: 2, width: 794, height: 1123 });
  });

  it('accepts participants in every form', async () => {
    for (const [index, sent] of ['1,2', [1, 2], ['2', '1'], '2'].entries()) {
      const { envelope } = await enterprise.owner.client.post<{
        participantList: { participateBizType: string[] }[];
      }>(
        '/template/addTemplate',
        templateBody(`形式 ${index}`, contract, {
          participantList: [{ ...partyA, participateBizType: sent }],
        }),
      );
      expect(envelope.data.participantList[0]?.participateBizType).toEqual(sent === '2' ? ['2'] : ['1', '2']);
    }
  });

  it('refuses a name already in use, also under concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        enterprise.owner.client.post('/template/addTemplate', templateBody('抢注模板', contract)),
      ),
    );
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual(['200', ...Array.from({ length: 4 }, () => 'TEMPLATE_NAME_EXIST')]);
    const mine = await uploadedBy(stranger, 'b.pdf');
    const other = await stranger.owner.client.post(
      '/template/addTemplate',
      templateBody('抢注模板', contract, { contractFileList: [mine] }),
    );
    expect(other.envelope.code).toBe('200');
  });

  const bad = [
    ['templateName', { templateName: '' }],
    ['encryptFlag', { encryptFlag: 2 }],
    ['participantList', { participantList: [] }],
    ['participantList', { participantList: 'none' }],
    ['participantList[0].participantFlag', { participantList: [{ ...partyA, participantFlag: null }] }],
    [
      'participantList[1].participantFlag',
      { participantList: [partyA, { ...partyB, participantFlag: '甲方' }] },
    ],
    ['participantList[1].draftSort', { participantList: [partyA, { ...partyB, draftSort: 2 }] }],
    ['participantList[0].draftSort', { participantList: [{ ...partyA, draftSort: 256 }] }],
    ['participantList[0].signOrder', { participantList: [{ ...partyA, signOrder: 0 }] }],
    ['participantList[0].participantType', { participantList: [{ ...partyA, participantType: 2 }] }],
    ['participantList[0].participantSetMode', { participantList: [{ ...partyA, participantSetMode: 2 }] }],
    [
      'participantList[0].participateBizType[0]',
      { participantList: [{ ...partyA, participateBizType: ['3'] }] },
    ],
    ['participantList[0].participateBizType', { participantList: [{ ...partyA, participateBizType: [] }] }],
    [
      'participantList[0].psnAccount',
      { participantList: [{ ...partyA, participantSetMode: 1, psnName: '张三' }] },
    ],
    [
      'participantList[0].psnName',
      { participantList: [{ ...partyA, participantSetMode: 1, psnAccount: '13800138000' }] },
    ],
    ['participantList[0].psnAccount', { participantList: [{ ...partyA, psnAccount: '12345' }] }],
    [
      'participantList',
      {
        participantList: Array.from({ length: 51 }, (_, i) => ({
          ...partyA,
          participantFlag: `${i}`,
          draftSort: i + 1,
        })),
      },
    ],
    ['contractFileList', { contractFileList: [] }],
    ['contractFileList[0].totalPage', { contractFileList: [{ fileName: 'a', fileUrl: 'files/a' }] }],
    [
      'contractFileList[0].fileUrl',
      { contractFileList: [{ fileName: 'a', fileUrl: 'files/a', totalPage: 1, width: 1, height: 1 }] },
    ],
    [
      'attachmentList[0].fileUrl',
      { attachmentList: [{ fileName: 'a', fileUrl: 'https://example.com/a.pdf' }] },
    ],
    ['copierList[0].copierType', { copierList: [{ psnAccount: '13800138000' }] }],
    ['copierList[0].psnAccount', { copierList: [{ copierType: 0 }] }],
    ['copierList[0].corpName', { copierList: [{ copierType: 1 }] }],
  ] as const;
  it.each(bad)('names %s', async (field, change) => {
    const { status, envelope } = await enterprise.owner.client.post(
      '/template/addTemplate',
      templateBody('坏模板', contract, change),
      { 'accept-language': 'en' },
    );
    expect([status, envelope.code, envelope.data]).toEqual([400, '400', null]);
    expect(envelope.msg).toContain(`${field}: `);
    expect(await enterprise.owner.client.data(templateList, { templateName: '坏模板' })).toEqual([]);
  });

  it('refuses files of another enterprise and seal previews', async () => {
    const theirs = await uploadedBy(stranger, 'theirs.pdf');
    const preview = await enterprise.owner.client.post<Uploaded>('/seal/corpPreView', {
      sealName: '章',
      sealStyle: 1,
      categoryType: 'PUBLIC',
    });
    for (const { fileUrl } of [theirs, preview.envelope.data]) {
      const asFile = await enterprise.owner.client.post(
        '/template/addTemplate',
        templateBody('借来的', contract, { contractFileList: [contract, { ...contract, fileUrl }] }),
      );
      expect([asFile.status, asFile.envelope.code]).toEqual([400, '400']);
      expect(asFile.envelope.msg).toContain('contractFileList[1].fileUrl');
      const asAttachment = await enterprise.owner.client.post(
        '/template/addTemplate',
        templateBody('借来的', contract, { attachmentList: [{ fileName: 'a', fileUrl }] }),
      );
      expect(asAttachment.envelope.msg).toContain('attachmentList[0].fileUrl');
    }
  });

  it.each([
    [['TEMPLATE_ADMIN'], 200],
    [['SEAL_ADMIN', 'MEMBER_ADMIN', 'CONTRACT_ADMIN'], 403],
    [[], 403],
  ] as const)('by %j: %i', async (roles, expected) => {
    const person = await enterprise.member(roles);
    const { status, envelope } = await person.client.post(
      '/template/addTemplate',
      templateBody(`角色 ${roles.join()}`, contract),
    );
    expect(status).toBe(expected);
    if (expected === 403) expect(envelope).toMatchObject({ data: null, reason: 'PERMISSION_DENIED' });
  });
});

describe('a request repeated with one Idempotency-Key', () => {
  it('returns the first response', async () => {
    const key = { 'idempotency-key': 'template-1' };
    const { client } = enterprise.owner;
    const first = await client.post('/template/addTemplate', templateBody('幂等模板', contract), key);
    const again = await client.post('/template/addTemplate', templateBody('幂等模板', contract), key);
    expect(first.envelope.code).toBe('200');
    expect(again.envelope).toEqual(first.envelope);
  });
});
