/**
 * What docs/scale.md describes, on this machine: two PostgreSQL under Patroni behind HAProxy, OpenStack Swift, and two web
 * processes behind HAProxy with a worker, each with a folder of its own.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type SwiftServer, settingsOf, startSwift } from '../support/swift/swift-server.js';
import { openProxy, type ReverseProxy } from './haproxy.js';
import { type Patroni, startPatroni } from './patroni.js';

export interface Arrangement {
  readonly patroni: Patroni;
  /** The worker, which runs in this process, reached through the proxy. */
  readonly service: RunningApp;
  /** Of the web processes, past the proxy. */
  readonly ports: readonly number[];
  close(): Promise<void>;
}

export async function startArrangement(): Promise<Arrangement> {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-arrangement-'));
  const [patroni, store, proxy] = await Promise.all([startPatroni(), startSwift(), openProxy(folder)]);
  await patroni.synchronous();
  const settings = await settingsFor(patroni, store, proxy);
  const connectionString = patroni.primaryUrl;
  // First, because it migrates the database.
  const worker = await startApp({
    on: {
      dataDir: join(folder, 'worker'),
      database: { address: { connectionString }, connectionString, drop: async () => undefined },
    },
    settings: { ...settings, ROLE: 'worker' },
  });
  const ports = [await freePort(), await freePort()];
  const webs = await Promise.all(ports.map((port) => startWeb(join(folder, `web-${port}`), port, settings)));
  await proxy.start(ports);
  const client = new Client(proxy.baseUrl);
  return {
    patroni,
    service: { ...worker, baseUrl: proxy.baseUrl, client, post: client.post.bind(client) },
    ports,
    async close() {
      for (const web of webs) await web.killEverything();
      await worker.close();
      await proxy.stop();
      await store.stop();
      await patroni.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function settingsFor(patroni: Patroni, store: SwiftServer, proxy: ReverseProxy) {
  return {
    BASE_URL: proxy.baseUrl,
    MASTER_KEY: newMasterKey(),
    DATABASE_URL: patroni.primaryUrl,
    DATABASE_READ_URL: patroni.replicaUrl,
    STORAGE: 's3',
    ...settingsOf(await store.newBucket()),
  };
}

async function startWeb(
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  await mkdir(dataDir, { recursive: true });
  return startServerProcess({ dataDir, port, settings: { ...settings, ROLE: 'web', TRUST_PROXY: 'true' } });
}
