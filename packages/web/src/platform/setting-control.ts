/** How a setting of `corp set` is shown and given. What is sent are the words of the command line. */

export type SettingControl =
  | { readonly kind: 'switch'; readonly on: string; readonly off: string }
  /** Some of them, by commas. `none`: none of them; null: at least one is required. */
  | { readonly kind: 'several'; readonly of: readonly string[]; readonly none: string | null }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  /** `none`: what an empty field means; null: it is required. */
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly none: string | null }
  | { readonly kind: 'date'; readonly none: string }
  | { readonly kind: 'text'; readonly none: string | null };

const onOff = { kind: 'switch', on: 'on', off: 'off' } as const;

const controls: Readonly<Record<string, SettingControl>> = {
  sealApproval: { kind: 'switch', on: 'strict', off: 'free' },
  contractApproval: onOff,
  approvalAuth: onOff,
  smsNotices: { kind: 'several', of: ['turn', 'completion', 'refusal', 'deadline'], none: 'off' },
  loginMethods: { kind: 'several', of: ['sms', 'password', 'passkey', 'oidc'], none: null },
  loginIdleMinutes: { kind: 'number', min: 15, max: 720, none: 'none' },
  consoleNetworks: { kind: 'text', none: 'none' },
  draftRetentionDays: { kind: 'number', min: 30, max: 365, none: '0' },
  auditRetentionDays: { kind: 'number', min: 183, max: 36_500, none: '0' },
  brandName: { kind: 'text', none: 'none' },
  brandColor: { kind: 'text', none: 'none' },
  signatureSuite: { kind: 'choice', of: ['default', 'p256', 'rsa2048', 'sm2', 'dual'] },
  maxAmount: { kind: 'number', min: 1, max: 100_000_000, none: null },
  corpLevel: { kind: 'choice', of: ['0', '10', '11', '12'] },
  levelExpireTime: { kind: 'date', none: 'none' },
};

/** A setting that this page does not know is given in the words of the command line. */
export function controlOf(name: string): SettingControl {
  return (Object.hasOwn(controls, name) ? controls[name] : undefined) ?? { kind: 'text', none: null };
}

/** The service reads dates in its default zone, eight hours ahead of UTC. */
const ZONE_MS = 8 * 3_600_000;

/** What the control shows of the value in force. */
export function shownOf(control: SettingControl, value: string): string {
  if (control.kind === 'switch' || control.kind === 'choice') return value;
  if (value === control.none) return '';
  if (control.kind !== 'date') return value;
  const time = Date.parse(value);
  return Number.isNaN(time) ? '' : new Date(time + ZONE_MS).toISOString().slice(0, 10);
}

/** What is sent for what the control shows; null: it is not acceptable. */
export function givenOf(control: SettingControl, shown: string): string | null {
  const given = shown.trim();
  if (control.kind === 'switch' || control.kind === 'choice') return given;
  if (given === '') return control.none;
  if (control.kind === 'number') {
    const isWithin = /^\d{1,9}$/.test(given) && +given >= control.min && +given <= control.max;
    return isWithin || given === control.none ? given : null;
  }
  return given;
}

/** One of several switched on or off, in their order. */
export function toggled(
  { of }: Extract<SettingControl, { readonly kind: 'several' }>,
  shown: string,
  name: string,
): string {
  const chosen = shown.split(',');
  const isOn = chosen.includes(name);
  return of.filter((each) => (each === name ? !isOn : chosen.includes(each))).join(',');
}
