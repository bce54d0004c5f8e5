// @module-tag haproxy
// @module-tag swift
/**
 * The processes of deploy/compose with the environment that its file gives them, on a bucket and behind HAProxy with
 * TLS. Only what belongs to a machine differs: addresses, folders and ports.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookAdd } from '@cinnabar/api/operations/webhooks.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { composeServices, environmentOf } from '../support/compose-file.js';
import { textOf } from '../support/documentation.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import type { Person } from '../support/given-enterprise.js';
import { download, fillAll, sign, taskInfo } from '../support/given-flow.js';
import { flowToFill, givenParties, type Parties } from '../support/given-parties.js';
import { inImage } from '../support/image-environment.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type SwiftServer, settingsOf, startSwift } from '../support/swift/swift-server.js';
import { makeTlsCertificate } from '../support/tls-certificate.js';
import { openReceiver, type Receiver } from '../support/webhook-receiver.js';

const services = composeServices('deploy/compose/compose.yaml');

let database: FreshDatabase;
let folder: string;
let store: SwiftServer;
let receiver: Receiver;
/** What an operator has written into settings.env. */
let settings: string;
let ports: readonly [number, number];
let webs: readonly ServerProcess[];
/** The worker; requests go to the web processes. */
let worker: RunningApp;
let parties: Parties;

beforeAll(async () => {
  database = await freshDatabase({ migrated: false });
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-composed-'));
  store = await startSwift();
  receiver = await openReceiver();
  const { S3_SECRET_ACCESS_KEY: secret = '', ...bucket } = settingsOf(await store.newBucket());
  const secrets: Readonly<Record<string, string>> = {
    'master-key': newMasterKey(),
    'database-url': database.connectionString,
    's3-secret-access-key': secret,
    // Read although no provider is chosen.
    'tencent-secret-key': 'unused',
    'sms-templates.json': '{}',
  };
  await mkdir(join(folder, 'secrets'));
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder, 'secrets', name), value);
  settings = edited(textOf('deploy/compose/settings.env'), {
    ...bucket,
    SMS_PROVIDERS: '',
    IDENTITY_PROVIDERS: '',
    ALLOW_SANDBOX_PROVIDERS: 'sms,identity',
    // Whether a sandbox works here is not the subject.
    PARSER_SANDBOX: 'auto',
    WEBHOOK_NETWORKS: '127.0.0.1/32',
  });
  ports = [await freePort(), await freePort()];
  worker = await startApp({
    on: { database, dataDir: await newFolder('worker') },
    // One of the processes of the file, beside two others.
    instances: 1,
    // The service reads the address in its file alone.
    settings: { ...(await environmentHere('worker', await freePort())), DATABASE_URL: '' },
  });
  webs = await Promise.all([startWeb('web1', ports[0]), startWeb('web2', ports[1])]);
  const client = new Client(`http://127.0.0.1:${ports[0]}`);
  const { baseUrl } = client;
  parties = await givenParties({ ...worker, baseUrl, client, post: client.post.bind(client) });
});
afterAll(async () => {
  for (const each of webs) await each.killEverything();
  await worker.close();
  await Promise.all([store.stop(), receiver.close()]);
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** The file with other values, and what it did not name. */
function edited(text: string, values: Readonly<Record<string, string>>): string {
  const kept = text.split('\n').filter((line) => {
    const [name = ''] = line.split('=');
    return !(name in values);
  });
  return [...kept, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join('\n');
}

async function newFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  return path;
}

async function environmentHere(name: string, port: number): Promise<Readonly<Record<string, string>>> {
  const service = services[name];
  if (service === undefined) throw new Error(`there is no ${name}`);
  return {
    ...inImage(environmentOf(service, settings), join(folder, 'secrets')),
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
    DATA_DIR: await newFolder(name),
  };
}

async function startWeb(name: string, port: number): Promise<ServerProcess> {
  return startServerProcess({
    dataDir: await newFolder(name),
    port,
    settings: await environmentHere(name, port),
  });
}

/** The person's requests go to the second web process. */
const atSecond = (person: Person): Person => ({
  ...person,
  client: new Client(`http://127.0.0.1:${ports[1]}`, person.client.headers),
});

test('both web processes sign a contract on the bucket, and the worker tells of it', async () => {
  const { buyer, seller } = parties;
  await buyer.owner.client.data(webhookAdd, { url: receiver.url, eventTypes: ['flow.completed'] });
  const flowId = await flowToFill(parties);
  await fillAll(atSecond(seller.owner), flowId, '上海市');
  await sign(buyer.owner, flowId);
  await sign(atSecond(seller.owner), flowId);
  expect((await taskInfo(buyer.owner, flowId)).flowStatus).toBe(3);
  expect((await download(atSecond(buyer.owner), flowId)).length).toBeGreaterThan(10_000);
  const [told] = await receiver.atLeast(1);
  expect(told?.event).toMatchObject({ type: 'flow.completed', data: { flowId } });
});

test('the web processes are ready, are no sandbox, and have a port of its own for metrics', async () => {
  for (const port of ports) {
    expect((await fetch(`http://127.0.0.1:${port}/sandbox/sms?mobile=13800138000`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  }
});

test('the proxy does TLS, and serves by http only what certificates refer to', async () => {
  const [secure, plain] = [await freePort(), await freePort()];
  const { cert, key } = await makeTlsCertificate('127.0.0.1');
  const pem = join(folder, 'tls.pem');
  await writeFile(pem, `${cert}\n${key}\n`);
  const config = join(folder, 'haproxy.cfg');
  const given = textOf('examples/haproxy.cfg')
    .replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${secure} ssl crt ${pem}`)
    .replace('bind :80', `bind 127.0.0.1:${plain}`)
    .replace(/(server web(\d)) .*/g, (_, name, number) => `${name} 127.0.0.1:${ports[number - 1]}`);
  await writeFile(config, given);
  const proxy = spawn('haproxy', ['-db', '-q', '-f', config], { stdio: 'inherit' });
  const ended = once(proxy, 'exit');
  const byTls = (path: string) =>
    new Promise<number | undefined>((resolve) => {
      const asked = request({ host: '127.0.0.1', port: secure, path, ca: cert, agent: false });
      asked.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', () => resolve(undefined));
      asked.end();
    });
  const byHttp = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${plain}${path}`, { redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };
  await expect.poll(() => byTls('/verify')).toBe(200);
  expect(await byTls('/readyz')).toBe(404);
  expect(await byHttp('/ca/roots.pem')).toEqual([200, null]);
  expect(await byHttp('/verify')).toEqual([308, `https://127.0.0.1:${plain}/verify`]);
  proxy.kill('SIGKILL');
  await ended;
});
