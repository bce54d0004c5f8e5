import type { Random } from './random.js';

interface TokenChange {
  readonly name: string;
  readonly pattern: RegExp;
  readonly by: (found: string, random: Random) => string;
}

const CHANGES: readonly TokenChange[] = [
  { name: 'a number with decimals', pattern: /(?<=[\s[])\d+(?=[\s\]>/])/g, by: (found) => `${found}.0` },
  { name: 'a number with a sign', pattern: /(?<=[\s[])\d+(?=[\s\]>/])/g, by: (found) => `+${found}` },
  { name: 'a number with zeros ahead', pattern: /(?<=[\s[])\d+(?=[\s\]>/])/g, by: (found) => `00${found}` },
  {
    name: 'a number near it',
    pattern: /(?<=[\s[])\d+(?=[\s\]>/])/g,
    by: (found, random) => `${Math.max(0, Number(found) + random.pick([-1, 1, 10, -10]))}`,
  },
  { name: 'a number that is huge', pattern: /(?<=[\s[])\d+(?=[\s\]>/])/g, by: () => '99999999999999' },
  {
    name: 'another blank',
    pattern: /[ \n]/g,
    by: (_, random) => random.pick(['\0', '\f', '\r', '\r\n', '\t', '  ', '\n\n', '']),
  },
  { name: 'a comment', pattern: /\n/g, by: () => '% a comment\n' },
  {
    name: 'a comment that says something',
    pattern: /\n/g,
    by: (_, random) => random.pick(['%%EOF\n', '% endobj\n', '% 4 0 obj\n', '%PDF-1.4\n']),
  },
  {
    name: 'a keyword twice',
    pattern: /endobj|endstream|stream|obj|xref|trailer/g,
    by: (found) => `${found} ${found}`,
  },
  { name: 'a keyword less', pattern: /endobj|endstream|trailer/g, by: () => '' },
  {
    name: 'a keyword in capitals',
    pattern: /endobj|endstream|trailer|startxref/g,
    by: (found) => found.toUpperCase(),
  },
  { name: 'an entry twice', pattern: /\/[A-Z]\w+ \d+ 0 R/g, by: (found) => `${found} ${found}` },
  {
    name: 'an entry twice, with another value',
    pattern: /\/[A-Z]\w+ \d+ 0 R/g,
    by: (found, random) => `${found.replace(/\d+ 0 R/, `${random.pick([4, 6, 12, 13])} 0 R`)} ${found}`,
  },
  {
    name: 'a name with a code',
    pattern: /\/[A-Z](?=\w)/g,
    by: (found) => `/#${found.charCodeAt(1).toString(16)}`,
  },
  {
    name: 'another reference',
    pattern: /\d+(?= 0 R)/g,
    by: (_, random) => `${random.pick([3, 4, 6, 11, 12, 13, 19])}`,
  },
  {
    name: 'another generation',
    pattern: /(?<=\d )0(?= (?:R|obj))/g,
    by: (_, random) => random.pick(['1', '65535', '00']),
  },
  {
    name: 'a type',
    pattern: /\/Type \/\w+/g,
    by: (_, random) => random.pick(['/Type /ObjStm', '/Type /XRef', '/Type /Page']),
  },
  {
    name: 'words that readers look for',
    pattern: /\n/g,
    by: (_, random) =>
      random.pick(['\nstartxref\n0\n%%EOF\n', '\ntrailer\n<<>>\n', '\nxref\n0 0\n', '\nendobj\n']),
  },
];

/** Parts that no change may touch: the signature's value, its byte range, rectangles and names of fields. */
const KEPT = /\/Contents <[0-9a-f]*>|\/ByteRange \[[^\]]*\]|\/Rect \[[^\]]*\]|\/T \([^)]*\)/g;

/** The text with one token written differently; reports the change. */
export function withOtherToken(
  text: string,
  random: Random,
): { readonly text: string; readonly name: string } {
  const kept = [...text.matchAll(KEPT)].map((found) => [found.index, found.index + found[0].length] as const);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const { name, pattern, by } = random.pick(CHANGES);
    const places = [...text.matchAll(pattern)].filter(
      ({ index }) => !kept.some(([start, end]) => start <= index && index < end),
    );
    if (places.length === 0) continue;
    const found = random.pick(places);
    const [old] = found;
    return {
      name: `a token: ${name}`,
      text: `${text.slice(0, found.index)}${by(old, random)}${text.slice(found.index + old.length)}`,
    };
  }
  return { text, name: 'a token: none' };
}
