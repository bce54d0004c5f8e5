/** The audit as its readers see it, and the chain that shows whether somebody has changed it. */
import { auditChainState, auditExport, auditList } from '@cinnabar/api/operations/audit.js';
import { createSealByTemplate, sealModify, updDefault } from '@cinnabar/api/operations/seals.js';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, withNewToken } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';

const MINUTE = 60;
const HOUR = 3600;

let running: RunningApp;
let home: Enterprise;
let other: Enterprise;

beforeAll(async () => {
  running = await startApp();
  home = await givenEnterprise(running);
  other = await givenEnterprise(running);
});
afterAll(() => running.close());

async function afterChecks(corp: Enterprise): Promise<Enterprise> {
  await running.advance(2 * HOUR);
  return withNewToken(running, corp);
}

/** An enterprise whose audit has five entries, chained and checked. */
async function audited(): Promise<Enterprise> {
  const corp = await givenEnterprise(running);
  const sealId = await givenSeal(corp);
  for (const sealName of ['甲', '乙', '丙', '丁']) {
    await corp.owner.client.data(sealModify, { sealId, sealName });
  }
  const later = await afterChecks(corp);
  expect(await later.owner.client.data(auditChainState, {})).toMatchObject({ entries: 5, intact: true });
  return later;
}

/** Writes past the triggers, as only the owner of the tables can. */
async function behindTriggers(...statements: readonly string[]): Promise<void> {
  const tables = ['audit_entries', 'audit_personal_data', 'audit_links', 'audit_chains'];
  await running.app.database.db.transaction().execute(async (tx) => {
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(tx);
    await sql`alter table audit_links drop constraint if exists audit_links_entry_id_fkey`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(tx);
  });
}

const entryAt = (corp: Enterprise, sequence: number) =>
  `(select entry_id from audit_links where chain = ${corp.corpId} and sequence = ${sequence})`;

const removed = (corp: Enterprise, sequence: number) =>
  ['audit_personal_data', 'audit_entries'].map(
    (table) => `delete from ${table} where entry_id = ${entryAt(corp, sequence)}`,
  );

describe('the list', () => {
  test('has who, what, when and from where, the newest first, with the names of objects', async () => {
    const corp = await givenEnterprise(running);
    const sealId = await givenSeal(corp);
    await corp.owner.client.data(sealModify, { sealId, sealName: '合同专用章' });
    const [modified, created, ...others] = await corp.owner.client.data(auditList, {});
    expect(others).toEqual([]);
    expect(modified).toMatchObject({
      act: 'seal.modify',
      ...{ userId: corp.owner.userId, userName: corp.owner.realName, appId: corp.appId },
      ...{ objectKind: 'seal', objectId: sealId, objectName: '合同专用章' },
      ...{ source: 'interface', address: '127.0.*.*' },
      texts: [{ field: 'sealName', value: '合同专用章' }],
    });
    expect(created).toMatchObject({ act: 'seal.create', objectId: sealId });
    await running.advance(MINUTE);
    const chained = await corp.owner.client.data(auditList, {});
    expect(chained.map(({ sequence, intact }) => [sequence, intact])).toEqual([
      [2, true],
      [1, true],
    ]);
  });

  test('finds entries by person, act, object, source, request and period, and counts up to a limit', async () => {
    const corp = await givenEnterprise(running);
    const keeper = await corp.member(['SEAL_ADMIN']);
    const sealId = await givenSeal(corp);
    await keeper.client.data(sealModify, { sealId, sealName: '改' });
    await running.advance(HOUR);
    await keeper.client.data(updDefault, { sealId });
    const found = async (filters: object) =>
      (await corp.owner.client.data(auditList, filters)).map(({ act }) => act);
    expect(await found({ userId: keeper.userId })).toEqual(['seal.makeDefault', 'seal.modify']);
    expect(await found({ act: 'seal.create' })).toEqual(['seal.create']);
    expect(await found({ objectKind: 'seal', objectId: sealId })).toHaveLength(3);
    expect(await found({ objectKind: 'template' })).toEqual([]);
    expect(await found({ source: 'interface' })).toHaveLength(3);
    expect(await found({ source: 'console' })).toEqual([]);
    const [last, before] = await corp.owner.client.data(auditList, {});
    expect(await found({ requestId: before?.requestId })).toEqual(['seal.modify']);
    expect(await found({ beginTime: last?.time })).toEqual(['seal.makeDefault']);
    expect(await found({ endTime: before?.time })).toEqual(['seal.modify', 'seal.create']);
    expect(await found({ listPageNo: 2, listPageSize: 2 })).toEqual(['seal.create']);
    const limited = await corp.owner.client.call(auditList, { countLimit: 2 });
    expect(limited.envelope).toMatchObject({ totalCount: 2, totalLimited: true });
  });

  test('has nothing of other enterprises', async () => {
    await givenSeal(home);
    expect(await other.owner.client.data(auditList, {})).toEqual([]);
    expect(await other.owner.client.data(auditChainState, {})).toMatchObject({ entries: 0, waiting: 0 });
  });
});

