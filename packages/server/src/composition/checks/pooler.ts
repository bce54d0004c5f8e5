import pg from 'pg';
import type { Config } from '../../settings/config.js';
import { error, type Finding, messageOf, ok, type Words, warn } from './finding.js';

const TIMEOUT_MS = 5_000;
const SEE: Words = { zh: '参见 docs/scale.md', en: 'see docs/scale.md' };

/** Whether the addresses of the database are poolers of transactions, and the settings fit that. */
export async function checkPooler(config: Config): Promise<readonly Finding[]> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, databasePrepared } = config;
  if (databaseUrl === null) return [];
  const found = [
    await judge('DATABASE_URL', databaseUrl, databasePrepared),
    await judge('DATABASE_DIRECT_URL', databaseDirectUrl, true),
    await judge('DATABASE_READ_URL', databaseReadUrl, databasePrepared),
  ];
  return found.filter((finding) => finding !== null);
}

type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL';

/** @returns null: a server, or a pooler of sessions, which is the same for the service */
async function judge(setting: Setting, address: string | null, prepared: boolean): Promise<Finding | null> {
  if (address === null) return null;
  try {
    const pooled = await lookThrough(address);
    if (!pooled.sharesSessions) return null;
    if (prepared) return sharedAgainstSettings(setting);
    if (pooled.hasSettings) {
      return ok('pooler', {
        zh: `${setting} 的连接池按事务分配会话，预处理语句已关闭`,
        en: `the pooler of ${setting} gives sessions to transactions, and prepared statements are off`,
      });
    }
    return warn(
      'pooler',
      {
        zh: `经 ${setting} 的连接池的会话缺少应设在账号上的参数`,
        en: `sessions of the pooler of ${setting} lack settings that the account must have`,
      },
      {
        zh: '用 ALTER ROLE 为该账号设置 timezone、jit、statement_timeout 和 idle_in_transaction_session_timeout，参见 docs/scale.md',
        en: 'set timezone, jit, statement_timeout and idle_in_transaction_session_timeout of the account by ALTER ROLE; see docs/scale.md',
      },
    );
  } catch (thrown) {
    // Lists are then read from the primary, as the check of the replica says.
    if (setting === 'DATABASE_READ_URL') return null;
    const cause = messageOf(thrown);
    return error(
      'pooler',
      { zh: `无法通过 ${setting} 连接数据库：${cause}`, en: `${setting} leads to no database: ${cause}` },
      SEE,
    );
  }
}

function sharedAgainstSettings(setting: Setting): Finding {
  const message = {
    zh: `${setting} 指向按事务分配会话的连接池，预处理语句和会话锁在其中会失败`,
    en: `${setting} is a pooler that gives sessions to transactions, in which prepared statements and locks of sessions fail`,
  };
  if (setting === 'DATABASE_DIRECT_URL') {
    return error('pooler', message, {
      zh: '将 DATABASE_DIRECT_URL 改为数据库服务器本身的地址',
      en: 'set DATABASE_DIRECT_URL to the server itself',
    });
  }
  if (setting === 'DATABASE_READ_URL') {
    return error('pooler', message, {
      zh: '将 DATABASE_READ_URL 改为副本本身的地址，或设置 DATABASE_PREPARED=false，参见 docs/scale.md',
      en: 'set DATABASE_READ_URL to the replica itself, or DATABASE_PREPARED=false; see docs/scale.md',
    });
  }
  return error('pooler', message, {
    zh: '设置 DATABASE_PREPARED=false，并将 DATABASE_DIRECT_URL 设为数据库服务器本身的地址，参见 docs/scale.md',
    en: 'set DATABASE_PREPARED=false, and DATABASE_DIRECT_URL to the server itself; see docs/scale.md',
  });
}

interface Pooled {
  readonly sharesSessions: boolean;
  /** Those with which the service's own sessions start. */
  readonly hasSettings: boolean;
}

/**
 * Two connections to one server session at the same time, or one whose session has changed, are possible only through a
 * pooler of transactions. Neither sends a setting that a pooler would refuse.
 */
async function lookThrough(connectionString: string): Promise<Pooled> {
  const open = () => new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS });
  const [first, second] = [open(), open()];
  // An error that follows the failure of a statement is not reported again.
  for (const client of [first, second]) client.on('error', () => undefined);
  try {
    await first.connect();
    await second.connect();
    const own = await sessionOf(first);
    await second.query('begin');
    const other = await sessionOf(second);
    const sharesSessions = other.pid === own.pid || (await sessionOf(first)).pid !== own.pid;
    return { sharesSessions, hasSettings: own.hasSettings };
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

interface Session {
  readonly pid: number;
  /** Those with which the service's own sessions start. */
  readonly hasSettings: boolean;
}

async function sessionOf(client: pg.Client): Promise<Session> {
  const { rows } = await client.query<Session>(
    `select pg_backend_pid() as pid,
            current_setting('TimeZone') = 'UTC' and current_setting('jit') = 'off'
              and current_setting('statement_timeout') <> '0'
              and current_setting('idle_in_transaction_session_timeout') <> '0' as "hasSettings"`,
  );
  const [session] = rows;
  if (session === undefined) throw new Error('the server did not name its process');
  return session;
}
