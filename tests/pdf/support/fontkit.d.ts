/** The part of fontkit (which has no type declarations) with which the tests check font subsets. */
declare module 'fontkit' {
  export interface Glyph {
    readonly advanceWidth: number;
    readonly path: { toSVG(): string };
  }
  export interface Font {
    readonly unitsPerEm: number;
    getGlyph(id: number): Glyph;
  }
  export function create(bytes: Buffer): Font;
}
