import { loginMethods, readLoginMethods } from '@cinnabar/api/login-methods.js';
import type { CorpSettings, CorpSettingsChange } from '@cinnabar/api/schemas/enterprise.js';
import { AUDIT_RETENTION_DAYS } from '../audit/index.js';
import { brandColorOf, brandNameOf } from './brand.js';
import { consoleNetworksOf } from './console-networks.js';
import type { Corp } from './corp.js';
import { DRAFT_RETENTION_DAYS } from './draft-retention.js';
import { embedOriginsOf } from './embed-origins.js';

/** Settings as stored, edited by hand or by the command line; missing and unknown values take their defaults. */
export function settingsOf({ settings, maxAmount }: Pick<Corp, 'settings' | 'maxAmount'>): CorpSettings {
  return {
    smsNotices: smsNoticesOf(settings['smsNotices']),
    sealApproval: settings['sealApproval'] === 'strict' ? 'strict' : 'free',
    contractApproval: isOn(settings['contractApproval']),
    approvalAuth: isOn(settings['approvalAuth']),
    maxAmount,
    embedOrigins: embedOriginsOf({ settings }),
    loginMethods: loginMethodsOf(settings['loginMethods']),
    loginIdleMinutes: minutesOf(settings['loginIdleMinutes']),
    consoleNetworks: consoleNetworksOf({ settings }),
    draftRetentionDays: daysOf(settings[DRAFT_RETENTION_DAYS]),
    auditRetentionDays: daysOf(settings[AUDIT_RETENTION_DAYS]),
    brandName: brandNameOf({ settings }),
    brandColor: brandColorOf({ settings }),
  };
}

function loginMethodsOf(stored: unknown): CorpSettings['loginMethods'] {
  return (typeof stored === 'string' ? readLoginMethods(stored) : null) ?? loginMethods;
}

function daysOf(stored: unknown): number {
  return typeof stored === 'number' && Number.isInteger(stored) ? stored : 0;
}

function minutesOf(stored: unknown): number {
  return typeof stored === 'string' && /^\d{1,4}$/.test(stored) ? Number(stored) : 0;
}

/** The settings in the form in which they are stored beside those of the operator. */
export function storedSettings({
  maxAmount: _ownColumn,
  embedOrigins,
  loginMethods: methods,
  loginIdleMinutes,
  consoleNetworks,
  ...settings
}: CorpSettings): Readonly<Record<string, unknown>> {
  return {
    ...settings,
    embedOrigins: embedOrigins.join(' '),
    consoleNetworks: consoleNetworks.join(' '),
    loginMethods: methods.join(','),
    loginIdleMinutes: loginIdleMinutes === 0 ? '' : String(loginIdleMinutes),
  };
}

/** Notices are on by default: nobody should sign a contract without having been notified of it. */
function smsNoticesOf(stored: unknown): CorpSettings['smsNotices'] {
  const given = new Map<string, unknown>(
    typeof stored === 'object' && stored !== null ? Object.entries(stored) : [],
  );
  const isSent = (name: string): boolean => given.get(name) !== false;
  return {
    turn: isSent('turn'),
    completion: isSent('completion'),
    refusal: isSent('refusal'),
    deadline: isSent('deadline'),
  };
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true' || value === 'on' || value === 1 || value === '1';
}

/** A change without the logo, which is stored apart. */
export type PlainChange = Omit<CorpSettingsChange, 'brandLogo'>;

/** The settings after a change: omitted fields keep their values, single notices included. */
export function changedSettings(before: CorpSettings, change: PlainChange): CorpSettings {
  return { ...before, ...change, smsNotices: { ...before.smsNotices, ...change.smsNotices } };
}
