/** Members with their authorisations for all seals. */
import { auditList } from '@cinnabar/api/operations/audit.js';
import { setSettings } from '@cinnabar/api/operations/enterprise.js';
import { exportAuthorMatrix, sealAuthorMatrix } from '@cinnabar/api/operations/seal-authors.js';
import { cancelSealAuthor, getSealAuthorList } from '@cinnabar/api/operations/seals.js';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { authorisationsOf, inSeconds } from './authorisations-of-a-seal.js';

let running: RunningApp;
let corp: Enterprise;
let keeper: Person;
let clerk: Person;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());
beforeEach(async () => {
  corp = await givenEnterprise(running);
  [keeper, clerk] = [await corp.member(['SEAL_ADMIN']), await corp.member()];
});

const rowOf = async ({ userId }: Person, filter: { endsBefore?: string } = {}) =>
  (await keeper.client.data(sealAuthorMatrix, filter)).find((row) => row.userId === userId);

it('has every member with what they hold for each seal, and who needs no authorisation', async () => {
  const seals = [await givenSeal(corp, '公章'), await givenSeal(corp, '财务章')] as const;
  await authorisationsOf(corp, seals[0]).authorise(clerk, { expireTime: '2099-12-31' });
  await authorisationsOf(corp, seals[1]).authorise(clerk, { authorRole: 'SEAL_EXAMINER', examinerNotify: 1 });
  const listed = await Promise.all(
    seals.map((sealId) => corp.owner.client.data(getSealAuthorList, { sealId })),
  );
  expect(await rowOf(clerk)).toEqual({
    userId: clerk.userId,
    userName: clerk.realName,
    jobNum: expect.any(String),
    usesByRole: 0,
    needsConsent: 0,
    // The same records as in the list of each seal, newest first.
    authorisations: listed.flat().toReversed(),
  });
  expect(await rowOf(keeper)).toMatchObject({ usesByRole: 1, authorisations: [] });
  expect(await rowOf(corp.owner)).toMatchObject({ usesByRole: 1 });
});

it('leaves out what has ended or was withdrawn, and has what is still to begin', async () => {
  const seals = authorisationsOf(corp, await givenSeal(corp));
  await seals.authorise(clerk, { expireTime: inSeconds(running, 60) });
  await seals.authorise(keeper, { effectiveTime: '2099-01-01', expireTime: '2099-02-01' });
  const [withdrawn] = await seals.records();
  expect(await rowOf(keeper)).toMatchObject({ authorisations: [{ status: 2 }] });
  if (withdrawn === undefined) throw new Error('no record');
  await corp.owner.client.data(cancelSealAuthor, { id: withdrawn.id });
  expect(await rowOf(keeper)).toMatchObject({ authorisations: [] });
  expect(await rowOf(clerk)).toMatchObject({ authorisations: [{ status: 1 }] });
});

it('finds members by name and number, and those with an authorisation that ends before a time', async () => {
  const seals = authorisationsOf(corp, await givenSeal(corp));
  await seals.authorise(clerk, { expireTime: '2099-06-30' });
  await seals.authorise(keeper);
  const found = await keeper.client.data(sealAuthorMatrix, { keyword: clerk.realName });
  expect(found.map(({ userId }) => userId)).toEqual([clerk.userId]);
  const numbered = await keeper.client.data(sealAuthorMatrix, { keyword: found[0]?.jobNum ?? '' });
  expect(numbered.map(({ userId }) => userId)).toContain(clerk.userId);
  expect(await keeper.client.data(sealAuthorMatrix, { keyword: '%' })).toEqual([]);
  expect(await rowOf(clerk, { endsBefore: '2099-06-29' })).toBeUndefined();
  const ending = await keeper.client.data(sealAuthorMatrix, { endsBefore: '2099-07-01' });
  expect(ending.map(({ userId }) => userId)).toEqual([clerk.userId]);
});

it('says that the enterprise has uses examined even by role and authorisation', async () => {
  await corp.owner.client.data(setSettings, { sealApproval: 'strict' });
  expect(await rowOf(keeper)).toMatchObject({ usesByRole: 1, needsConsent: 1 });
});

