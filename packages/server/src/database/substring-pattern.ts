/** The `ilike` pattern that matches `text` anywhere; `%`, `_` and `\` are escaped. */
export function substringPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`;
}
