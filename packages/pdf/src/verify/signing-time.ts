/**
 * Converts a PDF date (ISO 32000-2, 7.9.4) to ISO 8601 in UTC; null if it is not a date. Without a time zone, UTC is
 * assumed.
 */
export function claimedTimeOf(date: string | null): string | null {
  const found = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?/.exec(
    date ?? '',
  );
  if (found === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes] =
    found;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(local)) return null;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return new Date(local - (sign === '-' ? -offset : offset)).toISOString();
}
