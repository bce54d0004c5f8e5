/** Certificates of other authorities over the network: EST (RFC 7030), and a gateway of the operator. */
// @module-tag openssl
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { certificatesInPem, pemBlock } from '@cinnabar/pki/asn1/pem.js';
import { readSignedData } from '@cinnabar/pki/cms/signed-data.js';
import { openProviders } from '@cinnabar/server/composition/open-providers.js';
import { estCertificates } from '@cinnabar/server/providers/certificates/est.js';
import { jsonCertificates } from '@cinnabar/server/providers/certificates/json.js';
import type { CertificateOrder } from '@cinnabar/server/providers/certificates/port.js';
import { type EndedRequest, openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeCertificateGateway } from '../fakes/certificate-gateway.js';
import { certsOnly, EST_ACCOUNT, FakeEst } from '../fakes/est-server.js';
import { type FakeAnswer, FakeServer } from '../fakes/fake-server.js';
import { RFC_7030_CACERTS } from '../fakes/rfc7030-cacerts.js';
import { GATEWAY_SECRET } from '../fakes/sms-gateway.js';
import { ExternalAuthority } from '../support/external-authority.js';

let authority: ExternalAuthority;
let request: Uint8Array;
let est: FakeEst;
let estServer: FakeServer;
let gateway: FakeCertificateGateway;
let gatewayServer: FakeServer;
const ended: EndedRequest[] = [];

const pemOfRequest = (der: Uint8Array) => pemBlock('CERTIFICATE REQUEST', der);
const order = (more: Partial<CertificateOrder> = {}): CertificateOrder => ({
  ...{ kind: 'enterprise', reference: 'order-1', request, isRenewal: false, isPending: false },
  subject: { name: '北京青禾贸易有限公司', code: '91350100M000100Y43' },
  ...more,
});

