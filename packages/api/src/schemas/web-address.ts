import { InvalidField, type Schema, text } from '../schema.js';

const LONGEST = 2_000;

/**
 * A URL to which people are redirected, plain or percent-encoded as a whole; the result is plain. Only http and https
 * are accepted: other schemes could run script.
 */
export function webAddress(): Schema<string> {
  const given = text(1, 3 * LONGEST);
  return {
    ...given,
    read(value, path, reading) {
      const address = plainAddress(given.read(value, path, reading).trim());
      if (address !== null && address.length <= LONGEST) return address;
      throw new InvalidField(path, {
        kind: 'format',
        zh: `须为 http 或 https 地址，最长 ${LONGEST} 个字符`,
        en: `must be an http or https address of at most ${LONGEST} characters`,
      });
    },
    describe: { type: 'string', maxLength: LONGEST, example: 'https://app.example.com/back' },
  };
}

const begins = /^https?:\/\//i;

function plainAddress(given: string): string | null {
  const address = begins.test(given) ? given : decoded(given);
  if (address === null || !begins.test(address) || /[\s\p{Cc}]/u.test(address)) return null;
  // User names and passwords in a URL can disguise its host.
  if (!URL.canParse(address)) return null;
  const { username, password } = new URL(address);
  return username === '' && password === '' ? address : null;
}

function decoded(given: string): string | null {
  try {
    return decodeURIComponent(given);
  } catch {
    return null;
  }
}
