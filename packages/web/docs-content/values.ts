import type { FieldValue } from '../src/docs/content.js';

interface NamedValues {
  /** What the meaning says beside the names of the values. */
  readonly meaning: string;
  readonly values: readonly FieldValue[];
}

/**
 * Values of a list of alternatives with the names that the meaning of the field gives them: `1 enabled 2 suspended` or
 * `awaited action: 0 nothing; 1 fill`. Where the meaning is anything but such a list it stays whole, and the values have
 * no names.
 */
export function namedValues(meaning: string, values: readonly string[]): NamedValues {
  const areNumbers = values.every((value) => /^\d+$/.test(value));
  const word = areNumbers
    ? '\\d+'
    : values
        .filter((value) => value !== '')
        .map(escaped)
        .join('|');
  const found = [
    ...meaning.matchAll(new RegExp(`(?<=^|[\\s,，;；:：])(${word})(?:\\s*[:：]\\s*|\\s+)`, 'g')),
  ];
  const names = new Map(
    found.map((match, index) => {
      const end = found[index + 1]?.index ?? meaning.length;
      return [match[1] ?? '', trimmed(meaning.slice(match.index + match[0].length, end))];
    }),
  );
  const before = meaning.slice(0, found[0]?.index ?? 0);
  const isList =
    values.some((value) => names.has(value)) &&
    (areNumbers || values.every((value) => (names.get(value) ?? '') !== '')) &&
    /^$|[:：]\s*$/.test(before);
  if (!isList) return { meaning, values: values.map((value) => ({ value, name: '' })) };
  return {
    meaning: trimmed(before),
    values: values.map((value) => ({ value, name: names.get(value) ?? '' })),
  };
}

function trimmed(text: string): string {
  return text.replaceAll(/^[\s,，;；:：]+|[\s,，;；:：]+$/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
