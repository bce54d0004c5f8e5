/** The settings of `corp set`: their accepted values, and how each is stored. */
import { isBrandName, isReadable, NO_BRAND, readBrandColor } from '@cinnabar/api/brand.js';
import { loginMethods, readLoginMethods } from '@cinnabar/api/login-methods.js';
import { dateTime, oneOf, type Schema } from '@cinnabar/api/schema.js';
import { corpSettingsChange } from '@cinnabar/api/schemas/enterprise.js';
import { isSm2Sound } from '@cinnabar/pki/certificates/sm2.js';
import type { PlacesOfKeys } from '../../custody/placed-key-store.js';
import type { Tx } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import type { Words } from '../../operation/refusal.js';
import { isAddressRange } from '../../outbound/address-ranges.js';
import {
  type Corp,
  changeSettings,
  type PlainChange,
  readSignatureSuite,
  SIGNATURE_SUITE,
  SM2_SUITES,
  saveLevel,
  saveSetting,
  settingsOf,
  signatureSuiteOf,
  signatureSuites,
  sm2Problem,
} from '../enterprise/index.js';
import { IDLE_MINUTES, POLICY_SETTINGS, readIdleMinutes } from '../sessions/index.js';

/** Instead of a suite of its own. */
const OF_PLATFORM = 'default';
const NOTICES = ['turn', 'completion', 'refusal', 'deadline'] as const;

/** A setting that the operator changes, by the command line or by the platform’s console. */
export interface CorpOption {
  readonly values: string;
  /** undefined: not an accepted value. */
  read(value: string): { readonly stored: StoredValue; readonly change: Change } | undefined;
  /** Why an accepted value cannot be in force with these stores of keys; null: it can. */
  problemOf?(value: string, places: PlacesOfKeys): Words | null;
}

type StoredValue = string | number | boolean | readonly string[] | null;
/** false if the enterprise does not exist. */
type Change = (tx: Tx, corpId: CorpId) => Promise<boolean>;

export const corpOptions: Readonly<Record<string, CorpOption>> = {
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
  auditRetentionDays: {
    values: "183 to 36500, or 0: the platform's period, which is the least",
    read(value) {
      const auditRetentionDays = /^\d{1,5}$/.test(value) ? Number(value) : -1;
      const isPeriod = auditRetentionDays >= 183 && auditRetentionDays <= 36_500;
      if (!isPeriod && auditRetentionDays !== 0) return undefined;
      return { stored: auditRetentionDays, change: changing({ auditRetentionDays }) };
    },
  },
  brandName: {
    values: '2 to 20 characters, or none',
    read(value) {
      const brandName = value === NO_BRAND ? '' : value;
      if (brandName !== '' && !isBrandName(brandName)) return undefined;
      return { stored: brandName, change: changing({ brandName }) };
    },
  },
  brandColor: {
    values: '#rrggbb of a contrast of 4.5:1 to black or white text, or none',
    read(value) {
      const brandColor = value === NO_BRAND ? '' : readBrandColor(value);
      if (brandColor === null || (brandColor !== '' && !isReadable(brandColor))) return undefined;
      return { stored: brandColor, change: changing({ brandColor }) };
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
  signatureSuite: {
    values: `${signatureSuites.join(', ')}, or ${OF_PLATFORM}: as the platform`,
    read(value) {
      const suite = readSignatureSuite(value);
      if (suite === null && value !== OF_PLATFORM) return undefined;
      return { stored: suite, change: storing(SIGNATURE_SUITE, suite ?? '') };
    },
    problemOf(value, places) {
      const suite = readSignatureSuite(value);
      return suite !== null && SM2_SUITES.includes(suite) ? sm2Problem(places, isSm2Sound()) : null;
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

function changing(change: PlainChange): Change {
  return async (tx, corpId) => (await changeSettings(tx, corpId, change)) !== null;
}

function storing(name: string, value: string): Change {
  return (tx, corpId) => saveSetting(tx, corpId, name, value);
}

function switched(changeTo: (on: boolean) => PlainChange): CorpOption {
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

/** @returns null for an unknown name */
export function corpOptionOf(name: string): CorpOption | null {
  return (Object.hasOwn(corpOptions, name) ? corpOptions[name] : undefined) ?? null;
}

/** What is in force, in the words that `corp set` takes. */
export function corpOptionsOf(
  corp: Corp,
): readonly { readonly name: string; readonly value: string; readonly values: string }[] {
  const { smsNotices, sealApproval, contractApproval, approvalAuth, maxAmount, ...own } = settingsOf(corp);
  const onOff = (on: boolean): string => (on ? 'on' : 'off');
  const notices = NOTICES.filter((notice) => smsNotices[notice]);
  const { corpLevel, levelExpireTime } = corp;
  const inForce: Readonly<Record<string, string>> = {
    sealApproval,
    contractApproval: onOff(contractApproval),
    approvalAuth: onOff(approvalAuth),
    smsNotices: notices.length === 0 ? 'off' : notices.join(','),
    loginMethods: own.loginMethods.join(','),
    loginIdleMinutes: own.loginIdleMinutes === 0 ? 'none' : String(own.loginIdleMinutes),
    consoleNetworks: own.consoleNetworks.join(',') || 'none',
    draftRetentionDays: String(own.draftRetentionDays),
    auditRetentionDays: String(own.auditRetentionDays),
    brandName: own.brandName || NO_BRAND,
    brandColor: own.brandColor || NO_BRAND,
    signatureSuite: signatureSuiteOf(corp) ?? OF_PLATFORM,
    maxAmount: String(maxAmount),
    corpLevel: String(corpLevel),
    levelExpireTime: levelExpireTime === null ? 'none' : levelExpireTime.toISOString(),
  };
  return Object.entries(corpOptions).map(([name, { values }]) => ({
    ...{ name, values },
    value: inForce[name] ?? '',
  }));
}
