/** How personal numbers are shown to those who need to recognise them, not to know them. */

/**
 * A certificate number: the first three and the last four characters of a resident number
 * (`110***********002X`); of shorter numbers at most a quarter at either end, so that half is always hidden.
 */
export function maskCertificateNumber(number: string): string {
  const quarter = Math.floor(number.length / 4);
  return maskBetween(number, Math.min(3, quarter), Math.min(4, quarter));
}

/** A mobile: `138****0000`; with a country code (`+447*****3456`) the same share of it. */
export function maskMobile(mobile: string): string {
  const shown = mobile.startsWith('+') ? 4 : 3;
  return maskBetween(
    mobile,
    Math.min(shown, Math.floor(mobile.length / 3)),
    Math.min(4, Math.floor(mobile.length / 3)),
  );
}

function maskBetween(text: string, head: number, tail: number): string {
  return `${text.slice(0, head)}${'*'.repeat(text.length - head - tail)}${text.slice(text.length - tail)}`;
}
