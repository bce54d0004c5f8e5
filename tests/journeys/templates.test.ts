import {
  addTemplate,
  templateDelete,
  templateInfo,
  templateList,
  updateStatus,
} from '@cinnabar/api/operations/templates.js';
import type { TemplateId } from '@cinnabar/api/schemas/template.js';
import { isUsable, templateForStart } from '@cinnabar/server/areas/templates/index.js';
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

describe('listing templates', () => {
  it('lists newest first by id, part of the name and status', async () => {
    const fresh = await givenEnterprise(running);
    const file = await uploadedBy(fresh, 'a.pdf');
    const { client } = fresh.owner;
    const made: TemplateId[] = [];
    for (const name of ['Alpha 100%', 'beta', 'Gamma']) {
      const { templateId } = await client.data(addTemplate, templateBody(name, file));
      made.push(templateId);
    }
    const [alpha, beta, gamma] = made;
    if (beta === undefined) throw new Error('no template');
    await client.data(updateStatus, { templateId: beta, templateStatus: 0 });
    const ids = async (filter: object): Promise<readonly (number | undefined)[]> => {
      const { envelope } = await client.post<readonly { templateId: number }[]>('/template/list', filter);
      return envelope.data.map((template) => template.templateId);
    };
    expect(await ids({})).toEqual([gamma, beta, alpha]);
    expect(await ids({ templateName: 'AL' })).toEqual([alpha]);
    expect(await ids({ templateName: '%' })).toEqual([alpha]);
    expect(await ids({ templateStatus: 0 })).toEqual([beta]);
    expect(await ids({ templateStatus: '1', templateName: 'a' })).toEqual([gamma, alpha]);
    expect(await ids({ templateId: alpha })).toEqual([alpha]);
    expect(await ids({ templateId: 999_999_999 })).toEqual([]);
    const { envelope } = await client.post('/template/list', { listPageSize: 2, listPageNo: 2 });
    expect(envelope).toMatchObject({ listPageNo: 2, countInPage: 1, listPageCount: 2, totalCount: 3 });
    const [item] = await client.data(templateList, { templateId: beta });
    expect(Object.keys(item ?? {}).sort()).toEqual(
      [
        'templateId',
        'templateCode',
        'templateName',
        'templateStatus',
        'corpName',
        'encryptFlag',
        'createTime',
        'updateTime',
        'createName',
        'updateName',
      ].sort(),
    );
  });

  it('is every member’s right, and no other enterprise’s', async () => {
    const { templateId } = await templateOf(enterprise, '公开模板', contract);
    const member = await enterprise.member();
    for (const [path, request] of [
      ['/template/info', { templateId, templateType: '2' }],
      ['/template/componentInfoList', { templateId }],
      ['/template/list', { templateId }],
    ] as const) {
      expect((await member.client.post(path, request)).envelope.code).toBe('200');
    }
    const info = await stranger.owner.client.post('/template/info', { templateId, templateType: '1' });
    expect([info.status, info.envelope.code, info.envelope.data]).toEqual([200, 'TEMPLATE_NOT_FOUND', null]);
    const components = await stranger.owner.client.post('/template/componentInfoList', { templateId });
    expect(components.envelope.code).toBe('TEMPLATE_NOT_FOUND');
    expect(await stranger.owner.client.data(templateList, { templateId })).toEqual([]);
  });

  it('asks what for', async () => {
    const { templateId } = await templateOf(enterprise, '用途', contract);
    for (const templateType of [undefined, '3', '']) {
      const { status, envelope } = await enterprise.owner.client.post('/template/info', {
        templateId,
        templateType,
      });
      expect(status).toBe(400);
      expect(envelope.msg).toContain('templateType');
    }
  });
});

