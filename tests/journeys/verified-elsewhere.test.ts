/** A person with an identity proven in one enterprise, as a member of another. */
import { infoByCorpId, memberAuth } from '@cinnabar/api/operations/members.js';
import { checkSigningPassword } from '@cinnabar/server/areas/members/index.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answered, Client } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { codeToJoin } from '../support/join-by-code.js';
import { messagesTo } from '../support/messages-to.js';

let service: RunningApp;
let home: Enterprise;
let other: Enterprise;
let plain: Person;

beforeAll(async () => {
  service = await startApp();
  home = await givenEnterprise(service);
  other = await givenEnterprise(service);
  plain = await home.member();
});

afterAll(() => service.close());

const identity = { realName: '李晓月', identNum: '31010119880808888X', signPwd: '112233' };

function create(by: Client, input: Record<string, unknown>): Promise<Answered> {
  return by.post('/member/create', { userName: '小李', jobNum: 'A1', ...input });
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

const invalid = { status: 200, envelope: { code: 'AUTH_INFO_INVALID', data: null } };
const done = { status: 200, envelope: { code: '200', data: {} } };

/** As given-enterprise.ts makes it. */
function identNumOf({ realName }: Pick<Person, 'realName'>): string {
  return `1101011990${realName.replace(/\D/g, '').padStart(8, '0')}`;
}

describe('a person verified in one enterprise', () => {
  it('is invited by another: unknown to it, and not acting for it, until they accept with a code', async () => {
    const { userId, mobile, realName } = plain;
    const invited = await create(other.owner.client, { mobile, userName: '外援' });
    expect(invited.envelope.data).toMatchObject({ userId, realName: null, realNameStatus: 0, userStatus: 0 });
    await service.advance(0);
    const messages = await messagesTo(service.baseUrl, mobile);
    expect(messages).toMatchObject([{ smsType: 'membershipInvited', code: null }]);
    expect(messages[0]?.text).toContain(other.corpName);

    const acting = await other.client.post('/corp/baseInfo', {}, { userId: String(userId) });
    expect(acting).toMatchObject({ status: 403, envelope: { reason: 'NOT_MEMBER' } });
    expect((await lookUp(other, { mobile })).envelope.data).toMatchObject([
      { realName: null, realNameStatus: 0 },
    ]);
    expect((await lookUp(other, { mobile, realNameStatus: '1' })).envelope.code).toBe('MEMBER_NOT_FOUND');
    expect(await create(other.owner.client, { mobile })).toMatchObject({
      envelope: { code: 'MEMBER_MOBILE_EXIST' },
    });

    const right = { realName, identNum: identNumOf(plain) };
    const verifyCode = await codeToJoin(service, other.owner.client, mobile);
    const misnamed = { ...right, realName: '另一个名字', verifyCode };
    expect(await authenticate(other, userId, misnamed)).toMatchObject(invalid);
    expect(await passwordVerdict(other.corpId, userId, '112233')).toBe('unset');

    await service.advance(2);
    const code = await codeToJoin(service, other.owner.client, mobile);
    expect(await authenticate(other, userId, { ...right, verifyCode: code })).toMatchObject(done);
    expect((await lookUp(other, { mobile })).envelope.data).toMatchObject([{ realName, realNameStatus: 1 }]);
    expect(await other.client.post('/corp/baseInfo', {}, { userId: String(userId) })).toMatchObject({
      envelope: { code: '200' },
    });
    // Each membership has its own password.
    expect(await passwordVerdict(other.corpId, userId, '112233')).toBe('ok');
    expect(await passwordVerdict(home.corpId, userId, '112233')).toBe('wrong');
    expect(await passwordVerdict(home.corpId, userId, '246813')).toBe('ok');
  });

  it('is not confirmed by name and number: right and wrong ones get the same response, however often', async () => {
    const person = await home.member();
    await create(other.owner.client, { mobile: person.mobile });
    const right = { realName: person.realName, identNum: identNumOf(person) };
    const unconfirmed = { status: 403, envelope: { code: '403', reason: 'CONFIRMATION_REQUIRED' } };
    const { userId } = person;
    const answers = await Promise.all([
      authenticate(other, userId, right),
      authenticate(other, userId, { ...right, signPwd: 'not digits' }),
      ...Array.from({ length: 12 }, (_none, index) =>
        authenticate(other, userId, { ...right, identNum: `11010119900000${1000 + index}` }),
      ),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(unconfirmed);
    expect(await authenticate(home, userId, right)).toMatchObject(done);
  });
});
