/** Fields that many operations share. */
import { choice, pattern, type Schema, text } from '../schema.js';

/** A mobile as it is kept: `+86` and a mainland number are the same person, so the prefix is dropped. */
export function plainMobile(given: string): string {
  return given.trim().replace(/^\+?86[ -]?(?=1[3-9]\d{9}$)/, '');
}

/** A mobile number: mainland 11 digits, or E.164. */
export function mobile(): Schema<string> {
  return pattern(
    /^\s*(?:(?:\+?86[ -]?)?1[3-9]\d{9}|\+(?!86)[1-9]\d{6,14})\s*$/,
    { zh: '须为 11 位手机号或带国家码的国际号码', en: 'must be a mainland mobile or an E.164 number' },
    plainMobile,
  );
}

/** Names of people, enterprises, seals, templates. */
export const name = (): Schema<string> => text(1, 100);

/** A filter of a list: empty means that it filters nothing. */
export const filter = (): Schema<string> => text(0, 200);

/** A permanent storage key as uploads return it. */
export const fileUrl = (): Schema<string> => text(1, 300);

export const fileName = (): Schema<string> => text(1, 255);

export const sealColors = ['Red', 'Blue', 'Black', 'Purple'] as const;
export const sealColor = () => choice(sealColors, { ignoreCase: true });
