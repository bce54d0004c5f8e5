import type { addTemplate } from '@cinnabar/api/operations/templates.js';
import {
  addComponent,
  templateComponentInfoList,
  templateDelete,
  templateInfo,
  updateStatus,
} from '@cinnabar/api/operations/templates.js';
import { templateForStart } from '@cinnabar/server/areas/templates/index.js';
import { findFile } from '@cinnabar/server/storage/stored-files.js';
import { removeUnusedUploads } from '@cinnabar/server/unused-files/remove-unused-uploads.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';
import {
  type MadeTemplate,
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
let attachment: Uploaded;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  stranger = await givenEnterprise(running);
  contract = await uploadedBy(enterprise, '采购合同.pdf');
  attachment = await uploadedBy(enterprise, '附件.pdf');
});
afterAll(() => running.close());

type Detail = DataOf<typeof addTemplate>;

/** 甲方 fills two texts and seals, 乙方 signs; with copiers and attachments. */
async function designed(name: string): Promise<MadeTemplate & { readonly detail: Detail }> {
  const made = await templateOf(enterprise, name, contract, {
    copierList: [
      { copierType: 0, psnAccount: '13800138000', psnName: '抄送人' },
      { copierType: 1, corpName: '抄送公司' },
    ],
    attachmentList: [
      { fileName: '附件一', fileUrl: attachment.fileUrl },
      { fileName: '附件二', fileUrl: contract.fileUrl },
    ],
  });
  const control = {
    participantId: made.a,
    contractFileId: made.fileId,
    componentName: '文本',
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
      { ...control, componentKey: 'first', value: '默认' },
      { ...control, componentKey: 'second', pageNum: 2 },
      { ...control, componentName: '甲方章', componentType: 6, positionX: 630, positionY: 900 },
      { ...control, componentName: '乙方签名', componentType: 6, participantId: made.b },
    ],
  });
  return { ...made, detail: await look(made.templateId) };
}

function look(templateId: MadeTemplate['templateId']): Promise<Detail> {
  return enterprise.owner.client.data(templateInfo, { templateId, templateType: '1' });
}

/** Sends the row's request as it is. */
async function modify(body: object, by = enterprise) {
  return by.owner.client.post<Detail>('/template/modifyTemplate', body, { 'accept-language': 'en' });
}

const without = <T extends object>(element: T | undefined, ...names: (keyof T)[]): Partial<T> => {
  const copy: Partial<T> = { ...element };
  for (const name of names) delete copy[name];
  return copy;
};

