/**
 * Amounts in Chinese capital letters (人民币大写), as the rules for filling in negotiable instruments
 * (《正确填写票据和结算凭证的基本规定》) demand. Where those rules leave a 零 to the writer, it is left out; 整 ends an amount
 * without 分, so that nothing can be appended.
 */
import { multiply, type Rational, rational } from './rational.js';

const DIGITS = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];
const PLACES = ['', '拾', '佰', '仟'];
const WAN = 10_000n;
const YI = 100_000_000n;
/** 万亿 is the largest unit in use; 10^16 yuan and more have no agreed reading. */
const TOO_LARGE = 10n ** 16n;

export type ChineseAmount =
  | { readonly words: string }
  | { readonly problem: 'belowFen' | 'tooLargeForWords' };

export function chineseAmount(yuan: Rational): ChineseAmount {
  const inFen = multiply(yuan, rational(100n));
  if (inFen.denominator !== 1n) return { problem: 'belowFen' };
  const isNegative = inFen.numerator < 0n;
  const total = isNegative ? -inFen.numerator : inFen.numerator;
  const whole = total / 100n;
  if (whole >= TOO_LARGE) return { problem: 'tooLargeForWords' };
  return { words: (isNegative ? '负' : '') + amountOf(whole, Number(total % 100n)) };
}

function amountOf(whole: bigint, cents: number): string {
  const [jiao, fen] = [Math.floor(cents / 10), cents % 10];
  const yuan = whole === 0n ? '' : `${integerOf(whole)}元`;
  if (cents === 0) return `${yuan === '' ? '零元' : yuan}整`;
  if (fen === 0) return `${yuan}${DIGITS[jiao]}角整`;
  if (jiao === 0) return `${yuan}${yuan === '' ? '' : '零'}${DIGITS[fen]}分`;
  return `${yuan}${DIGITS[jiao]}角${DIGITS[fen]}分`;
}

/** A positive integer: the part above 亿 is read as a number of its own. */
function integerOf(value: bigint): string {
  if (value >= YI) return `${integerOf(value / YI)}亿${restOf(value % YI, YI)}`;
  if (value >= WAN) return `${groupOf(Number(value / WAN))}万${restOf(value % WAN, WAN)}`;
  return groupOf(Number(value));
}

/** What follows a unit; a 零 stands for leading zeros. */
function restOf(rest: bigint, unit: bigint): string {
  if (rest === 0n) return '';
  return (rest < unit / 10n ? '零' : '') + integerOf(rest);
}

/** 1 to 9999. */
function groupOf(value: number): string {
  let words = '';
  let hasGap = false;
  for (const [index, digit] of [...String(value)].entries()) {
    const place = String(value).length - 1 - index;
    if (digit === '0') {
      hasGap = true;
      continue;
    }
    words += (hasGap ? '零' : '') + DIGITS[Number(digit)] + PLACES[place];
    hasGap = false;
  }
  return words;
}