beforeAll(async () => {
  authority = await ExternalAuthority.open();
  const { folder } = authority;
  folder.run(
    ...['req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'signer.key', '-outform', 'DER'],
    ...['-out', 'signer.csr', '-subj', '/O=Qinghe/CN=Qinghe', '-config', 'openssl.cnf'],
  );
  request = readFileSync(join(folder.path, 'signer.csr'));
  est = new FakeEst({
    certify: (der) => authority.pkcs7(authority.certify(pemOfRequest(der)), 'DER'),
    cacerts: authority.pkcs7(`${authority.issuingPem}${authority.rootPem}`, 'DER'),
  });
  estServer = await FakeServer.open((asked) => est.answer(asked));
  gateway = new FakeCertificateGateway((der) =>
    certificatesInPem(authority.chainFor(pemOfRequest(der))).map(({ bytes }) => bytes),
  );
  gatewayServer = await FakeServer.open((asked) => gateway.answer(asked));
}, 60_000);
afterAll(async () => {
  await estServer.close();
  await gatewayServer.close();
  await authority.close();
});
beforeEach(() => {
  ended.length = 0;
  for (const fake of [est, gateway]) {
    fake.pendingTimes = 0;
    fake.answers.length = 0;
    fake.refusals.length = 0;
  }
});

const parts = () => ({
  ...openProviderParts({
    opened: () => undefined,
    breakerChanged: () => undefined,
    ended: (given) => void ended.push(given),
  }),
  provider: 'certificates-test',
});
const byEst = (settings: Readonly<Record<string, string>> = {}) =>
  estCertificates.open(
    {
      ...{ EST_URL: estServer.url, EST_USER: EST_ACCOUNT.user, EST_PASSWORD: EST_ACCOUNT.password },
      ...settings,
    },
    parts(),
  );
const byGateway = (secret = GATEWAY_SECRET) =>
  jsonCertificates.open(
    { CERTIFICATE_JSON_URL: gatewayServer.url, CERTIFICATE_JSON_SECRET: secret },
    parts(),
  );

const serialsIn = (files: readonly Uint8Array[]) =>
  files.flatMap((file) => readSignedData(file).certificates.map(({ serialNumber }) => serialNumber));

describe('EST', () => {
  it('enrols, and adds the certificates above from cacerts', async () => {
    const answer = await byEst({ EST_LABEL: 'seals' }).port.order(order());
    if (answer.state !== 'issued') throw new Error('it is pending');
    expect(serialsIn(answer.files)).toHaveLength(3);
    const [enrolment, cacerts] = estServer.requests.slice(-2);
    expect(enrolment?.url.pathname).toBe('/.well-known/est/seals/simpleenroll');
    expect(cacerts?.url.pathname).toBe('/.well-known/est/seals/cacerts');
    expect(Buffer.from(String(enrolment?.body), 'base64')).toEqual(request);
  });

  it('asks for a renewal by simplereenroll, and under another label for persons', async () => {
    await byEst({ EST_PERSONS_LABEL: 'persons' }).port.order(order({ kind: 'person', isRenewal: true }));
    expect(estServer.requests.at(-2)?.url.pathname).toBe('/.well-known/est/persons/simplereenroll');
  });

  it('is pending by 202, and asks again by the same request', async () => {
    est.pendingTimes = 1;
    const { port } = byEst();
    const again = { ...order(), request: Buffer.concat([request]) };
    est.answers.push({ status: 202, headers: { 'retry-after': '3600' }, body: '' });
    expect(await port.order(again)).toEqual({ state: 'pending', retryAfterSeconds: 3600 });
    est.pendingTimes = 0;
    expect(await port.order({ ...again, isPending: true })).toMatchObject({ state: 'issued' });
  });

  it.each<[string, string | null, unknown]>([
    ['a date', new Date(Date.now() + 60_000).toUTCString(), expect.closeTo(60, -2)],
    ['nothing', null, 300],
    ['a time that has passed', 'Thu, 01 Jan 2015 00:00:00 GMT', 0],
    ['a century', '999999999', 7 * 24 * 3600],
  ])('a Retry-After of %s has a meaning', async (_, given, seconds) => {
    const headers = given === null ? {} : { 'retry-after': given };
    est.answers.push({ status: 202, headers, body: '' });
    expect(await byEst().port.order(order())).toEqual({ state: 'pending', retryAfterSeconds: seconds });
  });

  it('reads the answer of appendix A.1 of RFC 7030', async () => {
    const body = RFC_7030_CACERTS;
    const headers = { 'content-type': 'application/pkcs7-mime', 'content-transfer-encoding': 'base64' };
    est.answers.push({ status: 200, headers, body });
    const answer = await byEst().port.order(order());
    if (answer.state !== 'issued') throw new Error('it is pending');
    const [rfc] = answer.files;
    expect(serialsIn(rfc === undefined ? [] : [rfc])).toEqual([
      11121883874307308188n,
      1n,
      2n,
      16838569520216125969n,
    ]);
  });

  const der = () => authority.pkcs7(authority.issuingPem, 'DER');
  const issued = (more: Partial<FakeAnswer>): FakeAnswer => ({ ...certsOnly(der()), ...more });
  it.each<[string, () => FakeAnswer, RegExp]>([
    ['not base64', () => issued({ body: der() }), /garbled: status 200, not base64/],
    ['of another type', () => issued({ headers: { 'content-type': 'text/html' } }), /content type/],
    [
      'with a key in it',
      () =>
        issued({ headers: { 'content-type': 'application/pkcs7-mime; smime-type=server-generated-key' } }),
      /certificates only/,
    ],
    ['without a type', () => issued({ headers: {} }), /content type/],
    ['too large', () => issued({ body: 'A'.repeat(300 * 1024) }), /garbled: more than 262144 bytes/],
    [
      'a redirect',
      () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' }),
      /a redirect/,
    ],
    ['of another success', () => issued({ status: 204 }), /not a status of EST/],
    [
      '202 with an odd time',
      () => ({ status: 202, headers: { 'retry-after': 'soon' }, body: '' }),
      /Retry-After is no time/,
    ],
    ['500', () => ({ status: 500, body: '' }), /failing: status 500/],
    ['401', () => ({ status: 401, body: '' }), /^401: simpleenroll/],
    ['400', () => ({ status: 400, body: 'the whole request' }), /^400: simpleenroll$/],
  ])('an answer that is %s is refused', async (_, answer, message) => {
    est.answers.push(answer());
    await expect(byEst().port.order(order())).rejects.toThrow(message);
  });

  it('tells a refused account apart, and never its password', async () => {
    await expect(byEst({ EST_PASSWORD: 'wrong secret' }).port.order(order())).rejects.toMatchObject({
      account: 'access',
    });
    expect(ended).toMatchObject([{ op: 'simpleenroll', outcome: 'access', detail: '401' }]);
    expect(JSON.stringify(ended)).not.toContain('secret');
  });

  it('is checked by cacerts, which name the authority', async () => {
    const checked = await byEst().check();
    expect([checked.works, checked.detail.en]).toEqual([true, expect.stringContaining('“Other Issuing”')]);
  });

  it('authenticates by a certificate of TLS, and trusts the named authority alone', async () => {
    const { folder } = authority;
    const made = (name: string, section: string) => {
      folder.run(
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'],
        ...[
          '-keyout',
          `${name}.key`,
          '-out',
          `${name}.pem`,
          '-subj',
          `/CN=${name}`,
          '-config',
          'openssl.cnf',
        ],
        ...['-addext', section],
      );
      return { key: join(folder.path, `${name}.key`), cert: join(folder.path, `${name}.pem`) };
    };
    const server = made('est-server', 'subjectAltName=IP:127.0.0.1');
    const client = made('est-client', 'extendedKeyUsage=clientAuth');
    const tls = createServer(
      {
        ...{ key: readFileSync(server.key), cert: readFileSync(server.cert), ca: readFileSync(client.cert) },
        ...{ requestCert: true, rejectUnauthorized: true },
      },
      (_, response) => {
        const { status, headers, body } = certsOnly(der());
        response.writeHead(status, headers).end(body);
      },
    );
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const address = tls.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const settings = { EST_URL: `https://127.0.0.1:${port}` };
    const withClient = { EST_CLIENT_CERT: client.cert, EST_CLIENT_KEY: readFileSync(client.key, 'utf8') };
    const open = (more: Readonly<Record<string, string>>) =>
      estCertificates.open({ ...settings, ...more }, parts());
    try {
      const answer = await open({ EST_CA: server.cert, ...withClient }).port.order(order());
      expect(answer.state).toBe('issued');
      await expect(open({ EST_CA: server.cert }).port.order(order())).rejects.toThrow(/unreachable/);
      const other = join(folder.path, 'root.pem');
      await expect(open({ EST_CA: other, ...withClient }).port.order(order())).rejects.toThrow(/unreachable/);
    } finally {
      tls.closeAllConnections();
      tls.close();
    }
  });
});

describe('a gateway of the operator', () => {
  it('issues once for a reference, after it was pending', async () => {
    gateway.pendingTimes = 1;
    const { port } = byGateway();
    expect(await port.order(order())).toEqual({ state: 'pending', retryAfterSeconds: 3600 });
    const answer = await port.order(order({ isPending: true }));
    expect(answer).toMatchObject({ state: 'issued', files: [expect.anything(), expect.anything()] });
    expect(gateway.orders).toHaveLength(1);
    expect(gateway.orders[0]).toMatchObject({
      ...{ reference: 'order-1', kind: 'enterprise', isRenewal: false },
      subject: { name: '北京青禾贸易有限公司', code: '91350100M000100Y43' },
    });
  });

  it.each<[string, string, RegExp]>([
    ['no JSON', '<html>', /garbled: status 200, not JSON/],
    ['of another state', '{"status":"maybe"}', /none of issued, pending, refused/],
    ['without certificates', '{"status":"issued","certificates":[]}', /not 1 to 10/],
    ['not base64', '{"status":"issued","certificates":["%%%"]}', /not base64/],
    ['with text for a time', '{"status":"pending","retryAfter":"soon"}', /retryAfter is not an integer/],
    ['refused', '{"status":"refused","reason":"QUOTA"}', /^QUOTA: refused$/],
    [
      'refused with somebody’s data',
      '{"status":"refused","reason":"王芳 11010519491231002X"}',
      /^REFUSED: refused$/,
    ],
    [
      'too large',
      `{"status":"issued","certificates":["${'A'.repeat(1_100_000)}"]}`,
      /more than 1048576 bytes/,
    ],
  ])('an answer that is %s is refused', async (_, body, message) => {
    gateway.answers.push(...Array<string>(3).fill(body));
    await expect(byGateway().port.order(order({ reference: 'order-2' }))).rejects.toThrow(message);
  });

  it('is checked by a request that does nothing; a wrong secret is told', async () => {
    expect(await byGateway().check()).toMatchObject({ works: true });
    expect(await byGateway('another secret of at least 24 bytes').check()).toMatchObject({ works: false });
  });
});

describe('the settings', () => {
  const opened = (environment: Readonly<Record<string, string>>) => openProviders(readConfig(environment));
  it('name no adapter by file and built-in', () => {
    const real = opened({ CERTIFICATE_SOURCE: 'file', CERTIFICATE_SOURCE_PERSONS: 'built-in' });
    expect([real.certificates, real.personCertificates]).toEqual([[], []]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['EST_URL', { CERTIFICATE_SOURCE: 'est' }],
    ['EST_URL', { CERTIFICATE_SOURCE: 'est', EST_URL: 'http://est.example.com' }],
    ['EST_URL', { CERTIFICATE_SOURCE: 'est', EST_URL: 'https://user@est.example.com' }],
    ['EST_LABEL', { CERTIFICATE_SOURCE: 'est', EST_URL: 'https://est.example.com', EST_LABEL: '../x' }],
    ['EST_USER', { CERTIFICATE_SOURCE: 'est', EST_URL: 'https://est.example.com', EST_USER: 'a' }],
    ['EST_CA', { CERTIFICATE_SOURCE: 'est', EST_URL: 'https://est.example.com', EST_CA: '/dev/null' }],
    [
      'CERTIFICATE_JSON_SECRET',
      { CERTIFICATE_SOURCE: 'json', CERTIFICATE_JSON_URL: 'https://ca.example.com' },
    ],
    ['CERTIFICATE_SOURCE', { CERTIFICATE_SOURCE: 'cmp' }],
    ['CERTIFICATE_SOURCE_PERSONS', { CERTIFICATE_SOURCE_PERSONS: 'file' }],
  ])('an invalid %s is refused', (setting, environment) => {
    expect(() => opened(environment)).toThrow(new RegExp(`^${setting}\\b`));
  });
});
