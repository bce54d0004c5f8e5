/** Roles of members: who sets them, and what the audit keeps. */
import { memberDelete, memberList, memberSetRoles } from '@cinnabar/api/operations/members.js';
import type { UserId } from '@cinnabar/server/operation/context.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';

const denied = { status: 403, envelope: { code: '403', reason: 'PERMISSION_DENIED', data: null } };

let app: RunningApp;
let corp: Enterprise;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  corp = await givenEnterprise(app);
  admin = await corp.member(['ADMIN']);
});
beforeEach(async () => {
  await app.app.database.pool.query('delete from rate_counters');
});
afterAll(() => app.close());

describe('an administrator', () => {
  test('gives and takes roles of colleagues, with both states in the audit', async () => {
    const { userId } = await corp.member(['TEMPLATE_ADMIN']);
    const set = (roles: ('SEAL_ADMIN' | 'AUDITOR')[]) => admin.client.data(memberSetRoles, { userId, roles });
    expect(await set(['AUDITOR', 'SEAL_ADMIN'])).toEqual({ userId, roles: ['SEAL_ADMIN', 'AUDITOR'] });
    expect(await set(['AUDITOR', 'SEAL_ADMIN'])).toEqual({ userId, roles: ['SEAL_ADMIN', 'AUDITOR'] });
    expect(await set([])).toEqual({ userId, roles: [] });
    const entries = await app.app.database.db
      .selectFrom('audit_entries')
      .select(['act', 'user_id', 'before', 'after', 'source'])
      .where('subject_user_id', '=', userId)
      .orderBy('entry_id')
      .execute();
    const change = { act: 'member.roles', user_id: admin.userId, source: 'interface' };
    // Roles that stay as they are leave no entry.
    expect(entries).toEqual([
      { ...change, before: { roles: 'TEMPLATE_ADMIN' }, after: { roles: 'AUDITOR,SEAL_ADMIN' } },
      { ...change, before: { roles: 'AUDITOR,SEAL_ADMIN' }, after: { roles: '' } },
    ]);
  });

  test('neither makes nor unmakes another administrator, nor touches the owner', async () => {
    const [clerk, colleague] = [await corp.member(), await corp.member(['ADMIN'])];
    const set = (userId: UserId, roles: ('OWNER' | 'ADMIN' | 'SEAL_ADMIN')[]) =>
      admin.client.call(memberSetRoles, { userId, roles });
    expect(await set(clerk.userId, ['ADMIN'])).toMatchObject(denied);
    expect(await set(colleague.userId, [])).toMatchObject(denied);
    expect(await set(corp.owner.userId, ['OWNER', 'SEAL_ADMIN'])).toMatchObject(denied);
    expect(await set(clerk.userId, ['OWNER'])).toMatchObject({ status: 400, envelope: { field: 'roles' } });
    const owner = await corp.owner.client.data(memberSetRoles, { userId: clerk.userId, roles: ['ADMIN'] });
    expect(owner.roles).toEqual(['ADMIN']);
  });
});

test('in the console roles take a fresh proof, and one that is withdrawn ends with the next request', async () => {
  const keeper = await corp.member(['MEMBER_ADMIN']);
  const theirs = await consoleOf(app, keeper.mobile);
  expect((await theirs.act(corp.corpId, memberList.path)).envelope.code).toBe('0');
  const browser = await consoleOf(app, corp.owner.mobile);
  await app.advance(11 * 60);
  const body = { userId: keeper.userId, roles: [] };
  expect(await browser.act(corp.corpId, memberSetRoles.path, body)).toMatchObject({
    status: 403,
    envelope: { reason: 'FRESH_PROOF_REQUIRED' },
  });
  const proven = await consoleOf(app, corp.owner.mobile);
  expect((await proven.act(corp.corpId, memberSetRoles.path, body)).envelope.code).toBe('0');
  expect(await theirs.act(corp.corpId, memberList.path)).toMatchObject(denied);
});

test('who was a member has no roles that could be set', async () => {
  const { userId } = await corp.member();
  await admin.client.data(memberDelete, { userId });
  const answer = await admin.client.call(memberSetRoles, { userId, roles: ['AUDITOR'] });
  expect(answer.envelope.code).toBe('MEMBER_NOT_FOUND');
});
