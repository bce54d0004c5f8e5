import { Refused } from '../../api/refused.js';

/** Field names are before what is wrong with them, `corpCode：…`; people see the field itself. */
const AT_FIELD = /^([A-Za-z]+)(?:：|: )(.+)$/s;

/** The field that a refusal names, and what is wrong with it; field null: it is about the whole. */
export function refusalWords(
  error: Error | null,
  offline: string,
): { readonly field: string | null; readonly words: string } | null {
  if (error === null) return null;
  if (!(error instanceof Refused)) return { field: null, words: offline };
  const [, field, words] = error.code === '400' ? (AT_FIELD.exec(error.message) ?? []) : [];
  return field === undefined || words === undefined
    ? { field: null, words: error.message }
    : { field, words };
}
