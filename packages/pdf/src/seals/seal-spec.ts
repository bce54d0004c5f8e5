export type SealColor = 'Red' | 'Blue' | 'Black' | 'Purple';

/** mm */
export interface SealSize {
  readonly width: number;
  readonly height: number;
}

/** An enterprise's template seal. */
export interface SealSpec {
  /** round: 42 x 42 mm; oval: 45 x 30 mm. */
  readonly shape: 'round' | 'oval';
  readonly corpName: string;
  /** The line across the lower half, such as 合同专用章. */
  readonly horizontalText: string | null;
  /** The text along the lower arc: usually the 13-digit number under which the police register the seal. */
  readonly bottomText: string | null;
  readonly color: SealColor;
  /** Opacity, from 0 (transparent) to 1 (opaque). */
  readonly alpha: number;
}

/** A person's square seal, 20 x 20 mm. */
export interface NameSealSpec {
  readonly name: string;
  readonly color: SealColor;
  readonly alpha: number;
}

/** Colours of seal ink. */
export const INKS: Readonly<Record<SealColor, string>> = {
  Red: '#E60012',
  Blue: '#0B3FA8',
  Black: '#111111',
  Purple: '#6A1B9A',
};
