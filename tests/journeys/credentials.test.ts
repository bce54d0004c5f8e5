import {
  createApplication,
  rotateSecret,
  setApplicationStatus,
} from '@cinnabar/server/areas/credentials/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answered } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

interface Token {
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly corpId: number;
}

let service: RunningApp;
let enterprise: Enterprise;

beforeAll(async () => {
  service = await startApp();
  enterprise = await givenEnterprise(service, { profile: { corpName: '凭证测试有限公司' } });
});

afterAll(() => service.close());

function exchange(appId: string, appSecret: string): Promise<Answered<Token>> {
  return service.post('/service/getAccessToken', { appId, appSecret });
}

function baseInfoWith(headers: Record<string, string>): Promise<Answered> {
  return enterprise.owner.client.post('/corp/baseInfo', {}, headers);
}

/** A separate application, so that no other test counts its wrong secrets. */
function newApplication(allowList: readonly string[] = []) {
  const now = service.app.services.clock.now();
  return transact(service.app.database.db, (tx) =>
    createApplication(tx, { corpId: enterprise.corpId, name: '另一个系统', allowList, now }),
  );
}

const limited = { status: 429, envelope: { code: '429', reason: 'CREDENTIALS_LIMITED', data: null } };
const refused = { status: 401, envelope: { code: '401', reason: 'CREDENTIALS_WRONG', data: null } };

describe('getAccessToken', () => {
  it('returns a token valid for two hours, and its enterprise', async () => {
    const before = service.app.services.clock.now().getTime();
    const answer = await exchange(enterprise.appId, enterprise.appSecret);
    const after = service.app.services.clock.now().getTime();
    expect(answer).toMatchObject({
      status: 200,
      envelope: { code: '0', data: { corpId: enterprise.corpId } },
    });
    const { data } = answer.envelope;
    expect(data.accessToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(data.expiresIn).toBeGreaterThanOrEqual(before + 7_200_000);
    expect(data.expiresIn).toBeLessThanOrEqual(after + 7_200_000);
    expect(Object.keys(data).sort()).toEqual(['accessToken', 'corpId', 'expiresIn']);
  });

  it('leaves earlier tokens valid', async () => {
    const first = await exchange(enterprise.appId, enterprise.appSecret);
    const second = await exchange(enterprise.appId, enterprise.appSecret);
    expect(first.envelope.data.accessToken).not.toBe(second.envelope.data.accessToken);
    for (const { envelope } of [first, second]) {
      const answer = await baseInfoWith({ accessToken: envelope.data.accessToken });
      expect(answer.envelope.code).toBe('200');
    }
  });

  it('stores neither token nor secret in plain text', async () => {
    const answer = await exchange(enterprise.appId, enterprise.appSecret);
    const { db } = service.app.database;
    const tokens = await db.selectFrom('access_tokens').selectAll().execute();
    const applications = await db.selectFrom('applications').selectAll().execute();
    const stored = JSON.stringify([tokens, applications]);
    expect(stored).not.toContain(answer.envelope.data.accessToken);
    expect(stored).not.toContain(enterprise.appSecret);
  });

  it.each([
    ['appId', { appSecret: 'x' }],
    ['appSecret', { appId: 'x' }],
    ['appId', { appId: '', appSecret: 'x' }],
    ['appSecret', { appId: 'x', appSecret: { not: 'text' } }],
  ])('names %s where it is missing or no text', async (field, body) => {
    const answer = await service.post('/service/getAccessToken', body);
    expect(answer).toMatchObject({ status: 400, envelope: { code: '400', data: null } });
    expect(answer.envelope.msg).toContain(field);
  });

  it('does not distinguish an unknown application from a wrong secret', async () => {
    const { appId } = await newApplication();
    const wrong = await exchange(appId, 'wrong');
    const unknown = await exchange('no-such-application', 'wrong');
    expect(wrong).toMatchObject(refused);
    expect(unknown.envelope).toEqual(wrong.envelope);
  });

  it('limits guessing: after ten wrong secrets 429 for five minutes, while the right secret always works', async () => {
    const { appId, appSecret } = await newApplication();
    for (let tries = 0; tries < 10; tries += 1)
      expect(await exchange(appId, `${tries}`)).toMatchObject(refused);
    const eleventh = await exchange(appId, 'wrong');
    expect(eleventh).toMatchObject(limited);
    const wait = Number(eleventh.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(300);
    expect(await exchange(appId, appSecret)).toMatchObject({ status: 200, envelope: { code: '0' } });
    expect(await exchange(appId, 'wrong')).toMatchObject(limited);
    await service.advance(300);
    expect(await exchange(appId, 'wrong')).toMatchObject(refused);
  });

  it('counts wrong secrets exactly under concurrency', async () => {
    const { appId } = await newApplication();
    const answers = await Promise.all(Array.from({ length: 16 }, () => exchange(appId, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  it('mentions the allow-list only to holders of the secret', async () => {
    const { appId, appSecret } = await newApplication(['203.0.113.0/24']);
    expect(await exchange(appId, 'wrong')).toMatchObject(refused);
    expect(await exchange(appId, appSecret)).toMatchObject({
      status: 401,
      envelope: { code: '401', reason: 'ADDRESS_NOT_ALLOWED' },
    });
  });

  it('accepts the old secret for a day after a rotation, and the new one at once', async () => {
    const { appId, appSecret } = await newApplication();
    const now = service.app.services.clock.now();
    const rotated = await transact(service.app.database.db, (tx) =>
      rotateSecret(tx, { corpId: enterprise.corpId, appId, now }),
    );
    expect(await exchange(appId, rotated?.appSecret ?? '')).toMatchObject({ status: 200 });
    expect(await exchange(appId, appSecret)).toMatchObject({ status: 200 });
    await service.advance(24 * 3600);
    expect(await exchange(appId, appSecret)).toMatchObject(refused);
    expect(await exchange(appId, rotated?.appSecret ?? '')).toMatchObject({ status: 200 });
  });

  it('stores nothing under an Idempotency-Key: a repeated request gets a new token', async () => {
    const body = { appId: enterprise.appId, appSecret: enterprise.appSecret };
    const headers = { 'Idempotency-Key': 'token-once' };
    const first: Answered<Token> = await service.post('/service/getAccessToken', body, headers);
    const second: Answered<Token> = await service.post('/service/getAccessToken', body, headers);
    expect(second.envelope.data.accessToken).not.toBe(first.envelope.data.accessToken);
  });
});

describe('an access token', () => {
  it('expires after two hours', async () => {
    const { appId, appSecret } = await newApplication();
    const { accessToken } = (await exchange(appId, appSecret)).envelope.data;
    const use = () => baseInfoWith({ appId, accessToken });
    await service.advance(7000);
    expect((await use()).envelope.code).toBe('200');
    await service.advance(200);
    expect(await use()).toMatchObject({ status: 401, envelope: { code: '401', reason: 'TOKEN_INVALID' } });
  });

  it('becomes invalid when its application is disabled, and a disabled application gets no token', async () => {
    const { appId, appSecret } = await newApplication();
    const { accessToken } = (await exchange(appId, appSecret)).envelope.data;
    const { db } = service.app.database;
    await transact(db, (tx) => setApplicationStatus(tx, enterprise.corpId, appId, 'disabled'));
    const answer = await baseInfoWith({ appId, accessToken });
    expect(answer).toMatchObject({ status: 401, envelope: { reason: 'TOKEN_INVALID' } });
    expect(await exchange(appId, appSecret)).toMatchObject(refused);
  });
});
