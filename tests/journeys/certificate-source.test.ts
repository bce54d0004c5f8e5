/** Certificates that an authority issues over the network: ordered, renewed before their end, for persons. */
// @module-tag openssl
import { pemBlock } from '@cinnabar/pki/asn1/pem.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BesideTheService, besideTheService, of } from '../cli/beside-the-service.js';
import { EST_ACCOUNT, FakeEst } from '../fakes/est-server.js';
import { FakeServer } from '../fakes/fake-server.js';
import { ExternalAuthority } from '../support/external-authority.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const HOUR = 3600;
const DAY = 24 * HOUR;

let authority: ExternalAuthority;
let est: FakeEst;
let server: FakeServer;
let settings: Readonly<Record<string, string>>;
let cli: BesideTheService;
let corp: Enterprise;
/** Of the certificates that are issued next. */
let days = 90;

beforeAll(async () => {
  authority = await ExternalAuthority.open();
  est = new FakeEst({
    certify: (der) =>
      authority.pkcs7(authority.certify(pemBlock('CERTIFICATE REQUEST', der), { days }), 'DER'),
    cacerts: authority.pkcs7(authority.issuingPem, 'DER'),
  });
  server = await FakeServer.open((asked) => est.answer(asked));
  settings = {
    ...{ CERTIFICATE_SOURCE: 'est', EST_URL: server.url, SIGNATURE_TRUST: authority.rootFile },
    ...{ EST_USER: EST_ACCOUNT.user, EST_PASSWORD: EST_ACCOUNT.password },
  };
  cli = await besideTheService(settings);
  corp = await givenEnterprise(cli.running);
});
afterAll(async () => {
  await cli.close();
  await server.close();
  await authority.close();
});

interface Status {
  readonly source: string | null;
  readonly state: string | null;
  readonly notAfter: string | null;
  readonly pendingSince: string | null;
  readonly pendingState: string | null;
  readonly problem: string | null;
}
async function status(): Promise<Status> {
  const { out } = await cli.runWith(settings, 'certificate', 'status', ...of(corp), '--json');
  const told: Status = JSON.parse(out);
  return told;
}
const enrolments = () =>
  server.requests.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname.split('/').at(-1));
const order = (...more: readonly string[]) =>
  cli.runWith(settings, 'certificate', 'request', ...of(corp), ...more);

async function messages(): Promise<readonly string[]> {
  const { rows } = await cli.running.app.database.pool.query('select text from sandbox_messages order by 1');
  return rows.map(({ text }) => String(text)).filter((text) => text.includes('签名证书'));
}

describe('an enterprise whose authority is asked over the network', () => {
  it('gets its certificate after the authority has let it wait', async () => {
    await cli.refused(2, '--out is required', 'certificate', 'request', ...of(corp));
    est.pendingTimes = 1;
    expect((await order()).out).toContain('est is asked within ten minutes');
    await cli.running.advance(11 * 60);
    expect(await status()).toMatchObject({ source: null, pendingSince: expect.any(String), problem: null });
    await cli.running.advance(30 * 60);
    expect(enrolments()).toEqual(['simpleenroll']);
    await cli.running.advance(HOUR);
    expect(await status()).toMatchObject({ source: 'est', state: 'valid', pendingSince: null });
    expect(enrolments()).toEqual(['simpleenroll', 'simpleenroll']);
    est.pendingTimes = 0;
  });

  it('gets the next one in the last third of its lifetime, with a new key, once', async () => {
    const first = await status();
    await cli.running.advance(58 * DAY);
    expect(enrolments()).toHaveLength(2);
    days = 400;
    await cli.running.advance(3 * DAY);
    const second = await status();
    expect(second).toMatchObject({ source: 'est', state: 'valid', problem: null });
    expect(second.notAfter).not.toBe(first.notAfter);
    expect(enrolments().slice(2)).toEqual(['simplereenroll']);
    expect(new Set(est.certified).size).toBe(2);
    expect(await messages()).toEqual([]);
    // The earlier key still exists, for acts in progress.
    const { rows } = await cli.running.app.database.pool.query(
      "select key_destroyed_at from certificates where source = 'est' order by generation",
    );
    expect(rows).toEqual([{ key_destroyed_at: null }, { key_destroyed_at: null }]);
  });

  it('asks again, later each time, while the authority refuses, and tells administrators once', async () => {
    est.refusals.push(403, 403, 403);
    expect((await order()).code).toBe(0);
    await cli.running.advance(11 * 60);
    expect(await status()).toMatchObject({ state: 'valid', problem: 'REFUSED 403' });
    await cli.running.advance(21 * 60);
    await cli.running.advance(41 * 60);
    expect(est.refusals).toEqual([]);
    expect(await messages()).toEqual([
      expect.stringMatching(/有效期至 \d{4}-\d\d-\d\d，向证书机构申请新证书未成功/),
    ]);
    await cli.running.advance(2 * HOUR);
    expect(await status()).toMatchObject({ problem: null, pendingSince: null });
  });

  it('keeps its certificate where another one does not name it, or does not lead to a root', async () => {
    const before = await status();
    expect((await order()).code).toBe(0);
    const csr = pemBlock('CERTIFICATE REQUEST', Buffer.from(est.certified[0] ?? '', 'base64'));
    est.answers.push({
      status: 200,
      headers: { 'content-type': 'application/pkcs7-mime' },
      body: authority.pkcs7(authority.certify(csr), 'DER').toString('base64'),
    });
    await cli.running.advance(11 * 60);
    expect(await status()).toMatchObject({
      ...before,
      pendingSince: expect.any(String),
      pendingState: 'unusable',
      problem: 'OTHER_KEY',
    });
    server.failAlways('busy');
    await cli.running.advance(21 * 60);
    expect((await status()).problem).toBe('FAILING');
    server.failAlways(null);
    expect((await order('--replace')).code).toBe(0);
  });
});
