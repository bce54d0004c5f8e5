/** Requests for certificates that another authority keeps pending, or that nobody sends there any more. */
// @module-tag openssl
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  certificateStatus,
  importCertificate,
  requestCertificate,
} from '@cinnabar/api/operations/certificates.js';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { pemBlock } from '@cinnabar/pki/asn1/pem.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeCertificateGateway } from '../fakes/certificate-gateway.js';
import { EST_ACCOUNT, FakeEst } from '../fakes/est-server.js';
import { FakeServer } from '../fakes/fake-server.js';
import { GATEWAY_SECRET } from '../fakes/sms-gateway.js';
import { type RunningApp, startApp } from '../support/app.js';
import { ExternalAuthority } from '../support/external-authority.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY = 24 * 3600;

let authority: ExternalAuthority;
let est: FakeEst;
let estServer: FakeServer;
let gateway: FakeServer;
let database: FreshDatabase;
let dataDir: string;
let app: RunningApp;
let corp: Enterprise;

/** The service with the authority of these settings, at the same address and data. */
async function serve(source: Readonly<Record<string, string>>): Promise<void> {
  const settings = { ...source, SIGNATURE_TRUST: authority.rootFile };
  app = await startApp({ on: { database, dataDir }, settings });
}
const asksEst = () => ({
  ...{ CERTIFICATE_SOURCE: 'est', EST_URL: estServer.url },
  ...{ EST_USER: EST_ACCOUNT.user, EST_PASSWORD: EST_ACCOUNT.password },
});
const asksGateway = () => ({
  ...{ CERTIFICATE_SOURCE: 'json', CERTIFICATE_JSON_URL: gateway.url },
  CERTIFICATE_JSON_SECRET: GATEWAY_SECRET,
});

beforeAll(async () => {
  authority = await ExternalAuthority.open();
  est = new FakeEst({
    certify: (der) => authority.pkcs7(authority.certify(pemBlock('CERTIFICATE REQUEST', der)), 'DER'),
    cacerts: authority.pkcs7(authority.issuingPem, 'DER'),
  });
  estServer = await FakeServer.open((asked) => est.answer(asked));
  const fake = new FakeCertificateGateway(() => []);
  gateway = await FakeServer.open((asked) => fake.answer(asked));
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-waiting-'));
  await serve(asksEst());
  corp = await givenEnterprise(app);
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
  await Promise.all([estServer.close(), gateway.close(), authority.close()]);
});

/** Tokens end, and the service moves to another port. */
async function owner() {
  const { appId, appSecret } = corp;
  const { accessToken } = await app.client.data(getAccessToken, { appId, appSecret });
  return app.client.with({ ...corp.owner.client.headers, accessToken });
}
const request = async () => (await (await owner()).data(certificateStatus, {})).request;
const posts = () => estServer.requests.filter(({ method }) => method === 'POST').length;
async function told(): Promise<number> {
  const { rows } = await app.app.database.pool.query(
    "select 1 from sandbox_messages where text like '%申请新证书未成功%'",
  );
  return rows.length;
}

describe('a request for a certificate over the network', () => {
  it('is asked for once a day after 14 days, and administrators are told once', async () => {
    est.pendingTimes = 10_000;
    await (await owner()).data(requestCertificate, {});
    await app.advance(11 * 60);
    expect(await request()).toMatchObject({ state: 'pending', problem: '' });
    await app.advance(13 * DAY);
    expect(await request()).toMatchObject({ state: 'pending' });
    expect(await told()).toBe(0);
    await app.advance(2 * DAY);
    expect(await request()).toMatchObject({ state: 'pendingLong', problem: 'PENDING_LONG' });
    expect(await told()).toBe(1);
    const before = posts();
    for (let day = 0; day < 3; day += 1) await app.advance(DAY + 600);
    expect(posts() - before).toBeLessThanOrEqual(4);
    expect(posts() - before).toBeGreaterThanOrEqual(2);
    expect(await told()).toBe(1);
  });

  it('says so after the platform has moved to another authority, which gets nothing of it', async () => {
    await app.close();
    await serve(asksGateway());
    const before = posts();
    await app.advance(2 * DAY);
    expect(await request()).toMatchObject({ state: 'sourceChanged', nextTime: null });
    expect(await told()).toBe(2);
    await app.advance(2 * DAY);
    expect([posts(), gateway.requests.length, await told()]).toEqual([before, 0, 2]);
  });

  it('is asked for again where its authority is named again', async () => {
    await app.close();
    await serve(asksEst());
    est.pendingTimes = 0;
    await app.advance(2 * DAY);
    expect(await request()).toBeNull();
    expect((await (await owner()).data(certificateStatus, {})).source).toBe('other');
  });

  it('ends by an import of its chain, although nobody asks for it any more', async () => {
    est.pendingTimes = 10_000;
    const { pem } = await (await owner()).data(requestCertificate, {});
    await app.advance(11 * 60);
    await app.close();
    await serve({});
    await app.advance(11 * 60);
    expect(await request()).toMatchObject({ state: 'sourceChanged', way: 'network' });
    await (await owner()).data(importCertificate, { chain: authority.chainFor(pem) });
    expect(await request()).toBeNull();
  });
});
