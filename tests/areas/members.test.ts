import {
  addMember,
  confirmedMemberships,
  ensureUser,
  findActingMember,
  findMembership,
  findOwner,
  findUser,
  memberByMobile,
  userByMobile,
  verifyMember,
} from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minutesAfterNoon, noon, type OpenAreas, openAreas } from '../support/open-areas.js';

let areas: OpenAreas;
let first: CorpId;
let second: CorpId;
let mobiles = 13_600_000_000;

beforeAll(async () => {
  areas = await openAreas();
  first = await areas.foundCorp('甲方有限公司');
  second = await areas.foundCorp('乙方有限公司');
});

afterAll(() => areas.close());

function newMobile(): string {
  mobiles += 1;
  return String(mobiles);
}

function add(
  corpId: CorpId,
  mobile: string,
  userName = '小王',
  roles: readonly ('OWNER' | 'SEAL_ADMIN')[] = [],
) {
  return transact(areas.db, (tx) =>
    addMember(tx, areas.services.ids, { corpId, userName, mobile, jobNum: '1', roles, now: noon }),
  );
}

function verify(corpId: CorpId, userId: UserId, change: { realName?: string; identNum?: string } = {}) {
  const info = { realName: '王小明', identNum: '11010519491231002X', signPwd: '246813', ...change };
  return verifyMember(areas, { corpId, userId, info, now: minutesAfterNoon(1) });
}

async function remove(corpId: CorpId, userId: UserId): Promise<void> {
  await areas.db
    .updateTable('members')
    .set({ state: 'deleted' })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}

describe('a person', () => {
  it('is one person, even if added concurrently', async () => {
    const mobile = newMobile();
    const ids = await Promise.all(
      Array.from({ length: 8 }, () =>
        transact(areas.db, (tx) => ensureUser(tx, areas.services.ids, mobile, noon)),
      ),
    );
    expect(new Set(ids).size).toBe(1);
    const user = await userByMobile(areas.db, mobile);
    const unknown = { realName: null, verifiedAt: null, provenBy: null, provenIn: null };
    expect(user).toEqual({ userId: ids[0], mobile, ...unknown });
  });

  it('has an ID document number that is never stored in plain text', async () => {
    const { userId } = await add(first, newMobile());
    await verify(first, userId);
    const row = await areas.db
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.ident_num ?? []).includes('11010519491231002X')).toBe(false);
    expect(row.ident_num_index).toMatch(/^[0-9a-f]{64}$/);
  });

  it('may share an ID document number with another mobile', async () => {
    const one = await add(first, newMobile());
    const other = await add(first, newMobile());
    expect(await verify(first, one.userId)).toBe('verified');
    expect(await verify(first, other.userId)).toBe('verified');
  });
});

describe('a person verified in one enterprise', () => {
  it('is only invited by another, and unknown to it until name and number are repeated', async () => {
    const mobile = newMobile();
    const { userId } = await add(first, mobile);
    expect(await verify(first, userId)).toBe('verified');

    const invited = await add(second, mobile, '新来的');
    expect(invited).toMatchObject({ userId, state: 'invited', realName: null });
    expect(await findActingMember(areas.db, second, userId)).toBeNull();
    expect(await memberByMobile(areas.db, second, mobile)).toMatchObject({
      state: 'invited',
      realName: null,
    });

    const wrongName = verify(second, userId, { realName: '王大明' });
    await expect(wrongName).rejects.toMatchObject({ code: 'AUTH_INFO_INVALID' });
    const wrongNumber = verify(second, userId, { identNum: '110105194912310038' });
    await expect(wrongNumber).rejects.toMatchObject({ code: 'AUTH_INFO_INVALID' });

    expect(await verify(second, userId, { realName: '王 小明' })).toBe('confirmed');
    expect(await findActingMember(areas.db, second, userId)).toMatchObject({
      realName: '王小明',
      userName: '新来的',
    });
    expect(await verify(second, userId)).toBe('replaced');
    expect((await confirmedMemberships(areas.db, userId)).map((membership) => membership.corpId)).toEqual([
      first,
      second,
    ]);
  });

  it('is not disclosed to an enterprise that had them before verification, although they continue to act there', async () => {
    const mobile = newMobile();
    const { userId } = await add(first, mobile);
    await add(second, mobile);
    await verify(first, userId);
    expect(await findMembership(areas.db, second, userId)).toMatchObject({ state: 'valid', realName: null });
    expect(await findActingMember(areas.db, second, userId)).toMatchObject({ realName: null });
    expect((await confirmedMemberships(areas.db, userId)).map((membership) => membership.corpId)).toEqual([
      first,
    ]);
    expect(await findUser(areas.db, userId)).toMatchObject({ realName: '王小明' });
  });
});

describe('a deleted member', () => {
  it('does not exist, and returns under the same id without roles and password', async () => {
    const mobile = newMobile();
    const { userId } = await add(first, mobile, '小王', ['SEAL_ADMIN']);
    await verify(first, userId);
    await remove(first, userId);
    expect(await findMembership(areas.db, first, userId)).toBeNull();
    expect(await findActingMember(areas.db, first, userId)).toBeNull();
    expect(await confirmedMemberships(areas.db, userId)).toEqual([]);

    const back = await add(first, mobile, '老王');
    expect(back).toMatchObject({ userId, state: 'invited', userName: '老王', roles: [], realName: null });
    const stored = await areas.db
      .selectFrom('members')
      .select('signing_password')
      .where('corp_id', '=', first)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(stored.signing_password).toBeNull();
  });

  it('cannot be verified', async () => {
    const { userId } = await add(first, newMobile());
    await remove(first, userId);
    await expect(verify(first, userId)).rejects.toMatchObject({ reason: 'NOT_MEMBER' });
  });
});

describe('adding the same mobile twice', () => {
  it('is refused, also concurrently', async () => {
    const mobile = newMobile();
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => add(first, mobile)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'MEMBER_MOBILE_EXIST' });
    }
  });
});

describe('the owner', () => {
  it('is exactly one person', async () => {
    const corpId = await areas.foundCorp('唯一所有者有限公司');
    expect(await findOwner(areas.db, corpId)).toBeNull();
    const { userId } = await add(corpId, newMobile(), '东家', ['OWNER']);
    expect(await findOwner(areas.db, corpId)).toMatchObject({ userId });
    await expect(add(corpId, newMobile(), '二东家', ['OWNER'])).rejects.toThrow('members_one_owner');
  });
});
