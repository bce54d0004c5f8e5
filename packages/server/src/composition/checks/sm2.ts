import { isSm2Sound } from '@cinnabar/pki/certificates/sm2.js';
import { countCorpsWithSuites, SM2_SUITES, sm2Problem } from '../../areas/enterprise/index.js';
import { isSm3Sound } from '../../custody/event-chain.js';
import type { OpenDatabase } from '../../database/connect.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, ok, type Words } from './finding.js';

const CHECK = 'sm2';

const LACKING: Words = {
  zh: '本机 Node.js 的 OpenSSL 不支持 SM2 与 SM3：签名套件 sm2、dual 和 EVENT_CHAIN_HASH=sm3 无法使用',
  en: 'the OpenSSL of this Node.js has no SM2 and SM3: the suites sm2 and dual, and EVENT_CHAIN_HASH=sm3, cannot be used',
};
const SOUND: Words = {
  zh: 'OpenSSL 的 SM2 与 SM3 符合标准示例',
  en: 'SM2 and SM3 of OpenSSL agree with the examples of the standards',
};

/** Whether enterprises that sign with SM2 can, and whether others could. */
export async function checkSm2(
  { keyPlaces }: Pick<Config, 'keyPlaces'>,
  { db }: Pick<OpenDatabase, 'db'>,
): Promise<Finding> {
  const using = await countCorpsWithSuites(db, SM2_SUITES);
  return judgeSm2(using, sm2Problem(keyPlaces, isSm2Sound()), isSm2Sound() && isSm3Sound());
}

/**
 * @param using enterprises with a suite of SM2
 * @param problem why nobody can sign with SM2; null: they can
 */
export function judgeSm2(using: number, problem: Words | null, isSound: boolean): Finding {
  const known = isSound ? SOUND : LACKING;
  if (problem === null) {
    return ok(CHECK, {
      zh: `${known.zh}；密钥存储可以存放 SM2 密钥；${using} 家企业使用 sm2 或 dual`,
      en: `${known.en}; the key stores can hold such keys; ${using} enterprises sign by sm2 or dual`,
    });
  }
  if (using === 0) {
    const said = isSound ? { zh: `${known.zh}；${problem.zh}`, en: `${known.en}; ${problem.en}` } : LACKING;
    return ok(CHECK, said);
  }
  return error(
    CHECK,
    {
      zh: `${using} 家企业使用 sm2 或 dual，但不能签署：${problem.zh}`,
      en: `${using} enterprises sign by sm2 or dual, and cannot: ${problem.en}`,
    },
    {
      zh: '更正这些设置并重新启动服务，或执行 cinnabar corp set --corp … signatureSuite p256',
      en: 'correct these settings and start the service again, or cinnabar corp set --corp … signatureSuite p256',
    },
  );
}
