import { isBrandName, isReadable, NO_BRAND, readBrandColor, textOn } from '@cinnabar/api/brand.js';
import type { InputOf, OutputOf } from '@cinnabar/api/operation.js';
import type {
  setSettings as setSettingsOperation,
  settings as settingsOperation,
} from '@cinnabar/api/operations/enterprise.js';
import type { CorpSettings } from '@cinnabar/api/schemas/enterprise.js';
import type { Db, Tx } from '../../database/schema.js';
import type { AuditFacts } from '../../database/tables/audit.js';
import type { CorpId, MemberContext } from '../../operation/context.js';
import { invalidField, refuse } from '../../operation/refusal.js';
import { AddressRanges, isAddressRange } from '../../outbound/address-ranges.js';
import { lastChanges, originOf, recordAct } from '../audit/index.js';
import { MIN_DRAFT_DAYS } from './draft-retention.js';
import { isEmbedOrigin } from './embed-origins.js';
import { changeLogo, givenLogo, logoAddressOf } from './given-logo.js';
import { lockCorp } from './identification.js';
import { ownCorp } from './own-corp.js';
import { changedSettings, type PlainChange, settingsOf } from './settings.js';
import { findCorpByName, saveSettings } from './store.js';

const MIN_IDLE_MINUTES = 15;

interface Changed {
  readonly before: CorpSettings;
  readonly after: CorpSettings;
}

/** @returns all settings before and after the change, or null if there is no such enterprise */
export async function changeSettings(tx: Tx, corpId: CorpId, change: PlainChange): Promise<Changed | null> {
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

export async function setSettings(
  ctx: MemberContext,
  { brandLogo, ...change }: InputOf<typeof setSettingsOperation>,
): Promise<OutputOf<typeof setSettingsOperation>> {
  const { corpId, appId, actingMember, now } = ctx;
  check(ctx, change);
  const brand = await readBrand(ctx, change);
  const given = await givenLogo(ctx, brandLogo);
  return ctx.act(async (tx) => {
    const changed = await changeSettings(tx, corpId, { ...change, ...brand });
    // A token's enterprise always exists.
    if (changed === null) throw refuse('404');
    const logo = await changeLogo(tx, corpId, given, now);
    const before = { ...factsOf(changed.before), brandLogo: logo.before };
    const after = { ...factsOf(changed.after), brandLogo: logo.after };
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

function check(ctx: Caller, change: PlainChange): void {
  const { embedOrigins = [], loginMethods, loginIdleMinutes = 0 } = change;
  const { draftRetentionDays = 0, auditRetentionDays = 0 } = change;
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
  const least = ctx.services.config.auditDataRetentionDays;
  if (auditRetentionDays !== 0 && auditRetentionDays < least) {
    throw invalidField('auditRetentionDays', {
      zh: `须为 0，或不少于平台的期限 ${least} 天`,
      en: `must be 0, or at least the platform's period of ${least} days`,
    });
  }
}

/** @returns what is saved of it. @throws Refusal 400 */
async function readBrand(
  ctx: Pick<MemberContext, 'db' | 'corpId'>,
  { brandName, brandColor }: PlainChange,
): Promise<PlainChange> {
  return {
    ...(brandName === undefined ? {} : { brandName: await readName(ctx, brandName) }),
    ...(brandColor === undefined ? {} : { brandColor: readColor(brandColor) }),
  };
}

async function readName(
  { db, corpId }: Pick<MemberContext, 'db' | 'corpId'>,
  given: string,
): Promise<string> {
  if (given === NO_BRAND) return '';
  if (!isBrandName(given)) {
    throw invalidField('brandName', {
      zh: '须为 2 至 20 个文字、数字、空格或连接符，至少有一个文字',
      en: 'must be 2 to 20 letters, digits, spaces and joining marks, at least one of them a letter',
    });
  }
  // The pages add the registered name of the enterprise, but nobody should even begin to look like another one.
  const other = await findCorpByName(db, given);
  if (other !== null && other.corpId !== corpId) {
    throw invalidField('brandName', {
      zh: '与其他企业的登记名称相同',
      en: 'is the registered name of another enterprise',
    });
  }
  return given;
}

function readColor(given: string): string {
  if (given === NO_BRAND) return '';
  const color = readBrandColor(given);
  if (color === null) {
    throw invalidField('brandColor', {
      zh: '须为 #rrggbb，如 #1f5fa8',
      en: 'must be #rrggbb, such as #1f5fa8',
    });
  }
  if (!isReadable(color)) {
    const contrast = textOn(color).contrast.toFixed(2);
    throw invalidField('brandColor', {
      zh: `与其上文字的对比度为 ${contrast}:1，须不低于 4.5:1，请选更深或更浅的颜色`,
      en: `has a contrast of ${contrast}:1 to the text on it and needs 4.5:1; choose a darker or a lighter colour`,
    });
  }
  return color;
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
  const all = { ...values, brandLogo: await logoAddressOf(db, corpId) };
  return { ...all, changes: changes.filter(({ field }) => Object.hasOwn(all, field)) };
}
