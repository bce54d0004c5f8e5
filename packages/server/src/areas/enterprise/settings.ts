import type { CorpSettings, CorpSettingsChange } from '@cinnabar/api/schemas/enterprise.js';
import type { Corp } from './corp.js';

/** Settings as they are stored, by hand or by the command line; what is not there or unknown is as nobody chose. */
export function settingsOf({ settings, maxAmount }: Pick<Corp, 'settings' | 'maxAmount'>): CorpSettings {
  return {
    smsNotices: smsNoticesOf(settings['smsNotices']),
    sealApproval: settings['sealApproval'] === 'strict' ? 'strict' : 'free',
    contractApproval: isOn(settings['contractApproval']),
    approvalAuth: isOn(settings['approvalAuth']),
    maxAmount,
  };
}

/** What is not switched off is sent: nobody signs a contract that they were not told of. */
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

/** The settings after a change: what it leaves out stays, single notices too. */
export function changedSettings(before: CorpSettings, change: CorpSettingsChange): CorpSettings {
  return { ...before, ...change, smsNotices: { ...before.smsNotices, ...change.smsNotices } };
}
