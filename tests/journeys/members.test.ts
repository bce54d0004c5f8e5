import {
  infoByCorpId,
  infoByMobileOrName,
  memberAuth,
  memberCreate,
} from '@cinnabar/api/operations/members.js';
import { checkSigningPassword } from '@cinnabar/server/areas/members/index.js';
import { memberAuth as handler } from '@cinnabar/server/areas/members/member-auth.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import { IdentityUnavailable } from '@cinnabar/server/providers/identity/port.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answered, Client } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { messagesTo } from '../support/messages-to.js';

let service: RunningApp;
let home: Enterprise;
let other: Enterprise;
let plain: Person;
let mobiles = 15_800_000_000;

beforeAll(async () => {
  service = await startApp();
  home = await givenEnterprise(service);
  other = await givenEnterprise(service);
  plain = await home.member();
});

afterAll(() => service.close());

function newMobile(): string {
  mobiles += 1;
  return String(mobiles);
}

const identity = { realName: '李晓月', identNum: '31010119880808888X', signPwd: '112233' };

function create(by: Client, input: Record<string, unknown>): Promise<Answered> {
  return by.post('/member/create', { userName: '小李', jobNum: 'A1', ...input });
}

/** A new, unverified member. */
async function created(enterprise: Enterprise, mobile = newMobile()) {
  return enterprise.owner.client.data(memberCreate, { userName: '小李', mobile, jobNum: 'A1' });
}

function authenticate(enterprise: Enterprise, userId: number, change: Record<string, unknown> = {}) {
  return enterprise.client.post(memberAuth.path, { ...identity, ...change }, { userId: String(userId) });
}

function lookUp(enterprise: Enterprise, filter: Record<string, unknown>): Promise<Answered> {
  return enterprise.client.post(infoByCorpId.path, filter);
}

async function passwordVerdict(corpId: CorpId, userId: UserId, signPwd: string) {
  const { services, database } = service.app;
  return checkSigningPassword({ db: database.db, services }, corpId, userId, signPwd, services.clock.now());
}

async function events(corpId: CorpId, userId: UserId): Promise<string[]> {
  const rows = await service.app.database.db
    .selectFrom('outbox')
    .select('topic')
    .where('corp_id', '=', corpId)
    .where('stream', '=', `member:${corpId}:${userId}`)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.topic);
}

async function forget(corpId: CorpId, userId: UserId): Promise<void> {
  await service.app.database.db
    .updateTable('members')
    .set({ state: 'deleted' })
    .where('corp_id', '=', corpId)
    .where('user_id', '=', userId)
    .execute();
}

const invalid = { status: 200, envelope: { code: 'AUTH_INFO_INVALID', data: null } };
const done = { status: 200, envelope: { code: '200', data: {} } };

