import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { baseInfo, queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import { infoByCorpId, memberAuth } from '@cinnabar/api/operations/members.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { type CreatedCorp, cinnabar, commandLine } from '../support/cinnabar.js';
import { Client } from '../support/client.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { startServerProcess } from '../support/server-process.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let names = 0;
/** Options for an enterprise that no other test has created. */
function newCorp(): string[] {
  names += 1;
  const mobile = `138${String(names).padStart(8, '0')}`;
  return ['--name', `命令行第${names}公司`, '--owner-name', '王小明', '--owner-mobile', mobile];
}

function parse(out: string): CreatedCorp {
  return JSON.parse(out);
}

/** The owner with the credentials that the command printed. */
async function ownerOf(baseUrl: string, { appId, appSecret, owner }: CreatedCorp): Promise<Client> {
  const nobody = new Client(baseUrl);
  const { accessToken } = await nobody.data(getAccessToken, { appId, appSecret });
  return nobody.with({ appId, accessToken, userId: String(owner.userId), source: 'pc' });
}

describe('corp create on a database server, beside the running service', () => {
  let database: FreshDatabase;
  let dataDir: string;
  let running: RunningApp;
  let settings: Record<string, string>;

  beforeAll(async () => {
    database = await freshDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-cli-'));
    running = await startApp({ on: { database, dataDir } });
    settings = { DATABASE_URL: database.connectionString, DATA_DIR: dataDir };
  });
  afterAll(async () => {
    await running.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const create = async (...args: readonly string[]): Promise<CreatedCorp> => {
    const { code, out, errors } = await commandLine(settings, 'corp', 'create', ...args, '--json');
    expect([code, errors]).toEqual([0, '']);
    return parse(out);
  };

  it('creates an enterprise whose credentials are valid at once', async () => {
    const created = await create(...newCorp());
    expect(created).toEqual({
      corpId: expect.any(Number),
      corpName: expect.stringContaining('命令行第'),
      identStatus: 'unidentified',
      appId: expect.any(String),
      appSecret: expect.stringMatching(/^[\w-]{43}$/),
      owner: { userId: expect.any(Number), userName: '王小明', mobile: expect.any(String), invited: false },
    });
    const owner = await ownerOf(running.baseUrl, created);
    expect(await owner.data(baseInfo, {})).toMatchObject({
      corpName: created.corpName,
      identStatus: 'unidentified',
      accountBalance: 10_000,
      payeeBalance: 10_000,
      userNum: 1,
      adminInfo: { userId: created.owner.userId, userName: '王小明', realNameStatus: 0 },
    });
    await owner.data(memberAuth, { realName: '王小明', identNum: '11010519491231002X', signPwd: '246813' });
    const [verified] = await owner.data(infoByCorpId, { mobile: created.owner.mobile });
    expect(verified).toMatchObject({ realName: '王小明', realNameStatus: 1 });
  });

  it("accepts a credit code, the operator's confirmation, and opening balances", async () => {
    const given = [
      '--credit-code',
      '91330106madem0011e',
      '--identified',
      '--contracts',
      '3',
      '--collections',
      '0',
    ];
    const owner = await ownerOf(running.baseUrl, await create(...newCorp(), ...given));
    expect(await owner.data(baseInfo, {})).toMatchObject({
      corpCode: '91330106MADEM0011E',
      identStatus: 'identified',
      accountBalance: 3,
      payeeBalance: 0,
    });
    const rows = await owner.data(queryAccountHistoryList, {});
    expect(rows.map(({ recordType, count }) => [recordType, count])).toEqual([['newUserPresent', 3]]);
  });

  it('prints the same for people, and that the secret is shown only once', async () => {
    const { code, out } = await cinnabar(dataDir, settings, 'corp', 'create', ...newCorp());
    expect(code).toBe(0);
    const secret = /^appSecret {2}(\S+)$/m.exec(out)?.[1] ?? '';
    const appId = /^appId {6}(\S+)$/m.exec(out)?.[1] ?? '';
    expect(out).toContain('cannot be shown again');
    const nobody = new Client(running.baseUrl);
    const { corpId } = await nobody.data(getAccessToken, { appId, appSecret: secret });
    expect(out).toContain(`corpId     ${corpId}\n`);
  });

  it('invites an owner whose identity is already proven', async () => {
    const first = await create(...newCorp());
    const owner = await ownerOf(running.baseUrl, first);
    await owner.data(sendSmsVerifyCode, { mobile: first.owner.mobile, smsType: 'commSms' });
    const verifyCode = await running.newestCode(first.owner.mobile);
    const identity = { realName: '王小明', identNum: '11010519491231002X', signPwd: '246813' };
    await owner.data(memberAuth, { ...identity, verifyCode });
    const second = await create(...newCorp(), '--owner-mobile', first.owner.mobile);
    expect(second.owner).toMatchObject({ userId: first.owner.userId, invited: true });
  });

  it.each([
    ['name', (name: string) => [...newCorp(), '--name', ` ${name.replace('第', ' 第 ')}`], 'of the name'],
    [
      'credit code',
      () => [...newCorp(), '--credit-code', '91310115MADEM002XY'],
      'of the credit code 91310115MADEM002XY',
    ],
  ] as const)(
    'refuses a %s already in use, and stores nothing of the enterprise',
    async (_what, options, complaint) => {
      const { corpName } = await create(
        ...newCorp(),
        ...(complaint === 'of the name' ? [] : ['--credit-code', '91310115MADEM002XY']),
      );
      const before = await running.app.database.db.selectFrom('applications').select('app_id').execute();
      const { code, out, errors } = await commandLine(settings, 'corp', 'create', ...options(corpName));
      expect([code, out]).toEqual([1, '']);
      expect(errors).toContain(`an enterprise ${complaint}`);
      const after = await running.app.database.db.selectFrom('applications').select('app_id').execute();
      expect(after.length).toBe(before.length);
    },
  );

  it('refuses to write with another master key', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const { code, errors } = await cinnabar(
      dataDir,
      { ...settings, MASTER_KEY: key },
      'corp',
      'create',
      ...newCorp(),
    );
    expect(code).toBe(1);
    expect(errors).toContain('restore the MASTER_KEY that this database was made with');
  });
});

describe('corp create on the bundled database', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-cli-'));
    return () => rm(dataDir, { recursive: true, force: true });
  });

  it('creates and starts the database if none is running, and stops it again', async () => {
    const settings = { DATA_DIR: join(dataDir, 'data') };
    const first = await cinnabar(dataDir, settings, 'corp', 'create', ...newCorp(), '--json');
    const second = await cinnabar(dataDir, settings, 'corp', 'create', ...newCorp(), '--json');
    expect([first.code, second.code, first.errors, second.errors]).toEqual([0, 0, '', '']);
    expect(parse(first.out).corpId).not.toBe(parse(second.out).corpId);
    const { out } = await cinnabar(dataDir, settings, 'doctor');
    expect(out).toContain('bundled, not running before');
  });

  it("uses the running service's database, and the service knows the enterprise at once", async () => {
    const port = await freePort();
    const service = await startServerProcess({ dataDir, port });
    try {
      const { code, out, errors } = await cinnabar(
        dataDir,
        { DATA_DIR: dataDir },
        'corp',
        'create',
        ...newCorp(),
        '--json',
      );
      expect([code, errors]).toEqual([0, '']);
      const owner = await ownerOf(`http://127.0.0.1:${port}`, parse(out));
      expect((await owner.data(baseInfo, {})).corpName).toBe(parse(out).corpName);
      const { out: diagnosis } = await cinnabar(dataDir, { DATA_DIR: dataDir, PORT: String(port) }, 'doctor');
      expect(diagnosis).toContain('bundled, running');
      expect(diagnosis).toContain('running and ready at');
    } finally {
      expect(await service.stop()).toBe(0);
    }
  });
});
