import {
  addMember,
  checkOwnPassword,
  checkSigningPassword,
  makeOwnVerifier,
  makeVerifier,
  setOwnPassword,
  verifyMember,
} from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minutesAfterNoon, noon, type OpenAreas, openAreas } from '../support/open-areas.js';

let areas: OpenAreas;
let corpId: CorpId;
let userId: UserId;
let mobiles = 13_700_000_000;

beforeAll(async () => {
  areas = await openAreas();
  corpId = await areas.foundCorp('密码测试有限公司');
});

afterAll(() => areas.close());

beforeEach(async () => {
  mobiles += 1;
  userId = await member(String(mobiles));
});

async function member(mobile: string): Promise<UserId> {
  const added = await transact(areas.db, (tx) =>
    addMember(tx, areas.services.ids, {
      corpId,
      userName: '小王',
      mobile,
      jobNum: '1',
      roles: [],
      now: noon,
    }),
  );
  return added.userId;
}

function verify(signPwd: string) {
  const info = { realName: '王小明', identNum: '11010519491231002X', signPwd };
  return verifyMember(areas, { corpId, userId, info, now: noon });
}

const check = (signPwd: string, now = noon) => checkSigningPassword(areas, corpId, userId, signPwd, now);

describe('the signing password of a membership', () => {
  it('does not exist before it is set', async () => {
    expect(await check('246813')).toBe('unset');
  });

  it('is correct or wrong', async () => {
    await verify('246813');
    expect(await check('246813')).toBe('ok');
    expect(await check('246814')).toBe('wrong');
    expect(await check('')).toBe('wrong');
  });

  it('locks for half an hour after five wrong attempts in a row, even for the correct one', async () => {
    await verify('246813');
    for (let tries = 0; tries < 5; tries += 1) expect(await check('000000')).toBe('wrong');
    expect(await check('246813', minutesAfterNoon(1))).toBe('locked');
    expect(await check('246813', minutesAfterNoon(29.9))).toBe('locked');
    expect(await check('246813', minutesAfterNoon(30))).toBe('ok');
  });

  it('counts anew after a correct attempt, and after a lock', async () => {
    await verify('246813');
    for (let tries = 0; tries < 4; tries += 1) await check('000000');
    expect(await check('246813')).toBe('ok');
    for (let tries = 0; tries < 5; tries += 1) await check('000000');
    expect(await check('000000', minutesAfterNoon(31))).toBe('wrong');
    expect(await check('246813', minutesAfterNoon(31))).toBe('ok');
  });

  it('permits at most five concurrent attempts', async () => {
    await verify('246813');
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, (_none, index) => check(`10000${index % 10}`)),
    );
    expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(5);
    expect(verdicts.filter((verdict) => verdict === 'locked')).toHaveLength(7);
  });

  it('is correct in any number of concurrent attempts', async () => {
    await verify('246813');
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => check('246813')));
    expect(new Set(verdicts)).toEqual(new Set(['ok']));
    expect(await check('246814')).toBe('wrong');
    expect(await check('246813')).toBe('ok');
  });

  it('of one membership is not accepted for another, even if its stored form is copied', async () => {
    await verify('246813');
    const other = await areas.foundCorp('另一家有限公司');
    await transact(areas.db, (tx) =>
      tx
        .insertInto('members')
        .columns([
          'corp_id',
          'user_id',
          'user_name',
          'job_num',
          'state',
          'roles',
          'signing_password',
          'password_failures',
          'created_at',
        ])
        .expression((from) =>
          from
            .selectFrom('members')
            .select((columns) => [
              columns.val(other).as('corp_id'),
              'user_id',
              'user_name',
              'job_num',
              'state',
              'roles',
              'signing_password',
              'password_failures',
              'created_at',
            ])
            .where('corp_id', '=', corpId)
            .where('user_id', '=', userId),
        )
        .execute(),
    );
    expect(await checkSigningPassword(areas, other, userId, '246813', noon)).toBe('wrong');
    expect(await check('246813')).toBe('ok');
  });

  it('is stored in a form that reveals nothing and differs each time', async () => {
    const one = await makeVerifier(areas.services, corpId, userId, '246813');
    const other = await makeVerifier(areas.services, corpId, userId, '246813');
    expect(one).not.toContain('246813');
    expect(one).not.toBe(other);
  });
});

describe('a person’s own signing password', () => {
  const checkOwn = (signPwd: string, now = noon) => checkOwnPassword(areas, userId, signPwd, now);
  const set = async (signPwd: string) => {
    const verifier = await makeOwnVerifier(areas.services, userId, signPwd);
    await transact(areas.db, (tx) => setOwnPassword(tx, userId, verifier));
  };

  it('is independent of a membership’s', async () => {
    await verify('246813');
    expect(await checkOwn('246813')).toBe('unset');
    await set('135790');
    expect(await checkOwn('135790')).toBe('ok');
    expect(await checkOwn('246813')).toBe('wrong');
    expect(await check('135790')).toBe('wrong');
    expect(await check('246813')).toBe('ok');
  });

  it('locks separately, for half an hour after five wrong attempts in a row, until it is replaced', async () => {
    await verify('246813');
    await set('135790');
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await checkOwn(`00000${wrong}`)).toBe('wrong');
    expect(await checkOwn('135790')).toBe('locked');
    expect(await check('246813')).toBe('ok');
    expect(await checkOwn('135790', minutesAfterNoon(29))).toBe('locked');
    expect(await checkOwn('135790', minutesAfterNoon(31))).toBe('ok');
    for (let wrong = 0; wrong < 5; wrong += 1) await checkOwn(`00000${wrong}`, minutesAfterNoon(32));
    await set('975310');
    expect(await checkOwn('975310', minutesAfterNoon(33))).toBe('ok');
  });
});
