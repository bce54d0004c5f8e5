/** Reads answers of providers: what is missing or of another type is null, never a guess. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** @returns null if the text is not a JSON object */
export function parseFields(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

export function textIn(fields: Fields | null, name: string): string | null {
  const value = fields?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A number of fen. */
export function wholeIn(fields: Fields | null, name: string): number | null {
  const value = fields?.[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function timeIn(fields: Fields | null, name: string): Date | null {
  const time = new Date(textIn(fields, name) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}
