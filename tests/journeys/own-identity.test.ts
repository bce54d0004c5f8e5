/** Changes that people make themselves: mobile, account, and spelling of the name. */
import { contractTaskInfo } from '@cinnabar/api/operations/flows.js';
import { infoByCorpId, memberCreate } from '@cinnabar/api/operations/members.js';
import type { EnteredMine, MyContracts } from '@cinnabar/api/pages/mine.js';
import type { ChangedMobile } from '@cinnabar/api/pages/own-identity.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client, Wire } from '../support/client.js';
import { sendLinkCode } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type GivenTemplate, givenSeal, givenTemplate, startFlow } from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { checkOwnFace, mySession, sessionOf, showOwnFace } from '../support/my-session.js';

let app: RunningApp;
let home: Enterprise;
let ofPerson: GivenTemplate;
let mobiles = 13_311_000_000;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  await givenSeal(home);
  ofPerson = await givenTemplate(home.owner.client, {
    pages: 1,
    parties: [{ flag: '个人', type: 0, area: true }],
  });
});
afterAll(() => app.close());

const DAY = 24 * 3_600;
const newMobile = (): string => String(++mobiles);

/** A contract that waits for the person themselves. */
async function contractFor(person: { readonly mobile: string; readonly realName: string }) {
  const { flowId } = await startFlow(home.owner.client, ofPerson, {
    participantList: [{ participantFlag: '个人', psnAccount: person.mobile, psnName: person.realName }],
  });
  return flowId;
}

async function waiting(session: Client): Promise<readonly number[]> {
  const { envelope } = await session.post<Wire<MyContracts>>('/contracts', { page: 1 });
  expect(envelope.code).toBe('0');
  return envelope.data.waiting.map(({ flowId }) => flowId);
}

/** As given-enterprise makes them. */
async function identNumOf({ userId }: Pick<Person, 'userId'>): Promise<string> {
  const { rows } = await app.app.database.pool.query('select real_name from users where user_id = $1', [
    userId,
  ]);
  return `1101011990${String(rows[0].real_name).replace('员工', '').padStart(8, '0')}`;
}

async function sendCodes(session: Client, person: { readonly mobile: string }, mobile: string) {
  for (const to of ['old', 'new']) {
    expect((await session.post('/mobile/sendCode', { to, mobile })).envelope.code).toBe('0');
  }
  return { mobile, oldCode: await app.newestCode(person.mobile), newCode: await app.newestCode(mobile) };
}

async function changes({ userId }: Pick<Person, 'userId'>) {
  const { rows } = await app.app.database.pool.query(
    'select former_mobile, mobile, proven_by, because_of from mobile_changes where user_id = $1 order by change_id',
    [userId],
  );
  return rows;
}

async function topics({ userId }: Pick<Person, 'userId'>): Promise<readonly string[]> {
  const { rows } = await app.app.database.pool.query(
    'select topic from outbox where stream = $1 order by id',
    [`member:${home.corpId}:${userId}`],
  );
  return rows.map(({ topic }) => topic);
}

async function knownAs({ userId }: Pick<Person, 'userId'>) {
  const [seen] = await home.owner.client.data(infoByCorpId, { userId });
  return seen;
}

