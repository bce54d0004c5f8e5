/**
 * What a page shows, as far as it matters for placing controls: its text with the position of each character, its ruled
 * lines and its small squares. Lengths are px on the page as displayed.
 */
export interface PageLayout {
  readonly width: number;
  readonly height: number;
  /** From the top; lines side by side, as in two columns or a table, are one line. Horizontal text only. */
  readonly lines: readonly TextLine[];
  /** Horizontal and vertical strokes, dashed ones too. */
  readonly rules: readonly Rule[];
  /** Drawn squares of the size of a letter, such as boxes to tick. */
  readonly squares: readonly Rule[];
  /** Whether limits cut something off: the page has more than any contract. */
  readonly isPartial: boolean;
}

export interface TextLine {
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
  /** From left to right, without spaces. */
  readonly characters: readonly TextCharacter[];
}

export interface TextCharacter {
  /** Normalised (NFKC), so that full and half width are equal; several letters for a ligature. */
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

export interface Rule {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An interactive field of a PDF form, before importPdf makes it page content. */
export interface FormField {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Its description for people (/TU), otherwise its full name. */
  readonly name: string;
  readonly kind: 'text' | 'multiLine' | 'checkBox' | 'choice' | 'signature';
  readonly required: boolean;
  readonly maxLength: number | null;
  /** Of a choice. */
  readonly options: readonly string[];
}
