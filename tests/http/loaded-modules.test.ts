import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../support/fresh-database.js';

const main = fileURLToPath(import.meta.resolve('@cinnabar/server/composition/main.js'));
const recorder = new URL('../support/record-modules.mjs', import.meta.url).href;

/** The modules that are loaded until the service listens, as addresses. */
async function modulesOfStart(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-modules-'));
  const loaded = join(dataDir, 'loaded');
  const service = spawn(process.execPath, ['--import', recorder, main], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'],
      LOADED_MODULES: loaded,
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      MASTER_KEY: newMasterKey(),
      PORT: '0',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'close');
  try {
    await Promise.race([
      once(service.stdout, 'data'),
      ended.then(() => {
        throw new Error('the service did not start');
      }),
    ]);
    return (await readFile(loaded, 'utf8')).split('\n');
  } finally {
    service.kill('SIGTERM');
    await ended;
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

describe('a start', () => {
  const ofServer = (modules: readonly string[]) =>
    modules.flatMap((url) => url.split('/packages/server/dist/')[1] ?? []);
  const ofSandbox = (modules: readonly string[]) =>
    ofServer(modules).filter((path) => path.startsWith('sandbox/'));

  test('in production loads nothing of the sandbox', async () => {
    const modules = await modulesOfStart({
      MODE: 'production',
      BASE_URL: 'https://sign.example.com',
      ALLOW_SANDBOX_PROVIDERS: 'sms,identity',
    });
    expect(ofServer(modules)).toContain('composition/app.js');
    expect(ofSandbox(modules)).toEqual([]);
    // Traces are sent only if there is a collector, and then take a fifth of a second more to start.
    expect(modules.filter((url) => url.includes('/@opentelemetry/'))).toEqual([]);
  });

  test('in sandbox mode loads it', async () => {
    expect(ofSandbox(await modulesOfStart({ MODE: 'sandbox' }))).toContain('sandbox/index.js');
  });
});
