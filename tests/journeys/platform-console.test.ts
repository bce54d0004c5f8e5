/** What the platform's operators see and do in their console. */

import { getSealInfo, sealUpdateStatus } from '@cinnabar/api/operations/seals.js';
import { setLoginProvider } from '@cinnabar/server/areas/sessions/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { as, givenTemplate, startFlow } from '../support/given-flow.js';
import {
  auditOf,
  enterPlatform,
  type OperatedService,
  type OperatorSession,
  operatedService,
} from '../support/operated-service.js';
import { waitingSeal } from '../support/waiting-seal.js';

let service: OperatedService;
let operator: OperatorSession;

beforeAll(async () => {
  service = await operatedService('127.0.0.0/8, ::1', { SEAL_REVIEW: 'true' });
  operator = await enterPlatform(service);
});
afterAll(() => service.app.close());

describe('jobs', () => {
  /** A job that no worker knows, so that it stays as it is. */
  async function givenJob(attempts: number): Promise<number> {
    const { pool } = service.app.app.database;
    const { rows } = await pool.query<{ id: number }>(
      'select id from cinnabar_jobs.add_job(\'test.stuck\', payload => \'{"secret": "13800138000"}\')',
    );
    const id = Number(rows[0]?.id);
    await pool.query(
      'update cinnabar_jobs._private_jobs set attempts = $2, max_attempts = 5, last_error = $3 where id = $1',
      [id, attempts, 'no answer for 13800138000 from https://tsa.example/?key=abc\n    at send'],
    );
    return id;
  }

  test('those that failed come first, without payloads, and are retried once', async () => {
    const { pool } = service.app.app.database;
    const jobId = await givenJob(5);
    const listed = await operator.ask('/pages/platform/jobs', { state: 'failed' });
    expect(listed.envelope).toMatchObject({
      code: '0',
      data: {
        queues: [{ task: 'test.stuck', waiting: 0, retrying: 0, failed: 1 }],
        jobs: [
          {
            ...{ jobId, task: 'test.stuck', state: 'failed', attempts: 5, maxAttempts: 5 },
            lastError: 'no answer for 138****8000 from https://tsa.example/?***',
          },
        ],
        totalCount: 1,
      },
    });
    expect(JSON.stringify(listed.envelope)).not.toContain('13800138000');
    const retry = () => operator.ask('/pages/platform/jobs/retry', { jobId });
    expect(await retry()).toMatchObject({ status: 200, envelope: { code: '0', data: {} } });
    const { rows } = await pool.query('select attempts from cinnabar_jobs.jobs where id = $1', [jobId]);
    expect(rows).toEqual([{ attempts: 0 }]);
    await pool.query(
      "update cinnabar_jobs._private_jobs set locked_at = now(), locked_by = 'test' where id = $1",
      [jobId],
    );
    expect(await retry()).toMatchObject({ status: 409, envelope: { code: '409' } });
    await pool.query('delete from cinnabar_jobs._private_jobs where id = $1', [jobId]);
    expect(await retry()).toMatchObject({ status: 404, envelope: { code: '404' } });
    expect(await auditOf(service.app, 'job.retry')).toEqual([
      {
        ...{ corp_id: null, user_id: service.corp.owner.userId, source: 'platform', before: null },
        after: { jobId, task: 'test.stuck', attempts: 5 },
      },
    ]);
  });
});

