/** An operator finds the cause of every 5xx in the log of the process that answered it. */
import { randomUUID } from 'node:crypto';
import { uploadContractFile } from '@cinnabar/api/operations/templates.js';
import { ConversionRefused } from '@cinnabar/pdf/convert/conversion-refused.js';
import { askAboutPerson } from '@cinnabar/server/areas/members/ask-registry.js';
import { orRefuse } from '@cinnabar/server/areas/payments/open-order.js';
import { asUploadRefusal } from '@cinnabar/server/areas/templates/index.js';
import { Refusal } from '@cinnabar/server/operation/refusal.js';
import { IdentityUnavailable } from '@cinnabar/server/providers/identity/port.js';
import { PayProviderFailed } from '@cinnabar/server/providers/pay/port.js';
import { SmsNotSent } from '@cinnabar/server/providers/sms/port.js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type DatabaseProxy, proxyTo } from '../support/database-proxy.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { broken, testRegistry, testRoutes } from './test-operations.js';

type Line = Readonly<Record<string, unknown>>;

const lines: Line[] = [];
let database: FreshDatabase;
let proxy: DatabaseProxy;
let running: RunningApp;
let corp: Enterprise;

beforeAll(async () => {
  database = await freshDatabase();
  proxy = await proxyTo(database);
  running = await startApp({
    extra: { registry: testRegistry, routes: testRoutes },
    logTo: { write: (line: string) => void lines.push(JSON.parse(line)) },
    settings: { LOG_LEVEL: 'info', DATABASE_URL: proxy.connectionString, ROLE: 'web' },
  });
  corp = await givenEnterprise(running);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await running.close();
  await proxy.close();
  await database.drop();
});

const errorsOf = (requestId: string): readonly Line[] =>
  lines.filter((line) => line['requestId'] === requestId && line['level'] === 'error');

async function post(path: string, body: object) {
  const requestId = randomUUID();
  const { status, envelope } = await corp.owner.client.post(path, body, { 'x-request-id': requestId });
  return { status, code: envelope.code, errors: errorsOf(requestId) };
}

describe('the cause of a failure is logged once, at level error', () => {
  test('a database outage, whose requests can be repeated', async () => {
    await proxy.close();
    const { status, errors } = await post('/seal/getSealInfo', { sealId: 1 });
    const requestId = randomUUID();
    const ready = await fetch(`${running.baseUrl}/readyz`, { headers: { 'x-request-id': requestId } });
    await proxy.open();
    expect([status, ready.status]).toEqual([503, 503]);
    expect(errors).toEqual([expect.objectContaining({ msg: expect.stringContaining('503') })]);
    expect(JSON.stringify(errors)).toMatch(/ECONNREFUSED|ECONNRESET|Connection terminated/);
    expect(errorsOf(requestId)).toContainEqual(
      expect.objectContaining({ msg: 'not ready', check: 'database', err: expect.any(Object) }),
    );
    // A failed probe has a request line too; a successful one has not.
    const probes = lines.filter((line) => line['op'] === '/readyz');
    expect(probes).toEqual([expect.objectContaining({ requestId, code: '503' })]);
  });

  test('a full disk', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    vi.spyOn(running.app.services.blobs, 'put').mockRejectedValue(full);
    const file = { name: 'contract.txt', bytes: Buffer.from('第一条') };
    const requestId = randomUUID();
    const { client } = corp.owner;
    const { status } = await client.upload(uploadContractFile.path, file, { 'x-request-id': requestId });
    expect(status).toBe(500);
    expect(errorsOf(requestId)).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ code: 'ENOSPC', message: full.message }) }),
    ]);
  });

  test('a provider of text messages that does not answer', async () => {
    vi.spyOn(running.app.services.sms, 'send').mockRejectedValue(new SmsNotSent('TRANSIENT', 'no answer'));
    const { code, errors } = await post('/sms/sendSmsVerifyCode', {
      mobile: '15700000001',
      smsType: 'sign',
    });
    expect(code).toBe('1203');
    expect(errors).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ message: 'TRANSIENT: no answer' }) }),
    ]);
  });

  test('an overload, which has no cause but itself', async () => {
    const busy = await post(broken.path, { how: 'busy' });
    expect([busy.status, busy.errors]).toEqual([
      503,
      [expect.objectContaining({ msg: expect.stringContaining('503 ENGINE_BUSY') })],
    ]);
    const conflict = await post(broken.path, { how: 'conflict' });
    expect([conflict.status, conflict.errors]).toEqual([
      503,
      [expect.objectContaining({ msg: expect.stringContaining('503 REVISION_CONFLICT') })],
    ]);
  });

  test("a caller's error is not one", async () => {
    const { status, errors } = await post('/seal/getSealInfo', {});
    expect([status, errors]).toEqual([400, []]);
  });
});

describe('a refusal carries the failure of a provider', () => {
  const away = new IdentityUnavailable('no answer');
  const unknown = new PayProviderFailed('TRANSIENT', 'no answer');
  const person = { realName: '王芳', identNum: '110101199003070009' };
  const identity = { checkPerson: () => Promise.reject(away), checkCorp: () => Promise.reject(away) };

  test.each([
    ['identity checks', () => askAboutPerson({ identity }, person, '13800138000'), away],
    ['payments', () => orRefuse(() => Promise.reject(unknown)), unknown],
  ])('of %s', async (_provider, ask, cause) => {
    const refusal = await ask().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: '503', cause });
  });

  test('of the document converter, but not of a document', () => {
    const gone = new ConversionRefused('CONVERTER_AWAY', 'no answer');
    expect(asUploadRefusal(gone)).toMatchObject({ code: 'FILE_UPLOAD_ERROR', cause: gone });
    const broken = asUploadRefusal(new ConversionRefused('BROKEN', 'no document'));
    expect(broken).toMatchObject({ code: 'FILE_UPLOAD_ERROR' });
    expect(broken).not.toHaveProperty('cause');
  });
});