describe('member/create', () => {
  it('adds a new person, who is unverified', async () => {
    const mobile = newMobile();
    const answer = await create(home.owner.client, { mobile });
    expect(answer).toMatchObject({
      status: 200,
      envelope: {
        code: '200',
        data: { userName: '小李', mobile, realName: null, realNameStatus: 0, userStatus: 0 },
      },
    });
    expect(await messagesTo(service.baseUrl, mobile)).toEqual([]);
  });

  it('accepts a mobile in any notation, and an international one', async () => {
    const mobile = newMobile();
    expect((await created(home, `+86 ${mobile}`)).mobile).toBe(mobile);
    expect(await create(home.owner.client, { mobile: `86${mobile}` })).toMatchObject({
      envelope: { code: 'MEMBER_MOBILE_EXIST', data: null },
    });
    expect((await created(home, '+447700900123')).mobile).toBe('+447700900123');
  });

  it('refuses a valid member’s mobile, also concurrently', async () => {
    const mobile = newMobile();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(home.owner.client, { mobile })));
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual(['200', ...Array.from({ length: 4 }, () => 'MEMBER_MOBILE_EXIST')]);
  });

  it('accepts one mobile as a member of two enterprises', async () => {
    const mobile = newMobile();
    const here = await created(home, mobile);
    const there = await created(other, mobile);
    expect(there.userId).toBe(here.userId);
  });

  it('invites a deleted member again under the same id, without roles and password, and notifies them', async () => {
    const { userId, mobile } = await home.member(['SEAL_ADMIN']);
    await forget(home.corpId, userId);
    const answer = await create(home.owner.client, { mobile, userName: '归来', jobNum: 'B2' });
    expect(answer.envelope.data).toMatchObject({
      userId,
      userName: '归来',
      userStatus: 0,
      realName: null,
      realNameStatus: 0,
    });
    await service.advance(0);
    expect(await messagesTo(service.baseUrl, mobile)).toMatchObject([{ smsType: 'membershipInvited' }]);
    const acting = await home.client.post('/corp/baseInfo', {}, { userId: String(userId) });
    expect(acting).toMatchObject({ status: 403, envelope: { reason: 'NOT_MEMBER' } });
    const row = await service.app.database.db
      .selectFrom('members')
      .select(['roles', 'job_num'])
      .where('corp_id', '=', home.corpId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ roles: [], job_num: 'B2' });
    expect(await passwordVerdict(home.corpId, userId, '246813')).toBe('unset');
  });

  it('requires the right to manage members, and source', async () => {
    expect(await create(plain.client, { mobile: newMobile() })).toMatchObject({
      status: 403,
      envelope: { code: '403', reason: 'PERMISSION_DENIED', data: null },
    });
    const memberAdmin = await home.member(['MEMBER_ADMIN']);
    expect(await create(memberAdmin.client, { mobile: newMobile() })).toMatchObject({
      envelope: { code: '200' },
    });
    const answer = await home.owner.client.post(
      '/member/create',
      { userName: '小李', mobile: newMobile(), jobNum: '1' },
      { source: '' },
    );
    expect(answer).toMatchObject({ status: 400, envelope: { code: '400', reason: 'INVALID_HEADER' } });
  });

  it.each([
    ['userName', { userName: '' }],
    ['userName', { userName: '长'.repeat(101) }],
    ['mobile', { mobile: '12345' }],
    ['mobile', { mobile: null }],
    ['mobile', { mobile: ['13800138000'] }],
    ['jobNum', { jobNum: null }],
  ])('names %s where it is wrong: %j', async (field, change) => {
    const answer = await create(home.owner.client, { mobile: newMobile(), ...change });
    expect(answer).toMatchObject({ status: 400, envelope: { code: '400', data: null } });
    expect(answer.envelope.msg).toContain(field);
  });

  it('repeated with one Idempotency-Key returns the same response and adds nobody else', async () => {
    const body = { userName: '小李', mobile: newMobile(), jobNum: '1' };
    const key = { 'Idempotency-Key': 'create-once' };
    const first = await home.owner.client.post('/member/create', body, key);
    const second = await home.owner.client.post('/member/create', body, key);
    expect(first.envelope.code).toBe('200');
    expect(second.envelope).toEqual(first.envelope);
  });
});

describe('member/infoByCorpId', () => {
  it('works without an acting member, and searches by mobile, number, name and status', async () => {
    const { userId, mobile, realName } = plain;
    const expected = {
      status: 200,
      envelope: {
        code: '200',
        data: [{ userId, userName: realName, mobile, realName, realNameStatus: 1, userStatus: 0 }],
      },
    };
    expect(await lookUp(home, { mobile })).toMatchObject(expected);
    expect(await lookUp(home, { mobile: `+86${mobile}` })).toMatchObject(expected);
    expect(await lookUp(home, { userId })).toMatchObject(expected);
    expect(await lookUp(home, { userId: String(userId) })).toMatchObject(expected);
    expect(await lookUp(home, { userName: realName })).toMatchObject(expected);
    expect(await lookUp(home, { mobile, realNameStatus: '1', userName: '' })).toMatchObject(expected);
  });

  it('combines all conditions exactly', async () => {
    const { mobile, realName } = plain;
    const none = { status: 200, envelope: { code: 'MEMBER_NOT_FOUND', data: null } };
    expect(await lookUp(home, { mobile, realNameStatus: '0' })).toMatchObject(none);
    expect(await lookUp(home, { mobile: mobile.slice(0, 10) })).toMatchObject(none);
    expect(await lookUp(home, { userName: realName.slice(0, 2) })).toMatchObject(none);
    expect(await lookUp(home, { userName: '%' })).toMatchObject(none);
  });

  it('returns deleted members as invalid', async () => {
    const { userId, mobile } = await created(home);
    await forget(home.corpId, userId);
    expect((await lookUp(home, { mobile })).envelope.data).toMatchObject([{ userStatus: 1 }]);
  });

  it('orders newest first', async () => {
    const fresh = await givenEnterprise(service);
    const members = [];
    for (let index = 0; index < 3; index += 1) {
      await service.advance(1);
      members.push((await created(fresh)).userId);
    }
    const { envelope } = await lookUp(fresh, { realNameStatus: '0' });
    expect(envelope.data).toMatchObject(members.reverse().map((userId) => ({ userId })));
  });

  it('finds nobody of another enterprise', async () => {
    const none = { envelope: { code: 'MEMBER_NOT_FOUND', data: null } };
    expect(await lookUp(other, { mobile: plain.mobile })).toMatchObject(none);
    expect(await lookUp(other, { userId: plain.userId })).toMatchObject(none);
  });

  it.each([[{}], [{ userName: ' ', mobile: '' }], [{ userId: null }]])(
    'requires a condition: %j',
    async (filter) => {
      expect(await lookUp(home, filter)).toMatchObject({
        status: 400,
        envelope: { code: '400', data: null },
      });
    },
  );

  it.each([
    ['userId', { userId: 'abc' }],
    ['userId', { userId: 0 }],
    ['realNameStatus', { realNameStatus: '2' }],
    ['userName', { userName: {} }],
  ])('names %s where it is wrong', async (field, filter) => {
    const answer = await lookUp(home, filter);
    expect(answer).toMatchObject({ status: 400, envelope: { code: '400', data: null } });
    expect(answer.envelope.msg).toContain(field);
  });

  it('refuses an acting member who is not valid', async () => {
    const answer = await home.client.post(
      infoByCorpId.path,
      { mobile: plain.mobile },
      { userId: String(other.owner.userId) },
    );
    expect(answer).toMatchObject({ status: 403, envelope: { code: '403', reason: 'NOT_MEMBER' } });
  });
});

