import {
  addComponent,
  modifyComponent,
  templateCopy,
  templateDelete,
  templateInfo,
  updateStatus,
} from '@cinnabar/api/operations/templates.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, fillAll, givenSeal, givenTemplate, sign, taskInfo } from '../support/given-flow.js';
import { templateOf, type Uploaded, uploadedBy } from '../support/template-bodies.js';

let running: RunningApp;
let enterprise: Enterprise;
let partner: Enterprise;
let contract: Uploaded;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  partner = await givenEnterprise(running);
  contract = await uploadedBy(enterprise, '采购合同.pdf');
});
afterAll(() => running.close());

const copy = (body: object, by = enterprise) =>
  by.owner.client.post<{ templateName: string }>(templateCopy.path, body);

describe('copying a template', () => {
  it('copies everything under new ids', async () => {
    const { client } = enterprise.owner;
    const { templateId, a, b, fileId } = await templateOf(enterprise, '原件', contract, {
      encryptFlag: 1,
      copierList: [
        { copierType: 0, psnAccount: '13800138000', psnName: '抄送人' },
        { copierType: 1, corpName: '抄送公司' },
      ],
      attachmentList: [{ fileName: '附件', fileUrl: contract.fileUrl }],
    });
    const control = {
      contractFileId: fileId,
      componentName: '控件',
      required: 1 as const,
      positionX: 100,
      positionY: 200,
      pageNum: 2,
    };
    await client.data(addComponent, {
      templateId,
      components: [
        {
          ...control,
          participantId: a,
          componentKey: 'k',
          componentType: 1,
          value: '默认',
          specialAttribute: { bold: true },
        },
        { ...control, participantId: b, componentType: 6, specialAttribute: { signStyle: 2 } },
      ],
    });
    await client.data(updateStatus, { templateId, templateStatus: 0 });
    const original = await client.data(templateInfo, { templateId, templateType: '1' });
    await running.advance(10);
    const admin = await enterprise.member(['TEMPLATE_ADMIN']);
    const copied = await admin.client.data(templateCopy, { templateId, templateName: '抄本' });

    const ids = new Map<number, number>([[templateId, copied.templateId]]);
    original.participantList.forEach((each, index) => {
      ids.set(each.participantId, copied.participantList[index]?.participantId ?? 0);
    });
    original.contractFileList.forEach((each, index) => {
      ids.set(each.fileId, copied.contractFileList[index]?.fileId ?? 0);
    });
    original.componentList.forEach((each, index) => {
      ids.set(each.componentId, copied.componentList[index]?.componentId ?? 0);
    });
    original.copierList.forEach((each, index) => {
      ids.set(each.copierId, copied.copierList[index]?.copierId ?? 0);
    });
    original.attachmentList.forEach((each, index) => {
      ids.set(each.attachmentId, copied.attachmentList[index]?.attachmentId ?? 0);
    });
    const fresh = [...ids.values()];
    expect(new Set([...ids.keys(), ...fresh, 0]).size).toBe(2 * fresh.length + 1);
    const renumbered: unknown = JSON.parse(
      JSON.stringify(original, (key, value: unknown) =>
        /Id$/.test(key) && typeof value === 'number' ? (ids.get(value) ?? value) : value,
      ),
    );
    expect(renumbered).toMatchObject({ componentList: [{}, {}], copierList: [{}, {}], attachmentList: [{}] });
    expect(copied).toEqual({
      ...Object(renumbered),
      templateCode: expect.stringMatching(/^TPL\d{12}$/),
      templateName: '抄本',
      templateStatus: 1,
      createTime: copied.updateTime,
      updateTime: copied.updateTime,
      createName: admin.realName,
      updateName: admin.realName,
    });
    expect(copied.templateCode).not.toBe(original.templateCode);
    expect(copied.updateTime > original.updateTime).toBe(true);
    // Changing one does not change the other.
    await client.data(modifyComponent, { templateId: copied.templateId, components: [] });
    await client.data(templateDelete, { templateId: copied.templateId });
    expect(await client.data(templateInfo, { templateId, templateType: '1' })).toEqual(original);
  });

  it('derives the name from the original if none is given', async () => {
    const { templateId } = await templateOf(enterprise, '销售合同', contract);
    const names = [];
    for (const body of [{}, { templateName: null }, { templateName: '' }]) {
      names.push((await copy({ templateId, ...body })).envelope.data.templateName);
    }
    expect(names).toEqual(['销售合同 副本', '销售合同 副本 2', '销售合同 副本 3']);
    const long = await templateOf(enterprise, '长'.repeat(100), contract);
    for (const suffix of [' 副本', ' 副本 2']) {
      const { envelope } = await copy({ templateId: long.templateId });
      expect(envelope.data.templateName).toBe('长'.repeat(100 - suffix.length) + suffix);
    }
  });

  it('gives concurrent copies different names', async () => {
    const { templateId } = await templateOf(enterprise, '并发', contract);
    const answers = await Promise.all(Array.from({ length: 5 }, () => copy({ templateId })));
    expect(answers.map(({ envelope }) => envelope.data.templateName).sort()).toEqual(
      ['并发 副本', '并发 副本 2', '并发 副本 3', '并发 副本 4', '并发 副本 5'].sort(),
    );
  });

  it('yields a template from which flows can be started', async () => {
    await givenSeal(enterprise);
    await givenSeal(partner);
    const model = await givenTemplate(enterprise.owner.client, { name: '可用的模板' });
    const copied = await enterprise.owner.client.data(templateCopy, { templateId: model.templateId });
    await enterprise.owner.client.data(templateDelete, { templateId: model.templateId });
    const started = await enterprise.owner.client.post<{ flowId: Parameters<typeof sign>[1] }>(
      '/signTask/startSignFlow',
      { templateId: copied.templateId, participantList: [as('乙方', partner.owner, partner)] },
    );
    const { flowId } = started.envelope.data;
    await fillAll(enterprise.owner, flowId, '一万元');
    await fillAll(partner.owner, flowId, '上海市');
    await sign(enterprise.owner, flowId);
    await sign(partner.owner, flowId);
    expect((await taskInfo(partner.owner, flowId)).flowStatus).toBe(3);
  });

  it('refuses unknown templates, names in use, missing rights, and returns repeated responses', async () => {
    const { templateId } = await templateOf(enterprise, '权限', contract);
    for (const [body, by] of [
      [{ templateId: 999_999_999 }, enterprise],
      [{ templateId }, partner],
    ] as const) {
      const { status, envelope } = await copy(body, by);
      expect([status, envelope.code, envelope.data]).toEqual([200, 'TEMPLATE_NOT_FOUND', null]);
    }
    const taken = await copy({ templateId, templateName: '权限' });
    expect([taken.status, taken.envelope.code]).toEqual([200, 'TEMPLATE_NAME_EXIST']);
    const member = await enterprise.member(['SEAL_ADMIN', 'MEMBER_ADMIN', 'CONTRACT_ADMIN']);
    const denied = await member.client.post(templateCopy.path, { templateId });
    expect([denied.status, denied.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    const key = { 'idempotency-key': 'copy' };
    const { client } = enterprise.owner;
    const first = await client.post(templateCopy.path, { templateId }, key);
    const again = await client.post(templateCopy.path, { templateId }, key);
    expect(first.envelope.code).toBe('200');
    expect(again.envelope).toEqual(first.envelope);
  });
});
