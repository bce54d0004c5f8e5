/** Certificates of other authorities, requested and imported by an administrator of the enterprise. */
// @module-tag openssl
import { auditList } from '@cinnabar/api/operations/audit.js';
import {
  certificateList,
  certificateStatus,
  importCertificate,
  requestCertificate,
} from '@cinnabar/api/operations/certificates.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
import { ExternalAuthority } from '../support/external-authority.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, download, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY = 24 * 3600;

let authority: ExternalAuthority;
let app: RunningApp;
let corp: Enterprise;
let colleague: Person;

beforeAll(async () => {
  authority = await ExternalAuthority.open();
  app = await startApp({ settings: { SIGNATURE_TRUST: authority.rootFile } });
  corp = await givenEnterprise(app);
  colleague = await corp.member(['SEAL_ADMIN']);
  await givenSeal(corp);
});
afterAll(async () => {
  await app.close();
  await authority.close();
});

const status = () => corp.owner.client.data(certificateStatus, {});
const request = (more: object = {}) => corp.owner.client.data(requestCertificate, { way: 'file', ...more });
const refusal = async (chain: string | Uint8Array) => {
  const text = typeof chain === 'string' ? chain : Buffer.from(chain).toString('base64');
  const { envelope } = await corp.owner.client.call(importCertificate, { chain: text });
  return [envelope.code, envelope.reason, envelope.msg];
};

const chooseSuite = ({ corpId }: Enterprise, signatureSuite: string) =>
  app.app.database.pool.query('update corps set settings = settings || $2 where corp_id = $1', [
    corpId,
    { signatureSuite },
  ]);

async function openFlow() {
  const template = await givenTemplate(corp.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', signOrder: 2, area: true },
    ],
  });
  const participantList = [as('乙方', colleague, corp)];
  return (await startFlow(corp.owner.client, template, { participantList })).flowId;
}