describe('changing one’s mobile', () => {
  test('with a code to each: contracts and enterprises stay with the person, access by the old one ends, both are notified', async () => {
    const person = await home.member();
    const flowId = await contractFor(person);
    const other = await mySession(app, person.mobile);
    const session = await mySession(app, person.mobile);
    const link = (await messagesTo(app.baseUrl, person.mobile))
      .map(({ text }) => /http\S+\/l\/\S+/.exec(text)?.[0])
      .find(Boolean);
    const mobile = newMobile();
    const codes = await sendCodes(session, person, mobile);
    const sent = await messagesTo(app.baseUrl, person.mobile);
    const text = sent.findLast(({ code }) => code !== null)?.text;
    expect(text).toContain(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
    const answer = await session.post<ChangedMobile>('/mobile/change', codes);
    expect(answer.envelope).toMatchObject({ code: '0' });
    const { entered } = answer.envelope.data;
    if (entered === null) throw new Error('nobody is signed in');
    expect(await waiting(sessionOf(app, answer, entered))).toEqual([flowId]);
    expect((await other.post('/contracts', { page: 1 })).status).toBe(401);
    expect((await session.post('/contracts', { page: 1 })).status).toBe(401);
    if (link !== undefined) expect((await sendLinkCode(app, link)).status).toBe(410);
    expect(await knownAs(person)).toMatchObject({ mobile, realName: person.realName });
    expect(await topics(person)).toContain('member.mobileChanged');
    expect(await changes(person)).toMatchObject([{ proven_by: 'codes', because_of: null }]);
    for (const each of [person.mobile, mobile]) {
      const told = (await messagesTo(app.baseUrl, each)).filter((message) =>
        message.text.includes('原手机号'),
      );
      expect([each, told.length]).toEqual([each, 1]);
    }
    // The present holder of the old one is a new user, and sees nothing.
    expect(await waiting(await mySession(app, person.mobile))).toEqual([]);
    expect(await waiting(await mySession(app, mobile))).toEqual([flowId]);
  });

  test('is refused with a code of another session, for another mobile, or for another purpose', async () => {
    const person = await home.member();
    const [one, two] = [await mySession(app, person.mobile), await mySession(app, person.mobile)];
    const mobile = newMobile();
    const codes = await sendCodes(one, person, mobile);
    expect((await two.post('/mobile/change', codes)).envelope).toMatchObject({
      code: '1401',
      field: 'oldCode',
    });
    const elsewhere = await one.post('/mobile/change', { ...codes, mobile: newMobile() });
    expect(elsewhere.envelope).toMatchObject({ code: '1401', reason: 'CODE_ENDED' });
    const swapped = { ...codes, oldCode: codes.newCode, newCode: codes.oldCode };
    if (codes.oldCode !== codes.newCode)
      expect((await one.post('/mobile/change', swapped)).envelope.code).toBe('1401');
    // A wrong code consumes nothing of the other.
    const wrong = await one.post('/mobile/change', {
      ...codes,
      newCode: codes.newCode === '000000' ? '000001' : '000000',
    });
    expect(wrong.envelope).toMatchObject({ code: '1401', field: 'newCode', attemptsLeft: 3 });
    expect((await one.post('/mobile/change', codes)).envelope.code).toBe('0');
  });

  test('to the mobile of another proven person: that person keeps their contracts without a mobile', async () => {
    const [person, former] = [await home.member(), await home.member()];
    const flowId = await contractFor(former);
    const session = await mySession(app, person.mobile);
    const codes = await sendCodes(session, person, former.mobile);
    expect((await session.post('/mobile/change', codes)).envelope.code).toBe('0');
    expect(await knownAs(former)).toMatchObject({ mobile: '', realName: former.realName });
    expect(await knownAs(person)).toMatchObject({ mobile: former.mobile });
    expect((await former.client.data(contractTaskInfo, { flowId })).flowId).toBe(flowId);
    expect(await waiting(await mySession(app, former.mobile))).toEqual([]);
    expect(await topics(former)).toContain('member.mobileChanged');
    expect(await changes(former)).toMatchObject([{ mobile: null, because_of: person.userId }]);
  });

  test('to that of an unproven account with contracts is refused: accounts are not merged, and nothing is lost', async () => {
    const person = await home.member();
    const mobile = newMobile();
    const flowId = await contractFor({ mobile, realName: '随便谁' });
    const session = await mySession(app, person.mobile);
    const codes = await sendCodes(session, person, mobile);
    const refused = await session.post('/mobile/change', codes);
    expect(refused.envelope).toMatchObject({ code: '409' });
    expect(refused.envelope.msg).toContain('另一手机号');
    expect(await waiting(await mySession(app, mobile))).toEqual([flowId]);
    expect(await knownAs(person)).toMatchObject({ mobile: person.mobile });
  });

  test('does not take a proven person’s mobile without a proof of one’s own', async () => {
    const victim = await home.member();
    const mobile = newMobile();
    const session = await mySession(app, mobile);
    const codes = await sendCodes(session, { mobile }, victim.mobile);
    expect((await session.post('/mobile/change', codes)).envelope.code).toBe('409');
    expect(await knownAs(victim)).toMatchObject({ mobile: victim.mobile });
  });

  test('concurrently to the same mobile succeeds for one of two persons', async () => {
    const people = [await home.member(), await home.member(), await home.member()];
    const mobile = newMobile();
    const wishes: { readonly session: Client; readonly codes: object }[] = [];
    for (const person of people) {
      const session = await mySession(app, person.mobile);
      wishes.push({ session, codes: await sendCodes(session, person, mobile) });
    }
    const answers = await Promise.all(
      wishes.map(({ session, codes }) => session.post('/mobile/change', codes)),
    );
    for (const { envelope } of answers) expect(['0', '409']).toContain(envelope.code);
    const { rows } = await app.app.database.pool.query('select user_id from users where mobile = $1', [
      mobile,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('a person with an earlier mobile', () => {
  async function lostNumber() {
    const person = await home.member();
    const flowId = await contractFor(person);
    const identity = { realName: person.realName, identNum: await identNumOf(person) };
    return { person, flowId, identity };
  }

  test('recovers their account by a face check, even if that mobile now belongs to somebody else', async () => {
    const { person, flowId, identity } = await lostNumber();
    const heir = await home.member();
    const heirSession = await mySession(app, heir.mobile);
    await heirSession.post('/mobile/change', await sendCodes(heirSession, heir, person.mobile));
    expect(await knownAs(person)).toMatchObject({ mobile: '' });
    const mobile = newMobile();
    const session = await mySession(app, mobile);
    const answer = await showOwnFace(app, session, { purpose: 'ownMobile', ...identity });
    expect(answer.envelope).toMatchObject({ code: '0', data: { outcome: 'found' } });
    const { entered } = answer.envelope.data;
    if (entered === null) throw new Error('nobody is signed in');
    expect(await waiting(sessionOf(app, answer, entered))).toEqual([flowId]);
    expect(await knownAs(person)).toMatchObject({ mobile });
    expect(await knownAs(heir)).toMatchObject({ mobile: person.mobile });
    expect(await changes(person)).toMatchObject([
      { mobile: null },
      { proven_by: 'face', former_mobile: null },
    ]);
  });

  test('has the old mobile notified if it is still theirs', async () => {
    const { person, flowId, identity } = await lostNumber();
    const mobile = newMobile();
    const answer = await showOwnFace(app, await mySession(app, mobile), {
      purpose: 'ownMobile',
      ...identity,
    });
    expect(answer.envelope.data.outcome).toBe('found');
    const told = await messagesTo(app.baseUrl, person.mobile);
    expect(told.map(({ text }) => text)).toContainEqual(expect.stringContaining('原手机号'));
    expect(await waiting(await mySession(app, mobile))).toEqual([flowId]);
  });

  test('gains nothing by a failed check, a result of another session, or a result used twice', async () => {
    const { person, identity } = await lostNumber();
    const session = await mySession(app, newMobile());
    const request = { purpose: 'ownMobile', ...identity };
    const failed = await checkOwnFace(app, session, request, 'fail');
    expect((await session.post('/face/finish', failed)).envelope.code).toBe('1403');
    const passed = await checkOwnFace(app, session, request);
    const stranger = await mySession(app, newMobile());
    expect((await stranger.post('/face/finish', passed)).envelope.code).toBe('1403');
    expect((await session.post('/face/finish', { ...passed, newSign: 'x' })).envelope.code).toBe('1403');
    expect((await knownAs(person))?.mobile).toBe(person.mobile);
    const right = await session.post('/face/finish', passed);
    expect(right.envelope.code).toBe('0');
    expect((await session.post('/face/finish', passed)).status).toBe(401);
  });

  test('keeps both accounts if the present one has contracts, and is told what to do', async () => {
    const { person, identity } = await lostNumber();
    const mobile = newMobile();
    const here = await contractFor({ mobile, realName: person.realName });
    const session = await mySession(app, mobile);
    const answer = await showOwnFace(app, session, { purpose: 'ownMobile', ...identity });
    expect(answer.envelope).toMatchObject({ code: '409' });
    expect(answer.envelope.msg).toContain('使用另一手机号');
    expect(await waiting(session)).toEqual([here]);
    expect(await knownAs(person)).toMatchObject({ mobile: person.mobile });
  });

  test('recovers it also if the present mobile is proven to be theirs but has nothing yet', async () => {
    const { person, flowId, identity } = await lostNumber();
    const mobile = newMobile();
    const session = await mySession(app, mobile);
    await app.app.database.pool.query(
      `update users set real_name = former.real_name, ident_num = former.ident_num,
         ident_num_index = former.ident_num_index, verified_at = now(), proven_by = 'page'
       from users former where users.mobile = $1 and former.user_id = $2`,
      [mobile, person.userId],
    );
    const answer = await showOwnFace(app, session, { purpose: 'ownMobile', ...identity });
    expect(answer.envelope.data.outcome).toBe('found');
    expect(await waiting(await mySession(app, mobile))).toEqual([flowId]);
    // Another mobile once more: the account with contracts is found, not the empty one.
    const third = newMobile();
    const again = await showOwnFace(app, await mySession(app, third), { purpose: 'ownMobile', ...identity });
    expect(again.envelope.data.outcome).toBe('found');
    expect(await waiting(await mySession(app, third))).toEqual([flowId]);
  });

  test('without an earlier account is known from then on', async () => {
    const mobile = newMobile();
    const session = await mySession(app, mobile);
    const request = { purpose: 'ownMobile', realName: '冯初来', identNum: '310101198803034567' };
    const answer = await showOwnFace(app, session, request);
    expect(answer.envelope).toMatchObject({ data: { outcome: 'proven', entered: { realName: '冯**' } } });
    const { entered } = answer.envelope.data;
    if (entered === null) throw new Error('nobody is signed in');
    const again = await showOwnFace(app, sessionOf(app, answer, entered), request);
    expect(again.envelope).toMatchObject({ data: { outcome: 'nothing', entered: null } });
  });

  test('learns nothing about a name and number before a face check', async () => {
    const { identity } = await lostNumber();
    const session = await mySession(app, newMobile());
    const accepted = [{ name: 'identityCheck', version: 'x' }];
    const unagreed = await session.post('/face/begin', { purpose: 'ownMobile', ...identity, accepted });
    expect(unagreed.envelope.code).toBe('400');
    const answers: unknown[] = [];
    for (const each of [identity, { realName: '无此人', identNum: '310101198803039999' }]) {
      const params = await checkOwnFace(app, session, { purpose: 'ownMobile', ...each }, 'fail');
      answers.push((await session.post('/face/finish', params)).envelope);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('has ten attempts a day', async () => {
    const session = await mySession(app, newMobile());
    const request = { purpose: 'ownMobile', realName: '某某', identNum: '310101198803038888' };
    for (let count = 0; count < 10; count += 1) await checkOwnFace(app, session, request, 'fail');
    await expect(checkOwnFace(app, session, request)).rejects.toThrow('CREDENTIALS_LIMITED');
  });
});

describe('a misspelt name', () => {
  test('is corrected by the person’s face check for the same number, and the correction is recorded', async () => {
    const person = await home.member();
    const session = await mySession(app, person.mobile);
    const answer = await showOwnFace(app, session, { purpose: 'ownName', realName: '员公正' });
    expect(answer.envelope).toMatchObject({ code: '0', data: { outcome: 'renamed' } });
    expect(await knownAs(person)).toMatchObject({ realName: '员公正' });
    const { rows } = await app.app.database.pool.query(
      'select former_name, real_name, corrected_by from identity_corrections where user_id = $1',
      [person.userId],
    );
    expect(rows).toEqual([{ former_name: person.realName, real_name: '员公正', corrected_by: 'face' }]);
  });

  test('is not corrected without a passed face check, and does not exist for an unverified person', async () => {
    const person = await home.member();
    const session = await mySession(app, person.mobile);
    const failed = await checkOwnFace(app, session, { purpose: 'ownName', realName: '员工歪' }, 'fail');
    expect((await session.post('/face/finish', failed)).envelope.code).toBe('1403');
    expect(await knownAs(person)).toMatchObject({ realName: person.realName });
    const same = await session.post('/face/begin', { purpose: 'ownName', realName: person.realName });
    expect(same.envelope.code).toBe('409');
    const nobody = await mySession(app, newMobile());
    const answer = await nobody.post('/face/begin', { purpose: 'ownName', realName: '某某' });
    expect(answer.envelope).toMatchObject({ reason: 'NOT_VERIFIED' });
  });
});

test('a member whom an enterprise adds anew under the old mobile is a different person', async () => {
  const person = await home.member();
  const session = await mySession(app, person.mobile);
  await session.post('/mobile/change', await sendCodes(session, person, newMobile()));
  const { userId } = await home.owner.client.data(memberCreate, {
    userName: '新来的',
    mobile: person.mobile,
    jobNum: '9',
  });
  expect(userId).not.toBe(person.userId);
  expect(await knownAs({ userId })).toMatchObject({ realName: null });
  expect(as('个人', person, null).psnAccount).toBe(person.mobile);
});

describe('a person absent for half a year', () => {
  async function resumed(session: Client): Promise<EnteredMine | null> {
    const { envelope } = await session.post<{ readonly entered: EnteredMine | null }>('/resume', {});
    return envelope.data.entered;
  }

  /** Through an application whose token was issued today. */
  async function givenPerson() {
    const enterprise = await givenEnterprise(app);
    const person = await enterprise.member();
    const template = await givenTemplate(enterprise.owner.client, {
      pages: 1,
      parties: [{ flag: '个人', type: 0, area: true }],
    });
    const { flowId } = await startFlow(enterprise.owner.client, template, {
      participantList: [as('个人', person, null)],
      expireDate: '2035-01-01 00:00:00',
    });
    return { person, flowId };
  }

  test('sees nothing with a code alone, and everything after a face check', async () => {
    const { person, flowId } = await givenPerson();
    await app.advance(181 * DAY);
    const session = await mySession(app, person.mobile);
    expect(await resumed(session)).toMatchObject({ needsFace: true });
    for (const path of [
      '/contracts',
      '/enterprises',
      '/open',
      '/mobile/sendCode',
      '/personalContracts/close',
    ]) {
      expect([path, (await session.post(path, {})).envelope]).toMatchObject([
        path,
        { reason: 'FACE_REQUIRED' },
      ]);
    }
    expect(
      (await session.post('/face/begin', { purpose: 'ownName', realName: '员工歪' })).envelope,
    ).toMatchObject({ reason: 'FACE_REQUIRED' });
    // Another code changes nothing, because the mobile's present holder could provide it too.
    await app.advance(2 * DAY);
    const later = await mySession(app, person.mobile);
    expect((await later.post('/contracts', { page: 1 })).envelope).toMatchObject({ reason: 'FACE_REQUIRED' });
    expect((await showOwnFace(app, later, { purpose: 'ownReturn' })).envelope).toMatchObject({
      data: { outcome: 'returned' },
    });
    expect(await waiting(later)).toContain(flowId);
    expect(await waiting(await mySession(app, person.mobile))).toContain(flowId);
  });

  test('does not count as absent with occasional use, and is not asked if unproven', async () => {
    const { person, flowId } = await givenPerson();
    const mobile = newMobile();
    await mySession(app, mobile);
    await app.advance(100 * DAY);
    await mySession(app, person.mobile);
    await app.advance(100 * DAY);
    expect(await waiting(await mySession(app, person.mobile))).toEqual([flowId]);
    expect(await waiting(await mySession(app, mobile))).toEqual([]);
  });

  test('is distinguished from the mobile’s present holder, who becomes a new user', async () => {
    const { person } = await givenPerson();
    await app.advance(181 * DAY);
    const session = await mySession(app, person.mobile);
    const request = { purpose: 'ownMobile', realName: '陈后来', identNum: '310101197707071234' };
    const answer = await showOwnFace(app, session, request);
    expect(answer.envelope).toMatchObject({ data: { outcome: 'proven' } });
    const { entered } = answer.envelope.data;
    if (entered === null) throw new Error('nobody is signed in');
    expect(await waiting(sessionOf(app, answer, entered))).toEqual([]);
    expect(await changes(person)).toMatchObject([{ mobile: null, proven_by: 'face' }]);
  });
});
