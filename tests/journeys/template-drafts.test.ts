import {
  deleteTemplateDraft,
  keepTemplateDraft,
  publishTemplate,
  readTemplateDraft,
  templateDraftList,
  templateVersionInfo,
  templateVersionList,
} from '@cinnabar/api/operations/template-drafts.js';
import {
  addComponent,
  modifyTemplate,
  templateDelete,
  templateInfo,
  updateStatus,
} from '@cinnabar/api/operations/templates.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { DataOf } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { partyA, templateOf, type Uploaded, uploadedBy } from '../support/template-bodies.js';

let running: RunningApp;
let enterprise: Enterprise;
let stranger: Enterprise;
let colleague: Person;
let contract: Uploaded;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  stranger = await givenEnterprise(running);
  colleague = await enterprise.member(['TEMPLATE_ADMIN']);
  contract = await uploadedBy(enterprise, '劳动合同.pdf');
});
afterAll(() => running.close());

const partyB = {
  ...partyA,
  participantFlag: '乙方',
  participantType: 0,
  participateBizType: ['2'],
  participantSetMode: 0,
  draftSort: 3,
  signOrder: 3,
} as const;

const control = {
  participantFlag: '甲方',
  fileIndex: 0,
  componentName: '控件',
  componentType: 1,
  required: 1,
  positionX: 100,
  positionY: 200,
  pageNum: 1,
  specialAttribute: {},
};

/** A whole template as a document. */
const documentOf = (templateName: string, more: object = {}) => ({
  templateName,
  participantList: [partyA, partyB],
  contractFileList: [contract],
  components: [
    { ...control, componentKey: 'name', keyword: 'Page 2', offsetY: 20 },
    { ...control, participantFlag: '乙方', componentType: 6, positionY: 400 },
  ],
  ...more,
});

const empty = { templateName: '', participantList: [], contractFileList: [], components: [] };

let drafts = 0;
const newDraftId = () => `draft-${String(++drafts).padStart(4, '0')}`;

const post = (path: string, body: object, by: Person = enterprise.owner) =>
  by.client.post<Record<string, unknown>>(path, body, { 'accept-language': 'en' });
const keep = (body: object, by?: Person) => post(keepTemplateDraft.path, body, by);
const publish = (body: object, by: Person = enterprise.owner) =>
  by.client.post<DataOf<typeof publishTemplate>>(publishTemplate.path, body, { 'accept-language': 'en' });
const read = (body: object, by: Person = enterprise.owner) =>
  by.client.post<DataOf<typeof readTemplateDraft>>(readTemplateDraft.path, body);

