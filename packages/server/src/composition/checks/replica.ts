import { sql } from 'kysely';
import { type OpenDatabase, openDatabase } from '../../database/connect.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, messageOf, ok, type Words, warn } from './finding.js';

const TIMEOUT_MS = 5_000;
const BEHIND_BYTES = 64 * 1024 * 1024;
const SEE: Words = { zh: '参见 docs/scale.md', en: 'see docs/scale.md' };

/** Whether DATABASE_READ_URL is a replica of this very database, and how far it is behind. */
export async function checkReplica(config: Config, primary: OpenDatabase): Promise<readonly Finding[]> {
  const { databaseReadUrl, databasePrepared } = config;
  if (databaseReadUrl === null) return [];
  const replica = openDatabase({
    address: { connectionString: databaseReadUrl },
    prepared: databasePrepared,
    max: 1,
    connectTimeoutMs: TIMEOUT_MS,
  });
  try {
    return [await judge(primary, replica)];
  } catch (thrown) {
    const cause = messageOf(thrown);
    return [
      warn(
        'replica',
        {
          zh: `DATABASE_READ_URL 无法使用，列表改由主库读取：${cause}`,
          en: `DATABASE_READ_URL cannot be used, and lists are read from the primary: ${cause}`,
        },
        SEE,
      ),
    ];
  } finally {
    await replica.close();
  }
}

async function judge(primary: OpenDatabase, replica: OpenDatabase): Promise<Finding> {
  const { rows: origins } = await sql<{ system: string; position: string }>`
    select system_identifier::text as system, pg_current_wal_flush_lsn()::text as position
      from pg_control_system()`.execute(primary.db);
  const [{ system, position } = { system: '', position: '0/0' }] = origins;
  const { rows } = await sql<{ system: string; behind: string | null }>`
    select system_identifier::text as system,
           case when pg_is_in_recovery() then pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn()) end as behind
      from pg_control_system()`.execute(replica.db);
  const [found] = rows;
  if (found === undefined || found.system !== system) {
    return error(
      'replica',
      {
        zh: 'DATABASE_READ_URL 是另一个数据库集群，不是主库的副本',
        en: 'DATABASE_READ_URL is another cluster, no replica of the primary',
      },
      SEE,
    );
  }
  if (found.behind === null) {
    return warn(
      'replica',
      {
        zh: 'DATABASE_READ_URL 不是副本（主库本身，或已提升为主库），列表由主库读取',
        en: 'DATABASE_READ_URL is no replica: it is the primary itself, or was promoted; lists are read from the primary',
      },
      SEE,
    );
  }
  const bytes = Math.max(0, Number(found.behind));
  if (bytes > BEHIND_BYTES) {
    return warn(
      'replica',
      {
        zh: `副本落后 ${bytes} 字节的日志，列表改由主库读取`,
        en: `the replica is ${bytes} bytes of log behind, and lists are read from the primary`,
      },
      { zh: '检查副本所在的机器与网络', en: 'look at the machine of the replica, and the network to it' },
    );
  }
  return ok('replica', {
    zh: `副本可读，落后 ${bytes} 字节的日志`,
    en: `the replica answers, ${bytes} bytes of log behind`,
  });
}
