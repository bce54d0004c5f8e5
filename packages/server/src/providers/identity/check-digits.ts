/** Check digits of identity numbers, which tell most misspelt numbers without asking anybody. */

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECK_DIGITS = '10X98765432';

/**
 * Whether a number has the form of a resident's (GB 11643), but a check digit or a date of birth that none has. Other
 * numbers, such as those of passports, have no rule that all of them follow.
 */
export function isImpossibleIdentNumber(given: string): boolean {
  const number = given.toUpperCase();
  if (!/^\d{17}[\dX]$/.test(number)) return false;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return CHECK_DIGITS[sum % 11] !== number[17] || !isDate(number.slice(6, 14));
}

function isDate(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(`${year}-${month}-${day}`)) return false;
  return /^(18|19|20)/.test(year);
}

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Whether a text has the length of a unified social credit code (GB 32100), but is none. */
export function isImpossibleCreditCode(given: string): boolean {
  const code = given.toUpperCase();
  if (code.length !== 18) return false;
  const values = [...code].map((character) => ALPHABET.indexOf(character));
  if (values.includes(-1)) return true;
  let weight = 1;
  let sum = 0;
  for (const value of values.slice(0, 17)) {
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return (31 - (sum % 31)) % 31 !== values[17];
}
