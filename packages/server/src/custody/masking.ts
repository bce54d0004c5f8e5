/** Masks personal numbers so that people can recognise them without learning them. */

/**
 * An ID document number: the first three and the last four characters of a resident number (`110***********002X`); of
 * shorter numbers at most a quarter at either end, so that at least half is hidden.
 */
export function maskCertificateNumber(number: string): string {
  const quarter = Math.floor(number.length / 4);
  return maskBetween(number, Math.min(3, quarter), Math.min(4, quarter));
}

/** A mobile: `138****0000`; with a country code `+44******3456`; of shorter numbers the same proportion. */
export function maskMobile(mobile: string): string {
  const share = (digits: number) => Math.min(digits, Math.floor((mobile.length * digits) / 11));
  return maskBetween(mobile, share(3), share(4));
}

function maskBetween(text: string, head: number, tail: number): string {
  return `${text.slice(0, head)}${'*'.repeat(text.length - head - tail)}${text.slice(text.length - tail)}`;
}

/** A mail address: its first character and its domain, `w***@example.com`. */
export function maskEmail(address: string): string {
  return address.replace(/^(.).*(?=@)/u, '$1***');
}

/** A person's name: its first character, then an asterisk for each of at most two more. */
export function maskName(name: string): string {
  const [first = '', ...others] = name;
  return first + '*'.repeat(Math.min(2, others.length));
}

/** An IP address: the first half of an IPv4 address (`10.2.*.*`), the first two groups of an IPv6 address. */
export function maskAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const [first = '', second = ''] = plain.split(plain.includes(':') ? ':' : '.');
  if (plain === '') return '';
  return plain.includes(':') ? `${first}:${second}:*` : `${first}.${second}.*.*`;
}
