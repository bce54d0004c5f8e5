import type { Corp } from './corp.js';

/** What an enterprise has decided about its own affairs. */
export interface CorpSettings {
  /** `strict`: a seal that somebody examines is placed after their consent only. */
  readonly sealApproval: 'free' | 'strict';
  /** Contracts are sent after an OWNER's or ADMIN's consent only. */
  readonly contractApproval: boolean;
  /** Whoever decides an approval proves who they are, each time. */
  readonly approvalAuth: boolean;
}

/** Settings as they are stored, by hand or by the command line; what is not there or unknown is off. */
export function settingsOf({ settings }: Pick<Corp, 'settings'>): CorpSettings {
  return {
    sealApproval: settings['sealApproval'] === 'strict' ? 'strict' : 'free',
    contractApproval: isOn(settings['contractApproval']),
    approvalAuth: isOn(settings['approvalAuth']),
  };
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true' || value === 'on' || value === 1 || value === '1';
}

/** What each setting can be told to be. */
export const settingChoices: Readonly<Record<keyof CorpSettings, readonly string[]>> = {
  sealApproval: ['free', 'strict'],
  contractApproval: ['on', 'off'],
  approvalAuth: ['on', 'off'],
};

export function isSettingName(name: string): name is keyof CorpSettings {
  return Object.hasOwn(settingChoices, name);
}

/** A setting as it is stored: switches as booleans. */
export function storedSetting(value: string): string | boolean {
  return value === 'on' || value === 'off' ? value === 'on' : value;
}
