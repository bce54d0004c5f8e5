/** The operator sells an expiring package of contracts; the service writes off what is left at its expiry. */
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { baseInfo, queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import { contractCancel, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RunningApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate } from '../support/given-flow.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Commands are processes of their own.
vi.setConfig({ testTimeout: 180_000 });

const DAY = 24 * 3600;
let cli: BesideTheService;
let app: RunningApp;
let corp: Enterprise;

beforeAll(async () => {
  cli = await besideTheService();
  app = cli.running;
  corp = await givenEnterprise(app, { contracts: 1 });
  await givenSeal(corp);
});
afterAll(() => cli.close());

const add = (...more: string[]) => cli.run('balance', 'add', '--corp', String(corp.corpId), ...more);

/** The day this many days from now, in the service's time. */
function dayFromNow(days: number): string {
  const then = new Date(app.app.services.clock.now().getTime() + days * DAY * 1000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(then);
}

/** Tokens live two hours, packages for days. */
async function afresh() {
  const { appId, appSecret } = corp;
  const { accessToken } = await app.client.data(getAccessToken, { appId, appSecret });
  return corp.owner.client.with({ accessToken });
}

const balance = async () => (await (await afresh()).data(baseInfo, {})).accountBalance;

async function history() {
  const rows = await (await afresh()).data(queryAccountHistoryList, { listPageSize: 100 });
  return rows.map(({ recordType, recordName, count, orderCode }) => [
    recordType,
    recordName,
    count,
    orderCode,
  ]);
}

test('a package is used first, and the rest of it expires with its last day', async () => {
  const sold = await add(
    '--count',
    '10',
    '--type',
    'orderBuy',
    '--order',
    'PKG-7',
    '--expires',
    dayFromNow(2),
  );
  expect([sold.code, sold.out]).toEqual([0, expect.stringContaining('has 11 contracts now')]);
  const template = await givenTemplate(corp.owner.client, {
    parties: [{ flag: '甲方', mode: 3, area: true }],
  });
  const start = () =>
    corp.owner.client.data(startSignFlow, { templateId: template.templateId, participantList: [] });
  await start();
  const { flowId } = await start();
  await corp.owner.client.data(contractCancel, { flowId });
  expect(await balance()).toBe(10);
  await app.advance(DAY);
  expect(await balance()).toBe(10);
  await app.advance(2 * DAY);
  expect(await balance()).toBe(1);
  await app.advance(DAY);
  expect((await history())[0]).toEqual(['orderExpire', '套餐到期', -9, 'PKG-7']);
  expect((await history()).filter(([type]) => type === 'orderExpire')).toHaveLength(1);
});

test.each([
  ['a day that is over', ['--count', '5', '--expires', '2020-01-01'], 'in the past'],
  ['no day', ['--count', '5', '--expires', 'soon'], '--expires'],
  ['a package that takes away', ['--count=-5', '--expires', '2099-01-01'], 'requires a positive --count'],
])('%s is refused', async (_what, given, told) => {
  const { code, errors } = await add(...given);
  expect([code, errors]).toEqual([2, expect.stringContaining(told)]);
});
