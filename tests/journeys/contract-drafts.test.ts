/** Contracts that are being written, and saved views: of one member, in every browser of theirs. */
import { randomUUID } from 'node:crypto';
import { directSignFlow, getDesignatedSignatureUrl } from '@cinnabar/api/operations/flow-start.js';
import {
  deleteDraft,
  draftInfo,
  draftList,
  keepDraft,
  keepViews,
  viewList,
} from '@cinnabar/api/operations/workspace.js';
import { removeUnusedUploads } from '@cinnabar/server/unused-files/remove-unused-uploads.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { contractPdf } from '../support/given-flow.js';

interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

let app: RunningApp;
let home: Enterprise;
let author: Person;

beforeAll(async () => {
  app = await startApp({ settings: { ROLE: 'web' } });
  home = await givenEnterprise(app);
  author = await home.member();
});
afterAll(() => app.close());

async function upload(name: string): Promise<Uploaded> {
  const bytes = await contractPdf(1);
  const { envelope } = await author.client.upload<Uploaded>('/template/uploadContractFile', { name, bytes });
  return envelope.data;
}

const isStored = async ({ fileUrl }: Uploaded) =>
  (await app.app.database.db
    .selectFrom('stored_files')
    .select('file_key')
    .where('file_key', '=', fileUrl)
    .executeTakeFirst()) !== undefined;

