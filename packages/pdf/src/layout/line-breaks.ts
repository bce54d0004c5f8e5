/**
 * Line breaking: the rules of Chinese typesetting (W3C Requirements for Chinese Text Layout, "prohibition rules for
 * line start and line end") combined with Unicode line breaking (UAX 14), reduced to what contracts need.
 */

/** Closing and pausing punctuation: never first on a line. */
const NOT_AT_LINE_START = new Set('/，。、；：？！）》」』】”’…—·〉〕］｝〗〞～％‰℃°″′ー々〻,.;:?!)]}%>»›‐–');

/** Opening punctuation and prefixes of numbers: never last on a line. */
const NOT_AT_LINE_END = new Set('（《「『【“‘〈〔［｛〖〝＃￥＄￡([{«‹#$£¥€№');

/** A line may end on either side of these, unless punctuation forbids it. Full-width letters and digits form words. */
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\u2014\u2026\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uffef\p{So}]/u;

const SPACE = /^[ \t\u3000\u2000-\u2006\u2008-\u200a\u205f]/u;
const LETTER = /^\p{L}/u;

/** No-break space, narrow no-break space, figure space: no line break on either side. */
const GLUE = new Set(['\u00a0', '\u202f', '\u2007']);

/** These also begin a quotation next to a Latin word; their closing counterparts double as apostrophes. */
const OPENING_QUOTE = /^[“‘]/u;

export const ZERO_WIDTH_SPACE = '\u200b';

export function isSpace(cluster: string): boolean {
  return SPACE.test(cluster);
}

/**
 * Whether a line may end between two adjacent characters (with their combining marks). `before` is the character
 * preceding the two, '' at the start: a hyphen allows a break inside a compound word, but not in a date or a negative
 * number.
 */
export function mayBreakBetween(before: string, left: string, right: string): boolean {
  if (GLUE.has(left) || GLUE.has(right)) return false;
  if (isSpace(right)) return false;
  if (left === ZERO_WIDTH_SPACE) return true;
  if (!maySplitBetween(left, right)) return false;
  if (isSpace(left) || OPENING_QUOTE.test(right)) return true;
  if (IDEOGRAPHIC.test(left) || IDEOGRAPHIC.test(right)) return true;
  if (left === '-' || left === '/') return LETTER.test(before) && LETTER.test(right);
  return false;
}

/** Whether a word longer than a line may be broken here: anywhere that the punctuation rules allow. */
export function maySplitBetween(left: string, right: string): boolean {
  return !NOT_AT_LINE_START.has(right) && !NOT_AT_LINE_END.has(left);
}
