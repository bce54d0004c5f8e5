/** Administration of people by the operator, beside the running service. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { addMember, findActingMember } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { UserId } from '@cinnabar/server/operation/context.js';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type BesideTheService, besideTheService, of } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let cli: BesideTheService;
let running: RunningApp;

beforeAll(async () => {
  cli = await besideTheService();
  ({ running } = cli);
});
afterAll(() => cli.close());

describe('person name', () => {
  it('corrects a proven name, records the reason, and creates no identity', async () => {
    const corp = await givenEnterprise(running);
    const { userId } = await corp.member();
    const words = ['person', 'name', '--user', String(userId), '--reason', '身份证复印件 2026-77'] as const;
    expect(await cli.told(...words, '--name', '欧阳小明')).toMatchObject({ userId, realName: '欧阳小明' });
    const { db } = running.app.database;
    expect(await findActingMember(db, corp.corpId, userId)).toMatchObject({ realName: '欧阳小明' });
    const kept = await db
      .selectFrom('identity_corrections')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    expect(kept).toMatchObject([{ real_name: '欧阳小明', reason: '身份证复印件 2026-77' }]);
    await expect(db.deleteFrom('identity_corrections').execute()).rejects.toThrow('never changed or deleted');
    await cli.refused(1, 'has this name already', ...words, '--name', '欧阳小明');
    await cli.refused(2, '2 to 50 characters', ...words, '--name', '明');
    const mobile = '13200000001';
    const created = await corp.owner.client.post('/member/create', { userName: '某人', mobile, jobNum: '1' });
    const { userId: unproven } = Object(created.envelope.data);
    const other = [
      'person',
      'name',
      '--user',
      String(unproven),
      '--name',
      '某某某',
      '--reason',
      '听说',
    ] as const;
    await cli.refused(1, 'has not proven', ...other);
  });
});

describe('person export and person delete', () => {
  it('writes the data of a person to a file, and erases them, unless something binds them', async () => {
    const corp = await givenEnterprise(running);
    const { userId, mobile } = await corp.member();
    const file = join(cli.dataDir, 'export.zip');
    const exporting = ['person', 'export', '--user', String(userId), '--out', file] as const;
    expect(await cli.told(...exporting)).toMatchObject({ userId, file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const entries = unzipSync(await readFile(file));
    expect(Buffer.from(entries['data.json'] ?? []).toString('utf8')).toContain(mobile);
    await cli.refused(1, 'cannot be written', ...exporting);
    const deleting = (user: number) =>
      ['person', 'delete', '--user', String(user), '--reason', '来信 2026-12'] as const;
    await cli.refused(1, 'ownership of an enterprise', ...deleting(corp.owner.userId));
    await cli.refused(1, 'there is no person', ...deleting(999_999));
    expect(await cli.told(...deleting(userId))).toMatchObject({ userId, keptContracts: [] });
    const { out } = await cli.run(...deleting(userId));
    expect(out).toMatch(`the data of user ${userId} were erased at`);
    const acts = await running.app.database.db
      .selectFrom('audit_entries')
      .select(['act', 'after', 'source'])
      .where('object_kind', '=', 'person')
      .where('object_id', '=', userId)
      .orderBy('entry_id')
      .execute();
    expect(acts).toEqual([
      { act: 'person.export', after: null, source: 'commandLine' },
      { act: 'person.erase', after: { reason: '来信 2026-12' }, source: 'commandLine' },
    ]);
  });
});

describe('member role', () => {
  const change = (corp: Enterprise, userId: number, ...words: readonly string[]) =>
    ['member', 'role', ...of(corp), '--user', String(userId), ...words] as const;
  const rolesOf = async ({ corpId }: Enterprise, userId: UserId) =>
    (await findActingMember(running.app.database.db, corpId, userId))?.roles;

  it('grants and removes roles', async () => {
    const corp = await givenEnterprise(running);
    const { userId, client } = await corp.member();
    expect((await client.post('/corp/queryAccountHistoryList', {})).status).toBe(403);
    expect(await cli.told(...change(corp, userId, '--add', 'CONTRACT_ADMIN'))).toEqual({
      corpId: corp.corpId,
      userId,
      roles: ['CONTRACT_ADMIN'],
    });
    expect((await client.post('/corp/queryAccountHistoryList', {})).status).toBe(200);
    expect(await cli.told(...change(corp, userId, '--add', 'seal_admin'))).toMatchObject({
      roles: ['CONTRACT_ADMIN', 'SEAL_ADMIN'],
    });
    await cli.run(...change(corp, userId, '--remove', 'CONTRACT_ADMIN'));
    const { out } = await cli.run(...change(corp, userId, '--remove', 'SEAL_ADMIN'));
    expect(out).toBe(`user ${userId} has no role in enterprise ${corp.corpId}\n`);
  });

  it('keeps exactly one owner', async () => {
    const corp = await givenEnterprise(running);
    const heir = await corp.member(['ADMIN', 'SEAL_ADMIN']);
    const { owner } = corp;
    await cli.refused(
      1,
      'exactly one: make another member OWNER',
      ...change(corp, owner.userId, '--remove', 'OWNER'),
    );
    expect(await cli.told(...change(corp, heir.userId, '--add', 'OWNER'))).toMatchObject({
      roles: ['ADMIN', 'SEAL_ADMIN', 'OWNER'],
    });
    expect(await rolesOf(corp, owner.userId)).toEqual(['ADMIN']);
    const { adminInfo } = await heir.client.data(baseInfo, {});
    expect(adminInfo?.userId).toBe(heir.userId);
  });

  it('applies to members of the named enterprise only, and to none who has not accepted', async () => {
    const [corp, other] = [await givenEnterprise(running), await givenEnterprise(running)];
    const stranger = await other.member();
    await cli.refused(1, 'has no member', ...change(corp, stranger.userId, '--add', 'ADMIN'));
    const { services } = running.app;
    await transact(running.app.database.db, (tx) =>
      addMember(tx, services.ids, {
        corpId: corp.corpId,
        userName: '受邀者',
        mobile: stranger.mobile,
        jobNum: '9',
        roles: [],
        now: services.clock.now(),
      }),
    );
    await cli.refused(1, 'has not agreed', ...change(corp, stranger.userId, '--add', 'OWNER'));
    expect(
      (await findActingMember(running.app.database.db, corp.corpId, corp.owner.userId))?.roles,
    ).toContain('OWNER');
  });

  it('refuses unknown roles, and incomplete options', async () => {
    const corp = await givenEnterprise(running);
    const { userId } = corp.owner;
    await cli.refused(2, '"KING" is none of OWNER, ADMIN', ...change(corp, userId, '--add', 'king'));
    await cli.refused(2, 'either --add or --remove', ...change(corp, userId));
    await cli.refused(
      2,
      'either --add or --remove',
      ...change(corp, userId, '--add', 'ADMIN', '--remove', 'ADMIN'),
    );
  });
});
