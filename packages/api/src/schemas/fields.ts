/** Fields that many operations share. */
import { choice, InvalidField, pattern, type Schema, text } from '../schema.js';

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

/**
 * The name of a file without marks of direction: one of them can show `fdp.exe` as `exe.pdf`. Control characters are
 * refused, since no header or list could carry them.
 */
export function fileName(): Schema<string> {
  const any = text(1, 255);
  return {
    ...any,
    read(value, path, reading) {
      const name = withoutDirections(any.read(value, path, reading));
      if (name.trim() === '') throw new InvalidField(path, { kind: 'missing' });
      if (CONTROL.test(name)) {
        throw new InvalidField(path, {
          kind: 'format',
          zh: '不得含有控制字符',
          en: 'must not contain control characters',
        });
      }
      return name;
    },
  };
}

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: they change what text looks like, and show nothing. */
export function withoutDirections(text: string): string {
  return text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');
}

export const sealColors = ['Red', 'Blue', 'Black', 'Purple'] as const;
export const sealColor = () => choice(sealColors, { ignoreCase: true });
