/** Numbers with a check digit: a typing error is found before a registry or provider is asked. */

/** Digits and capitals without I, O, S, V and Z, which are easily misread. */
const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
/** Registering authority and kind, six digits of the region, nine characters of the organisation, check character. */
const CREDIT_FORM = /^[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{10}$/;

/**
 * Whether a unified social credit code (GB 32100-2015) has the right form and the right check character; letters must
 * be capitals.
 */
export function isCreditCode(code: string): boolean {
  if (!CREDIT_FORM.test(code)) return false;
  const sum = CREDIT_WEIGHTS.reduce(
    (total, weight, place) => total + weight * CREDIT_ALPHABET.indexOf(code.charAt(place)),
    0,
  );
  return code.charAt(17) === CREDIT_ALPHABET.charAt((31 - (sum % 31)) % 31);
}

const RESIDENT_FORM = /^\d{17}[\dX]$/;

/** Whether the number has the form of a resident identity number (GB 11643-1999); other documents use other forms. */
export function looksLikeResidentNumber(number: string): boolean {
  return RESIDENT_FORM.test(number);
}

/** Whether the 18th character of a resident identity number is the correct check digit (ISO 7064, MOD 11-2). */
export function isResidentNumber(number: string): boolean {
  if (!looksLikeResidentNumber(number)) return false;
  let sum = 0;
  for (const character of number.slice(0, 17)) sum = (sum + Number(character)) * 2;
  return number.charAt(17) === '10X98765432'.charAt(sum % 11);
}