describe('member/infoByMobileOrName', () => {
  const search = async (enterprise: Enterprise, paramString: string) =>
    (await enterprise.client.data(infoByMobileOrName, { paramString })).map(({ userName }) => userName);

  it('works without an acting member, and searches by part of the mobile, name, and verified name', async () => {
    const enterprise = await givenEnterprise(service);
    const member = await enterprise.member();
    const mobile = newMobile();
    await created(enterprise, mobile);
    const {
      userId,
      userName,
      mobile: shown,
    } = (await enterprise.client.data(infoByMobileOrName, { paramString: mobile.slice(2) }))[0] ?? {
      userId: 0,
      userName: '',
      mobile: '',
    };
    expect([userName, shown]).toEqual(['小李', mobile]);
    expect(await enterprise.client.data(infoByMobileOrName, { paramString: ' 小李 ' })).toEqual([
      { userId, userName: '小李', mobile, realNameStatus: 0 },
    ]);
    expect(await enterprise.client.data(infoByMobileOrName, { paramString: member.realName })).toEqual([
      { userId: member.userId, userName: expect.any(String), mobile: member.mobile, realNameStatus: 1 },
    ]);
  });

  it('orders by name, and excludes deleted members and other enterprises', async () => {
    const enterprise = await givenEnterprise(service);
    for (const userName of ['搜索丙', '搜索甲', '搜索乙']) {
      await create(enterprise.owner.client, { userName, mobile: newMobile() });
    }
    const names = await search(enterprise, '搜索');
    expect([...names].sort()).toEqual(['搜索丙', '搜索乙', '搜索甲'].sort());
    expect(await search(enterprise, '搜索')).toEqual(names);
    const [gone] = await enterprise.client.data(infoByMobileOrName, { paramString: '搜索甲' });
    if (gone === undefined) throw new Error('nobody was found');
    await forget(enterprise.corpId, gone.userId);
    expect(await search(enterprise, '搜索甲')).toEqual([]);
    expect(await search(other, '搜索')).toEqual([]);
  });

  it('treats % and _ as ordinary characters', async () => {
    const enterprise = await givenEnterprise(service);
    await create(enterprise.owner.client, { userName: '百分%_之一', mobile: newMobile() });
    expect(await search(enterprise, '%_')).toEqual(['百分%_之一']);
    expect(await search(enterprise, '%%')).toEqual([]);
  });

  it('does not disclose a verified name that this enterprise may not know', async () => {
    const stranger = await home.member();
    const enterprise = await givenEnterprise(service);
    await create(enterprise.owner.client, { userName: '外援', mobile: stranger.mobile });
    expect(await search(enterprise, stranger.realName)).toEqual([]);
    expect(await enterprise.client.data(infoByMobileOrName, { paramString: '外援' })).toMatchObject([
      { userId: stranger.userId, realNameStatus: 0 },
    ]);
  });
});

