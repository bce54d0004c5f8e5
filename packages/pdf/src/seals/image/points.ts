/** A decoded picture: red, green, blue and alpha, a byte each, row by row. */
export interface Points {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The inks' colour, each part from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];
