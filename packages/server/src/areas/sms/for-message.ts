/**
 * Sanitises user-supplied texts in messages: removes everything that could link to another site or reorder the rest of
 * the message.
 */

/** Line ends, which become spaces; then invisible characters: control, direction and zero-width characters. */
const BREAKS = /[\p{Zl}\p{Zp}\t\n\v\f\r]/gu;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/** Characters of an address after its host. */
const REST = String.raw`(?::\d{1,5})?(?:[/?#][\w.~%!$&'*+=:@/?#-]*)?`;
const HAN = String.raw`\p{Script=Han}`;
const WESTERN = String.raw`(?:(?!${HAN})[\p{L}\p{N}\p{M}_-])+`;
const ANY = String.raw`[\p{L}\p{N}\p{M}_-]+`;
/** The end of a host: a punycode label, a non-Chinese script, or one of the Chinese top-level domains in use. */
const TOP = [
  'xn--[a-z0-9-]+',
  String.raw`(?:(?!${HAN})\p{L}){2,24}(?!(?!${HAN})[\p{L}\p{N}])`,
  String.raw`(?:中国|中國|公司|网络|網絡|网址|在线|集团)(?![\p{L}\p{N}])`,
].join('|');

const host = (label: string) => String.raw`(?:${label}\.)+(?:${TOP})`;

/** Longest first, so that no part of an address remains. */
const ADDRESSES: readonly RegExp[] = [
  /[a-z][a-z0-9+.-]{1,15}:\/\/[\w.~%!$&'*+=:@/?#[\]-]*/giu,
  new RegExp(String.raw`[\w.+-]+@${host(ANY)}${REST}`, 'giu'),
  new RegExp(String.raw`(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])${REST}`, 'gu'),
  new RegExp(`${host(WESTERN)}${REST}`, 'giu'),
  new RegExp(`${host(ANY)}${REST}`, 'giu'),
];

/** Matches that resemble a host but are not: file names, numbered headings, numbers, company suffixes. */
const HARMLESS =
  /^(?:[^./]+\.(?:pdf|docx?|xlsx?|pptx?|txt|wps|ofd|jpe?g|png)|\d{1,2}\.\p{L}+|no\.\p{L}+|co\.ltd)$/iu;

/** A title, a name or a reason for a message; "" if nothing else remains. */
export function forMessage(text: string): string {
  let seen = text.replace(BREAKS, ' ').replace(HIDDEN, '');
  for (const address of ADDRESSES) seen = without(seen, address);
  return seen.replace(/ {2,}/g, ' ').trim();
}

/**
 * Removes matches in the text as it is read: full-width letters count as letters, and phones accept an ideographic full
 * stop as a dot after a Latin letter.
 */
function without(text: string, pattern: RegExp): string {
  const { folded, origin } = fold(text);
  let kept = '';
  let next = 0;
  for (const match of folded.matchAll(pattern)) {
    if (HARMLESS.test(match[0])) continue;
    kept += `${text.slice(next, origin[match.index])} `;
    next = origin[match.index + match[0].length] ?? text.length;
  }
  return kept + text.slice(next);
}

/** The text in plain letters, with the original index of each of them. */
function fold(text: string): { readonly folded: string; readonly origin: readonly number[] } {
  let folded = '';
  const origin: number[] = [];
  let place = 0;
  for (const character of text) {
    const isDot = /[。｡]/.test(character) && /[\w-]$/.test(folded);
    const plain = isDot ? '.' : character.normalize('NFKC');
    for (let unit = 0; unit < plain.length; unit += 1) origin.push(place);
    folded += plain;
    place += character.length;
  }
  return { folded, origin };
}
