import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.js';
import { cinnabar, commandLine, type Diagnosis } from '../support/cinnabar.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

/** Files that parsers must be able to read. */
const packageFolder = fileURLToPath(new URL('../../packages/server', import.meta.url));

/** An address at which no database responds. */
const GONE = 'postgresql://nobody@127.0.0.1:9/none';

let folder: string;
let database: FreshDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-doctor-'));
  database = await freshDatabase();
  return async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
});

async function examine(settings: Record<string, string>): Promise<Diagnosis & { readonly code: number }> {
  const free = { DATA_DIR: folder, PORT: '0', DATABASE_URL: database.connectionString };
  const { code, out } = await commandLine({ ...free, ...settings }, 'doctor', '--json');
  return { code, ...JSON.parse(out) };
}

function statuses({ findings }: Diagnosis): Record<string, string> {
  return Object.fromEntries(findings.map(({ check, status }) => [check, status]));
}

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

describe('doctor', () => {
  it('finds no problem with an empty folder, and leaves it empty', async () => {
    const dataDir = join(folder, 'data');
    const diagnosis = await examine({ DATA_DIR: dataDir, DATABASE_URL: '' });
    expect(diagnosis).toMatchObject({ code: 0, healthy: true });
    expect(Object.values(statuses(diagnosis))).not.toContain('error');
    for (const { status, remedy } of diagnosis.findings) expect(remedy === null).toBe(status === 'ok');
    await expect(rm(dataDir)).rejects.toThrow('ENOENT');
  });

  it('examines everything of a running service', async () => {
    const running = await startApp({ on: { database, dataDir: folder } });
    const { port } = new URL(running.baseUrl);
    const diagnosis = await examine({ PORT: port });
    await running.close();
    expect(diagnosis.code).toBe(0);
    expect(statuses(diagnosis)).toMatchObject({
      node: 'ok',
      settings: 'ok',
      'data-dir': 'ok',
      'disk-space': expect.stringMatching(/ok|warn/),
      database: 'ok',
      migrations: 'ok',
      clock: 'ok',
      'master-key': 'ok',
      sm2: 'ok',
      fonts: 'ok',
      'page-pictures': expect.stringMatching(/ok|warn/),
      parsers: expect.stringMatching(/ok|warn/),
      'office-documents': expect.stringMatching(/ok|warn/),
      'provider-sms': 'ok',
      'provider-identity': 'ok',
      service: 'ok',
    });
  });

  it('reports an outdated database, and migrate updates it', async () => {
    const empty = await freshDatabase({ migrated: false });
    const settings = { DATABASE_URL: empty.connectionString };
    expect(statuses(await examine(settings))).toMatchObject({ database: 'ok', migrations: 'warn' });
    const first = await cinnabar(folder, settings, 'migrate', '--json');
    expect([first.code, JSON.parse(first.out).applied[0]]).toEqual([0, '0001-foundation']);
    const second = await cinnabar(folder, settings, 'migrate');
    expect([second.code, second.out]).toEqual([0, 'The database was up to date.\n']);
    expect(statuses(await examine(settings))).toMatchObject({ migrations: 'ok' });
    await empty.drop();
  });

  it('warns of a server, a database or an account by which answered acts may be lost', async () => {
    const told = async () => {
      const found = (await examine({})).findings.find(({ check }) => check === 'durability');
      return [found?.status, found?.message];
    };
    const { pool, close } = openDatabase({ address: database.address, max: 1 });
    const setForAccount = (value: string) =>
      pool.query(
        `do $$ begin execute format('alter role %I in database %I set synchronous_commit = ${value}',
           current_user, current_database()); end $$`,
      );
    await setForAccount('off');
    // The server of the tests does without both of the others.
    expect(await told()).toEqual([
      'warn',
      expect.stringContaining('fsync, full_page_writes, synchronous_commit off'),
    ]);
    await setForAccount('on');
    expect(await told()).toEqual(['warn', expect.stringMatching(/fsync, full_page_writes off$/)]);
    await close();
  });

  it('reports a database of a newer version', async () => {
    const { pool, close } = openDatabase({ address: database.address, max: 1 });
    await pool.query("insert into migrations (number, name) values (9999, '9999-of-the-future')");
    expect(await examine({}).then(statuses)).toMatchObject({ migrations: 'ok' });
    await pool.query(`insert into settings (name, value) values ('required_migration', '"9998-in-between"')`);
    await close();
    const diagnosis = await examine({});
    expect([diagnosis.code, statuses(diagnosis)['migrations']]).toEqual([1, 'error']);
    const corp = ['--name', '新公司', '--owner-name', '王小明', '--owner-mobile', '13800138000'];
    const { code, errors } = await cinnabar(
      folder,
      { DATA_DIR: folder, DATABASE_URL: database.connectionString },
      ...['corp', 'create', ...corp],
    );
    expect([code, errors]).toEqual([1, expect.stringContaining('migrated by a newer version')]);
  });

  it('reports a database that does not respond', async () => {
    const diagnosis = await examine({ DATABASE_URL: GONE });
    expect([diagnosis.code, statuses(diagnosis)['database']]).toEqual([1, 'error']);
  });

  it('reports a master key that does not belong to the database', async () => {
    const settings = { MASTER_KEY: key(1) };
    await (await startApp({ on: { database, dataDir: folder }, settings })).close();
    expect(statuses(await examine(settings))['master-key']).toBe('ok');
    const wrong = await examine({ MASTER_KEY: key(2) });
    expect([wrong.code, statuses(wrong)['master-key']]).toEqual([1, 'error']);
    const lost = await examine({});
    expect([lost.code, statuses(lost)['master-key']]).toEqual([1, 'error']);
  });

  it('reports settings with which the service would not start', async () => {
    const diagnosis = await examine({ MODE: 'production' });
    expect(diagnosis).toMatchObject({ code: 1, healthy: false });
    expect(diagnosis.findings.at(-1)).toMatchObject({
      check: 'settings',
      status: 'error',
      message: expect.stringContaining('MASTER_KEY'),
    });
  });

  it('reports sandbox providers in production, and an untrusted proxy', async () => {
    const production = {
      MODE: 'production',
      MASTER_KEY: newMasterKey(),
      BASE_URL: 'https://sign.example.com',
    };
    const silent = await examine(production);
    expect([silent.code, statuses(silent)]).toEqual([
      1,
      expect.objectContaining({
        'provider-sms': 'error',
        'provider-identity': 'error',
        'trust-proxy': 'warn',
      }),
    ]);
    const named = await examine({
      ...production,
      ALLOW_SANDBOX_PROVIDERS: 'sms,identity',
      TRUST_PROXY: 'true',
    });
    expect([named.code, statuses(named)]).toEqual([
      0,
      expect.objectContaining({
        'provider-sms': 'warn',
        'provider-identity': 'warn',
        'provider-pay': 'warn',
        'provider-face': 'warn',
      }),
    ]);
    expect(statuses(named)['trust-proxy']).toBeUndefined();
  });

  it('reports a sandbox that is publicly reachable', async () => {
    const refused = await examine({ HOST: '0.0.0.0' });
    expect([refused.code, statuses(refused)['settings']]).toEqual([1, 'error']);
    const meant = await examine({ HOST: '0.0.0.0', ALLOW_PUBLIC_SANDBOX: 'true' });
    expect([meant.code, statuses(meant)['exposure']]).toEqual([0, 'warn']);
    expect(statuses(await examine({ BASE_URL: 'https://sandbox.example.com' }))['exposure']).toBe('warn');
    expect(statuses(await examine({}))['exposure']).toBeUndefined();
  });

  it('reports another program on the port', async () => {
    const other = createServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const diagnosis = await examine({ PORT: String(port) });
    other.close();
    expect([diagnosis.code, statuses(diagnosis)['service']]).toEqual([1, 'error']);
  });

  it('reports a folder of fonts without valid fonts', async () => {
    const diagnosis = await examine({ FONT_DIR: join(folder, 'no-fonts') });
    expect([diagnosis.code, statuses(diagnosis)['fonts']]).toEqual([1, 'error']);
  });

  it('reports a data folder that others can read', async () => {
    await mkdir(join(folder, 'open'), { mode: 0o755 });
    expect(statuses(await examine({ DATA_DIR: join(folder, 'open') }))['data-dir-access']).toBe('warn');
  });

  it('reports a master key file that others can read', async () => {
    const production = { MODE: 'production', BASE_URL: 'https://sign.example.com', DATABASE_URL: GONE };
    const inEnvironment = await examine({ ...production, MASTER_KEY: newMasterKey() });
    expect(statuses(inEnvironment)['master-key-place']).toBe('warn');
    const MASTER_KEY_FILE = join(folder, 'master-key');
    await writeFile(MASTER_KEY_FILE, newMasterKey(), { mode: 0o644 });
    const inFile = { ...production, MASTER_KEY_FILE, DATA_DIR: join(folder, 'data') };
    expect(statuses(await examine(inFile))['master-key-place']).toBe('warn');
    await chmod(MASTER_KEY_FILE, 0o400);
    expect(statuses(await examine(inFile))['master-key-place']).toBeUndefined();
  });

  it('reports parsers without isolation', async () => {
    expect(statuses(await examine({ PARSER_SANDBOX: 'off' }))['parsers']).toBe('warn');
    const among = await mkdtemp(join(packageFolder, 'data-'));
    const open = await examine({ DATA_DIR: among });
    expect([open.code, statuses(open)['parsers']]).toEqual([0, 'warn']);
    const required = await examine({ DATA_DIR: among, PARSER_SANDBOX: 'required' });
    expect([required.code, statuses(required)['parsers']]).toEqual([1, 'error']);
    await rm(among, { recursive: true });
  });

  it('reads the certificates of external authorities that are trusted', async () => {
    expect(statuses(await examine({}))).toMatchObject({ 'signature trust': 'ok' });
    const lost = await examine({ SIGNATURE_TRUST: join(folder, 'nowhere.pem') });
    expect([lost.code, statuses(lost)['signature trust']]).toEqual([1, 'error']);
  });

  it('queries timestamp authorities, and reports those that issue no timestamp', async () => {
    const own = await examine({});
    expect(statuses(own)).toMatchObject({ timestamps: 'ok' });
    const none = await examine({ TSA_URLS: 'none' });
    expect([none.code, statuses(none)['timestamps']]).toEqual([0, 'warn']);
    const lost = await examine({ TSA_URLS: 'http://127.0.0.1:1/', TSA_TRUST: join(folder, 'nowhere.pem') });
    expect([lost.code, statuses(lost)['timestamps']]).toEqual([1, 'error']);
  });
});
