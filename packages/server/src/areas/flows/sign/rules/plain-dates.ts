/** Date formats that contain only the date. */
const PLAIN_DATE_FORMATS: readonly string[] = ['yyyy-MM-dd', 'yyyy/MM/dd', 'yyyy.MM.dd', 'yyyy年MM月dd日'];

/** null: the default format, which is plain. A custom format may contain words, which a signer must have seen. */
export function isPlainDateFormat(format: string | null): boolean {
  return format === null || PLAIN_DATE_FORMATS.includes(format);
}
