const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

/** Why a password is refused; null: it is accepted. */
export type PasswordFault = 'length' | 'common' | 'personal';

/** Characters that follow one another on keyboards, in the alphabet and among digits. */
const RUNS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'zaq12wsxcde34rfvbgt56yhn',
];
/** Parts of which common passwords consist besides runs. */
const COMMON_PARTS =
  /password|passw0rd|p@ssw0rd|letmein|welcome|iloveyou|woaini|1314|520|administrator|admin|monkey|dragon|football|baseball|superman|batman|princess|sunshine|master|shadow|michael|jennifer|trustno1|whatever|unbelievable|starwars|internet|computer|microsoft|cinnabar|zhushaqian|changeme|default|secret|qwerty|asdf|zxcv|1qaz|2wsx|a1b2c3/g;
/** Distinct characters without which a long password is a pattern. */
const MIN_DISTINCT = 5;
/** Characters that remain once everything predictable is removed. */
const MIN_UNPREDICTABLE = 5;
const MIN_RUN = 3;

/**
 * Judges a password. The commonest passwords of twelve and more characters are words, runs and repetitions, mostly
 * several of them in a row; a password is common if little else remains.
 * @param own texts that others know of the person: the mobile and the name
 */
export function passwordFault(password: string, own: readonly string[]): PasswordFault | null {
  const characters = [...password.normalize('NFKC')];
  if (characters.length < PASSWORD_LENGTH.min || characters.length > PASSWORD_LENGTH.max) return 'length';
  const plain = characters.join('').toLowerCase();
  if (new Set(plain).size < MIN_DISTINCT || isRepetition(plain)) return 'common';
  if (/^\d+$/.test(plain)) return 'common';
  if (withoutRuns(plain.replace(COMMON_PARTS, '')).length < MIN_UNPREDICTABLE) return 'common';
  const known = own.map((text) => text.toLowerCase()).filter((text) => text.length >= 4);
  return known.some((text) => plain.replaceAll(text, '').length < PASSWORD_LENGTH.min - 4)
    ? 'personal'
    : null;
}

/** Whether the text is one part over and over: `abcabcabcabc`. */
function isRepetition(text: string): boolean {
  return `${text}${text}`.indexOf(text, 1) < text.length;
}

/** Removes every sequence of at least three characters along a run, in either direction. */
function withoutRuns(text: string): string {
  let left = '';
  for (let place = 0; place < text.length; ) {
    const length = runAt(text, place);
    if (length < MIN_RUN) {
      left += text.charAt(place);
      place += 1;
    } else {
      place += length;
    }
  }
  return left;
}

function runAt(text: string, place: number): number {
  let longest = 0;
  for (const forward of RUNS) {
    for (const run of [forward, [...forward].reverse().join('')]) {
      let length = 1;
      while (place + length < text.length && run.includes(text.slice(place, place + length + 1))) length += 1;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}