describe('overwriting a template', () => {
  it('with its present state changes nothing but time and author', async () => {
    const { detail } = await designed('原样');
    const admin = await enterprise.member(['TEMPLATE_ADMIN']);
    await running.advance(5);
    const { envelope } = await admin.client.post<Detail>('/template/modifyTemplate', detail);
    expect(envelope.code).toBe('200');
    expect(envelope.data).toEqual({
      ...detail,
      updateTime: envelope.data.updateTime,
      updateName: admin.realName,
    });
    expect(envelope.data.updateTime > detail.updateTime).toBe(true);
    expect(await look(detail.templateId)).toEqual(envelope.data);
  });

  it('changes elements with ids, adds those without, removes those omitted', async () => {
    const { detail, templateId, a, b, fileId } = await designed('变化');
    const [copier] = detail.copierList;
    const [, second] = detail.attachmentList;
    const more = await uploadedBy(enterprise, '补充协议.pdf');
    const { envelope } = await modify({
      templateId,
      templateName: '变化之后',
      encryptFlag: 1,
      participantList: [
        {
          participantId: a,
          participantFlag: '买方',
          participantType: 1,
          participateBizType: ['1', '2'],
          participantSetMode: 1,
          psnAccount: enterprise.owner.mobile,
          psnName: enterprise.owner.realName,
          participantCorpName: enterprise.corpName,
          draftSort: 7,
          signOrder: 3,
        },
        { ...partyB, participantId: b },
        { ...partyB, participantFlag: '丙方', draftSort: 9, signOrder: 2 },
      ],
      contractFileList: [more, { ...contract, fileId, fileName: '改名.pdf' }],
      copierList: [
        { copierType: 0, psnAccount: '13800138001' },
        { ...copier, psnName: '改名人' },
      ],
      attachmentList: [{ ...second, fileName: '附件二（改）' }],
    });
    expect(envelope).toMatchObject({ code: '200', data: { templateStatus: 1, encryptFlag: 1 } });
    const after = envelope.data;
    expect(after).toEqual({
      ...detail,
      templateName: '变化之后',
      encryptFlag: 1,
      updateTime: after.updateTime,
      contractFileList: [
        { ...more, templateId, fileId: expect.any(Number) },
        { ...detail.contractFileList[0], fileName: '改名.pdf' },
      ],
      participantList: [
        detail.participantList[0],
        {
          participantId: a,
          templateId,
          participantFlag: '买方',
          participantType: 1,
          participateBizType: ['1', '2'],
          participantSetMode: 1,
          participantCorpId: enterprise.corpId,
          participantCorpName: enterprise.corpName,
          psnId: enterprise.owner.userId,
          psnAccount: enterprise.owner.mobile,
          psnName: enterprise.owner.realName,
          draftSort: 7,
          signOrder: 3,
        },
        expect.objectContaining({ participantFlag: '丙方', participantId: expect.any(Number) }),
      ],
      copierList: [
        expect.objectContaining({ psnAccount: '13800138001', psnName: null }),
        { ...copier, psnName: '改名人' },
      ],
      attachmentList: [{ ...second, fileName: '附件二（改）' }],
    });
    expect(after.participantList[2]?.participantId).not.toBe(a);
    expect(await look(templateId)).toEqual(after);
  });

  it('treats omitted fields as never given', async () => {
    const { detail, templateId } = await designed('全量覆盖');
    await modify({ ...detail, encryptFlag: 1 });
    const { envelope } = await modify({
      templateId,
      templateName: '全量覆盖',
      participantList: detail.participantList,
      contractFileList: detail.contractFileList,
    });
    expect(envelope.data).toMatchObject({ encryptFlag: 0, copierList: [], attachmentList: [] });
    expect(envelope.data.componentList).toHaveLength(4);
  });

  it('removes the controls of a removed participant or file', async () => {
    const { detail, templateId, a, fileId } = await designed('移除');
    const more = await uploadedBy(enterprise, '另一份.pdf');
    const alone = await modify({
      ...detail,
      participantList: detail.participantList.filter(({ participantId }) => participantId === a),
      contractFileList: [...detail.contractFileList, more],
    });
    expect(alone.envelope.data.componentList).toEqual(
      detail.componentList.filter(({ participantId }) => participantId === a),
    );
    const moved = await modify({
      ...alone.envelope.data,
      contractFileList: alone.envelope.data.contractFileList.filter((file) => file.fileId !== fileId),
    });
    expect(moved.envelope.code).toBe('200');
    expect(moved.envelope.data.componentList).toEqual([]);
    const [file] = await enterprise.owner.client.data(templateComponentInfoList, { templateId });
    expect(file).toMatchObject({ fileName: '另一份.pdf', componentList: [] });
  });

  it('can exchange the flags and positions of parties', async () => {
    const { detail } = await designed('互换');
    const [first, second] = detail.participantList;
    const { envelope } = await modify({
      ...detail,
      participantList: [
        { ...first, participantFlag: second?.participantFlag, draftSort: second?.draftSort },
        { ...second, participantFlag: first?.participantFlag, draftSort: first?.draftSort },
      ],
    });
    expect(envelope.code).toBe('200');
    expect(envelope.data.participantList.map(({ participantId }) => participantId)).toEqual([
      second?.participantId,
      first?.participantId,
    ]);
    expect(envelope.data.componentList).toEqual(detail.componentList);
  });

  it('refuses controls that a changed participant may not have', async () => {
    const { detail, a, b } = await designed('改变角色');
    const rows = [
      [a, ['2'], '文本'],
      [a, ['1'], '甲方章'],
      [b, ['1'], '乙方签名'],
    ] as const;
    for (const [participantId, participateBizType, control] of rows) {
      const index = detail.participantList.findIndex((each) => each.participantId === participantId);
      const participantList = detail.participantList.map((each) =>
        each.participantId === participantId ? { ...each, participateBizType } : each,
      );
      const { status, envelope } = await modify({ ...detail, participantList });
      expect([status, envelope.code, envelope.data]).toEqual([400, '400', null]);
      expect(envelope.msg).toContain(`participantList[${index}].participateBizType`);
      expect(envelope.msg).toContain(control);
    }
    expect(await look(detail.templateId)).toEqual(detail);
  });

  it('replaces a file if every control still has its place', async () => {
    const { detail } = await designed('换文件');
    const [file] = detail.contractFileList;
    const replacedBy = (uploaded: Uploaded) =>
      modify({ ...detail, contractFileList: [{ ...uploaded, fileId: file?.fileId }] });
    const tooShort = await replacedBy(await uploadedBy(enterprise, '一页.pdf', await uploadedPdf([{}])));
    expect(tooShort.status).toBe(400);
    expect(tooShort.envelope.msg).toMatch(/contractFileList\[0\]\.fileUrl: .*page 2/);
    const turned = await uploadedPdf([{ rotate: 90 }, {}]);
    const offPage = await replacedBy(await uploadedBy(enterprise, '横向.pdf', turned));
    expect(offPage.status).toBe(400);
    expect(offPage.envelope.msg).toContain('甲方章');
    expect(await look(detail.templateId)).toEqual(detail);

    const longer = await uploadedBy(enterprise, '三页.pdf', await uploadedPdf([{}, {}, {}]));
    const { envelope } = await replacedBy(longer);
    expect(envelope.data).toMatchObject({
      contractFileList: [{ ...longer, fileId: file?.fileId }],
      componentList: detail.componentList,
    });
  });

  it('moves a control onto a smaller replaced page', async () => {
    const { detail } = await designed('移入');
    const [file] = detail.contractFileList;
    // 720 x 1080 px
    const narrow = await uploadedPdf([{ media: [0, 0, 540, 810] }, {}]);
    const { envelope } = await modify({
      ...detail,
      contractFileList: [{ ...(await uploadedBy(enterprise, '窄.pdf', narrow)), fileId: file?.fileId }],
    });
    expect(envelope.code).toBe('200');
    expect(envelope.data.componentList.map(({ positionX, positionY }) => [positionX, positionY])).toEqual(
      detail.componentList.map(({ componentName, positionX, positionY }) =>
        componentName === '甲方章' ? [720 - 159, positionY] : [positionX, positionY],
      ),
    );
  });

  it('names the element whose id is unknown or repeated', async () => {
    const { detail, a } = await designed('陌生元素');
    const other = await designed('另一模板');
    const [first, second] = detail.participantList;
    const [file] = detail.contractFileList;
    const [copier] = detail.copierList;
    const [attached] = detail.attachmentList;
    const rows = [
      [
        'participantList[1].participantId',
        { participantList: [first, { ...second, participantId: other.b }] },
      ],
      [
        'participantList[1].participantId',
        {
          participantList: [
            { ...first, participantId: a },
            { ...second, participantId: a },
          ],
        },
      ],
      ['contractFileList[1].fileId', { contractFileList: [file, { ...contract, fileId: other.fileId }] }],
      ['contractFileList[1].fileId', { contractFileList: [file, file] }],
      ['copierList[0].copierId', { copierList: other.detail.copierList }],
      ['copierList[1].copierId', { copierList: [copier, copier] }],
      ['attachmentList[1].attachmentId', { attachmentList: [attached, ...other.detail.attachmentList] }],
      ['participantList[1].participantId', { participantList: [first, { ...second, participantId: 'x' }] }],
      [
        'participantList[1].draftSort',
        { participantList: [first, { ...second, draftSort: first?.draftSort }] },
      ],
      ['copierList[0].psnAccount', { copierList: [without(copier, 'psnAccount')] }],
      ['contractFileList[0].fileUrl', { contractFileList: [{ ...file, fileUrl: 'files/a' }] }],
      ['participantList', { participantList: [] }],
      ['contractFileList', { contractFileList: [] }],
      ['updateTime', { updateTime: 'yesterday' }],
    ] as const;
    for (const [field, change] of rows) {
      const { status, envelope } = await modify({ ...detail, ...change });
      expect([field, status, envelope.code, envelope.data]).toEqual([field, 400, '400', null]);
      expect(envelope.msg).toContain(`${field}: `);
    }
    expect(await look(detail.templateId)).toEqual(detail);
  });

  it('is refused if the template was changed since the caller read it', async () => {
    const { detail, templateId } = await designed('先后');
    const first = await modify({ ...detail, templateName: '先' });
    expect(first.envelope.code).toBe('200');
    const late = await modify({ ...detail, templateName: '后' });
    expect(late.status).toBe(409);
    expect(late.envelope).toMatchObject({ code: '409', data: null, reason: 'TEMPLATE_CHANGED' });
    expect((await look(templateId)).templateName).toBe('先');
    const blind = await modify({ ...without(detail, 'updateTime'), templateName: '后' });
    expect(blind.envelope.data.templateName).toBe('后');
  });

  it('gives every change a distinct time, even if the clock stands still or is set back', async () => {
    const { templateId, a, fileId } = await designed('同一毫秒');
    const { client } = enterprise.owner;
    const { db } = running.app.database;
    const ahead = new Date(running.app.services.clock.now().getTime() + 60_000);
    await db
      .updateTable('templates')
      .set({ updated_at: ahead })
      .where('template_id', '=', templateId)
      .execute();
    const control = {
      participantId: a,
      contractFileId: fileId,
      componentName: '新',
      componentType: 1,
      required: 0 as const,
      positionX: 1,
      positionY: 1,
      pageNum: 1,
      specialAttribute: {},
    };
    const changes = [
      async () => modify(await look(templateId)),
      () => client.data(updateStatus, { templateId, templateStatus: 0 }),
      () => client.data(addComponent, { templateId, components: [control] }),
      async () => modify(await look(templateId)),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      expect(new Date((await look(templateId)).updateTime).getTime()).toBe(ahead.getTime() + 1 + index);
    }
  });

  it('with the same updateTime succeeds for one of two concurrent requests', async () => {
    const { detail } = await designed('同时');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => modify({ ...detail, templateName: `同时 ${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('keeps names unique under concurrent requests', async () => {
    const [one, two] = [await designed('名称一'), await designed('名称二')];
    const taken = await modify({ ...one.detail, templateName: '名称二' });
    expect([taken.status, taken.envelope.code]).toEqual([200, 'TEMPLATE_NAME_EXIST']);
    const rivals = await Promise.all(
      [one, two].map(({ detail }) => modify({ ...detail, templateName: '抢同一名称' })),
    );
    expect(rivals.map(({ envelope }) => envelope.code).sort()).toEqual(['200', 'TEMPLATE_NAME_EXIST']);
  });

  it('refuses unknown templates and missing rights, and returns repeated responses', async () => {
    const { detail, templateId } = await designed('权限');
    const mine = await uploadedBy(stranger, 'a.pdf');
    const foreign = await modify({ ...templateBody('权限', mine), templateId }, stranger);
    expect([foreign.status, foreign.envelope.code]).toEqual([200, 'TEMPLATE_NOT_FOUND']);
    const unknown = await modify({ ...detail, templateId: 999_999_999 });
    expect([unknown.status, unknown.envelope.code]).toEqual([200, 'TEMPLATE_NOT_FOUND']);
    const member = await enterprise.member(['SEAL_ADMIN', 'MEMBER_ADMIN', 'CONTRACT_ADMIN']);
    const denied = await member.client.post('/template/modifyTemplate', detail);
    expect([denied.status, denied.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);

    const key = { 'idempotency-key': 'modify-template' };
    const { client } = enterprise.owner;
    const first = await client.post('/template/modifyTemplate', detail, key);
    const again = await client.post('/template/modifyTemplate', detail, key);
    expect(first.envelope.code).toBe('200');
    expect(again.envelope).toEqual(first.envelope);

    await client.data(templateDelete, { templateId });
    const gone = await modify(without(detail, 'updateTime'));
    expect(gone.envelope.code).toBe('TEMPLATE_NOT_FOUND');
  });
});

describe('a template changed while it is read', () => {
  it('keeps removed files for readers of the earlier state', async () => {
    const { detail } = await designed('离开的文件');
    const { db } = running.app.database;
    const [old, fresh] = [await uploadedBy(enterprise, '旧.pdf'), await uploadedBy(enterprise, '新.pdf')];
    const [file] = detail.contractFileList;
    const replacedBy = async (uploaded: Uploaded): Promise<void> => {
      const { templateId } = detail;
      const contractFileList = [{ ...uploaded, fileId: file?.fileId }];
      const { envelope } = await modify({ ...detail, updateTime: null, templateId, contractFileList });
      expect(envelope.code).toBe('200');
    };
    await replacedBy(old);
    // As after weeks of use, so that the next sweep would examine it.
    await db
      .updateTable('stored_files')
      .set({ kept_from: new Date(0) })
      .where('file_key', '=', old.fileUrl)
      .execute();
    await replacedBy(fresh);
    const now = running.app.services.clock.now();
    const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
    // The version that had it has it still.
    await removeUnusedUploads(db, ['contract-file'], days(8));
    expect(await findFile(db, enterprise.corpId, old.fileUrl)).not.toBeNull();
    expect(await findFile(db, enterprise.corpId, fresh.fileUrl)).not.toBeNull();
  });

  it('is read in one consistent state', async () => {
    const { templateId, b } = await designed('一个时刻');
    const { db } = running.app.database;
    const { reading } = await db.transaction().execute(async (tx) => {
      await sql`lock table template_components in access exclusive mode`.execute(tx);
      const read = templateForStart(db, enterprise.corpId, { templateId });
      // It waits for the controls; participants that it had read by now would be older than they.
      for (let waiting = 0; waiting === 0; ) {
        const { rows } = await sql`
          select from pg_locks where relation = 'template_components'::regclass and not granted
        `.execute(tx);
        waiting = rows.length;
      }
      await tx.deleteFrom('template_components').where('participant_id', '=', b).execute();
      await tx.deleteFrom('template_participants').where('participant_id', '=', b).execute();
      return { reading: read };
    });
    const whole = await reading;
    const before = [2, 4];
    const changed = [1, 3];
    expect([before, changed]).toContainEqual([whole?.participants.length, whole?.components.length]);
    const after = await templateForStart(db, enterprise.corpId, { templateId });
    expect([after?.participants.length, after?.components.length]).toEqual(changed);
  });
});
