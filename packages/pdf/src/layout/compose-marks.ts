const LETTER_WITH_MARKS = /\P{M}\p{M}+/gu;

/**
 * Composes base letters with their combining marks (e + U+0301 to é), because fonts contain the composed letter.
 * Nothing else is normalised: NFC on the whole text would replace compatibility ideographs, which occur in people's
 * names.
 */
export function composeMarks(text: string): string {
  return text.replace(LETTER_WITH_MARKS, (letter) => letter.normalize('NFC'));
}
