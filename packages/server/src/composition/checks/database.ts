import { loadClockSetting } from '../../database/clock-offset.js';
import type { OpenDatabase } from '../../database/connect.js';
import { missingMigrations, unknownMigrations } from '../../database/migrate.js';
import type { Config } from '../../settings/config.js';
import { checkExternalCertificates } from './external-certificates.js';
import { error, type Finding, messageOf, ok, type Words, warn } from './finding.js';
import { checkMasterKeyOf } from './master-key.js';
import { checkPooler } from './pooler.js';
import { checkReplica } from './replica.js';
import { checkSm2 } from './sm2.js';

/** PostgreSQL 15, in the format of server_version_num. */
const OLDEST_SERVER = 150_000;
const WARN_SKEW_MS = 2_000;
/** A new database lacks all migrations, whose names say nothing. */
const MAX_NAMED = 5;

/**
 * How a database was reached. server: from DATABASE_URL; started: the bundled one, started for this; attached: the bundled
 * one that another process has started, or this one before.
 */
export type DatabaseAccess = 'server' | 'started' | 'attached';

const PLACES: Readonly<Record<DatabaseAccess, Words>> = {
  server: { zh: '由 DATABASE_URL 指定', en: 'DATABASE_URL' },
  started: { zh: '内置，此前未运行', en: 'bundled, not running before' },
  attached: { zh: '内置，运行中', en: 'bundled, running' },
};

/** Checks a database that answers, and what depends on it. */
export async function inspectDatabase(
  config: Config,
  database: OpenDatabase,
  how: DatabaseAccess,
): Promise<readonly Finding[]> {
  const { findings, migrated } = await checkMigrations(database);
  return [
    await checkServer(database, how),
    await checkDurability(database),
    ...(await checkPooler(config)),
    ...(await checkReplica(config, database)),
    await checkClock(database),
    ...findings,
    ...(migrated
      ? [
          ...(await checkSandboxClock(config, database)),
          ...(await checkMasterKeyOf(config, database)),
          ...(await checkExternalCertificates(config, database)),
          await checkSm2(config, database),
        ]
      : []),
  ];
}

async function checkServer({ pool }: OpenDatabase, how: DatabaseAccess): Promise<Finding> {
  const result = await pool.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding`,
  );
  const { number = 0, version = 'unknown', encoding = 'unknown' } = result.rows[0] ?? {};
  const [zh, en] = [
    `PostgreSQL ${version}（${PLACES[how].zh}）`,
    `PostgreSQL ${version} (${PLACES[how].en})`,
  ];
  if (number < OLDEST_SERVER) {
    return error(
      'database',
      { zh: `${zh}版本过低`, en: `${en} is too old` },
      { zh: '请使用 PostgreSQL 15 或更高版本', en: 'use PostgreSQL 15 or newer' },
    );
  }
  if (encoding !== 'UTF8') {
    return error(
      'database',
      { zh: `${zh}的字符编码为 ${encoding}`, en: `${en} stores text as ${encoding}` },
      { zh: '以 UTF8 编码重新创建数据库', en: 'create the database with encoding UTF8' },
    );
  }
  return ok('database', { zh, en });
}

/** What the server, the database or the account turns off, and with it that an answered act survives a crash. */
async function checkDurability({ pool }: OpenDatabase): Promise<Finding> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  if (rows.length === 0) {
    return ok('durability', {
      zh: '提交落盘之后才会确认',
      en: 'commits are acknowledged once they are on the disk',
    });
  }
  const off = rows.map(({ name }) => name);
  return warn(
    'durability',
    {
      zh: `数据库崩溃会丢失已响应的操作：${off.join('、')} 为 off`,
      en: `a crash of the database loses acts that were answered: ${off.join(', ')} off`,
    },
    {
      zh: '在服务器、数据库和账号的设置中改为 on',
      en: 'turn on in the settings of the server, the database and the account',
    },
  );
}

async function checkMigrations(
  database: OpenDatabase,
): Promise<{ readonly findings: readonly Finding[]; readonly migrated: boolean }> {
  try {
    const missing = await missingMigrations(database);
    if (missing.length === 0) {
      const newer = await unknownMigrations(database);
      const state =
        newer.length === 0
          ? { zh: '数据库结构为最新', en: 'the database is up to date' }
          : {
              zh: '数据库结构比本程序新，本程序可以与新版本共用',
              en: 'the database is newer than this program, which can share it',
            };
      return { findings: [ok('migrations', state)], migrated: true };
    }
    const few = missing.length <= MAX_NAMED ? missing : [missing[0], '…', missing.at(-1)];
    const message = {
      zh: `数据库缺少 ${missing.length} 个迁移：${few.join('、')}`,
      en: `the database lacks ${missing.length} migrations: ${few.join(', ')}`,
    };
    const remedy = {
      zh: '执行 cinnabar migrate，或启动服务，启动时会自动执行',
      en: 'run "cinnabar migrate", or start the service, which does the same',
    };
    return { findings: [warn('migrations', message, remedy)], migrated: false };
  } catch (thrown) {
    const cause = messageOf(thrown);
    const message = { zh: `本程序不能使用该数据库：${cause}`, en: cause };
    const remedy = {
      zh: '使用与该数据库对应的程序版本',
      en: 'use the version of the program that this database belongs to',
    };
    return { findings: [error('migrations', message, remedy)], migrated: false };
  }
}

/** Signatures carry this machine's time, so it must be correct and agree with the database server's. */
async function checkClock({ pool }: OpenDatabase): Promise<Finding> {
  const before = Date.now();
  const result = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const after = Date.now();
  const server = result.rows[0]?.now.getTime() ?? after;
  const skew = Math.max(0, before - server, server - after);
  if (skew <= WARN_SKEW_MS) {
    const time = new Date(after).toISOString();
    return ok('clock', { zh: `本机时间：${time}`, en: `this machine: ${time}` });
  }
  const seconds = (skew / 1000).toFixed(1);
  return warn(
    'clock',
    {
      zh: `本机与数据库服务器的时间相差 ${seconds} 秒`,
      en: `this machine and the database differ by ${seconds} s`,
    },
    {
      zh: '在两台服务器上运行 chrony 等时间同步服务',
      en: 'run a time service such as chrony on both',
    },
  );
}

async function checkSandboxClock({ mode }: Config, { db }: OpenDatabase): Promise<readonly Finding[]> {
  const { offsetMs } = await loadClockSetting(db);
  if (offsetMs === 0) return [];
  const seconds = Math.round(offsetMs / 1000);
  const [zh, en] = [`沙箱时钟快 ${seconds} 秒`, `the clock of the sandbox runs ${seconds} s ahead`];
  if (mode === 'sandbox') return [ok('sandbox-clock', { zh, en })];
  return [
    error(
      'sandbox-clock',
      { zh: `该数据库曾用于沙箱：${zh}`, en: `this database was used by a sandbox: ${en}` },
      { zh: '生产环境请使用新的数据库', en: 'use a new database for production' },
    ),
  ];
}
