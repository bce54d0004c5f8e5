/** A decoded picture: red, green, blue and alpha, one byte each, row by row. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A colour, each channel from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];
