import { CustodyError } from '../../custody/custody-error.js';
import type { Config } from '../../settings/config.js';
import { InvalidSetting } from '../../settings/invalid-setting.js';
import { type OpenKeyStores, openKeyStores } from '../open-key-stores.js';
import { error, type Finding, messageOf, ok, SEE_SETTINGS } from './finding.js';

const CHECK = 'key-stores';

/** Logs in to each store of signing keys that the settings name. A wrong PIN counts as one attempt. */
export async function checkKeyStores(config: Config): Promise<readonly Finding[]> {
  let opened: OpenKeyStores;
  try {
    opened = openKeyStores(config);
  } catch (thrown) {
    if (!(thrown instanceof InvalidSetting)) throw thrown;
    return [error(CHECK, { zh: `设置有误：${thrown.message}`, en: thrown.message }, SEE_SETTINGS)];
  }
  try {
    return await checkOpenKeyStores(opened);
  } finally {
    await opened.close();
  }
}

export async function checkOpenKeyStores({ outside }: OpenKeyStores): Promise<readonly Finding[]> {
  const stores = Object.entries(outside);
  if (stores.length === 0) {
    return [
      ok(CHECK, { zh: '签名密钥加密存储在数据库中', en: 'signing keys are in the database, encrypted' }),
    ];
  }
  return Promise.all(
    stores.map(async ([place, store]) => {
      try {
        await store.check();
        return ok(CHECK, { zh: `${place}：可以使用`, en: `${place} answers and accepts the credentials` });
      } catch (thrown) {
        const cause = messageOf(thrown);
        const message = { zh: `${place} 无法使用：${cause}`, en: `${place}: ${cause}` };
        return error(CHECK, message, isRefusal(thrown) ? CORRECT : REACH);
      }
    }),
  );
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof CustodyError && thrown.reason === 'KEY_STORE_REFUSED';
}

const CORRECT = {
  zh: '更正该密钥存储的设置，再重新启动服务；PIN 错误时，服务在重新启动之前不再尝试登录，以免令牌被锁定',
  en: 'correct the settings of the store, and start the service again: after a wrong PIN it makes no further attempt, which could lock the token',
};
const REACH = {
  zh: '接上令牌，或让本机能够访问该密钥存储；在此之前，需要签名的操作返回 503',
  en: 'connect the token, or let this machine reach the store; until then whatever has to sign is answered with 503',
};
