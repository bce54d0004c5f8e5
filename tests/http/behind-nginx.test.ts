// @module-tag nginx
/** A process behind nginx with the configuration of examples/nginx.conf, apart from addresses and certificate. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { applicationModify } from '@cinnabar/api/operations/applications.js';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { memberList } from '@cinnabar/api/operations/members.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { textOf } from '../support/documentation.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { makeTlsCertificate, type TlsCertificate } from '../support/tls-certificate.js';

/** A process of another version, which has none of the scripts of this one. */
const other = createServer((asked, answer) => {
  answer.statusCode = asked.url?.startsWith('/assets/') === true ? 404 : 503;
  answer.end();
});

let folder: string;
let app: RunningApp;
let corp: Enterprise;
let tls: TlsCertificate;
let [secure, plain] = [0, 0];
let stop = async (): Promise<void> => undefined;

beforeAll(async () => {
  [secure, plain] = [await freePort(), await freePort()];
  app = await startApp({
    instances: 1,
    settings: { BASE_URL: `https://127.0.0.1:${secure}`, TRUST_PROXY: 'true' },
  });
  corp = await givenEnterprise(app);
  const otherPort = await freePort();
  other.listen(otherPort, '127.0.0.1');
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-nginx-'));
  tls = await makeTlsCertificate('127.0.0.1');
  await writeFile(join(folder, 'tls.pem'), tls.cert);
  await writeFile(join(folder, 'tls.key'), tls.key);
  const given = textOf('examples/nginx.conf')
    .replace('10.0.0.11:3000', `127.0.0.1:${otherPort}`)
    .replace('10.0.0.12:3000', new URL(app.baseUrl).host)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${secure} ssl;`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace(/ssl_certificate +.*;/, `ssl_certificate ${join(folder, 'tls.pem')};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${join(folder, 'tls.key')};`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  const http = [...places, 'access_log off;', given].join('\n');
  const config = join(folder, 'nginx.conf');
  await writeFile(config, `daemon off; pid nginx.pid; error_log stderr; events {} http { ${http} }\n`);
  const options = ['-e', 'stderr', '-p', folder, '-c', config];
  const { status, stderr } = spawnSync('nginx', ['-t', ...options], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  const child = spawn('nginx', options, { stdio: 'ignore' });
  stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  await vi.waitFor(() => byHttp('/'), { timeout: 20_000 });
});
afterAll(async () => {
  await stop();
  other.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const byHttp = (path: string, options: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${plain}${path}`, { redirect: 'manual', ...options });

/** Headers of a call of the interface. */
const json = () => ({ ...corp.owner.client.headers, 'content-type': 'application/json' });

interface Told {
  readonly status: number | undefined;
  readonly body: string;
}

function byTls(path: string, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<Told> {
  const method = body === '' ? 'GET' : 'POST';
  const asked = request({
    ...{ host: '127.0.0.1', port: secure, path, method, headers, ca: tls.cert, agent: false },
  });
  asked.end(body);
  return new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
    });
  });
}

test('the scripts of a page come from the process that has them', async () => {
  const page = await (await fetch(`${app.baseUrl}/verify`)).text();
  const script = /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? '';
  for (let round = 0; round < 4; round += 1) expect(await byTls(script)).toMatchObject({ status: 200 });
  expect((await byTls('/assets/nowhere.js')).status).toBe(404);
});

test('a process that is gone is left out, and no request is lost', async () => {
  const gone = once(other, 'close');
  other.close();
  other.closeAllConnections();
  await gone;
  for (let round = 0; round < 8; round += 1) {
    const { status, body } = await byTls(memberList.path, json(), '{}');
    expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining({ code: '0' })]);
  }
});

test('the address of the client is the one that nginx sees, whatever the client claims', async () => {
  const { owner, appId, appSecret } = corp;
  await owner.client.data(applicationModify, { appId, allowList: ['127.0.0.1'] });
  const claimed = { 'x-forwarded-for': '203.0.113.7' };
  // Who reaches the process without nginx is believed.
  const { envelope } = await app.client.call(getAccessToken, { appId, appSecret }, claimed);
  expect(envelope.reason).toBe('ADDRESS_NOT_ALLOWED');
  const headers = { ...claimed, 'content-type': 'application/json' };
  const { status } = await byTls(getAccessToken.path, headers, JSON.stringify({ appId, appSecret }));
  expect(status).toBe(200);
});

test('http serves what certificates refer to, and sends everything else to https', async () => {
  expect((await byHttp('/ca/roots.pem')).headers.get('content-type')).toBe('application/x-pem-file');
  const asked = { method: 'POST', headers: { 'content-type': 'text/plain' } };
  expect((await byHttp('/ocsp', asked)).status).toBe(415);
  const elsewhere = await byHttp('/verify?a=b');
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([
    308,
    'https://127.0.0.1/verify?a=b',
  ]);
  expect((await byTls('/verify')).status).toBe(200);
});

test('only the operator sees health and metrics', async () => {
  for (const path of ['/metrics', '/healthz', '/healthz/providers', '/readyz'])
    expect((await byTls(path)).status).toBe(404);
});
