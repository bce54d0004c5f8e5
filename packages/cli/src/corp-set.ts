import { loginMethods, readLoginMethods } from '@cinnabar/api/login-methods.js';
import { dateTime, oneOf, type Schema } from '@cinnabar/api/schema.js';
import { type CorpSettingsChange, corpSettingsChange } from '@cinnabar/api/schemas/enterprise.js';
import { changeSettings, saveLevel, saveSetting } from '@cinnabar/server/areas/enterprise/index.js';
import { IDLE_MINUTES, POLICY_SETTINGS, readIdleMinutes } from '@cinnabar/server/areas/sessions/index.js';
import type { Tx } from '@cinnabar/server/database/schema.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import { isAddressRange } from '@cinnabar/server/outbound/address-ranges.js';
import { audited } from './audited.js';
import { type Command, jsonOption, textOf, UsageError, type Values } from './command.js';
import { corpOption, noCorp, readCorpId } from './find-corp.js';
import { withPlatform } from './with-platform.js';

const NOTICES = ['turn', 'completion', 'refusal', 'deadline'] as const;

/** Parses a value and stores it; false if the enterprise does not exist. */
interface Setting {
  readonly values: string;
  /** undefined: not an accepted value. */
  read(value: string): { readonly stored: StoredValue; readonly change: Change } | undefined;
}

type StoredValue = string | number | boolean | readonly string[] | null;
type Change = (tx: Tx, corpId: CorpId) => Promise<boolean>;

const settings: Readonly<Record<string, Setting>> = {
  sealApproval: {
    values: 'free, strict',
    read: (value) => {
      const sealApproval = value === 'free' || value === 'strict' ? value : undefined;
      return sealApproval && { stored: sealApproval, change: changing({ sealApproval }) };
    },
  },
  contractApproval: switched((contractApproval) => ({ contractApproval })),
  approvalAuth: switched((approvalAuth) => ({ approvalAuth })),
  smsNotices: {
    values: `on, off, or those that are on by commas: ${NOTICES.join(', ')}`,
    read(value) {
      const on =
        value === 'on' ? NOTICES : value === 'off' ? [] : value.split(',').map((each) => each.trim());
      if (!on.every((each) => NOTICES.some((notice) => notice === each))) return undefined;
      const chosen = (notice: (typeof NOTICES)[number]): boolean => on.some((each) => each === notice);
      const smsNotices = {
        turn: chosen('turn'),
        completion: chosen('completion'),
        refusal: chosen('refusal'),
        deadline: chosen('deadline'),
      };
      return { stored: NOTICES.filter(chosen), change: changing({ smsNotices }) };
    },
  },
  loginMethods: {
    values: `those that are allowed by commas: ${loginMethods.join(', ')}`,
    read(value) {
      const methods = readLoginMethods(value);
      if (methods === null) return undefined;
      return { stored: methods, change: storing(POLICY_SETTINGS.methods, methods.join(',')) };
    },
  },
  consoleNetworks: {
    values: 'addresses and CIDR ranges by commas, or none: from everywhere',
    read(value) {
      const consoleNetworks = value === 'none' ? [] : value.split(',').map((each) => each.trim());
      if (consoleNetworks.length > 50 || !consoleNetworks.every(isAddressRange)) return undefined;
      return { stored: consoleNetworks, change: changing({ consoleNetworks }) };
    },
  },
  draftRetentionDays: {
    values: "30 to 365, or 0: the platform's period",
    read(value) {
      const draftRetentionDays = /^\d{1,3}$/.test(value) ? Number(value) : -1;
      const isPeriod = draftRetentionDays >= 30 && draftRetentionDays <= 365;
      if (!isPeriod && draftRetentionDays !== 0) return undefined;
      return { stored: draftRetentionDays, change: changing({ draftRetentionDays }) };
    },
  },
  loginIdleMinutes: {
    values: `${IDLE_MINUTES.min} to ${IDLE_MINUTES.max}, or none: by role`,
    read(value) {
      const minutes = value === 'none' ? null : readIdleMinutes(value);
      if (minutes === null && value !== 'none') return undefined;
      return { stored: minutes, change: storing(POLICY_SETTINGS.idleMinutes, String(minutes ?? '')) };
    },
  },
  maxAmount: {
    values: 'yuan, 1 to 100000000',
    read(value) {
      const maxAmount = readOr(corpSettingsChange.fields.maxAmount, value);
      return maxAmount === undefined ? undefined : { stored: maxAmount, change: changing({ maxAmount }) };
    },
  },
  corpLevel: {
    values: '0, 10, 11, 12',
    read(value) {
      const corpLevel = readOr(oneOf(0, 10, 11, 12), value);
      if (corpLevel === undefined) return undefined;
      return { stored: corpLevel, change: (tx, corpId) => saveLevel(tx, corpId, { corpLevel }) };
    },
  },
  levelExpireTime: {
    values: 'a date, or none',
    read(value) {
      const levelExpireTime = value === 'none' ? null : readOr(dateTime('end'), value);
      if (levelExpireTime === undefined) return undefined;
      return {
        stored: levelExpireTime?.toISOString() ?? null,
        change: (tx, corpId) => saveLevel(tx, corpId, { levelExpireTime }),
      };
    },
  },
};

function changing(change: CorpSettingsChange): Change {
  return async (tx, corpId) => (await changeSettings(tx, corpId, change)) !== null;
}

function storing(name: string, value: string): Change {
  return (tx, corpId) => saveSetting(tx, corpId, name, value);
}

function switched(changeTo: (on: boolean) => CorpSettingsChange): Setting {
  return {
    values: 'on, off',
    read: (value) =>
      value === 'on' || value === 'off'
        ? { stored: value === 'on', change: changing(changeTo(value === 'on')) }
        : undefined,
  };
}

/** Dates are read in the service's default time zone. */
const ZONE = 'Asia/Shanghai';

function readOr<T>(schema: Schema<T>, value: string): T | undefined {
  try {
    return schema.read(value, 'value', { zone: ZONE });
  } catch {
    return undefined;
  }
}

const known = Object.entries(settings)
  .map(([name, { values }]) => `${name} (${values})`)
  .join('; ');

export const corpSet: Command = {
  name: 'corp set',
  summary: `Changes a setting of an enterprise: ${known}.`,
  arguments: [{ name: 'name' }, { name: 'value' }],
  options: { corp: corpOption, json: jsonOption },
  async run(values, context) {
    const corpId = readCorpId(values);
    const { name, value, stored, change } = readSetting(values);
    return withPlatform(values, context, async (platform) => {
      const isSaved = await audited(
        platform,
        (tx) => change(tx, corpId),
        (isDone) => (isDone ? { corpId, act: 'corp.settings', after: { [name]: value } } : null),
      );
      if (!isSaved) throw noCorp(corpId);
      return { json: { corpId, [name]: stored }, text: `${name} of enterprise ${corpId} is ${value}` };
    });
  },
};

function readSetting(given: Values) {
  const name = textOf(given, 'name') ?? '';
  const value = textOf(given, 'value') ?? '';
  const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (setting === undefined) throw new UsageError(`there is no setting "${name}", but ${known}`);
  const read = setting.read(value);
  if (read === undefined) throw new UsageError(`${name} is one of ${setting.values}`);
  return { name, value, ...read };
}