describe('enabling and disabling', () => {
  it('keeps a disabled template for editing, but refuses to start from it', async () => {
    const { templateId } = await templateOf(enterprise, '停用模板', contract);
    const { client } = enterprise.owner;
    expect(await client.data(updateStatus, { templateId, templateStatus: 0 })).toEqual({});
    const editing = await client.data(templateInfo, { templateId, templateType: '1' });
    expect(editing.templateStatus).toBe(0);
    const use = await client.post('/template/info', { templateId, templateType: '2' });
    expect(use.status).toBe(403);
    expect(use.envelope).toMatchObject({ code: '403', data: null, reason: 'TEMPLATE_DISABLED' });

    await running.advance(60);
    await client.data(updateStatus, { templateId, templateStatus: 0 });
    const repeated = await client.data(templateInfo, { templateId, templateType: '1' });
    expect(repeated.updateTime).toBe(editing.updateTime);
    await client.data(updateStatus, { templateId, templateStatus: 1 });
    const enabled = await client.data(templateInfo, { templateId, templateType: '2' });
    expect(enabled.updateTime > editing.updateTime).toBe(true);
  });

  it('refuses unknown templates, invalid values and missing rights', async () => {
    const { templateId } = await templateOf(enterprise, '状态模板', contract);
    const { client } = enterprise.owner;
    const answerOf = async (by: typeof client, request: object): Promise<readonly [number, string]> => {
      const { status, envelope } = await by.post('/template/updateStatus', request);
      return [status, envelope.code];
    };
    expect(await answerOf(client, { templateId: 999_999_999, templateStatus: 1 })).toEqual([
      200,
      'TEMPLATE_NOT_FOUND',
    ]);
    expect(await answerOf(stranger.owner.client, { templateId, templateStatus: 0 })).toEqual([
      200,
      'TEMPLATE_NOT_FOUND',
    ]);
    expect(await answerOf(client, { templateId, templateStatus: 2 })).toEqual([400, '400']);
    expect(await answerOf(client, { templateId })).toEqual([400, '400']);
    const member = await enterprise.member();
    expect(await answerOf(member.client, { templateId, templateStatus: 0 })).toEqual([403, '403']);
  });
});

describe('deleting', () => {
  it('ends every use of a template, and frees its name', async () => {
    const { client } = enterprise.owner;
    const body = templateBody('要删除的模板', contract);
    const { templateId } = await client.data(addTemplate, body);
    expect(await client.data(templateDelete, { templateId })).toEqual({});
    expect(await client.data(templateList, { templateId })).toEqual([]);
    for (const [path, more] of [
      ['/template/info', { templateType: '1' }],
      ['/template/componentInfoList', {}],
      ['/template/updateStatus', { templateStatus: 1 }],
      ['/template/delete', {}],
    ] as const) {
      const { envelope } = await client.post(path, { templateId, ...more });
      expect([path, envelope.code]).toEqual([path, 'TEMPLATE_NOT_FOUND']);
    }
    expect(await templateForStart(running.app.database.db, enterprise.corpId, { templateId })).toBeNull();
    expect((await client.data(addTemplate, body)).templateId).not.toBe(templateId);
  });
});

describe('a template for a start', () => {
  it('is found by id or code, with the stored files', async () => {
    const { template, templateId } = await templateOf(enterprise, '起草模板', contract);
    const { db } = running.app.database;
    const byId = await templateForStart(db, enterprise.corpId, { templateId });
    const byCode = await templateForStart(db, enterprise.corpId, { templateCode: template.templateCode });
    expect(byCode).toEqual(byId);
    expect(byId?.files[0]).toMatchObject({ stored: { fileKey: contract.fileUrl }, pages: [{}, {}] });
    expect(byId !== null && isUsable(byId)).toBe(true);
    expect(await templateForStart(db, stranger.corpId, { templateId })).toBeNull();
    expect(await templateForStart(db, enterprise.corpId, { templateCode: 'TPL0' })).toBeNull();
  });

  it('is unusable if disabled or without a signer', async () => {
    const { db } = running.app.database;
    const { templateId } = await templateOf(enterprise, '无人签署', contract, {
      participantList: [
        { ...partyA, participateBizType: ['1'] },
        { ...partyB, participateBizType: ['1'] },
      ],
    });
    const nobodySigns = await templateForStart(db, enterprise.corpId, { templateId });
    expect(nobodySigns !== null && isUsable(nobodySigns)).toBe(false);
    const disabled = await templateOf(enterprise, '停用起草', contract);
    await enterprise.owner.client.data(updateStatus, { templateId: disabled.templateId, templateStatus: 0 });
    const found = await templateForStart(db, enterprise.corpId, { templateId: disabled.templateId });
    expect(found !== null && isUsable(found)).toBe(false);
  });
});