describe('the draft of a template', () => {
  it('begins as the template is, and publishing that changes nothing', async () => {
    const made = await templateOf(enterprise, '原样发布', contract, {
      copierList: [{ copierType: 1, corpName: '抄送公司' }],
      attachmentList: [{ fileName: '附件', fileUrl: contract.fileUrl }],
    });
    const { participantFlag: _, fileIndex: _file, ...placed } = control;
    await enterprise.owner.client.call(addComponent, {
      templateId: made.templateId,
      components: [
        { ...placed, participantId: made.a, contractFileId: made.fileId, keyword: 'Page 2', required: 1 },
      ],
    });
    const before = await enterprise.owner.client.data(templateInfo, {
      templateId: made.templateId,
      templateType: '1',
    });
    const { envelope } = await read({ templateId: made.templateId });
    const { draft, ...held } = envelope.data;
    expect(held).toMatchObject({
      templateId: made.templateId,
      draftVersion: 0,
      by: null,
      time: null,
      inUse: false,
      updateTime: before.updateTime,
    });
    expect(draft.components).toMatchObject([{ participantFlag: '甲方', fileIndex: 0, keyword: 'Page 2' }]);
    const published = await publish({ ...draft, updateTime: held.updateTime, note: '未改' });
    expect(published.envelope).toMatchObject({ code: '200', data: { version: 3 } });
    const after = await enterprise.owner.client.data(templateInfo, {
      templateId: made.templateId,
      templateType: '1',
    });
    expect(after).toEqual({ ...before, updateTime: after.updateTime, updateName: after.updateName });
  });

  it('is kept incomplete, with its files, and listed until it is discarded', async () => {
    const draftId = newDraftId();
    const unfinished = {
      ...empty,
      participantList: [{ ...partyA, participantFlag: '', participateBizType: [], psnAccount: '138' }],
      contractFileList: [contract],
      components: [
        { ...control, participantFlag: '丁方', fileIndex: 7, componentName: '', positionX: undefined },
        { ...control, specialAttribute: { dateFormat: '？', textColor: '#1', options: [''] } },
      ],
    };
    const kept = await keep({ draftId, draftVersion: 0, draft: unfinished });
    expect(kept.envelope).toMatchObject({ code: '200', data: { draftId, draftVersion: 1 } });
    // Whatever is read is what is saved again.
    const first = (await read({ draftId })).envelope.data;
    expect((await keep({ draftId, draftVersion: 1, draft: first.draft })).envelope.code).toBe('200');
    const second = (await read({ draftId })).envelope.data;
    expect(second.draft).toEqual(first.draft);
    expect(second).toMatchObject({ templateId: null, draftVersion: 2, by: expect.any(String), inUse: false });
    const { rows } = await running.app.database.pool.query(
      'select file_key from template_draft_files where draft_id = $1',
      [draftId],
    );
    expect(rows).toEqual([{ file_key: contract.fileUrl }]);

    const listed = await enterprise.owner.client.data(templateDraftList, { listPageSize: 1000 });
    expect(listed.map((each) => each.draftId)).toContain(draftId);
    await enterprise.owner.client.data(deleteTemplateDraft, { draftId });
    expect((await read({ draftId })).status).toBe(404);
    // A save that was under way when it was discarded does not bring it back.
    expect((await keep({ draftId, draftVersion: 2, draft: empty })).status).toBe(404);
  });

  it('is saved only by whoever has read its last version', async () => {
    const draftId = newDraftId();
    await keep({ draftId, draftVersion: 0, draft: empty });
    const late = await keep({ draftId, draftVersion: 0, draft: empty });
    expect(late.envelope).toMatchObject({ code: '409', reason: 'DRAFT_CHANGED', data: null });
    const [one, other] = await Promise.all(
      ['一', '二'].map((templateName) =>
        keep({ draftId, draftVersion: 1, draft: { ...empty, templateName } }),
      ),
    );
    expect([one?.status, other?.status].toSorted()).toEqual([200, 409]);
  });

  it('is edited by one at a time, until the other takes it over or has waited', async () => {
    const draftId = newDraftId();
    await keep({ draftId, draftVersion: 0, draft: empty });
    const seen = (await read({ draftId }, colleague)).envelope.data;
    expect(seen).toMatchObject({ inUse: true, byUserId: enterprise.owner.userId, draftVersion: 1 });
    const refused = await keep({ draftId, draftVersion: 1, draft: empty }, colleague);
    expect(refused.envelope).toMatchObject({ code: '409', reason: 'DRAFT_IN_USE' });
    const discarded = await post(deleteTemplateDraft.path, { draftId }, colleague);
    expect(discarded.envelope).toMatchObject({ code: '409', reason: 'DRAFT_IN_USE' });

    const taken = (await read({ draftId, takeOver: true }, colleague)).envelope.data;
    expect(taken).toMatchObject({ inUse: false, byUserId: colleague.userId, draftVersion: 2 });
    expect((await keep({ draftId, draftVersion: 2, draft: empty }, colleague)).status).toBe(200);
    const late = await keep({ draftId, draftVersion: 1, draft: empty });
    expect(late.envelope).toMatchObject({ code: '409', reason: 'DRAFT_CHANGED' });

    await running.advance(5 * 60);
    const quiet = (await read({ draftId })).envelope.data;
    expect(quiet).toMatchObject({ inUse: false, byUserId: colleague.userId, draftVersion: 3 });
    expect((await keep({ draftId, draftVersion: 3, draft: empty })).status).toBe(200);
  });

  it('is one for each template, and ends with it', async () => {
    const { templateId } = await templateOf(enterprise, '一份草稿', contract);
    const draftId = newDraftId();
    const draft = { ...empty, templateId };
    expect((await keep({ draftId, draftVersion: 0, draft })).status).toBe(200);
    const second = await keep({ draftId: newDraftId(), draftVersion: 0, draft });
    expect(second.envelope).toMatchObject({ code: '409', reason: 'DRAFT_CHANGED' });
    expect((await read({ templateId })).envelope.data).toMatchObject({ draftId, draftVersion: 1 });
    await enterprise.owner.client.data(templateDelete, { templateId });
    expect((await read({ draftId })).status).toBe(404);
  });

  it('does not exist for another enterprise', async () => {
    const draftId = newDraftId();
    await keep({ draftId, draftVersion: 0, draft: empty });
    expect((await read({ draftId }, stranger.owner)).status).toBe(404);
    expect((await read({ draftId, takeOver: true }, stranger.owner)).status).toBe(404);
    // The same id elsewhere is another draft.
    expect((await keep({ draftId, draftVersion: 0, draft: empty }, stranger.owner)).status).toBe(200);
    expect((await read({ draftId })).envelope.data).toMatchObject({ draftVersion: 1 });
    const foreign = { ...empty, contractFileList: [contract] };
    const refused = await keep({ draftId: newDraftId(), draftVersion: 0, draft: foreign }, stranger.owner);
    expect(refused.envelope).toMatchObject({ code: '400', field: 'draft.contractFileList[0].fileUrl' });
  });

  it('may have 2,000 controls', async () => {
    const draftId = newDraftId();
    const components = Array.from({ length: 2000 }, (_, index) => ({
      ...control,
      componentKey: `k${index}`,
      componentName: `第 ${index} 个控件，名称较长以占去一些字节`,
      componentType: 8,
      value: '默认值'.repeat(30),
      specialAttribute: { fontSize: 8 },
      positionX: 10 + (index % 40) * 15,
      positionY: 10 + Math.floor(index / 40) * 20,
    }));
    const draft = documentOf('两千个控件', { components });
    expect(Buffer.byteLength(JSON.stringify(draft))).toBeGreaterThan(1024 * 1024);
    expect((await keep({ draftId, draftVersion: 0, draft })).status).toBe(200);
    const stored = (await read({ draftId })).envelope.data.draft;
    expect(stored.components).toHaveLength(2000);
    const published = await publish({ ...stored, draftId, draftVersion: 1 });
    expect(published.envelope.data).toMatchObject({ version: 1 });
    expect(published.envelope.data.componentList).toHaveLength(2000);
  });
});