it('is paged, repeats itself, and shows nothing of other enterprises', async () => {
  await authorisationsOf(corp, await givenSeal(corp)).authorise(clerk);
  const other = await givenEnterprise(running);
  const seen = await other.owner.client.call(sealAuthorMatrix, {});
  expect(seen.envelope.data).toMatchObject([{ userId: other.owner.userId, authorisations: [] }]);
  const pages = await Promise.all(
    [1, 2, 3, 4].map((listPageNo) => keeper.client.data(sealAuthorMatrix, { listPageNo, listPageSize: 1 })),
  );
  expect(pages.map(({ length }) => length)).toEqual([1, 1, 1, 0]);
  expect(new Set(pages.flat().map(({ userId }) => userId)).size).toBe(3);
  expect(await keeper.client.data(sealAuthorMatrix, {})).toEqual(pages.flat());
});

it.each([['AUDITOR'], ['MEMBER_ADMIN'], ['TEMPLATE_ADMIN'], ['CONTRACT_ADMIN']] as const)(
  'is closed to a member whose role is %s',
  async (role) => {
    const { client } = await corp.member([role]);
    const { status } = await client.call(sealAuthorMatrix, {});
    expect(status).toBe(403);
  },
);

it('refuses a page of more than 100 members', async () => {
  const { status } = await keeper.client.call(sealAuthorMatrix, { listPageSize: 101 });
  expect(status).toBe(400);
});

describe('an export', () => {
  const exported = async (client: Client, filter: object = {}) => {
    const answer = await fetch(client.baseUrl + exportAuthorMatrix.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...client.headers },
      body: JSON.stringify(filter),
    });
    if (answer.status !== 200) return answer.status;
    const [sheet] = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets;
    return sheet?.rows.slice(1) ?? [];
  };

  it('has a row for each right, also for members without any, and is an entry of the audit', async () => {
    const [seal, other] = [await givenSeal(corp, '=1+1'), await givenSeal(corp, '财务章')];
    const nobody = await corp.member();
    await authorisationsOf(corp, seal).authorise(clerk, { expireTime: '2099-12-31' });
    await authorisationsOf(corp, other).authorise(clerk, { authorRole: 'SEAL_EXAMINER' });
    const rows = await exported(keeper.client);
    if (typeof rows === 'number') throw new Error(`status ${rows}`);
    const of = ({ userId }: Person) =>
      rows.filter((row) => row[1] === userId).map((row) => [row[3], row[6], row[7]]);
    expect(of(keeper)).toEqual([['全部印章', '角色', '用印']]);
    expect(of(nobody)).toEqual([[null, '无授权', null]]);
    expect(of(clerk).toSorted()).toEqual([
      ['=1+1', '授权', '用印'],
      ['财务章', '授权', '审批'],
    ]);
    const [entry] = await corp.owner.client.data(auditList, {});
    expect(entry).toMatchObject({ act: 'sealAuthor.export', userId: keeper.userId });
    expect(entry?.changes).toContainEqual({ field: 'members', before: null, after: '4' });
  });

  it('keeps to the filters and to the enterprise, and to those who manage seals', async () => {
    await authorisationsOf(corp, await givenSeal(corp)).authorise(clerk, { expireTime: '2099-06-30' });
    expect(await exported(keeper.client, { endsBefore: '2099-07-01' })).toHaveLength(1);
    expect(await exported(keeper.client, { endsBefore: '2099-06-29' })).toBe(404);
    expect(await exported(keeper.client, { keyword: clerk.realName })).toHaveLength(1);
    const stranger = await givenEnterprise(running);
    expect(await exported(stranger.owner.client, { keyword: clerk.realName })).toBe(404);
    const auditor = await corp.member(['AUDITOR']);
    for (const { client } of [clerk, auditor]) expect(await exported(client)).toBe(403);
    const before = await corp.owner.client.data(auditList, { act: 'sealAuthor.export' });
    expect(before).toHaveLength(2);
  });
});
