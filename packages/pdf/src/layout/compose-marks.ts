const LETTER_WITH_MARKS = /\P{M}\p{M}+/gu;

/**
 * Composes letters with the marks after them (e + U+0301 to é), because fonts have the composed letter. Nothing else is
 * normalised: NFC on the whole text would replace compatibility ideographs, and with them people's names.
 */
export function composeMarks(text: string): string {
  return text.replace(LETTER_WITH_MARKS, (letter) => letter.normalize('NFC'));
}
