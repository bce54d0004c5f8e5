/** Unified social credit codes (GB 32100-2015): 18 characters, of which the last checks the others. */

/** Digits and capitals without I, O, S, V and Z, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
/** Registering authority and kind, six digits of the region, nine characters of the organisation, check character. */
const FORM = /^[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{10}$/;

/** Whether the code has the right form and the right check character; letters must be capitals. */
export function isCreditCode(code: string): boolean {
  if (!FORM.test(code)) return false;
  const sum = WEIGHTS.reduce(
    (total, weight, place) => total + weight * ALPHABET.indexOf(code.charAt(place)),
    0,
  );
  return code.charAt(17) === ALPHABET.charAt((31 - (sum % 31)) % 31);
}
