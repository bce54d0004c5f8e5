import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseContainment } from '@cinnabar/pdf/containment/choose-containment.js';
import type { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { type App, type AppOptions, buildApp } from '@cinnabar/server/composition/app.js';
import {
  findConfiguredFonts,
  openDocumentEngine,
} from '@cinnabar/server/composition/open-document-engine.js';
import type { Config } from '@cinnabar/server/settings/config.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import type pg from 'pg';
import { Client } from './client.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';
import { alone, type Instance, several } from './instances.js';
import { bucketOf } from './swift/bucket-of.js';

export interface RunningApp {
  /** The first instance. */
  readonly app: App;
  readonly baseUrl: string;
  readonly dataDir: string;
  /** A client without credentials; see givenEnterprise. */
  readonly client: Client;
  readonly post: Client['post'];
  /** Moves the service's clock and waits for everything that falls due. */
  advance(seconds: number): Promise<void>;
  /** The newest verification code in the sandbox's outbox. */
  newestCode(mobile: string): Promise<string>;
  /** Stops the service and deletes everything that it created. */
  close(): Promise<void>;
}

/** Production's cost is tested by itself; here it would take a tenth of the time of all tests. */
const CHEAP = { ln: 4, r: 8, p: 1 };

export interface StartOptions extends AppOptions {
  /** Settings by environment variable, in addition to the defaults for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A persistent database and data folder, for restarts; by default temporary ones, deleted with the app. */
  readonly on?: { readonly database: FreshDatabase; readonly dataDir: string };
  /** Processes of its own for documents, which end with the service. */
  readonly ownEngine?: boolean;
  /** 1 for tests that reach into what a single process keeps in memory; by default INSTANCES. */
  readonly instances?: number;
}

/** How many instances a service consists of: `npm run test:instances` lets requests alternate between three. */
export const INSTANCES: number = Number(process.env['INSTANCES'] ?? 1);

/** Settings of the processes for documents. */
const ENGINE_SETTING = /^(DOCUMENT_THREADS|FONT_DIR|PARSER_SANDBOX|PUBLIC_VERIFY_\w+)$/;

/** For all services of this process: to start these processes takes as long as many a test. */
let sharedEngine: Promise<DocumentEngine> | undefined;

async function openEngine(config: Config): Promise<DocumentEngine> {
  return openDocumentEngine(config, await chooseContainment('auto', null), findConfiguredFonts(config));
}

function engineFor(config: Config): Promise<DocumentEngine> {
  sharedEngine ??= openEngine(config);
  return sharedEngine;
}

/** A complete service with its own database and data folder, listening on a free local port. */
export async function startApp({
  settings = {},
  on,
  ownEngine = Object.keys(settings).some((name) => ENGINE_SETTING.test(name)),
  instances = INSTANCES,
  ...options
}: StartOptions = {}): Promise<RunningApp> {
  const database = on?.database ?? (await freshDatabase());
  const dataDir = on?.dataDir ?? (await mkdtemp(join(tmpdir(), 'cinnabar-app-')));
  const values = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    DATABASE_CONNECTIONS: '8',
    DOCUMENT_THREADS: '1',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...('STORAGE' in settings ? {} : await bucketOf(dataDir)),
    ...settings,
  };
  const start = async (given: Readonly<Record<string, string>>): Promise<Instance> => {
    const config = readConfig(given);
    const engine = ownEngine ? {} : { documents: await engineFor(config) };
    const parts = { strictAnswers: true, passwordCost: CHEAP, ...engine, ...options };
    const app = await buildApp(config, { given: { values: given, fromFile: new Set() }, ...parts });
    return { app, address: await app.listen() };
  };
  const { app, baseUrl, close } =
    instances === 1 ? alone(await start(values)) : await several(values, instances, start);
  running.set(baseUrl, app.database.pool);
  const client = new Client(baseUrl);
  return {
    app,
    baseUrl,
    dataDir,
    client,
    post: client.post.bind(client),
    async advance(seconds) {
      const { status } = await client.post('/sandbox/clock', { advanceSeconds: seconds });
      if (status !== 200) throw new Error(`the clock was not moved: ${status}`);
    },
    async newestCode(mobile) {
      const response = await fetch(`${baseUrl}/sandbox/sms?mobile=${encodeURIComponent(mobile)}`);
      const { messages }: { messages: readonly { code: string | null }[] } = JSON.parse(
        await response.text(),
      );
      const code = messages.findLast((message) => message.code !== null)?.code;
      if (code === undefined || code === null) throw new Error(`no code was sent to ${mobile}`);
      return code;
    },
    async close() {
      running.delete(baseUrl);
      await close();
      if (on !== undefined) return;
      await database.drop();
      // A page picture may still be being stored after its request was abandoned.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const running = new Map<string, pg.Pool>();

/** The database of a service that this process runs at that address. */
export function poolOf(baseUrl: string): pg.Pool | undefined {
  return running.get(baseUrl);
}

/** Links contain the port, so it must be known before the service is constructed. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
