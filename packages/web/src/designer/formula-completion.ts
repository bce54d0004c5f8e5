/** The formula with a key put in at the caret, in place of the word that is being typed there. */
export function completionAt(
  formula: string,
  caret: number,
  key: string,
): { readonly text: string; readonly caret: number } {
  const before = formula.slice(0, caret).replace(/"[^"]*$|[\p{L}_][\p{L}\p{N}_.]*$/u, '');
  const start = before === '' ? '=' : before;
  return { text: `${start}${key}${formula.slice(caret)}`, caret: start.length + key.length };
}
