import type { addTemplate } from '@cinnabar/api/operations/templates.js';
import {
  addComponent,
  modifyComponent,
  modifyTemplate,
  templateComponentInfoList,
  templateCopy,
  templateInfo,
  uploadContractFile,
} from '@cinnabar/api/operations/templates.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';
import { type MadeTemplate, templateOf, type Uploaded, uploadedBy } from '../support/template-bodies.js';

let running: RunningApp;
let enterprise: Enterprise;
let stranger: Enterprise;
let contract: Uploaded;
let picture: string;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  stranger = await givenEnterprise(running);
  contract = await uploadedBy(enterprise, '采购合同.pdf');
  const red = sharp({ create: { width: 60, height: 40, channels: 3, background: '#e60012' } });
  picture = `data:image/png;base64,${(await red.png().toBuffer()).toString('base64')}`;
});
afterAll(() => running.close());

type Detail = DataOf<typeof addTemplate>;

/** 甲方 has a control of every kind, 乙方 a signature area. */
async function designed(name: string): Promise<MadeTemplate & { readonly detail: Detail }> {
  const made = await templateOf(enterprise, name, contract);
  const control = {
    participantId: made.a,
    contractFileId: made.fileId,
    componentName: '控件',
    componentType: 1,
    required: 1 as const,
    positionX: 100,
    positionY: 200,
    pageNum: 1,
    specialAttribute: {},
  };
  await enterprise.owner.client.data(addComponent, {
    templateId: made.templateId,
    components: [
      { ...control, componentKey: 'text', componentName: '文本', value: '默认' },
      {
        ...control,
        componentName: '金额',
        componentType: 2,
        value: '1234567.5',
        specialAttribute: { numberFormat: '#,##0', fractionDigits: 2 },
      },
      {
        ...control,
        componentName: '日期',
        componentType: 3,
        value: '2026-01-05',
        specialAttribute: { dateFormat: 'yyyy年MM月dd日' },
      },
      { ...control, componentName: '多行', componentType: 8, value: '一\n二' },
      { ...control, componentName: '勾选', componentType: 101, value: '1' },
      {
        ...control,
        componentName: '下拉',
        componentType: 102,
        value: '乙',
        specialAttribute: { options: ['甲', '乙'] },
      },
      { ...control, componentName: '图片', componentType: 103, value: picture, positionY: 800 },
      { ...control, componentName: '骑缝章', componentType: 6, specialAttribute: { signStyle: 2 } },
      { ...control, componentName: '签名', componentType: 6, participantId: made.b, positionX: 780 },
    ],
  });
  return { ...made, detail: await look(made.templateId) };
}

function look(templateId: MadeTemplate['templateId']): Promise<Detail> {
  return enterprise.owner.client.data(templateInfo, { templateId, templateType: '1' });
}

function modify(body: object, by = enterprise) {
  return by.owner.client.post(modifyComponent.path, body, { 'accept-language': 'en' });
}