describe('member/memberAuth', () => {
  it('verifies a member and sets the signing password', async () => {
    const { userId, mobile } = await created(home);
    expect(await authenticate(home, userId)).toMatchObject(done);
    expect((await lookUp(home, { userId })).envelope.data).toMatchObject([
      { realName: '李晓月', realNameStatus: 1, userName: '小李' },
    ]);
    expect(await passwordVerdict(home.corpId, userId, '112233')).toBe('ok');
    expect(await events(home.corpId, userId)).toEqual(['member.verified']);
    await service.advance(0);
    expect(await messagesTo(service.baseUrl, mobile)).toEqual([]);
  });

  it('replaces the password of a verified member on the same name and number, and notifies the person', async () => {
    const { userId, mobile } = await created(home);
    await authenticate(home, userId);
    const again = { realName: '李 晓月', identNum: '31010119880808888x', signPwd: '998877' };
    expect(await authenticate(home, userId, again)).toMatchObject(done);
    expect(await passwordVerdict(home.corpId, userId, '112233')).toBe('wrong');
    expect(await passwordVerdict(home.corpId, userId, '998877')).toBe('ok');
    expect(await events(home.corpId, userId)).toEqual(['member.verified', 'member.passwordReplaced']);
    await service.advance(0);
    const messages = await messagesTo(service.baseUrl, mobile);
    expect(messages).toMatchObject([{ smsType: 'passwordReplaced', code: null }]);
    expect(messages[0]?.text).toContain(home.corpName);
    // The name stays as verified.
    expect((await lookUp(home, { userId })).envelope.data).toMatchObject([{ realName: '李晓月' }]);
  });

  it('changes nothing if name or number differs', async () => {
    const { userId } = await created(home);
    await authenticate(home, userId);
    expect(await authenticate(home, userId, { realName: '李晓日', signPwd: '998877' })).toMatchObject(
      invalid,
    );
    expect(await authenticate(home, userId, { identNum: '310101198808088889' })).toMatchObject(invalid);
    expect(await passwordVerdict(home.corpId, userId, '112233')).toBe('ok');
    expect(await events(home.corpId, userId)).toEqual(['member.verified']);
  });

  it.each([
    ['a name of one character', { realName: '李' }],
    ['a name of 51 characters', { realName: '李'.repeat(51) }],
    ['a number of five', { identNum: '12345' }],
    ['a number of 33', { identNum: '1'.repeat(33) }],
    ['a number with other characters', { identNum: '3101-0119' }],
    ['a password of five digits', { signPwd: '12345' }],
    ['a password with a letter', { signPwd: '12345a' }],
    ['a number that the registry does not know', { identNum: '310101198808000000' }],
  ])('refuses %s', async (_name, change) => {
    const { userId } = await created(home);
    expect(await authenticate(home, userId, change)).toMatchObject(invalid);
    expect((await lookUp(home, { userId })).envelope.data).toMatchObject([
      { realName: null, realNameStatus: 0 },
    ]);
    expect(await passwordVerdict(home.corpId, userId, '112233')).toBe('unset');
  });

  it.each([['realName'], ['identNum'], ['signPwd']])('names %s if it is missing or blank', async (field) => {
    for (const value of [undefined, null, ' ', {}]) {
      const answer = await authenticate(home, plain.userId, { [field]: value });
      expect(answer).toMatchObject({ status: 400, envelope: { code: '400', data: null } });
      expect(answer.envelope.msg).toContain(field);
    }
  });

  it('accepts numbers as text, as clients send them', async () => {
    const { userId } = await created(home);
    expect(await authenticate(home, userId, { identNum: 310101199, signPwd: 445566 })).toMatchObject(done);
    expect(await passwordVerdict(home.corpId, userId, '445566')).toBe('ok');
  });

  it('concerns the header user, who must be a member of the application’s enterprise', async () => {
    const foreign = { status: 403, envelope: { code: '403', reason: 'NOT_MEMBER', data: null } };
    expect(await authenticate(home, other.owner.userId)).toMatchObject(foreign);
    expect(await authenticate(home, 987_654_321)).toMatchObject(foreign);
    const { userId } = await created(home);
    await forget(home.corpId, userId);
    expect(await authenticate(home, userId)).toMatchObject(foreign);
    const nobody = await home.client.post(memberAuth.path, identity);
    expect(nobody).toMatchObject({ status: 400, envelope: { code: '400', reason: 'INVALID_HEADER' } });
  });

  it('reports an unavailable identity provider, and changes nothing', async () => {
    const { userId } = await created(home);
    const { services, database } = service.app;
    const noAnswer = () => Promise.reject(new IdentityUnavailable('no answer'));
    const silent = { checkPerson: noAnswer, checkCorp: noAnswer };
    const attempt = handler(
      {
        requestId: 'test',
        language: 'zh',
        now: services.clock.now(),
        address: '127.0.0.1',
        device: null,
        source: null,
        openCorpId: null,
        services: { ...services, identity: silent },
        db: database.db,
        warn: () => undefined,
        act: (work) => transact(database.db, (tx) => work(tx, false)),
        appId: home.appId,
        corpId: home.corpId,
        targetUserId: userId,
      },
      identity,
    );
    await expect(attempt).rejects.toMatchObject({ code: '503' });
    expect((await lookUp(home, { userId })).envelope.data).toMatchObject([{ realNameStatus: 0 }]);
  });

  it('of two concurrent requests with different names verifies one', async () => {
    const { userId } = await created(home);
    const answers = await Promise.all([
      authenticate(home, userId, { realName: '甲某某' }),
      authenticate(home, userId, { realName: '乙某某' }),
    ]);
    expect(answers.map(({ envelope }) => envelope.code).sort()).toEqual(['200', 'AUTH_INFO_INVALID']);
  });
});
