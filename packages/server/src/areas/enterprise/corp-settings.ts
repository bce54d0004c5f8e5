import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type {
  setSettings as setSettingsOperation,
  settings as settingsOperation,
} from '@cinnabar/api/operations/enterprise.js';
import type { CorpSettings, CorpSettingsChange } from '@cinnabar/api/schemas/enterprise.js';
import type { Db, Tx } from '../../database/schema.js';
import type { AuditFacts } from '../../database/tables/audit.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { AddressRanges, isAddressRange } from '../../outbound/address-ranges.js';
import { lastChanges, originOf, recordAct } from '../audit/index.js';
import { MIN_DRAFT_DAYS } from './draft-retention.js';
import { isEmbedOrigin } from './embed-origins.js';
import { lockCorp } from './identification.js';
import { ownCorp } from './own-corp.js';
import { changedSettings, settingsOf } from './settings.js';
import { saveSettings } from './store.js';

const MIN_IDLE_MINUTES = 15;

interface Changed {
  readonly before: CorpSettings;
  readonly after: CorpSettings;
}

/** @returns all settings before and after the change, or null if there is no such enterprise */
export async function changeSettings(
  tx: Tx,
  corpId: CorpId,
  change: CorpSettingsChange,
): Promise<Changed | null> {
  const corp = await lockCorp(tx, corpId);
  if (corp === null) return null;
  const before = settingsOf(corp);
  const after = changedSettings(before, change);
  await saveSettings(tx, corpId, after);
  return { before, after };
}

export async function settings(ctx: MemberContext): Promise<OutputOf<typeof settingsOperation>> {
  return withChanges(ctx.db, ctx.corpId, settingsOf(await ownCorp(ctx)));
}

export function setSettings(
  ctx: MemberContext,
  change: InputOf<typeof setSettingsOperation>,
): Promise<OutputOf<typeof setSettingsOperation>> {
  const { corpId, appId, actingMember } = ctx;
  check(ctx, change);
  return ctx.act(async (tx) => {
    const changed = await changeSettings(tx, corpId, change);
    // A token's enterprise always exists.
    if (changed === null) throw refuse('404');
    const [before, after] = [factsOf(changed.before), factsOf(changed.after)];
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      const act = {
        corpId,
        appId,
        userId: actingMember.userId,
        act: 'corp.settings',
        before,
        after,
      } as const;
      await recordAct(tx, act, originOf(ctx));
    }
    return withChanges(tx, corpId, changed.after);
  });
}

type Caller = Pick<MemberContext, 'services' | 'address' | 'isOwnConsole'>;

function check(ctx: Caller, change: CorpSettingsChange): void {
  const { embedOrigins = [], loginMethods, loginIdleMinutes = 0, draftRetentionDays = 0 } = change;
  checkNetworks(ctx, change.consoleNetworks ?? []);
  const wrong = embedOrigins.findIndex((origin) => !isEmbedOrigin(origin));
  if (wrong >= 0) {
    throw invalidField(`embedOrigins[${wrong}]`, {
      zh: '须为 https 来源，如 https://erp.example.com，不带路径',
      en: 'must be an https origin such as https://erp.example.com, without a path',
    });
  }
  const offered = ctx.services.config.loginMethods;
  if (loginMethods !== undefined && !loginMethods.some((method) => offered.includes(method))) {
    throw invalidField('loginMethods', {
      zh: '平台不提供其中任何一种，将无人可以登录',
      en: 'the platform offers none of them, so that nobody could log in',
    });
  }
  if (loginIdleMinutes !== 0 && loginIdleMinutes < MIN_IDLE_MINUTES) {
    throw invalidField('loginIdleMinutes', { zh: '须为 0，或 15 至 720', en: 'must be 0, or 15 to 720' });
  }
  if (draftRetentionDays !== 0 && draftRetentionDays < MIN_DRAFT_DAYS) {
    throw invalidField('draftRetentionDays', { zh: '须为 0，或 30 至 365', en: 'must be 0, or 30 to 365' });
  }
}

/** Who sets networks in the console must be in one of them: nobody locks themselves out by a typing error. */
function checkNetworks({ address, ...caller }: Caller, networks: readonly string[]): void {
  const wrong = networks.findIndex((network) => !isAddressRange(network));
  if (wrong >= 0) {
    throw invalidField(`consoleNetworks[${wrong}]`, {
      zh: '须为 IP 地址或 CIDR 网段，如 203.0.113.0/24',
      en: 'must be an IP address or a CIDR range such as 203.0.113.0/24',
    });
  }
  if (networks.length === 0 || caller.isOwnConsole !== true || new AddressRanges(networks).has(address))
    return;
  throw invalidField('consoleNetworks', {
    zh: `须包含您当前的地址 ${address}，否则保存后您将无法进入`,
    en: `must contain your own address ${address}, or you could not enter after saving`,
  });
}

/** Settings as the audit keeps them: each is one value. */
function factsOf({
  smsNotices,
  embedOrigins,
  loginMethods,
  consoleNetworks,
  ...others
}: CorpSettings): AuditFacts {
  return {
    ...others,
    smsNotices: Object.entries(smsNotices)
      .flatMap(([notice, isSent]) => (isSent ? [notice] : []))
      .join(', '),
    embedOrigins: embedOrigins.join(', '),
    loginMethods: loginMethods.join(', '),
    consoleNetworks: consoleNetworks.join(', '),
  };
}

async function withChanges(
  db: Db | Tx,
  corpId: CorpId,
  values: CorpSettings,
): Promise<OutputOf<typeof settingsOperation>> {
  const changes = await lastChanges(db, corpId, 'corp.settings');
  return { ...values, changes: changes.filter(({ field }) => Object.hasOwn(values, field)) };
}
