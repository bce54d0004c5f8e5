import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMasterKey } from '../../custody/master-key.js';
import type { OpenDatabase } from '../../database/connect.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, messageOf, ok } from './finding.js';

const MADE_LATER = ok('master-key', { zh: '将在首次启动时生成', en: 'will be made at the first start' });

/** Checks that the master key is the one that wraps the data keys of this database. */
export async function checkMasterKeyOf(config: Config, { db }: OpenDatabase): Promise<readonly Finding[]> {
  const rows = await db.selectFrom('data_keys').select('master_key_id').distinct().execute();
  const wrappedBy = rows.map((row) => row.master_key_id);
  const text = config.masterKey ?? (await readStored(config.dataDir));
  if (text === null) {
    if (wrappedBy.length === 0) return [MADE_LATER];
    const file = join(config.dataDir, 'master.key');
    const message = {
      zh: `缺少 ${file}，没有它无法读取数据库`,
      en: `${file} is missing, and the database cannot be read without it`,
    };
    const remedy = { zh: '从备份中恢复该文件', en: 'restore it from your backup' };
    return [error('master-key', message, remedy)];
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
    if (others.length === 0) {
      return ok('master-key', { zh: `${id} 可以解密该数据库`, en: `${id} opens the database` });
    }
    const message = {
      zh: `数据由 ${others.join('、')} 加密，而当前的主密钥为 ${id}`,
      en: `the data was encrypted under ${others.join(', ')}, and the key given is ${id}`,
    };
    const remedy = {
      zh: '将 MASTER_KEY 设为创建该数据库时使用的主密钥',
      en: 'give the MASTER_KEY that this database was made with',
    };
    return error('master-key', message, remedy);
  } catch (thrown) {
    const cause = messageOf(thrown);
    const remedy = { zh: '提供以 base64 编码的 32 字节密钥', en: 'give 32 bytes in base64' };
    return error('master-key', { zh: `主密钥无效：${cause}`, en: cause }, remedy);
  }
}
