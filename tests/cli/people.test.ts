/** What the platform’s operator does for people, beside the running service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseInfo } from '@cinnabar/api/enterprise.js';
import { addMember, findOperator } from '@cinnabar/server/areas/members/index.js';
import type { UserId } from '@cinnabar/server/context.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { commandLine, type Ran } from './cinnabar.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let database: FreshDatabase;
let dataDir: string;
let running: RunningApp;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-cli-'));
  running = await startApp({ on: { database, dataDir } });
});
afterAll(async () => {
  await running.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (...args: readonly string[]): Promise<Ran> =>
  commandLine({ DATABASE_URL: database.connectionString, DATA_DIR: dataDir }, ...args);

/** What a command answers to a program. */
async function told<T>(...args: readonly string[]): Promise<T> {
  const { code, out, errors } = await run(...args, '--json');
  expect([code, errors]).toEqual([0, '']);
  const value: T = JSON.parse(out);
  return value;
}

const refused = async (code: 1 | 2, complaint: string, ...args: readonly string[]): Promise<void> => {
  const ran = await run(...args);
  expect([ran.code, ran.out]).toEqual([code, '']);
  expect(ran.errors).toContain(complaint);
};

const of = ({ corpId }: Pick<Enterprise, 'corpId'>): readonly string[] => ['--corp', String(corpId)];

describe('person name', () => {
  it('corrects a proven name, keeps the reason, and invents no identity', async () => {
    const corp = await givenEnterprise(running);
    const { userId } = await corp.member();
    const words = ['person', 'name', '--user', String(userId), '--reason', '身份证复印件 2026-77'] as const;
    expect(await told(...words, '--name', '欧阳小明')).toMatchObject({ userId, realName: '欧阳小明' });
    const { db } = running.app.database;
    expect(await findOperator(db, corp.corpId, userId)).toMatchObject({ realName: '欧阳小明' });
    const kept = await db
      .selectFrom('identity_corrections')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    expect(kept).toMatchObject([{ real_name: '欧阳小明', reason: '身份证复印件 2026-77' }]);
    await expect(db.deleteFrom('identity_corrections').execute()).rejects.toThrow('never changed or deleted');
    await refused(1, 'has this name already', ...words, '--name', '欧阳小明');
    await refused(2, '2 to 50 characters', ...words, '--name', '明');
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
    await refused(1, 'has not proven', ...other);
  });
});

describe('member role', () => {
  const change = (corp: Enterprise, userId: number, ...words: readonly string[]) =>
    ['member', 'role', ...of(corp), '--user', String(userId), ...words] as const;
  const rolesOf = async ({ corpId }: Enterprise, userId: UserId) =>
    (await findOperator(running.app.database.db, corpId, userId))?.roles;

  it('gives roles and takes them', async () => {
    const corp = await givenEnterprise(running);
    const { userId, client } = await corp.member();
    expect((await client.post('/corp/queryAccountHistoryList', {})).status).toBe(403);
    expect(await told(...change(corp, userId, '--add', 'CONTRACT_ADMIN'))).toEqual({
      corpId: corp.corpId,
      userId,
      roles: ['CONTRACT_ADMIN'],
    });
    expect((await client.post('/corp/queryAccountHistoryList', {})).status).toBe(200);
    expect(await told(...change(corp, userId, '--add', 'seal_admin'))).toMatchObject({
      roles: ['CONTRACT_ADMIN', 'SEAL_ADMIN'],
    });
    await run(...change(corp, userId, '--remove', 'CONTRACT_ADMIN'));
    const { out } = await run(...change(corp, userId, '--remove', 'SEAL_ADMIN'));
    expect(out).toBe(`user ${userId} has no role in enterprise ${corp.corpId}\n`);
  });

  it('keeps exactly one owner', async () => {
    const corp = await givenEnterprise(running);
    const heir = await corp.member(['ADMIN', 'SEAL_ADMIN']);
    const { owner } = corp;
    await refused(
      1,
      'exactly one: make another member OWNER',
      ...change(corp, owner.userId, '--remove', 'OWNER'),
    );
    expect(await told(...change(corp, heir.userId, '--add', 'OWNER'))).toMatchObject({
      roles: ['ADMIN', 'SEAL_ADMIN', 'OWNER'],
    });
    expect(await rolesOf(corp, owner.userId)).toEqual(['ADMIN']);
    const { adminInfo } = await heir.client.data(baseInfo, {});
    expect(adminInfo?.userId).toBe(heir.userId);
  });

  it('knows the members of the named enterprise only, and gives it to none who has not agreed', async () => {
    const [corp, other] = [await givenEnterprise(running), await givenEnterprise(running)];
    const stranger = await other.member();
    await refused(1, 'has no member', ...change(corp, stranger.userId, '--add', 'ADMIN'));
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
    await refused(1, 'has not agreed', ...change(corp, stranger.userId, '--add', 'OWNER'));
    expect((await findOperator(running.app.database.db, corp.corpId, corp.owner.userId))?.roles).toContain(
      'OWNER',
    );
  });

  it('refuses roles that there are not, and half a wish', async () => {
    const corp = await givenEnterprise(running);
    const { userId } = corp.owner;
    await refused(2, '"KING" is none of OWNER, ADMIN', ...change(corp, userId, '--add', 'king'));
    await refused(2, 'either --add or --remove', ...change(corp, userId));
    await refused(
      2,
      'either --add or --remove',
      ...change(corp, userId, '--add', 'ADMIN', '--remove', 'ADMIN'),
    );
  });
});