describe('a draft', () => {
  test('is read by its author alone, whatever other members and enterprises know', async () => {
    const draftKey = randomUUID();
    await author.client.data(keepDraft, { draftKey, flowTitle: '采购合同', step: 2 });
    expect(await author.client.data(draftInfo, { draftKey })).toMatchObject({
      draftKey,
      draftVersion: 1,
      flowTitle: '采购合同',
      step: 2,
      templateId: null,
    });
    const other = await givenEnterprise(app);
    for (const { client } of [home.owner, other.owner]) {
      const { envelope } = await client.post('/signTask/contract/draftInfo', { draftKey });
      expect(envelope.code).toBe('404');
      expect(await client.data(draftList, {})).toEqual([]);
    }
  });

  test('of two windows, the one that read an older version is told, and changes nothing', async () => {
    const draftKey = randomUUID();
    const keep = (flowTitle: string, draftVersion: number) =>
      author.client.post('/signTask/contract/keepDraft', { draftKey, draftVersion, flowTitle });
    expect((await keep('第一版', 0)).envelope.data).toMatchObject({ draftVersion: 1 });
    expect((await keep('第二版', 1)).envelope.data).toMatchObject({ draftVersion: 2 });
    const late = await keep('旧窗口', 1);
    expect(late.status).toBe(409);
    expect(late.envelope).toMatchObject({ code: '409', reason: 'DRAFT_CHANGED' });
    expect(await author.client.data(draftInfo, { draftKey })).toMatchObject({ flowTitle: '第二版' });
    const together = await Promise.all([keep('甲', 2), keep('乙', 2)]);
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('that was discarded in one window is not made again by the other', async () => {
    const draftKey = randomUUID();
    await author.client.data(keepDraft, { draftKey, draftVersion: 0 });
    await author.client.data(deleteDraft, { draftKey });
    await author.client.data(deleteDraft, { draftKey });
    const late = await author.client.post('/signTask/contract/keepDraft', { draftKey, draftVersion: 1 });
    expect(late.envelope.code).toBe('404');
  });

  test.each([
    ['from files', directSignFlow],
    ['to place its areas', getDesignatedSignatureUrl],
  ] as const)('ends with the start of the contract %s, in the same transaction', async (_, operation) => {
    const other = await home.member();
    const draftKey = randomUUID();
    const start = {
      draftKey,
      flowTitle: '采购合同',
      contractFileList: [await upload('合同.pdf')],
      participantList: [
        {
          participantFlag: '甲方',
          participantType: 0 as const,
          psnAccount: other.mobile,
          psnName: other.realName,
        },
      ],
    };
    for (const { client } of [author, other]) await client.data(keepDraft, { draftKey });
    const isThere = async ({ client }: Person) =>
      (await client.post('/signTask/contract/draftInfo', { draftKey })).envelope.code === '0';
    const refused = await author.client.post(operation.path, { ...start, expireDate: '2020-01-01 00:00:00' });
    expect(refused.envelope.code).toBe('400');
    expect(await isThere(author)).toBe(true);
    await author.client.data(operation, start);
    expect([await isThere(author), await isThere(other)]).toEqual([false, true]);
    await author.client.data(operation, start);
  });

  test('outlives a dry run', async () => {
    const draftKey = randomUUID();
    await author.client.data(keepDraft, { draftKey });
    await author.client.data(directSignFlow, {
      draftKey,
      dryRun: true,
      flowTitle: '采购合同',
      contractFileList: [await upload('合同.pdf')],
      participantList: [
        {
          participantFlag: '甲方',
          participantType: 0,
          psnAccount: author.mobile,
          psnName: author.realName,
        },
      ],
    });
    expect(await author.client.data(draftInfo, { draftKey })).toMatchObject({ draftKey });
  });

  test('keeps its uploads for as long as it exists', async () => {
    const [used, replaced] = [await upload('合同.pdf'), await upload('旧合同.pdf')];
    const draftKey = randomUUID();
    await author.client.data(keepDraft, { draftKey, contractFileList: [replaced] });
    await author.client.data(keepDraft, { draftKey, contractFileList: [used] });
    const { db } = app.app.database;
    const inDays = (days: number) => new Date(app.app.services.clock.now().getTime() + days * 86_400_000);
    await removeUnusedUploads(db, ['contract-file'], inDays(8));
    expect([await isStored(used), await isStored(replaced)]).toEqual([true, false]);
    await author.client.data(deleteDraft, { draftKey });
    await removeUnusedUploads(db, ['contract-file'], inDays(16));
    expect(await isStored(used)).toBe(false);
  });

  test('is stored encrypted, and listed from the last saved on', async () => {
    const writer = await home.member();
    for (const flowTitle of ['第一份', '第二份']) {
      await writer.client.data(keepDraft, { draftKey: randomUUID(), flowTitle });
      await app.advance(1);
    }
    expect(await writer.client.data(draftList, {})).toMatchObject([
      { flowTitle: '第二份' },
      { flowTitle: '第一份' },
    ]);
    const rows = await app.app.database.db
      .selectFrom('contract_drafts')
      .select('sealed')
      .where('user_id', '=', writer.userId)
      .execute();
    expect(rows.filter(({ sealed }) => Buffer.from(sealed).includes('第一份'))).toEqual([]);
  });

  test('is the hundredth at most', async () => {
    const writer = await home.member();
    const { db } = app.app.database;
    const first = randomUUID();
    await writer.client.data(keepDraft, { draftKey: first });
    const row = await db
      .selectFrom('contract_drafts')
      .selectAll()
      .where('draft_key', '=', first)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('contract_drafts')
      .values(Array.from({ length: 99 }, () => ({ ...row, draft_key: randomUUID() })))
      .execute();
    const more = await writer.client.post('/signTask/contract/keepDraft', { draftKey: randomUUID() });
    expect(more.envelope).toMatchObject({ code: '403', reason: 'DRAFT_LIMIT' });
    await writer.client.data(keepDraft, { draftKey: first, flowTitle: '仍可修改' });
  });
});

test('saved views belong to one member, and keep their order', async () => {
  const views = [
    { viewName: '逾期', query: 'days=3' },
    { viewName: '本周到期', query: 'time=2&from=2026-11-23' },
  ];
  await author.client.data(keepViews, { views });
  expect(await author.client.data(viewList, {})).toEqual(views);
  expect(await home.owner.client.data(viewList, {})).toEqual([]);
  await author.client.data(keepViews, { views: views.toReversed() });
  expect(await author.client.data(viewList, {})).toEqual(views.toReversed());
});
