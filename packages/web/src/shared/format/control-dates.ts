/** Converts dates between browser inputs and the formats of controls. */

export type DateKind = 'date' | 'datetime-local';

const TOKEN = /yyyy|yy|MM?|dd?|HH?|mm|ss/g;

/** The native input with all parts of the format; null if there is none, as for a year alone. */
export function dateKindOf(format: string): DateKind | null {
  const tokens: readonly string[] = format.match(TOKEN) ?? [];
  const has = (letter: string) => tokens.some((token) => token.startsWith(letter));
  if (!has('y') || !has('M') || !has('d')) return null;
  return has('H') || has('m') || has('s') ? 'datetime-local' : 'date';
}

/** Converts `2026-12-01` or `2026-12-01T09:30` to the control's format; empty for an incomplete date. */
export function inputToShown(value: string, format: string, kind: DateKind): string {
  const [, year, month = '', day = '', hour = '00', minute = '00', second = '00'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(value) ?? [];
  if (year === undefined || (kind === 'datetime-local' && !value.includes('T'))) return '';
  const units: Readonly<Record<string, string>> = {
    y: year,
    M: month,
    d: day,
    H: hour,
    m: minute,
    s: second,
  };
  return format.replace(TOKEN, (token) => {
    const digits = units[token.charAt(0)] ?? '';
    if (token === 'yy') return digits.slice(-2);
    return token.length === 1 ? String(Number(digits)) : digits;
  });
}

/** The inverse; empty if the text does not match the format. */
export function shownToInput(shown: string, format: string, kind: DateKind): string {
  const letters: string[] = [];
  const parts = format.split(TOKEN).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  let pattern = parts[0] ?? '';
  for (const [index, token] of (format.match(TOKEN) ?? []).entries()) {
    letters.push(token.charAt(0));
    pattern += `${token === 'yyyy' ? '(\\d{4})' : token.length === 1 ? '(\\d{1,2})' : '(\\d{2})'}${parts[index + 1] ?? ''}`;
  }
  const match = new RegExp(`^${pattern}$`, 'u').exec(shown);
  if (match === null) return '';
  const unit = (letter: string) => (match[letters.indexOf(letter) + 1] ?? '0').padStart(2, '0');
  const year = unit('y').length === 2 ? `20${unit('y')}` : unit('y');
  const day = `${year}-${unit('M')}-${unit('d')}`;
  const clock = (letter: string) => (letters.includes(letter) ? unit(letter) : '00');
  return kind === 'date' ? day : `${day}T${clock('H')}:${clock('m')}`;
}

/** A date in a format, for people to whom a pattern says nothing. */
export function dateExample(format: string): string {
  return inputToShown('2026-12-01T09:30', format, 'datetime-local');
}