describe('enterprises', () => {
  const corpCode = '91350100M000100Y43';
  const request = {
    ...{ corpName: '云帆贸易有限公司', corpCode, ownerName: '李雷', ownerMobile: '13900001111' },
    ...{ isIdentified: true, contracts: 5 },
  };
  const at = (path: string) => `/pages/platform/corps${path}`;
  let corpId: number;

  test('one is created with its owner, by a credit code with the right check character', async () => {
    const wrong = await operator.ask(at('/create'), { ...request, corpCode: '91350100M000100Y44' });
    expect(wrong).toMatchObject({ status: 400, envelope: { reason: 'INVALID_FIELD', field: 'corpCode' } });
    const created = await operator.ask<{ corpId: number }>(at('/create'), request);
    expect(created.envelope).toMatchObject({
      code: '0',
      data: { appId: expect.any(String), appSecret: expect.any(String), isInvited: false },
    });
    corpId = created.envelope.data.corpId;
    const again = await operator.ask(at('/create'), request);
    expect(again).toMatchObject({ status: 400, envelope: { field: 'corpName' } });
    expect(await auditOf(service.app, 'corp.create')).toMatchObject([
      { corp_id: corpId, user_id: service.corp.owner.userId, source: 'platform' },
    ]);
    const listed = await operator.ask(at(''), { name: '云帆' });
    expect(listed.envelope).toMatchObject({
      data: { corps: [{ corpId, corpCode, identStatus: 'identified', contracts: 5 }], totalCount: 1 },
    });
  });

  test('its balance changes by a count with a reason, never below zero', async () => {
    const add = (count: number, before: number) =>
      operator.ask(at('/addBalance'), {
        ...{ corpId, ledger: 'contract', before, count, orderCode: 'PO-7', reason: '线下采购' },
      });
    expect((await add(100, 5)).envelope).toMatchObject({ code: '0', data: { balance: 105 } });
    expect((await add(-5, 105)).envelope).toMatchObject({ code: '0', data: { balance: 100 } });
    // Sent once more, as after a lost answer.
    expect(await add(100, 5)).toMatchObject({ status: 400, envelope: { field: 'before' } });
    expect(await add(-101, 100)).toMatchObject({ status: 403, envelope: { reason: 'BALANCE_NOT_ENOUGH' } });
    expect(await add(0, 100)).toMatchObject({ status: 400, envelope: { field: 'count' } });
    const { rows } = await service.app.app.database.pool.query(
      'select count, order_code, remark from ledger_entries where corp_id = $1 and count <> 5 order by position',
      [corpId],
    );
    expect(rows).toEqual([
      { count: 100, order_code: 'PO-7', remark: '线下采购' },
      { count: -5, order_code: 'PO-7', remark: '线下采购' },
    ]);
    expect(await auditOf(service.app, 'corp.balance')).toHaveLength(2);
  });

  test('settings are those of the command line', async () => {
    const set = (name: string, value: string) => operator.ask(at('/set'), { corpId, name, value });
    expect((await set('corpLevel', '11')).envelope).toMatchObject({ code: '0' });
    expect((await set('levelExpireTime', '2027-12-31')).envelope).toMatchObject({ code: '0' });
    expect(await set('corpLevel', '13')).toMatchObject({ status: 400, envelope: { field: 'value' } });
    expect(await set('toString', 'on')).toMatchObject({ status: 400, envelope: { field: 'name' } });
    const info = await operator.ask<{ options: readonly { name: string }[] }>(at('/info'), { corpId });
    const options = info.envelope.data.options.filter(({ name }) => /level/i.test(name));
    expect(options).toMatchObject([
      { name: 'corpLevel', value: '11' },
      { name: 'levelExpireTime', value: '2027-12-31T15:59:59.999Z' },
    ]);
  });

  test('one is closed by its name when nothing is owed, keeps its status until it is reopened', async () => {
    const close = (corpName: string) => operator.ask(at('/close'), { corpId, corpName, reason: '来信 7' });
    const view = async () => (await operator.ask(at('/closing'), { corpId })).envelope;
    expect(await view()).toMatchObject({
      data: {
        state: 'open',
        days: 30,
        members: 1,
        applications: 1,
        remedies: [expect.stringContaining('100')],
      },
    });
    expect(await close(request.corpName)).toMatchObject({ status: 409 });
    const taken = { corpId, ledger: 'contract', before: 100, count: -100, reason: '结清' };
    expect((await operator.ask(at('/addBalance'), taken)).envelope).toMatchObject({ code: '0' });
    expect(await close('云帆')).toMatchObject({ status: 400, envelope: { field: 'corpName' } });
    expect((await close(request.corpName)).envelope).toMatchObject({ code: '0' });
    expect(await close(request.corpName)).toMatchObject({ status: 409 });
    expect(await view()).toMatchObject({ data: { state: 'closed', remedies: [] } });
    const status = { corpId, identStatus: 'identified', reason: '恢复' };
    expect(await operator.ask(at('/setStatus'), status)).toMatchObject({
      status: 400,
      envelope: { field: 'identStatus' },
    });
    const reopen = () => operator.ask(at('/reopen'), { corpId, reason: '来信 8' });
    expect((await reopen()).envelope).toMatchObject({ code: '0' });
    expect(await reopen()).toMatchObject({ status: 409 });
    const info = await operator.ask(at('/info'), { corpId });
    expect(info.envelope).toMatchObject({ data: { identStatus: 'identified', members: 1 } });
    expect(await auditOf(service.app, 'corp.close')).toMatchObject([
      { corp_id: corpId, after: { days: 30 } },
    ]);
    expect(await auditOf(service.app, 'corp.reopen')).toMatchObject([{ corp_id: corpId }]);
  });

  test('one that is stopped cannot sign what waits for it, until it is resumed', async () => {
    const { corp } = service;
    const template = await givenTemplate(corp.owner.client, {
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    await startFlow(corp.owner.client, template, { participantList: [as('甲方', corp.owner, corp)] });
    const { corpId: stopped } = corp;
    const info = () => operator.ask(at('/info'), { corpId: stopped });
    expect((await info()).envelope).toMatchObject({
      data: { unsigned: 1, ownerMobile: expect.stringContaining('****') },
    });
    const set = (identStatus: string) =>
      operator.ask(at('/setStatus'), { corpId: stopped, identStatus, reason: '登记已注销' });
    expect((await set('invalid')).envelope).toMatchObject({ code: '0' });
    expect((await info()).envelope).toMatchObject({ data: { identStatus: 'invalid' } });
    expect((await set('identified')).envelope).toMatchObject({ code: '0' });
    expect(await auditOf(service.app, 'corp.identity')).toMatchObject([
      { corp_id: stopped, after: { identStatus: 'invalid' } },
      { corp_id: stopped, after: { identStatus: 'identified' } },
    ]);
    expect(await operator.ask(at('/info'), { corpId: 999_999_999 })).toMatchObject({ status: 404 });
  });
});

describe('seals under review', () => {
  interface Queue {
    readonly seals: readonly { sealId: number; originalUrl: string; pictureUrl: string }[];
    readonly totalCount: number;
  }

  test('each is passed or rejected once, from its two pictures', async () => {
    const { corp } = service;
    const { corpId } = corp;
    const [first, second] = [await waitingSeal(corp, '公章'), await waitingSeal(corp, '模糊章')];
    const queue = async () => (await operator.ask<Queue>('/pages/platform/seals')).envelope.data;
    const { seals, totalCount } = await queue();
    expect(totalCount).toBe(2);
    expect(seals).toMatchObject([
      { ...{ corpId, sealId: first, sealName: '公章', corpName: corp.corpName }, hasSameName: true },
      { corpId, sealId: second },
    ]);
    for (const address of [seals[0]?.originalUrl, seals[0]?.pictureUrl]) {
      const picture = await fetch(String(address));
      expect(picture.headers.get('content-type')).toBe('image/png');
    }
    const review = (sealId: number, verdict: string, reason = '') =>
      operator.ask('/pages/platform/seals/review', { corpId, sealId, verdict, reason });
    expect((await review(first, 'pass')).envelope).toMatchObject({ code: '0' });
    expect(await review(first, 'reject', '图片模糊')).toMatchObject({ status: 409 });
    expect(await review(second, 'reject')).toMatchObject({ status: 400, envelope: { field: 'reason' } });
    expect((await review(second, 'reject', '图片模糊')).envelope).toMatchObject({ code: '0' });
    expect(await review(999_999, 'pass')).toMatchObject({ status: 404 });
    expect(await queue()).toEqual({ seals: [], totalCount: 0 });
    const statusOf = async (sealId: typeof first) =>
      (await corp.owner.client.data(getSealInfo, { sealId })).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([1, 3]);
    const stopOf = async (sealId: typeof first) =>
      (await corp.owner.client.data(getSealInfo, { sealId })).stop;
    expect(await stopOf(second)).toMatchObject({ byPlatform: true, reason: '图片模糊' });
    expect(await stopOf(first)).toBe(null);
    expect(await auditOf(service.app, 'seal.status')).toMatchObject([
      { corp_id: corpId, source: 'platform', after: { move: 'pass', status: 1 } },
      { corp_id: corpId, source: 'platform', after: { move: 'reject', status: 3 } },
    ]);
  });

  test('a decided one is suspended and resumed with a reason that its enterprise reads', async () => {
    const { corp, app } = service;
    const { corpId } = corp;
    const sealId = await waitingSeal(corp, '备用章');
    const at = (path: string, body: unknown) => operator.ask(`/pages/platform/seals/${path}`, body);
    const set = (move: string, reason: string) => at('setStatus', { corpId, sealId, move, reason });
    expect(await set('suspend', '涉嫌冒用')).toMatchObject({ status: 409 });
    await at('review', { corpId, sealId, verdict: 'pass' });
    expect((await at('info', { corpId, sealId })).envelope).toMatchObject({ data: { waiting: 0 } });
    expect(await set('suspend', ' ')).toMatchObject({ status: 400, envelope: { field: 'reason' } });
    expect((await set('suspend', '涉嫌冒用')).envelope).toMatchObject({ code: '0' });
    expect((await at('decided', { name: '备用' })).envelope).toMatchObject({
      data: { seals: [{ sealId, status: 4, isOwnStop: false, reason: '涉嫌冒用' }], totalCount: 1 },
    });
    const told = () => corp.owner.client.data(getSealInfo, { sealId });
    expect(await told()).toMatchObject({ status: 4, stop: { byPlatform: true, reason: '涉嫌冒用' } });
    expect(await corp.owner.client.call(sealUpdateStatus, { sealId, status: 1 })).toMatchObject({
      envelope: { reason: 'SEAL_NOT_USABLE' },
    });
    expect((await set('resume', '问题已解决')).envelope).toMatchObject({ code: '0' });
    expect(await told()).toMatchObject({ status: 1, stop: null });
    expect(await set('resume', '问题已解决')).toMatchObject({ status: 409 });
    expect(await at('info', { corpId, sealId: 999_999 })).toMatchObject({ status: 404 });
    expect((await auditOf(app, 'seal.status')).slice(-2)).toMatchObject([
      { corp_id: corpId, source: 'platform', after: { move: 'suspend', status: 4 } },
      { corp_id: corpId, source: 'platform', after: { move: 'resume', status: 1 } },
    ]);
  });
});

describe('certificates', () => {
  interface Listed {
    readonly certificates: readonly { serialNumber: string; purpose: string; status: string }[];
  }
  const at = '/pages/platform/certificates';
  const all = async () => (await operator.ask<Listed>(at)).envelope.data.certificates;

  test('one is revoked by the end of its number and a reason, the authority never', async () => {
    const before = await all();
    const root = before.find(({ purpose }) => purpose === 'root');
    const timestamp = before.find(({ purpose }) => purpose === 'timestamp');
    expect([root, timestamp]).toMatchObject([{ status: 'valid' }, { status: 'valid' }]);
    const revoke = (serialNumber = '', tail = serialNumber.slice(-4)) =>
      operator.ask(`${at}/revoke`, { serialNumber, tail, reason: 'superseded' });
    expect(await revoke(timestamp?.serialNumber, 'ffff0')).toMatchObject({
      status: 400,
      envelope: { field: 'tail' },
    });
    expect(await revoke(root?.serialNumber)).toMatchObject({ status: 403 });
    expect(await revoke('0123456789abcdef')).toMatchObject({ status: 404 });
    expect((await revoke(timestamp?.serialNumber)).envelope).toMatchObject({ code: '0' });
    expect(await revoke(timestamp?.serialNumber)).toMatchObject({ status: 409 });
    const after = (await all()).find(({ serialNumber }) => serialNumber === timestamp?.serialNumber);
    expect(after).toMatchObject({ status: 'revoked' });
    expect(await auditOf(service.app, 'certificate.revoke')).toMatchObject([
      {
        ...{ corp_id: null, user_id: service.corp.owner.userId, source: 'platform' },
        after: { serialNumber: timestamp?.serialNumber, reason: 'superseded' },
      },
    ]);
  });
});

describe('providers', () => {
  interface Listed {
    readonly providers: readonly { readonly key: string; readonly kind: string; readonly state?: string }[];
  }
  const at = '/pages/platform/providers';
  const testOne = (body: unknown) => operator.ask(`${at}/test`, body);

  test('all that the settings name are listed with their state, and simulations as such', async () => {
    let providers: Listed['providers'] = [];
    const stateAtNext = async () => {
      providers = (await operator.ask<Listed>(at)).envelope.data.providers;
      return providers.find(({ key }) => key === 'timestamps-1')?.state;
    };
    // Each instance tells how it was answered itself.
    await expect.poll(stateAtNext).toBe('works');
    expect(providers.map(({ key, kind }) => [key, kind])).toEqual([
      ...['sms', 'mail', 'identity', 'pay', 'faces'].map((key) => [key, key === 'mail' ? 'none' : 'sandbox']),
      ['certificates', 'none'],
      ['timestamps-1', 'local'],
      ['office', 'local'],
    ]);
    expect(providers.find(({ key }) => key === 'timestamps-1')).toMatchObject({
      ...{ state: 'works', lastFailure: null, requests: { refused: 0, failed: 0 }, consequence: null },
      findings: [{ check: 'timestamps', status: 'ok' }],
    });
  });

  test('a test message reaches the number, and is in the audit of the platform with a masked one', async () => {
    const mobile = '13700007777';
    expect(await testOne({ key: 'sms' })).toMatchObject({ status: 400, envelope: { field: 'mobile' } });
    const tested = await testOne({ key: 'sms', mobile });
    expect(tested.envelope).toMatchObject({
      data: { outcome: { check: 'provider-sms', status: 'ok' }, milliseconds: expect.any(Number) },
    });
    const { rows } = await service.app.app.database.pool.query(
      'select text, code from sandbox_messages where mobile = $1',
      [mobile],
    );
    expect(rows).toEqual([{ text: expect.stringContaining('用于短信通道测试'), code: null }]);
    expect((await testOne({ key: 'timestamps-1' })).envelope).toMatchObject({
      data: { outcome: { status: 'ok' } },
    });
    for (const key of ['sms-nobody', 'identity', 'payChannel-1', 'login-1', 'toString'])
      expect(await testOne({ key }), key).toMatchObject({ status: 404 });
    expect(await auditOf(service.app, 'provider.test')).toMatchObject([
      { corp_id: null, source: 'platform', after: { provider: 'sms', outcome: 'ok', mobile: '137****7777' } },
      { after: { provider: 'timestamps-1', outcome: 'ok' } },
    ]);
  });

  test('what enterprises have brought is asked by a test alone', async () => {
    const { corp, app } = service;
    const { db } = app.app.database;
    await setLoginProvider(
      { db, services: app.app.services, now: app.app.services.clock.now() },
      corp.corpId,
      {
        issuer: 'http://127.0.0.1:9/',
        ...{ clientId: 'cinnabar', clientSecret: 'kept' },
      },
    );
    const key = `login-${corp.corpId}`;
    const listed = await operator.ask<Listed>(at);
    expect(listed.envelope.data.providers.at(-1)).toMatchObject({
      ...{ key, port: 'login', name: '127.0.0.1:9', corpName: corp.corpName, findings: [], checkedAt: null },
    });
    expect(JSON.stringify(listed.envelope)).not.toContain('kept');
    expect((await testOne({ key })).envelope).toMatchObject({
      data: { outcome: { check: 'provider-login', status: 'error', remedy: expect.any(String) } },
    });
    const told = await auditOf(app, 'provider.test');
    expect(told.at(-1)).toMatchObject({ corp_id: corp.corpId, after: { provider: key, outcome: 'error' } });
  });
});

test('storage is told by its place, room and largest parts, with what was cleaned up', async () => {
  const { pool } = service.app.app.database;
  await pool.query(
    "insert into retention_removals (removed_at, kind, corp_id, rows) values (now(), 'uploads', 0, 3), " +
      "(now() - interval '31 days', 'uploads', 0, 5), (now(), 'codes', 0, 7)",
  );
  await waitingSeal(service.corp, '存储用章');
  const viewed = await operator.ask('/pages/platform/storage');
  expect(viewed.envelope.data).toMatchObject({
    ...{ backend: service.app.app.services.config.storage, fallback: null },
    disk: { total: expect.any(Number), free: expect.any(Number) },
    findings: expect.arrayContaining([expect.objectContaining({ check: 'disk-space' })]),
    files: expect.arrayContaining([
      { kind: 'seal-upload', count: expect.any(Number), bytes: expect.any(Number) },
    ]),
    removed: { unused: 3, erased: 0, lastTime: expect.stringMatching(/Z$/) },
    database: { tables: expect.arrayContaining([expect.objectContaining({ bytes: expect.any(Number) })]) },
  });
});
