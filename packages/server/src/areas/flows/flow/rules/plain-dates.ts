/** Formats of a date that say only the date. */
const PLAIN_DATE_FORMATS: readonly string[] = ['yyyy-MM-dd', 'yyyy/MM/dd', 'yyyy.MM.dd', 'yyyy年MM月dd日'];

/** null: the default, which is plain. A format of its own may carry words, which somebody has to have seen. */
export function isPlainDateFormat(format: string | null): boolean {
  return format === null || PLAIN_DATE_FORMATS.includes(format);
}
