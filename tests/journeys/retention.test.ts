/** Data whose period has ended are removed, and every removal is reported. */
import { randomUUID } from 'node:crypto';
import { auditList, auditRemovalList } from '@cinnabar/api/operations/audit.js';
import { retentionList, setSettings } from '@cinnabar/api/operations/enterprise.js';
import { sealModify } from '@cinnabar/api/operations/seals.js';
import { draftList, keepDraft } from '@cinnabar/api/operations/workspace.js';
import { listRemovals } from '@cinnabar/server/areas/retention/index.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, withNewToken } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';

vi.setConfig({ testTimeout: 60_000 });

const DAY_S = 24 * 3600;

let app: RunningApp;
let corp: Enterprise;
let other: Enterprise;

beforeAll(async () => {
  app = await startApp({ settings: { DRAFT_RETENTION_DAYS: '60', AUDIT_DATA_RETENTION_DAYS: '183' } });
  corp = await givenEnterprise(app);
  other = await givenEnterprise(app);
});
afterAll(() => app.close());

const removalsOf = ({ owner }: Enterprise) => owner.client.data(auditRemovalList, { listPageSize: 100 });

describe('data whose period has ended', () => {
  test('are removed then and not before, and reported to the enterprise whose they were', async () => {
    await corp.owner.client.data(keepDraft, { draftKey: randomUUID(), flowTitle: '采购合同' });
    await app.advance(59 * DAY_S);
    corp = await withNewToken(app, corp);
    expect(await corp.owner.client.data(draftList, {})).toHaveLength(1);
    await app.advance(2 * DAY_S);
    [corp, other] = [await withNewToken(app, corp), await withNewToken(app, other)];
    expect(await corp.owner.client.data(draftList, {})).toEqual([]);
    expect(await removalsOf(corp)).toContainEqual(expect.objectContaining({ kind: 'drafts', rows: 1 }));
    expect((await removalsOf(other)).filter(({ kind }) => kind === 'drafts')).toEqual([]);
    const all = await listRemovals(app.app.database.db, null, { limit: 1000, offset: 0 });
    expect(all).toContainEqual(expect.objectContaining({ kind: 'drafts', corpId: corp.corpId, rows: 1 }));
  });

  test('are removed earlier where an enterprise wants that for its drafts', async () => {
    const { owner } = corp;
    await owner.client.data(setSettings, { draftRetentionDays: 30 });
    for (const { client } of [owner, other.owner]) {
      await client.data(keepDraft, { draftKey: randomUUID(), flowTitle: '租赁合同' });
    }
    await app.advance(31 * DAY_S);
    [corp, other] = [await withNewToken(app, corp), await withNewToken(app, other)];
    expect(await corp.owner.client.data(draftList, {})).toEqual([]);
    expect(await other.owner.client.data(draftList, {})).toHaveLength(1);
    const days = async ({ owner: { client } }: Enterprise) =>
      new Map((await client.data(retentionList, {})).map(({ kind, days: each }) => [kind, each]));
    expect([(await days(corp)).get('drafts'), (await days(other)).get('drafts')]).toEqual([30, 60]);
    // A longer period than the platform's is not kept to.
    await corp.owner.client.data(setSettings, { draftRetentionDays: 365 });
    expect((await days(corp)).get('drafts')).toBe(60);
    expect((await days(corp)).get('auditData')).toBe(183);
  });

  test('of the audit are the addresses and names, while its entries and their chain stay', async () => {
    const sealId = await givenSeal(corp);
    await corp.owner.client.data(sealModify, { sealId, sealName: '采购专用章' });
    const entries = async () =>
      (await corp.owner.client.data(auditList, {})).filter(({ act }) => act === 'seal.modify');
    expect((await entries()).map(({ address }) => address)).toEqual(['127.0.*.*']);
    await app.advance(184 * DAY_S);
    corp = await withNewToken(app, corp);
    expect(await entries()).toMatchObject([{ address: '', device: '', intact: true }]);
    expect(await removalsOf(corp)).toContainEqual(expect.objectContaining({ kind: 'auditData' }));
  });

  test('of the audit stay longer where an enterprise wants that, and never shorter than the platform', async () => {
    let [long, short] = [await givenEnterprise(app), await givenEnterprise(app)];
    const set = (auditRetentionDays: number) => long.owner.client.call(setSettings, { auditRetentionDays });
    expect((await set(182)).status).toBe(400);
    expect((await set(400)).status).toBe(200);
    for (const each of [long, short]) {
      await each.owner.client.data(sealModify, { sealId: await givenSeal(each), sealName: '合同专用章二' });
    }
    const addresses = async (each: Enterprise) =>
      (await each.owner.client.data(auditList, { act: 'seal.modify' })).map(({ address }) => address);
    await app.advance(184 * DAY_S);
    [long, short] = [await withNewToken(app, long), await withNewToken(app, short)];
    expect([await addresses(long), await addresses(short)]).toEqual([['127.0.*.*'], ['']]);
    const periods = await long.owner.client.data(retentionList, {});
    expect(periods).toContainEqual({ kind: 'auditData', days: 400 });
    // What an earlier release or a longer period of the platform has made too short does not count.
    await app.app.database.db
      .updateTable('corps')
      .set({ settings: sql`settings || '{"auditRetentionDays": 10}'` })
      .where('corp_id', '=', long.corpId)
      .execute();
    await long.owner.client.data(sealModify, { sealId: await givenSeal(long), sealName: '财务专用章二' });
    await app.advance(1 * DAY_S);
    long = await withNewToken(app, long);
    expect((await addresses(long)).toSorted()).toEqual(['', '127.0.*.*']);
    expect(await long.owner.client.data(retentionList, {})).toContainEqual({ kind: 'auditData', days: 183 });
  });
});