describe('publishing', () => {
  it('makes a template with all its controls, and ends the draft', async () => {
    const draftId = newDraftId();
    const document = documentOf('一次发布');
    await keep({ draftId, draftVersion: 0, draft: document });
    const { envelope } = await publish({ ...document, draftId, draftVersion: 1, note: '首次' });
    expect(envelope).toMatchObject({
      code: '200',
      data: {
        version: 1,
        templateName: '一次发布',
        componentList: [
          { componentKey: 'name', keyword: 'Page 2', pageNum: 2 },
          { componentType: 6, pageNum: 1, positionY: 400 },
        ],
      },
    });
    expect((await read({ draftId })).status).toBe(404);
  });

  it('names every invalid control and changes nothing', async () => {
    const { templateId } = await templateOf(enterprise, '有误', contract);
    const client = enterprise.owner.client;
    const before = await client.data(templateInfo, { templateId, templateType: '1' });
    const wrong = documentOf('有误', {
      templateId,
      components: [
        { ...control, componentKey: 'one' },
        { ...control, participantFlag: '丙方' },
        { ...control, fileIndex: 1 },
        { ...control, componentKey: 'one' },
        { ...control, positionX: 5000 },
        { ...control, participantFlag: '乙方' },
        { ...control, componentType: 102 },
        { ...control, componentId: 1 },
      ],
    });
    const { envelope } = await publish(wrong);
    expect(envelope).toMatchObject({ code: '400', reason: 'INVALID_FIELD', data: null });
    expect((envelope.problems ?? []).map(({ field }) => field).toSorted()).toEqual([
      'components[1].participantFlag',
      'components[2].fileIndex',
      'components[3].componentKey',
      'components[4].positionX',
      'components[5].participantFlag',
      'components[6].specialAttribute.options',
      'components[7].componentId',
    ]);
    const tooLong = { ...control, value: '长'.repeat(500), specialAttribute: { width: 40 } };
    const undrawable = await publish({ ...wrong, components: [control, tooLong] });
    expect(undrawable.envelope).toMatchObject({ code: '400', field: 'components[1].value' });
    expect(await client.data(templateInfo, { templateId, templateType: '1' })).toEqual(before);
  });

  it('is refused if the template or the draft has changed since it was read', async () => {
    const { templateId } = await templateOf(enterprise, '并发', contract);
    const { draft, updateTime } = (await read({ templateId })).envelope.data;
    const draftId = newDraftId();
    await keep({ draftId, draftVersion: 0, draft });
    await keep({ draftId, draftVersion: 1, draft });
    const stale = await publish({ ...draft, updateTime, draftId, draftVersion: 1 });
    expect(stale.envelope).toMatchObject({ code: '409', reason: 'DRAFT_CHANGED' });
    const both = await Promise.all(
      [1, 2].map(() => publish({ ...draft, updateTime, draftId, draftVersion: 2 })),
    );
    expect(both.map(({ envelope }) => [envelope.code, envelope.reason]).toSorted()).toEqual([
      ['200', undefined],
      ['409', 'TEMPLATE_CHANGED'],
    ]);
  });

  it('keeps the ids of elements that have them, removes those left out, and takes free names only', async () => {
    const first = await publish(documentOf('增删改发布'));
    await publish(documentOf('已有的名称'));
    const templateId = first.envelope.data.templateId;
    const { draft } = (await read({ templateId })).envelope.data;
    const [name, area] = draft.components;
    const changed = {
      ...draft,
      participantList: draft.participantList.map((party) =>
        party.participantFlag === '乙方' ? { ...party, participantFlag: '员工' } : party,
      ),
      components: [
        { ...area, participantFlag: '员工' },
        { ...control, componentKey: 'new' },
      ],
    };
    const taken = await publish({ ...changed, templateName: '已有的名称' });
    expect(taken.envelope.code).toBe('TEMPLATE_NAME_EXIST');
    const { envelope } = await publish(changed);
    const { componentList } = envelope.data;
    expect(componentList).toMatchObject([
      { componentId: area?.componentId },
      { componentKey: 'new', keyword: null },
    ]);
    expect(JSON.stringify(componentList)).not.toContain(`"componentId":${name?.componentId},`);
  });
});