describe('changing controls', () => {
  it('without differences changes nothing', async () => {
    const { templateId, detail } = await designed('原样');
    const { envelope } = await modify({ templateId, components: detail.componentList });
    expect([envelope.code, envelope.data]).toEqual(['200', {}]);
    const after = await look(templateId);
    expect(after.componentList).toEqual(detail.componentList);
    expect(after).toEqual({ ...detail, updateTime: after.updateTime });
    expect(after.updateTime > detail.updateTime).toBe(true);
  });

  it('changes those with ids, adds those without, removes those omitted, in the given order', async () => {
    const { templateId, detail, b, fileId } = await designed('增删改');
    const [text, amount] = detail.componentList;
    const signature = detail.componentList.at(-1);
    const { envelope } = await modify({
      templateId,
      components: [
        signature,
        { ...text, componentId: null, componentKey: 'fresh', componentName: '新增' },
        {
          ...amount,
          componentName: '总价',
          componentKey: 'total',
          value: '12',
          positionX: 300,
          pageNum: 2,
          required: 0,
          specialAttribute: { ...amount?.specialAttribute, fractionDigits: 1, width: 200, fontSize: 20 },
        },
      ],
    });
    expect(envelope.code).toBe('200');
    const { componentList } = await look(templateId);
    expect(componentList).toEqual([
      signature,
      { ...text, componentId: expect.any(Number), componentKey: 'fresh', componentName: '新增' },
      {
        ...amount,
        componentName: '总价',
        componentKey: 'total',
        value: '12.0',
        positionX: 300,
        pageNum: 2,
        required: 0,
        specialAttribute: { ...amount?.specialAttribute, fractionDigits: 1, width: 200, fontSize: 20 },
      },
    ]);
    const known = detail.componentList.map(({ componentId }) => componentId);
    expect(known).not.toContain(componentList[1]?.componentId);
    expect(signature?.participantId).toBe(b);

    await enterprise.owner.client.data(addComponent, {
      templateId,
      components: [
        {
          participantId: b,
          contractFileId: fileId,
          componentName: '后来',
          componentType: 6,
          required: 1,
          positionX: 1,
          positionY: 1,
          pageNum: 1,
          specialAttribute: {},
        },
      ],
    });
    expect((await look(templateId)).componentList.at(-1)?.componentName).toBe('后来');
  });

  it('with an empty list removes all of them', async () => {
    const { templateId } = await designed('清空');
    const missing = await modify({ templateId });
    expect([missing.status, missing.envelope.code]).toEqual([400, '400']);
    const { envelope } = await modify({ templateId, components: [] });
    expect(envelope.code).toBe('200');
    expect((await look(templateId)).componentList).toEqual([]);
  });

  it('can exchange the keys of two controls', async () => {
    const { templateId, detail } = await designed('互换键');
    const [text, amount] = detail.componentList;
    await modify({ templateId, components: [text, { ...amount, componentKey: 'amount' }] });
    const { envelope } = await modify({
      templateId,
      components: [
        { ...text, componentKey: 'amount' },
        { ...amount, componentKey: 'text' },
      ],
    });
    expect(envelope.code).toBe('200');
    const { componentList } = await look(templateId);
    expect(componentList.map(({ componentKey }) => componentKey)).toEqual(['amount', 'text']);
  });

  it('places one by a keyword found in the file', async () => {
    const { templateId, detail } = await designed('关键字');
    const [text] = detail.componentList;
    const moved = (change: object) => modify({ templateId, components: [{ ...text, ...change }] });
    expect((await moved({ keyword: 'Page 2', offsetY: 30 })).envelope.code).toBe('200');
    expect((await look(templateId)).componentList[0]).toMatchObject({ pageNum: 2, positionX: 96 });
    const missing = await moved({ keyword: '甲方盖章' });
    expect(missing.envelope).toMatchObject({ code: 'COMPONENT_UPDATE_FAILED', data: null });
    expect(missing.envelope.msg).toContain('components[0].keyword');
  });

  it('keeps the keyword of a control until it is placed by a position alone', async () => {
    const { templateId, detail } = await designed('锚点');
    const [text] = detail.componentList;
    const kept = async () => {
      const shown = await look(templateId);
      const [file] = await enterprise.owner.client.data(templateComponentInfoList, { templateId });
      expect(file?.componentList).toEqual(shown.componentList);
      const { keyword, keywordIndex, offsetX, offsetY } = shown.componentList[0] ?? {};
      return { keyword, keywordIndex, offsetX, offsetY };
    };
    const none = { keyword: null, keywordIndex: null, offsetX: null, offsetY: null };
    expect(await kept()).toEqual(none);

    await modify({ templateId, components: [{ ...text, keyword: 'Page 2', offsetY: 30.5 }] });
    const anchored = { keyword: 'Page 2', keywordIndex: 1, offsetX: 0, offsetY: 30.5 };
    expect(await kept()).toEqual(anchored);
    const { updateTime: _, ...whole } = await look(templateId);
    expect((await enterprise.owner.client.call(modifyTemplate, whole)).status).toBe(200);
    expect(await kept()).toEqual(anchored);
    const copied = await enterprise.owner.client.data(templateCopy, { templateId });
    expect(copied.componentList[0]).toMatchObject(anchored);

    // The answer is valid as the next request; the keyword decides where both are given.
    const [shown] = (await look(templateId)).componentList;
    await modify({ templateId, components: [{ ...shown, pageNum: 1, positionX: 1, positionY: 1 }] });
    expect(await look(templateId)).toMatchObject({ componentList: [{ ...shown, ...anchored }] });
    const { keyword: _keyword, ...moved } = { ...shown, positionX: 200 };
    await modify({ templateId, components: [moved] });
    expect(await kept()).toEqual(none);
    expect(await look(templateId)).toMatchObject({ componentList: [{ pageNum: 2, positionX: 200 }] });
  });

  it('keeps its picture, accepts another one, and refuses one of another enterprise', async () => {
    const { templateId, detail } = await designed('图片');
    const image = detail.componentList.find(({ componentType }) => componentType === 103);
    const blue = sharp({ create: { width: 30, height: 30, channels: 3, background: '#0000ff' } });
    const bytes = await blue.png().toBuffer();
    const mine = await uploadedBy(enterprise, '蓝.png', bytes);
    const theirs = await stranger.owner.client.upload<Uploaded>(uploadContractFile.path, {
      name: '蓝.png',
      bytes,
    });
    const changed = (change: object) => modify({ templateId, components: [{ ...image, ...change }] });
    expect((await changed({})).envelope.code).toBe('200');
    expect((await changed({ value: mine.fileUrl })).envelope.code).toBe('200');
    expect((await look(templateId)).componentList[0]?.value).toBe(mine.fileUrl);
    const foreign = theirs.envelope.data.fileUrl;
    const direct = await changed({ value: foreign });
    expect(direct.envelope.code).toBe('COMPONENT_UPDATE_FAILED');
    // As a text value it does not become a picture of ours.
    expect(
      (
        await changed({
          componentType: 1,
          value: foreign,
          specialAttribute: { ...image?.specialAttribute, width: 400 },
        })
      ).envelope.code,
    ).toBe('200');
    const roundabout = await changed({ value: foreign });
    expect(roundabout.envelope.code).toBe('COMPONENT_UPDATE_FAILED');
    expect(roundabout.envelope.msg).toContain('components[0].value');
  });

  it('changes all or none, and names the invalid control', async () => {
    const { templateId, detail, b } = await designed('全有或全无');
    const other = await designed('另一模板');
    const [text, amount] = detail.componentList;
    const rows: readonly (readonly [string, object])[] = [
      ['componentId', { componentId: 999_999_999 }],
      ['componentId', { componentId: other.detail.componentList[0]?.componentId }],
      ['componentId', { componentId: text?.componentId }],
      ['componentKey', { componentKey: 'text' }],
      ['participantId', { participantId: other.a }],
      ['participantId', { participantId: b }],
      ['contractFileId', { contractFileId: other.fileId }],
      ['pageNum', { pageNum: 3 }],
      ['positionX', { positionX: 794 }],
      ['positionY', { positionY: -1 }],
      ['value', { value: '十元' }],
      ['value', { value: '1.234' }],
      ['value', { componentType: 1, value: '没有字形\u{10FFFD}' }],
      ['specialAttribute.options', { componentType: 102, value: null }],
    ];
    for (const [field, change] of rows) {
      const { status, envelope } = await modify({
        templateId,
        components: [
          { ...text, componentName: '改名' },
          { ...amount, ...change },
        ],
      });
      expect([field, status, envelope.code, envelope.data]).toEqual([
        field,
        200,
        'COMPONENT_UPDATE_FAILED',
        null,
      ]);
      expect(envelope.msg).toContain(`components[1].${field}`);
    }
    expect(await look(templateId)).toEqual(detail);
  });

  it('is refused if the template was changed since the caller read it', async () => {
    const { templateId, detail } = await designed('先后');
    const { updateTime, componentList: components } = detail;
    const first = await modify({ templateId, components: components.slice(1), updateTime });
    expect(first.envelope.code).toBe('200');
    // 409, and not an error about the first control, whose id is unknown by now.
    const late = await modify({ templateId, components, updateTime });
    expect(late.status).toBe(409);
    expect(late.envelope).toMatchObject({ code: '409', data: null, reason: 'TEMPLATE_CHANGED' });
    const blind = await modify({ templateId, components });
    expect(blind.envelope.code).toBe('COMPONENT_UPDATE_FAILED');
    const rivals = await Promise.all(
      Array.from({ length: 4 }, async () =>
        modify({ templateId, components: [], updateTime: (await look(templateId)).updateTime }),
      ),
    );
    expect(rivals.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await look(templateId)).componentList).toEqual([]);
  });

  it('concurrent with the replacement of a file leaves controls on existing pages', async () => {
    const { templateId, detail } = await designed('同时换文件');
    const [text] = detail.componentList;
    const one = await uploadedBy(enterprise, '一页.pdf', await uploadedPdf([{}]));
    const [file] = detail.contractFileList;
    await modify({ templateId, components: [text] });
    const before = await look(templateId);
    for (let round = 0; round < 5; round += 1) {
      const [moved, replaced] = await Promise.all([
        modify({ templateId, components: [{ ...text, keyword: 'Page 2' }] }),
        enterprise.owner.client.post(modifyTemplate.path, {
          ...before,
          updateTime: null,
          contractFileList: [{ ...one, fileId: file?.fileId }],
        }),
      ]);
      expect([200, 409]).toContain(moved.status);
      expect([200, 400]).toContain(replaced.status);
      const { contractFileList, componentList } = await look(templateId);
      expect(componentList[0]?.pageNum).toBeLessThanOrEqual(contractFileList[0]?.totalPage ?? 0);
      await modify({ templateId, components: [text] });
      await enterprise.owner.client.post(modifyTemplate.path, { ...before, updateTime: null });
    }
  });

  it('refuses unknown templates and missing rights, and returns repeated responses', async () => {
    const { templateId, detail } = await designed('权限');
    const body = { templateId, components: detail.componentList };
    const foreign = await modify(body, stranger);
    expect([foreign.status, foreign.envelope.code]).toEqual([200, 'TEMPLATE_NOT_FOUND']);
    const unknown = await modify({ ...body, templateId: 999_999_999 });
    expect(unknown.envelope.code).toBe('TEMPLATE_NOT_FOUND');
    const member = await enterprise.member(['SEAL_ADMIN', 'MEMBER_ADMIN', 'CONTRACT_ADMIN']);
    const denied = await member.client.post(modifyComponent.path, body);
    expect([denied.status, denied.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);

    const fresh = { ...detail.componentList[0], componentId: null };
    const key = { 'idempotency-key': 'modify-component' };
    const { client } = enterprise.owner;
    await client.post(modifyComponent.path, { templateId, components: [fresh] }, key);
    const once = await look(templateId);
    const again = await client.post(modifyComponent.path, { templateId, components: [fresh] }, key);
    expect(again.envelope.code).toBe('200');
    expect(await look(templateId)).toEqual(once);
  });
});