test('an export has the entries of the list, and is an entry itself', async () => {
  const corp = await givenEnterprise(running);
  await corp.owner.client.data(createSealByTemplate, {
    ...{ sealName: '=1+1', sealStyle: 1, categoryType: 'CONTRACT' },
  });
  const { baseUrl, headers } = corp.owner.client;
  const answer = await fetch(baseUrl + auditExport.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  const [sheet] = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets;
  const [head = [], ...rows] = sheet?.rows ?? [];
  expect(head.slice(0, 4)).toEqual(['链上序号', '时间', '操作人', '操作人编号']);
  const exported = rows.filter((row) => row.includes('新建印章'));
  expect(exported).toHaveLength(1);
  expect(exported[0]).toContain(corp.owner.realName);
  const [newest] = await corp.owner.client.data(auditList, {});
  expect(newest).toMatchObject({ act: 'audit.export', userId: corp.owner.userId });
});

describe('the chain', () => {
  test('grows within a minute, and whoever acts meanwhile does not wait for it', async () => {
    const corp = await givenEnterprise(running);
    await givenSeal(corp);
    await running.advance(MINUTE);
    const { db } = running.app.database;
    await db.transaction().execute(async (tx) => {
      // As if the job were in the middle of its work.
      await tx.selectFrom('audit_chains').selectAll().forUpdate().execute();
      await givenSeal(corp, '财务专用章');
    });
    await running.advance(MINUTE);
    expect(await corp.owner.client.data(auditChainState, {})).toMatchObject({
      ...{ entries: 2, waiting: 0, intact: true },
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('survives the erasure of personal data', async () => {
    const corp = await audited();
    await running.app.database.db
      .deleteFrom('audit_personal_data')
      .where('entry_id', '=', sql<never>`${sql.raw(entryAt(corp, 3))}`)
      .execute();
    const { owner } = await afterChecks(corp);
    expect(await owner.client.data(auditChainState, {})).toMatchObject({ intact: true });
    const entries = await owner.client.data(auditList, {});
    expect(entries.find(({ sequence }) => sequence === 3)).toMatchObject({
      ...{ intact: true, address: '', texts: [], act: 'seal.modify' },
    });
  });

  test.each<[string, number, (corp: Enterprise) => readonly string[]]>([
    ['changed', 3, (corp) => [`update audit_entries set user_id = 1 where entry_id = ${entryAt(corp, 3)}`]],
    [
      'changed in its names',
      4,
      (corp) => [`update audit_personal_data set texts = '{}' where entry_id = ${entryAt(corp, 4)}`],
    ],
    ['removed', 2, (corp) => removed(corp, 2)],
    [
      'removed with its link',
      2,
      (corp) => [
        ...removed(corp, 2),
        `delete from audit_links where chain = ${corp.corpId} and sequence = 2`,
      ],
    ],
    [
      'removed from the end, with its link and the end',
      5,
      (corp) => [
        `delete from audit_links where chain = ${corp.corpId} and sequence = 5`,
        `update audit_chains set entries = 4, head = (
           select hash from audit_links where chain = ${corp.corpId} and sequence = 4
         ) where chain = ${corp.corpId}`,
      ],
    ],
    [
      'put in another place',
      3,
      (corp) => [
        `update audit_links set sequence = -1 where chain = ${corp.corpId} and sequence = 3`,
        `update audit_links set sequence = 3 where chain = ${corp.corpId} and sequence = 4`,
        `update audit_links set sequence = 4 where chain = ${corp.corpId} and sequence = -1`,
      ],
    ],
  ])('is found broken where an entry was %s', async (_what, brokenAt, statements) => {
    const corp = await audited();
    await behindTriggers(...statements(corp));
    const { owner } = await afterChecks(corp);
    const state = await owner.client.data(auditChainState, {});
    expect(state.intact).toBe(false);
    expect(state.brokenAt).toBe(brokenAt);
    const others = await withNewToken(running, home);
    expect((await others.owner.client.data(auditChainState, {})).intact).toBe(true);
  });

  test('a changed entry is marked in the list at once', async () => {
    const corp = await audited();
    await behindTriggers(`update audit_entries set act = 'seal.delete' where entry_id = ${entryAt(corp, 3)}`);
    const marks = (await corp.owner.client.data(auditList, {})).map(({ intact }) => intact);
    expect(marks).toEqual([true, true, false, true, true]);
  });
});
