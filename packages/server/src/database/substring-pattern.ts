/** The pattern for `ilike` that finds `text` anywhere: `%`, `_` and `\` mean themselves. */
export function substringPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`;
}
