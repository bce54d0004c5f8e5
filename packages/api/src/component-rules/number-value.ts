import type { Words } from './words.js';

const PLAIN = /^([+-]?)(\d+)?(?:\.(\d+))?$/;
const GROUPED = /^([+-]?)(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
const MAX_DIGITS = 40;

/**
 * Parses a number in the usual notation, with a sign and thousands separators, and formats it in the control's format.
 * Digits are processed as text: an amount is never rounded and never converted to a float.
 */
export function readNumberValue(
  given: string,
  format: { readonly numberFormat: string | null; readonly fractionDigits: number | null },
): { readonly drawn: string } | { readonly problem: Words } {
  const text = given.trim().replaceAll('，', ',');
  const match = GROUPED.exec(text) ?? PLAIN.exec(text);
  const [, sign = '', grouped = '', fraction = ''] = match ?? [];
  const digits = grouped.replaceAll(',', '');
  if (match === null || digits.length + fraction.length === 0 || digits.length > MAX_DIGITS) {
    return { problem: { zh: `“${given}”不是数字`, en: `"${given}" is not a number` } };
  }
  const places = format.fractionDigits;
  if (places !== null && fraction.length > places) {
    return {
      problem: {
        zh: `“${given}”的小数位数超过 ${places} 位`,
        en: `"${given}" has more than ${places} decimal places`,
      },
    };
  }
  const whole = digits.replace(/^0+(?=\d)/, '') || '0';
  const decimals = places === null ? fraction : fraction.padEnd(places, '0');
  const isZero = !/[1-9]/.test(whole + decimals);
  const shown = isGrouped(format.numberFormat) ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return { drawn: `${sign === '-' && !isZero ? '-' : ''}${shown}${decimals === '' ? '' : `.${decimals}`}` };
}

function isGrouped(numberFormat: string | null): boolean {
  return numberFormat === '1' || numberFormat === '#,##0';
}
