import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

let running: RunningApp;
let enterprise: Enterprise;

beforeAll(async () => {
  // Its processes for documents end.
  running = await startApp({ ownEngine: true, instances: 1 });
  enterprise = await givenEnterprise(running);
});
afterAll(() => running.close());

const publicSeal = { sealName: '公章', sealStyle: 1, categoryType: 'PUBLIC' };

describe('a step that fails despite valid input has a code of its own', () => {
  it.each([
    ['/seal/getSealListByPage', 'seals'],
    ['/template/list', 'templates'],
  ] as const)('%s: QUERY_ERROR, and nothing of the cause', async (path, table) => {
    const { db } = running.app.database;
    await sql`alter table ${sql.table(table)} rename to away`.execute(db);
    const { status, envelope } = await enterprise.owner.client.post(path, {});
    await sql`alter table away rename to ${sql.table(table)}`.execute(db);
    expect([status, envelope.code, envelope.data]).toEqual([200, 'QUERY_ERROR', null]);
    expect(envelope.msg).not.toContain(table);
    expect((await enterprise.owner.client.post(path, {})).envelope.code).toBe('200');
  });

  it('/seal/corpPreView: PREVIEW_GEN_ERROR if the engine is unavailable; creating a seal returns 500', async () => {
    await running.app.services.documents.close();
    const preview = await enterprise.owner.client.post('/seal/corpPreView', publicSeal);
    expect([preview.status, preview.envelope.code]).toEqual([200, 'PREVIEW_GEN_ERROR']);
    const creation = await enterprise.owner.client.post('/seal/createSealByTemplate', publicSeal);
    expect([creation.status, creation.envelope.code]).toEqual([500, '500']);
  });
});