describe('an administrator who moves the enterprise to another authority', () => {
  it('is refused what cannot be used, in words that say what to do, and the request stays', async () => {
    const flowId = await openFlow();
    await sign(corp.owner, flowId);
    expect(await status()).toMatchObject({
      source: 'builtIn',
      renewal: 'builtIn',
      ways: ['file'],
      request: null,
    });
    const { pem, state } = await request();
    expect(state).toBe('chainAwaited');
    // Another request returns the same one.
    expect((await request({ algorithm: 'RSA-2048' })).pem).toBe(pem);

    expect(await refusal(authority.certify(pem))).toEqual([
      '400',
      'CERTIFICATE_UNUSABLE',
      expect.stringMatching(
        /^证书不能使用：证书链在“.+”中断：.+“Other Issuing”.+如文件不全，请补全中间证书；.+联系平台运营方/,
      ),
    ]);
    const stranger = await ExternalAuthority.open();
    try {
      const foreign = `${stranger.chainFor(pem)}${stranger.rootPem}`;
      expect(await refusal(foreign)).toEqual([
        ...['400', 'CERTIFICATE_UNUSABLE'],
        expect.stringMatching(/止于根证书“Other Root”，但它未被信任；.+联系平台运营方信任.+SIGNATURE_TRUST/),
      ]);
    } finally {
      await stranger.close();
    }
    const named = authority.chainFor(pem, { subject: '/O=Somebody Else/CN=Somebody Else' });
    expect((await refusal(named))[2]).toMatch(
      /证书的主体为“Somebody Else.+请向颁发机构申请与登记名称一致的证书/,
    );
    expect((await refusal(authority.chainFor(pem, { section: 'encipherment' })))[2]).toContain(
      '文件签名用途',
    );
    expect((await refusal(Buffer.from('not a certificate')))[2]).toContain('没有可读的证书');
    expect((await refusal('%%%')).slice(0, 2)).toEqual(['400', 'INVALID_FIELD']);
    expect(await status()).toMatchObject({ source: 'builtIn', request: { pem, state: 'chainAwaited' } });

    const { pem: next } = await request({ replace: true });
    expect(next).not.toBe(pem);
    expect((await refusal(authority.chainFor(pem)))[2]).toContain('请导入针对待处理申请签发的证书');

    const p7 = authority.pkcs7(authority.chainFor(next), 'DER').toString('base64');
    const body = { chain: p7 };
    const keyed = corp.owner.client.with({ 'Idempotency-Key': 'import-1' });
    const [imported, again] = [
      await keyed.call(importCertificate, body),
      await keyed.call(importCertificate, body),
    ];
    expect(imported.envelope.data).toMatchObject({
      issuer: 'Other Issuing',
      source: 'other',
      status: 'valid',
    });
    expect(again.envelope.data).toEqual(imported.envelope.data);
    expect(await refusal(Buffer.from(p7, 'base64'))).toEqual([
      ...['409', 'CERTIFICATE_NOT_REQUESTED'],
      expect.stringContaining('已经导入'),
    ]);
    await sign(colleague, flowId);
    expect((await download(corp.owner, flowId)).length).toBeGreaterThan(1000);
    const [newest] = await corp.owner.client.data(certificateList, {});
    expect(newest).toMatchObject({ issuer: 'Other Issuing', source: 'other', algorithm: 'P-256' });
    expect(await status()).toMatchObject({ source: 'other', renewal: 'manual', request: null });
  });

  it('leaves an entry of the audit for each request and import, and none for what was refused', async () => {
    const entries = await corp.owner.client.data(auditList, { listPageSize: 50 });
    const acts = entries.map(({ act }) => act).filter((act) => act.startsWith('certificate.'));
    expect(acts).toEqual(['certificate.import', 'certificate.request', 'certificate.request']);
  });

  it('proves anew who they are before a request and an import in the console', async () => {
    const browser = await consoleOf(app, corp.owner.mobile);
    await app.advance(11 * 60);
    for (const [operation, body] of [
      [requestCertificate, { way: 'file' }],
      [importCertificate, { chain: 'AAAA' }],
    ] as const) {
      const { envelope } = await browser.act(corp.corpId, operation.path, body);
      expect([envelope.code, envelope.reason]).toEqual(['403', 'FRESH_PROOF_REQUIRED']);
    }
    expect((await status()).request).toBeNull();
  });

  it('cannot request one for an enterprise that signs with SM2', async () => {
    const other = await givenEnterprise(app);
    await chooseSuite(other, 'sm2');
    const { envelope } = await other.owner.client.call(requestCertificate, {});
    expect([envelope.code, envelope.reason]).toEqual(['403', 'CERTIFICATE_NOT_POSSIBLE']);
    const standing = await other.owner.client.data(certificateStatus, {});
    expect(standing).toMatchObject({ ways: [], defaultAlgorithm: null });
  });

  it('requests one of the algorithm by which the enterprise signs', async () => {
    const other = await givenEnterprise(app);
    await chooseSuite(other, 'rsa2048');
    const { client } = other.owner;
    expect(await client.data(certificateStatus, {})).toMatchObject({ defaultAlgorithm: 'RSA-2048' });
    expect(await client.data(requestCertificate, {})).toMatchObject({ algorithm: 'RSA-2048' });
    const replaced = await client.data(requestCertificate, { algorithm: 'P-256', replace: true });
    expect(replaced.algorithm).toBe('P-256');
  });

  it('is refused an intermediate that has ended, and its request stays', async () => {
    await app.advance(1801 * DAY);
    const { appId, appSecret } = corp;
    const { accessToken } = (
      await app.post<{ accessToken: string }>('/service/getAccessToken', { appId, appSecret })
    ).envelope.data;
    const owner = { ...corp.owner, client: corp.owner.client.with({ accessToken }) };
    corp = { ...corp, owner };
    const { pem } = await request();
    expect((await refusal(authority.chainFor(pem, { days: 3000 })))[2]).toMatch(
      /“Other Issuing”已于 \d{4}-\d\d-\d\d \d\d:\d\d UTC 到期；请使用有效的证书链/,
    );
    expect(await status()).toMatchObject({ source: 'other', request: { state: 'chainAwaited' } });
  });
});
