/** The list of an enterprise's members, changes of their names, and the enterprise's certificates. */
import { certificateList } from '@cinnabar/api/operations/certificates.js';
import { memberCreate, memberDelete, memberList, memberModify } from '@cinnabar/api/operations/members.js';
import { addSealAuthor } from '@cinnabar/api/operations/seals.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';

let app: RunningApp;
let home: Enterprise;
let other: Enterprise;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  other = await givenEnterprise(app);
});
afterAll(() => app.close());

describe('the list of members', () => {
  test('has roles, numbers and state of each, ordered by name', async () => {
    const clerk = await home.member();
    const sealId = await givenSeal(home);
    await home.owner.client.data(addSealAuthor, {
      sealId,
      authorMemberRange: 1,
      userIdList: [{ userId: clerk.userId }],
      authorRole: 'SEAL_USER',
      authorRange: 0,
    });
    const template = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', area: true }],
    });
    const participantList = [as('甲方', clerk, home)];
    await startFlow(home.owner.client, template, { participantList });
    await startFlow(home.owner.client, template, { participantList, privaryFlag: 1 });
    const members = await home.owner.client.data(memberList, {});
    const of = (userId: number) => members.find((each) => each.userId === userId);
    expect(of(clerk.userId)).toMatchObject({
      roles: [],
      invited: false,
      userStatus: 0,
      sealNum: 1,
      awaitingNum: 1,
      initiatedNum: 0,
    });
    expect(of(home.owner.userId)).toMatchObject({ roles: ['OWNER'], awaitingNum: 0, initiatedNum: 1 });
    expect(of(other.owner.userId)).toBeUndefined();
  });

  test('is filtered by text, role and state', async () => {
    const corp = await givenEnterprise(app);
    const [plain, keeper] = [await corp.member(), await corp.member(['SEAL_ADMIN', 'MEMBER_ADMIN'])];
    await corp.owner.client.data(
      memberCreate,
      { userName: '曾在别处', mobile: other.owner.mobile, jobNum: 'N-77' },
      { source: 'pc' },
    );
    const found = async (filter: object) =>
      (await keeper.client.data(memberList, filter))
        .map(({ userId }) => userId)
        .toSorted((one, two) => one - two);
    const everybody = [corp.owner.userId, plain.userId, keeper.userId, other.owner.userId];
    expect(await found({})).toEqual(everybody.toSorted((one, two) => one - two));
    expect(await found({ userId: plain.userId })).toEqual([plain.userId]);
    expect(await found({ userId: home.owner.userId })).toEqual([]);
    expect(await found({ keyword: 'n-77' })).toEqual([other.owner.userId]);
    expect(await found({ keyword: plain.mobile.slice(3) })).toEqual([plain.userId]);
    expect(await found({ keyword: plain.realName })).toEqual([plain.userId]);
    // Whoever is only invited has not told this enterprise their name yet.
    expect(await found({ keyword: other.owner.realName })).toEqual([]);
    expect(await found({ role: 'SEAL_ADMIN' })).toEqual([keeper.userId]);
    expect(await found({ status: 2 })).toEqual([other.owner.userId]);
    await keeper.client.data(memberDelete, { userId: plain.userId });
    expect(await found({ status: 1 })).toEqual([plain.userId]);
    const page = await keeper.client.call(memberList, { listPageSize: 1, listPageNo: 2 });
    expect([page.envelope.data.length, page.envelope.totalCount]).toEqual([1, 3]);
  });
});

describe('a change of a member', () => {
  test('concerns display name and employee number, and is an entry of the audit', async () => {
    const [keeper, plain] = [await home.member(['MEMBER_ADMIN']), await home.member()];
    const { userId } = plain;
    const changed = await keeper.client.data(memberModify, { userId, userName: ' 小王 ', jobNum: 'Z9' });
    expect(changed).toMatchObject({ userName: '小王', realName: plain.realName });
    const [listed] = await keeper.client.data(memberList, { keyword: 'Z9' });
    expect(listed).toMatchObject({ userId, userName: '小王', jobNum: 'Z9' });
    const entry = await app.app.database.db
      .selectFrom('audit_entries as entry')
      .innerJoin('audit_personal_data as personal', 'personal.entry_id', 'entry.entry_id')
      .select(['act', 'subject_user_id', 'before', 'after', 'texts'])
      .where('user_id', '=', keeper.userId)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      act: 'member.modify',
      subject_user_id: userId,
      before: { jobNum: expect.any(String) },
      after: { jobNum: 'Z9' },
      texts: { userNameBefore: plain.realName, userName: '小王' },
    });
  });

  test('is repeated under its key without another entry', async () => {
    const [keeper, plain] = [await home.member(['MEMBER_ADMIN']), await home.member()];
    const send = () =>
      keeper.client.call(
        memberModify,
        { userId: plain.userId, jobNum: 'K1' },
        { 'idempotency-key': `k${plain.userId}` },
      );
    expect((await send()).envelope).toEqual((await send()).envelope);
    const entries = await app.app.database.db
      .selectFrom('audit_entries')
      .select('entry_id')
      .where('user_id', '=', keeper.userId)
      .execute();
    expect(entries).toHaveLength(1);
  });
});

test('the certificates of an enterprise are listed, the newest first', async () => {
  const corp = await givenEnterprise(app);
  expect(await corp.owner.client.data(certificateList, {})).toEqual([]);
  await givenSeal(corp);
  const template = await givenTemplate(corp.owner.client, {
    pages: 1,
    parties: [{ flag: '甲方', mode: 3, area: true }],
  });
  const { flowId } = await startFlow(corp.owner.client, template, { participantList: [] });
  await sign(corp.owner, flowId);
  const [certificate, ...others] = await corp.owner.client.data(certificateList, {});
  expect(others).toEqual([]);
  expect(certificate).toMatchObject({ subject: corp.corpName, status: 'valid', revokeTime: null });
  expect(certificate?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
});
