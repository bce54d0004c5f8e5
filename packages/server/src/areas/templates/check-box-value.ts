import type { Words } from '../../operation/refusal.js';

const TICKED = new Set(['true', '1', 'yes', 'y', 'on', '是', '对', '√', '✓', '✔', '☑']);
const PLAIN = new Set(['false', '0', 'no', 'n', 'off', '否', '错', '×', '☐', '□']);

/** Parses whether a box is ticked, in the spellings of forms and people; stored as `true` or `false`. */
export function readCheckBoxValue(given: string): { readonly drawn: string } | { readonly problem: Words } {
  const text = given.trim().toLowerCase();
  if (TICKED.has(text)) return { drawn: 'true' };
  if (PLAIN.has(text)) return { drawn: 'false' };
  return {
    problem: { zh: `“${given}”应为 true 或 false`, en: `"${given}" is neither true nor false` },
  };
}

export function isTicked(value: string | null): boolean {
  return value === 'true';
}