describe('the versions of a template', () => {
  it('are made by every change of its content, whoever makes it by whatever operation', async () => {
    const first = await publish({ ...documentOf('版本'), note: '首版' });
    const templateId = first.envelope.data.templateId;
    const client = enterprise.owner.client;
    const info = () => client.data(templateInfo, { templateId, templateType: '1' });
    const original = await info();
    const { componentList: _, ...body } = original;
    await colleague.client.call(modifyTemplate, { ...body, templateName: '版本（改名）' });
    const [party] = original.participantList;
    const [file] = original.contractFileList;
    if (party === undefined || file === undefined) throw new Error('not whole');
    const { participantFlag: _flag, fileIndex: _index, ...placed } = control;
    await client.data(addComponent, {
      templateId,
      components: [
        { ...placed, participantId: party.participantId, contractFileId: file.fileId, required: 1 },
      ],
    });
    await client.data(updateStatus, { templateId, templateStatus: 0 });

    const versions = await client.data(templateVersionList, { templateId });
    expect(versions).toMatchObject([{ version: 3 }, { version: 2 }, { version: 1, note: '首版' }]);
    expect(versions[1]?.userName).toBe(colleague.realName);
    const paged = await Promise.all(
      [1, 2, 3].map((listPageNo) =>
        client.data(templateVersionList, { templateId, listPageNo, listPageSize: 1 }),
      ),
    );
    expect(paged.flat()).toEqual(versions);

    const earlier = await client.data(templateVersionInfo, { templateId, version: 1 });
    expect(earlier).toMatchObject({ templateName: '版本', version: 1, note: '首版' });
    expect(earlier.componentList).toEqual(original.componentList);
    expect(earlier.contractFileList).toEqual(original.contractFileList);
    const latest = await client.data(templateVersionInfo, { templateId, version: 3 });
    expect(latest).toMatchObject(await info());
    const foreign = await post(templateVersionInfo.path, { templateId, version: 1 }, stranger.owner);
    expect(foreign.envelope.code).toBe('TEMPLATE_NOT_FOUND');
  });

  it('protect their files from deletion', async () => {
    const old = await uploadedBy(enterprise, '旧文件.pdf');
    const first = await publish(documentOf('换文件', { contractFileList: [old] }));
    const templateId = first.envelope.data.templateId;
    const { draft } = (await read({ templateId })).envelope.data;
    await publish({ ...draft, contractFileList: [{ ...draft.contractFileList[0], ...contract }] });
    const { rows } = await running.app.database.pool.query(
      'select version from template_version_files where file_key = $1',
      [old.fileUrl],
    );
    expect(rows).toEqual([{ version: 1 }]);
  });
});
