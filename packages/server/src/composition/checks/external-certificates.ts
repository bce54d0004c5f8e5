import { standingOf } from '../../authority/external/standing.js';
import { externalInUse } from '../../authority/external/store.js';
import { AdjustableClock } from '../../clock.js';
import { loadClockSetting } from '../../database/clock-offset.js';
import type { OpenDatabase } from '../../database/connect.js';
import type { Config } from '../../settings/config.js';
import { error, type Finding, ok, warn } from './finding.js';

const CHECK = 'external certificates';
/** Of those that need attention. */
const MAX_NAMED = 5;

/** Checks the certificates that other authorities issued to enterprises, which nobody renews by themselves. */
export async function checkExternalCertificates(
  config: Pick<Config, 'mode'>,
  { db }: Pick<OpenDatabase, 'db'>,
): Promise<readonly Finding[]> {
  const inUse = await externalInUse(db);
  if (inUse.length === 0) return [];
  const now = config.mode === 'sandbox' ? new AdjustableClock(await loadClockSetting(db)).now() : new Date();
  const standings = inUse.map((record) => ({ corpId: record.corp_id, standing: standingOf(record, now) }));
  const lost = standings.filter(({ standing }) => standing === 'ended' || standing === 'revoked');
  const due = standings.filter(({ standing }) => standing === 'renewalDue');
  if (lost.length > 0) {
    return [
      error(
        CHECK,
        {
          zh: `${lost.length} 家企业的外部证书已到期或已停用，不能签署：${named(lost, '、')}`,
          en: `${lost.length} cannot sign, because their certificates have ended or were revoked: enterprise ${named(lost, ', ')}`,
        },
        {
          zh: '依次执行 cinnabar certificate request 和 certificate import，或以 certificate withdraw 改回内置机构',
          en: 'cinnabar certificate request, then certificate import; or return to the built-in authority by certificate withdraw',
        },
      ),
    ];
  }
  if (due.length > 0) {
    return [
      warn(
        CHECK,
        {
          zh: `${due.length} 家企业的外部证书将在 60 天内到期：${named(due, '、')}`,
          en: `${due.length} end within 60 days: enterprise ${named(due, ', ')}`,
        },
        {
          zh: '依次执行 cinnabar certificate request 和 certificate import',
          en: 'cinnabar certificate request, then certificate import',
        },
      ),
    ];
  }
  const [zh, en] = [`${inUse.length} 家企业使用外部证书，均有效`, `${inUse.length} in use, all valid`];
  return [ok(CHECK, { zh, en })];
}

function named(found: readonly { readonly corpId: number }[], separator: string): string {
  const ids = found.slice(0, MAX_NAMED).map(({ corpId }) => String(corpId));
  return [...ids, ...(found.length > MAX_NAMED ? ['…'] : [])].join(separator);
}
