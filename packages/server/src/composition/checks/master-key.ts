import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMasterKey } from '../../custody/master-key.js';
import type { OpenDatabase } from '../../database/connect.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, messageOf, ok } from './finding.js';

/** Checks that the master key is the one that wraps the data keys of this database. */
export async function checkMasterKeyOf(config: Config, { db }: OpenDatabase): Promise<readonly Finding[]> {
  const rows = await db.selectFrom('data_keys').select('master_key_id').distinct().execute();
  const wrappedBy = rows.map((row) => row.master_key_id);
  const text = config.masterKey ?? (await readStored(config.dataDir));
  if (text === null) {
    if (wrappedBy.length === 0) return [ok('master-key', 'will be made at the first start')];
    const message = `${join(config.dataDir, 'master.key')} is missing, and the database cannot be read without it`;
    return [error('master-key', message, 'restore it from your backup')];
  }
  return [judge(text, wrappedBy)];
}

async function readStored(dataDir: string): Promise<string | null> {
  return readFile(join(dataDir, 'master.key'), 'utf8').catch(() => null);
}

function judge(text: string, wrappedBy: readonly string[]): Finding {
  try {
    const { id } = openMasterKey(text);
    const others = wrappedBy.filter((other) => other !== id);
    if (others.length === 0) return ok('master-key', `${id} opens the database`);
    const message = `the data was encrypted under ${others.join(', ')}, and the key given is ${id}`;
    return error('master-key', message, 'give the MASTER_KEY that this database was made with');
  } catch (thrown) {
    return error('master-key', messageOf(thrown), 'give 32 bytes in base64');
  }
}
