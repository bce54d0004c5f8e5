import { Refused } from '../../api/refused.js';

/** Messages begin with the name of the field, `corpCode：…`; the page marks the field instead. */
const AT_FIELD = /^([A-Za-z]+)(?:：|: )(.+)$/s;

/**
 * Splits a refusal into the field at fault and the message; `field` is null when the refusal concerns the whole form.
 */
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
